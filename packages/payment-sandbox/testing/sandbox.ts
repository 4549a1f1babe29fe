import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type PaymentSandbox, startPaymentSandbox } from '../server.ts';
import { stripeValidator } from './validator.ts';

export type RawAnswer = { status: number; body: Record<string, unknown>; headers: Headers };

/** Started sandbox with everything a test needs; the fields are set before the tests run. */
export class TestSandbox {
  folder = '';
  running!: PaymentSandbox;
  receiver!: Receiver;
  stripe!: Stripe;
  /** Proxy in the portal's place in front of the sandbox, which validates answers. */
  front!: Front;
  readonly faults: string[] = [];
  readonly logged: string[] = [];

  async start(): Promise<void> {
    this.folder ||= mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
    this.receiver ??= await startReceiver();
    this.front ??= await startFront((request, response) => this.running.handle(request, response), this.faults);
    this.running = await startPaymentSandbox({
      dataDir: this.folder,
      webhookUrl: this.receiver.url,
      publicPath: '/sandbox/payments',
      log: (message) => this.logged.push(message),
    });
    this.stripe = this.client(this.running.secretKey);
  }

  client(key: string): Stripe {
    return new Stripe(key, {
      apiVersion: '2026-10-28.endive',
      host: '127.0.0.1',
      port: this.front.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    });
  }

  get address(): string {
    return `http://127.0.0.1:${this.front.port}`;
  }

  /** Calls the sandbox without the SDK: form-encoded, with the given headers. */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const response = await fetch(`${this.address}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { accept: 'application/json', ...headers },
    });
    return { status: response.status, body: await readJson(response), headers: response.headers };
  }

  /** Confirms a payment as Stripe.js does. */
  confirm(intent: Stripe.PaymentIntent, fields: Record<string, string>): Promise<RawAnswer> {
    return this.post(`/v1/payment_intents/${intent.id}/confirm`, {
      key: this.running.publishableKey,
      client_secret: intent.client_secret ?? '',
      ...fields,
    });
  }

  async control(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.address}/sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.running.secretKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status, `${method} ${path}`).toBe(200);
    return readJson(response);
  }

  advance(days: number): Promise<Record<string, unknown>> {
    return this.control('POST', 'advance', { days });
  }

  /** Returns the types of all events that some work causes, in their order. */
  async eventTypesOf(work: () => Promise<unknown>): Promise<string[]> {
    const before = await this.newestEvent();
    await work();
    const events = await this.eventsAfter(before);
    return events.map((event) => event.type);
  }

  /** Returns the events after the one with this id, oldest first; all of them for an empty id. */
  async eventsAfter(id: string): Promise<Stripe.Event[]> {
    const events: Stripe.Event[] = [];
    for await (const event of this.stripe.events.list({ limit: 100 })) {
      if (event.id === id) break;
      events.push(event);
    }
    return events.reverse();
  }

  async newestEvent(): Promise<string> {
    const { data } = await this.stripe.events.list({ limit: 1 });
    return data[0]?.id ?? '';
  }

  async stop(): Promise<void> {
    await this.running.close();
  }

  async dispose(): Promise<void> {
    await this.stop();
    await this.front.close();
    await this.receiver.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Starts one sandbox for a test file. Every answer to a server's call and every event's object is validated in strict
 * mode; a fault fails the test that caused it.
 */
export function useTestSandbox(): TestSandbox {
  const sandbox = new TestSandbox();
  beforeAll(() => sandbox.start());
  const expectSound = () => expect(sandbox.faults, 'answers that are not in the form Stripe gives them').toEqual([]);
  afterEach(expectSound);
  afterAll(async () => {
    await sandbox.control('DELETE', 'faults');
    await sandbox.eventsAfter(''); // Reading an event validates its object.
    expectSound();
    await sandbox.dispose();
  });
  return sandbox;
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  return Object.fromEntries(Object.entries((await response.json()) as object));
}

/** Running proxy; `checked` counts the validated answers and the objects inside events. */
type Front = { port: number; checked: { answers: number; events: number }; close(): Promise<void> };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Starts a server in front of the sandbox's handler, in the portal's place, that validates every answer on its way out.
 * Calls with a publishable key get a cut-down object on purpose, so only calls with a key in the header are checked.
 * @param faults list that the faults are added to
 */
async function startFront(handle: Handler, faults: string[]): Promise<Front> {
  const validator = stripeValidator();
  const checked = { answers: 0, events: 0 };
  const check = (request: IncomingMessage, status: number, text: string) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (!path.startsWith('/v1/') || !request.headers.authorization) return;
    const body: unknown = JSON.parse(text);
    const found = validator.response(request.method ?? '', path, status, body);
    const events = eventsIn(body);
    const inEvents = events.flatMap((event) => validator.object(event.data.object));
    checked.answers += 1;
    checked.events += events.length;
    faults.push(...[...found, ...inEvents].map((fault) => `${request.method} ${path} ${status}: ${fault}`));
  };
  const server = createServer((request, response) => {
    const end = response.end.bind(response);
    response.end = ((text?: unknown, ...rest: []) => {
      if (typeof text === 'string') check(request, response.statusCode, text);
      return end(text, ...rest);
      // Safe: the sandbox ends its answers with only the text.
    }) as typeof response.end;
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    checked,
    // Safe: a server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type EventLike = { object: 'event'; data: { object: unknown } };

function eventsIn(body: unknown): EventLike[] {
  if (typeof body !== 'object' || body === null || !('object' in body)) return [];
  // Safe: the answer itself was validated before.
  if (body.object === 'event') return [body as EventLike];
  return body.object === 'list' && 'data' in body && Array.isArray(body.data) ? body.data.flatMap(eventsIn) : [];
}

type Received = { body: string; signature: string; event: { id: string; type: string } };

/** Webhook endpoint for tests that keeps what arrives and answers with the given status. */
type Receiver = {
  url: string;
  received: Received[];
  /** Statuses of the next answers; 200 when the list is empty. */
  nextStatuses: number[];
  /** Resolves once this many webhooks have arrived. */
  arrived(count: number): Promise<Received[]>;
  close(): Promise<void>;
};

export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const nextStatuses: number[] = [];
  let waiting: { count: number; resolve: (all: Received[]) => void }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    received.push({ body, signature: String(request.headers['stripe-signature']), event: JSON.parse(body) });
    response.writeHead(nextStatuses.shift() ?? 200).end();
    for (const one of waiting.filter(({ count }) => received.length >= count)) one.resolve(received);
    waiting = waiting.filter(({ count }) => received.length < count);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // Safe: a server that listens on a port has an address with one.
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actualPort}/webhook`,
    received,
    nextStatuses,
    arrived: (count) =>
      received.length >= count
        ? Promise.resolve(received)
        : new Promise((resolve) => {
            waiting.push({ count, resolve });
          }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
