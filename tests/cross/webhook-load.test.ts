import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { freePort, type Started, startProcess } from '#tests/support/process.ts';

const patience = { timeout: 120_000, interval: 100 };
const allowed = { DEMO: '0', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

let portal: TestPortal;
let folder: string;
let administrator: Awaited<ReturnType<TestPortal['administrator']>>;
const nodes: Started[] = [];
const receivers: Counter[] = [];
beforeAll(async () => {
  portal = await createTestPortal(allowed);
  administrator = await portal.administrator();
  folder = await mkdtemp(path.join(portal.blobFolder, 'nodes-'));
});
afterEach(async () => {
  for (const node of nodes.splice(0)) {
    node.kill('SIGKILL');
    await node.ended;
  }
  for (const receiver of receivers.splice(0)) await receiver.close();
  await portal.database.pool.query('delete from webhooks');
  await portal.database.pool.query('delete from events');
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

type Counter = {
  url: string;
  /** Delays of the messages in milliseconds, the first of each event. */
  delays: Map<string, number>;
  calls: number;
  last: { headers: Record<string, string>; body: string } | null;
  close(): Promise<void>;
};

/** Receives messages and keeps little, so that the portal is what is measured. */
async function countMessages(): Promise<Counter> {
  const counter: Counter = { url: '', delays: new Map(), calls: 0, last: null, close: () => closeAll(server) };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      counter.calls += 1;
      // Safe cast, because the headers of a webhook occur once.
      counter.last = { headers: request.headers as Record<string, string>, body };
      const id = String(request.headers['webhook-id']);
      const { timestamp } = JSON.parse(body) as { timestamp: string };
      if (!counter.delays.has(id)) counter.delays.set(id, Date.now() - Date.parse(timestamp));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  counter.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  receivers.push(counter);
  return counter;
}

async function closeAll(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A receiver that accepts connections and never responds. */
async function deadReceiver(): Promise<Counter> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const dead: Counter = { url, delays: new Map(), calls: 0, last: null, close: () => closeAll(server) };
  receivers.push(dead);
  return dead;
}

async function register(url: string): Promise<string> {
  const { status, body } = await administrator.post<WebhookWithSecret>('/api/admin/webhooks', {
    url,
    types: ['member.registered'],
  });
  expect(status).toBe(201);
  return body.secret;
}

async function startWorker(): Promise<Started> {
  const port = String(await freePort());
  const node = await startProcess('server/app/main.ts', {
    DATA_DIR: path.join(folder, port),
    DATABASE_URL: portal.database.addresses.service,
    MIGRATION_DATABASE_URL: portal.database.addresses.owner,
    PORT: port,
    ROLE: 'worker',
    PUBLIC_URL: 'http://portal.localhost',
    INSTALLATION_SECRET: 'the secret of a portal under test',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'portal@example.org',
    ...allowed,
  });
  nodes.push(node);
  const isReady = vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
    patience,
  );
  const ended = node.ended.then(({ stderr, stdout }) => Promise.reject(new Error(stderr || stdout)));
  await Promise.race([isReady, ended]);
  return node;
}

/** Records events evenly over a time. */
async function recordEvents(count: number, overMs: number): Promise<void> {
  const atOnce = 10;
  const beganMs = performance.now();
  for (let done = 0; done < count; done += atOnce) {
    await portal.database.pool.query(
      `select record_event('member.registered', null, jsonb_build_object('memberId', n))
       from generate_series($1::integer, $2::integer) as n`,
      [done + 1, done + atOnce],
    );
    await wait(Math.max(0, beganMs + (overMs * (done + atOnce)) / count - performance.now()));
  }
}

const percentile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((one, other) => one - other)[Math.ceil(numbers.length * share) - 1] ?? 0;

it('HOOK-04 10,000 events in a minute all come to nine live receivers, beside a dead one', {
  tags: 'long',
  timeout: 400_000,
}, async () => {
  await register((await deadReceiver()).url);
  const live: { counter: Counter; secret: string }[] = [];
  for (let number = 1; number <= 9; number += 1) {
    const counter = await countMessages();
    live.push({ counter, secret: await register(counter.url) });
  }
  await startWorker();
  const events = 10_000;
  const beganMs = performance.now();
  await recordEvents(events, 60_000);
  const recordedMs = performance.now() - beganMs;
  await vi.waitFor(
    () => expect(live.map(({ counter }) => counter.delays.size)).toEqual(Array(9).fill(events)),
    patience,
  );
  const allMs = performance.now() - beganMs;
  const delays = live.flatMap(({ counter }) => [...counter.delays.values()]);
  const calls = live.reduce((sum, { counter }) => sum + counter.calls, 0);
  process.stdout.write(
    `${events} events recorded in ${Math.round(recordedMs)} ms, ${calls} messages in ${Math.round(allMs)} ms; delay p50 ${percentile(delays, 0.5)} ms, p95 ${percentile(delays, 0.95)} ms, p99 ${percentile(delays, 0.99)} ms, most ${percentile(delays, 1)} ms\n`,
  );
  await vi.waitFor(async () => {
    const { rows } = await portal.database.pool.query(
      `select count(*)::integer as delivered from webhook_deliveries d join webhooks w on w.id = d.webhook_id
       where d.status = 'delivered' and w.url = any ($1)`,
      [live.map(({ counter }) => counter.url)],
    );
    expect(rows).toEqual([{ delivered: 9 * events }]);
  }, patience);
  for (const { counter, secret } of live) {
    const { headers, body } = counter.last ?? { headers: {}, body: '' };
    for (const verifier of [new Webhook(secret), new SvixWebhook(secret)]) {
      expect(() => verifier.verify(body, headers)).not.toThrow();
      expect(() => verifier.verify(`${body} `, headers)).toThrow();
    }
  }
});

it('HOOK-03 no event is lost when a node of two is killed in the middle', {
  tags: 'long',
  timeout: 400_000,
}, async () => {
  const live = [await countMessages(), await countMessages()];
  for (const { url } of live) await register(url);
  const killed = await startWorker();
  await startWorker();
  const events = 3000;
  const recording = recordEvents(events, 10_000);
  await vi.waitFor(() => expect(live[0]?.delays.size).toBeGreaterThan(300), patience);
  killed.kill('SIGKILL');
  await recording;
  await vi.waitFor(() => expect(live.map(({ delays }) => delays.size)).toEqual([events, events]), patience);
  await vi.waitFor(async () => {
    const { rows } = await portal.database.pool.query(
      'select status, count(*)::integer from webhook_deliveries group by 1',
    );
    expect(rows).toEqual([{ status: 'delivered', count: 2 * events }]);
  }, patience);
  const twice = live.reduce((sum, { calls }) => sum + calls, 0) - 2 * events;
  process.stdout.write(`${twice} of ${2 * events} messages were sent twice\n`);
  // A killed node has sent each receiver at most one batch of deliveries that it did not record.
  expect(twice).toBeLessThanOrEqual(200);
});
