import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { BlobParts } from '../files/blobs.ts';
import { locationOf } from './location.ts';
import { givePlaceBack } from './overload.ts';

class BrowserGone extends Error {}

/**
 * Replies with a blob, and closes it. Each part is read when the previous one has been sent, so a slow browser costs
 * the memory of one part. A response that cannot be sent to its end ends the connection, so that it never looks
 * complete.
 * @param reply with all headers of the response, including `content-length`
 * @param blob null for a response to HEAD, which has only headers
 * @throws an error before the first byte, which then gets the usual reply
 */
export async function sendBlob(reply: FastifyReply, blob: BlobParts | null): Promise<FastifyReply> {
  if (!blob) return reply.send(Readable.from([]));
  const { raw, request } = reply;
  let giveUp: (error: Error) => void = () => {};
  const leave = () => {
    giveUp(new BrowserGone());
    // Closed, because the reply may be waiting for the store.
    blob.close().catch(giveUp);
  };
  raw.once('close', leave);
  const write = (part: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      giveUp = reject;
      if (raw.destroyed) throw new BrowserGone();
      begin(reply);
      // Called when the system has taken the bytes, so that their memory is free again.
      raw.write(part, (error) => (error ? reject(new BrowserGone()) : resolve()));
    });
  try {
    await blob.each(write);
    begin(reply);
    raw.end();
  } catch (error) {
    const isGone = raw.destroyed || error instanceof BrowserGone;
    if (!reply.sent && !isGone) throw error;
    if (!isGone) request.log.warn({ err: error }, 'A file could not be sent to its end');
    reply.hijack();
    raw.destroy();
  } finally {
    raw.removeListener('close', leave);
    await blob.close();
  }
  return reply;
}

/**
 * Redirects the browser to the URL of a download. The URL alone opens the file, so it is not cached, and its site does
 * not get the referrer.
 */
export function sendLink(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(locationOf(address), 303);
}

/** Takes the response from Fastify, and does the work of Fastify's hooks for sending. */
function begin(reply: FastifyReply): void {
  if (reply.sent) return;
  const headers = reply.getHeaders();
  reply.hijack();
  givePlaceBack(reply.request);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
  // More or fewer bytes than announced are then an error, and not the beginning or the end of another response.
  reply.raw.strictContentLength = true;
}
