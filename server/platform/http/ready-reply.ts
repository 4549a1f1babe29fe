import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** An answer that was checked and written out once and is sent many times. */
export type ReadyReply = {
  body: Buffer;
  etag: string;
  headers: Record<string, string>;
  /** The same bytes compressed, made when somebody first accepts them. */
  compressed: Promise<Buffer> | null;
};

/** Smaller answers are sent as they are. */
const compressFromBytes = 1024;

/** Checks a value against its output shape, strips what the shape does not name and writes it as JSON. */
export function readyReply<Value>(
  shape: z.ZodMiniType<Value>,
  value: Value,
  headers: Record<string, string> = {},
): ReadyReply {
  return readyJson(writeReply(shape, value), headers);
}

/** Checks a value, or a part of an answer, against its output shape and writes it as JSON. */
export function writeReply<Value>(shape: z.ZodMiniType<Value>, value: Value): string {
  return JSON.stringify(z.parse(shape, value));
}

/** An answer from JSON whose parts `writeReply` has checked. */
export function readyJson(json: string, headers: Record<string, string> = {}): ReadyReply {
  const body = Buffer.from(json);
  // Weak, for the same answer goes out plain and compressed.
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  return { body, etag, headers, compressed: null };
}

/** Roughly what a ready answer holds in memory. */
export function bytesOfReply({ body }: ReadyReply): number {
  return body.length + 512;
}

/** The option of a route whose answers are ready: they bring their own compression. */
export const sendsReady = { compress: false } as const;

/** Sends a ready answer; a browser that has it already is told so (304). */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReadyReply,
): Promise<FastifyReply> {
  reply.headers(answer.headers).header('etag', answer.etag).header('cache-control', 'private, no-cache');
  if (isKnown(request.headers['if-none-match'], answer.etag)) {
    return reply.header('vary', 'accept-encoding').code(304).send();
  }
  return sendBytes(request, reply, answer.body, () => {
    answer.compressed ??= compress(answer.body);
    return answer.compressed;
  });
}

const compress = promisify(gzip);

/** Sends JSON that is written out already, compressed beside the main thread when that is accepted and worth it. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  compressed: () => Promise<Buffer> = () => compress(body),
): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
  const isPlain = body.length < compressFromBytes || !acceptsGzip(request.headers['accept-encoding']);
  return isPlain ? reply.send(body) : reply.header('content-encoding', 'gzip').send(await compressed());
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || plain(tag) === plain(etag));
}

function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding ?? '');
}
