import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripeValidator } from './validator.ts';

/** `checked` counts what was validated: answers, and objects inside events. */
export type Front = { port: number; checked: { answers: number; events: number }; close(): Promise<void> };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A server in front of the sandbox's handler, as the portal is one, that validates every answer on its way out. Calls
 * with a publishable key get a cut-down object on purpose, so only calls with a key in the header are checked.
 * @param faults where faults are written to
 */
export async function startFront(handle: Handler, faults: string[]): Promise<Front> {
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
      // Safe: the sandbox ends its answers with the text alone.
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
