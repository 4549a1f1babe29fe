import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { body: string; signature: string; event: { id: string; type: string } };

/** A webhook endpoint for tests: keeps what arrives and answers with the given status. */
export type Receiver = {
  url: string;
  received: Received[];
  /** Statuses of the next answers; 200 when there are none. */
  nextStatuses: number[];
  /** Settles once this many webhooks have arrived. */
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
