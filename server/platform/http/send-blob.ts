import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { BlobParts } from '../files/blobs.ts';
import { givePlaceBack } from './overload.ts';

class BrowserGone extends Error {}

/**
 * Answers with a blob, and closes it. Each part is read when the one before has left, so a slow browser costs the memory
 * of one part. An answer that cannot be sent to its end ends the connection: it never looks whole.
 * @param reply with all headers of the answer, `content-length` among them
 * @param blob null for an answer to HEAD, which has nothing but headers
 * @throws what failed before the first byte, which is then answered as any error
 */
export async function sendBlob(reply: FastifyReply, blob: BlobParts | null): Promise<FastifyReply> {
  if (!blob) return reply.send(Readable.from([]));
  const { raw, request } = reply;
  let giveUp: (error: Error) => void = () => {};
  const leave = () => {
    giveUp(new BrowserGone());
    // The store may be what is waited for.
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
 * Sends the browser to where it loads a download from. The address alone opens the file, so it is kept
 * nowhere, and the site there does not hear where the browser came from.
 */
export function sendLink(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(address, 303);
}

/** From here on Fastify leaves the answer to us; what its hooks would do when an answer is sent is done here. */
function begin(reply: FastifyReply): void {
  if (reply.sent) return;
  const headers = reply.getHeaders();
  reply.hijack();
  givePlaceBack(reply.request);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
  // More or less than was announced is an error then, and not the beginning or the end of another answer.
  reply.raw.strictContentLength = true;
}
