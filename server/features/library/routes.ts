import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FileParams } from '#contract/files.ts';
import { downloadFile, downloadResource, readPages } from '#contract/library.endpoints.ts';
import { IdParams } from '#contract/text.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { refusalAsPage } from '#server/platform/http/error-page.ts';
import { demoFactor, type Limit, type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { sendBlob } from '#server/platform/http/send-blob.ts';
import { type Download, getDownload, getFileDownload, getPages, recordDownload } from './actions.ts';
import { rangeOf } from './rules.ts';

type LibraryRoutes = { database: Database; blobs: Blobs; limiter: Limiter; limits: DownloadLimits };

// Ranges count bytes of the file itself.
const uncompressed = { compress: false } as const;

/** The same for addresses that people open in their browser. */
const opened = { ...uncompressed, errorHandler: refusalAsPage } as const;

/** Parts of at most this are a file being read page by page, which counts once, when it is begun. */
const readingBytes = 1024 * 1024;

type Call = { request: FastifyRequest; reply: FastifyReply };

/** The only ways to the bytes of a document; each request is asked anew whether its member has access. */
export function libraryRoutes(app: FastifyInstance, { database, blobs, limiter, limits }: LibraryRoutes): void {
  const { flow } = routesOf(app, database);

  const send = async (ctx: MemberFlowContext, download: Download, { request, reply }: Call) => {
    const part = partOf(download, request, reply);
    const isReading = part !== null && part.end - part.start < readingBytes && part.start > 0;
    if (request.method !== 'HEAD' && !isReading) {
      await limiter.take(limits.perFile, `${ctx.actor.userId}:${download.blobId}`);
      await limiter.take(limits.perMember, String(ctx.actor.userId));
      await limiter.take(limits.perNetwork, networkOf(request.ip));
    }
    if (request.method === 'HEAD') return sendBlob(announce(reply, download, part), null);
    // Opened before anything is said or recorded: the store may be out of reach.
    const content = await blobs.openParts(download.blobId, part ?? undefined);
    if (!isReading) {
      await ctx
        .transaction((inner) => recordDownload(inner, download))
        .catch(async (error: unknown) => {
          await content.close();
          throw error;
        });
    }
    return sendBlob(announce(reply, download, part), content);
  };

  flow(
    downloadResource,
    { params: IdParams },
    async (ctx, { params, ...call }) => send(ctx, await getDownload(ctx, params.id), call),
    opened,
  );

  flow(
    readPages,
    { params: IdParams },
    async (ctx, { params, ...call }) => send(ctx, await getPages(ctx, params.id), call),
    uncompressed,
  );

  flow(
    downloadFile,
    { params: FileParams },
    async (ctx, { params, ...call }) => send(ctx, await getFileDownload(ctx, params.id), call),
    opened,
  );
}

type Part = { start: number; end: number };

/** The part that is asked for; null for the whole, and for a look at the headers. */
function partOf({ bytes, etag }: Download, { method, headers }: FastifyRequest, reply: FastifyReply): Part | null {
  const ifRange = headers['if-range'];
  if (method === 'HEAD' || (ifRange !== undefined && ifRange !== etag)) return null;
  const range = rangeOf(headers.range, bytes);
  if (range.kind === 'whole') return null;
  if (range.kind === 'part') return range;
  reply.header('content-range', `bytes */${bytes}`);
  throw fail('library.no-such-part');
}

/** The headers of a document (UPLOAD-09): saved under its name, never shown or run as a page of ours, never kept. */
function announce(reply: FastifyReply, download: Download, part: Part | null): FastifyReply {
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${download.bytes}`);
  return reply
    .header('content-length', part ? part.end - part.start + 1 : download.bytes)
    .header('content-type', download.contentType)
    .header('content-disposition', download.disposition)
    .header('etag', download.etag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin');
}

/** How often files may be downloaded; a file read in parts counts once. */
export type DownloadLimits = { perFile: Limit; perMember: Limit; perNetwork: Limit };

/** @param demo widens them as GEN-17 says */
export function downloadLimits(demo: boolean): DownloadLimits {
  const factor = demo ? demoFactor : 1;
  return {
    perFile: { name: 'download-file', max: 60 * factor, windowSeconds: 3600 },
    perMember: { name: 'download-member', max: 300 * factor, windowSeconds: 3600 },
    perNetwork: { name: 'download-network', max: 600 * factor, windowSeconds: 3600 },
  };
}
