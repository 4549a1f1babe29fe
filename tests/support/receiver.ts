import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export type Received = { headers: IncomingHttpHeaders; body: string };

/** A program that receives webhooks on this machine. */
export type Receiver = {
  url: string;
  received: Received[];
  /** Responds to the next calls; sends 204 by default. */
  respond: (response: ServerResponse) => void;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    respond: (response) => response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    receiver.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    receiver.respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return receiver;
}

/** Reads a message as a receiver does. @throws when the signature is not that of the secret, or too old */
export function verified(secret: string, { headers, body }: Received): Record<string, unknown> {
  // Safe cast, because the headers of a webhook occur once.
  return new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;
}
