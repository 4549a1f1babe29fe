import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** A response that was checked and serialised once and is sent many times. */
export type ReadyResponse = {
  body: Buffer;
  etag: string;
  /** Content type, caching, and the headers of the route. */
  headers: Record<string, string>;
  /** The compressed body; null until the first request that accepts it. */
  compressed: Promise<Buffer> | null;
};

const jsonType = 'application/json; charset=utf-8';
const ownHeaders = { 'content-type': jsonType, 'cache-control': 'private, no-cache' };

/** Headers of responses that are equal for every visitor (FRONT-06). */
export const publicHeaders = { 'cache-control': 'public, max-age=60, stale-while-revalidate=600' };

/** Minimum size in bytes of a response that is compressed. */
const compressFromBytes = 1024;

/** Checks a value against its schema, removes unknown fields and serialises it as JSON. */
export function readyResponse<Value>(
  shape: z.ZodMiniType<Value>,
  value: Value,
  headers: Record<string, string> = {},
): ReadyResponse {
  return ready(JSON.stringify(z.parse(shape, value)), { ...ownHeaders, ...headers });
}

/**
 * Returns a text that any cache may store for a minute, and show for ten more while it fetches a new one (FRONT-06).
 */
export function readyText(text: string, type: string, headers: Record<string, string> = {}): ReadyResponse {
  return ready(text, { ...publicHeaders, 'content-type': `${type}; charset=utf-8`, ...headers });
}

/** Returns a picture that any cache may store. */
export function readyPicture(body: Buffer, type: 'image/png' | 'image/x-icon'): ReadyResponse {
  return ready(body, { ...publicHeaders, 'content-type': type });
}

function ready(content: string | Buffer, headers: Record<string, string>): ReadyResponse {
  const body = Buffer.from(content);
  // Weak, because the plain and the compressed response have one tag.
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  return { body, etag, headers, compressed: null };
}

/** Returns the approximate memory of a ready response, in bytes. */
export function bytesOfResponse({ body }: ReadyResponse): number {
  return body.length + 512;
}

/** Option of a route with ready responses, which have their own compression. */
export const sendsReady = { compress: false } as const;

/** Sends a ready response, or 304 to a browser that has it already. */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReadyResponse,
): Promise<FastifyReply> {
  reply.headers(answer.headers).header('etag', answer.etag);
  if (isKnown(request.headers['if-none-match'], answer.etag)) {
    return reply.header('vary', 'accept-encoding').code(304).send();
  }
  const isCompressed = answer.headers['content-type'] === 'image/png';
  if (isCompressed || isSentPlain(request, reply, answer.body.length)) return reply.send(answer.body);
  answer.compressed ??= compress(answer.body);
  return reply.header('content-encoding', 'gzip').send(await answer.compressed);
}

const compress = promisify(gzip);

/** Sends text that is serialised already, in pieces, compressed outside the main thread if that is accepted. */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: readonly Buffer[],
  type = jsonType,
): Promise<FastifyReply> {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  reply.header('content-type', type);
  return isSentPlain(request, reply, bytes)
    ? reply.header('content-length', bytes).send(Readable.from(pieces))
    : reply.header('content-encoding', 'gzip').send(await compress(Buffer.concat(pieces)));
}

/** Whether the response is sent uncompressed; sets the `vary` header for caches. */
function isSentPlain(request: FastifyRequest, reply: FastifyReply, bytes: number): boolean {
  reply.header('vary', 'accept-encoding');
  return bytes < compressFromBytes || !acceptsGzip(request.headers['accept-encoding']);
}

/** Whether the caller's `If-None-Match` contains this tag or is `*`. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || plain(tag) === plain(etag));
}

function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding ?? '');
}
