import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A webhook as the provider sent it. */
export type RecordedWebhook = { id: string; type: string; body: string };

export type WebhookRecorder = {
  url: string;
  /** Accepted webhooks that can be passed on, in order. */
  webhooks: RecordedWebhook[];
  /** Ids of the events that the recorder reports as undelivered. */
  lost: Set<string>;
  close(): Promise<void>;
};

/**
 * Receives the provider's webhooks, stores them, and reports some of them as undelivered.
 * @param isLost decides about each event when it first arrives
 */
export async function startWebhookRecorder(isLost: () => boolean): Promise<WebhookRecorder> {
  const webhooks: RecordedWebhook[] = [];
  const lost = new Set<string>();
  const known = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    // Safe cast, because the provider sends events with an id and a type.
    const { id, type } = JSON.parse(body) as RecordedWebhook;
    if (!known.has(id)) {
      known.add(id);
      if (isLost()) lost.add(id);
      else webhooks.push({ id, type, body });
    }
    response.writeHead(lost.has(id) ? 500 : 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Safe cast, because a server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    webhooks,
    lost,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the header with which the provider signs a body at a time in seconds. */
export function signature(body: string, secret: string, atSeconds = Math.floor(Date.now() / 1000)): string {
  return `t=${atSeconds},v1=${hmac(body, secret, atSeconds)}`;
}

/** Returns a signature for the header, which may have several. */
export function hmac(body: string, secret: string, atSeconds: number): string {
  return createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
}

/** Delivers a body. @returns the status of the response, and its time in milliseconds */
export async function deliver(
  origin: string,
  body: string,
  header: string | null,
): Promise<{ status: number; ms: number }> {
  const sentAt = performance.now();
  const reply = await fetch(`${origin}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(header && { 'stripe-signature': header }) },
    body,
  });
  await reply.arrayBuffer();
  return { status: reply.status, ms: performance.now() - sentAt };
}
