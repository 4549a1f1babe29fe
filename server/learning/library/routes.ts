import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getImage } from '#contract/catalogue/files.endpoints.ts';
import * as endpoints from '#contract/learning/library.endpoints.ts';
import type { PortalSettings } from '#server/identity/settings/actions.ts';
import type { Actor, MemberFlowContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { isKnown } from '#server/platform/http/cached-response.ts';
import { rejectionAsPage } from '#server/platform/http/error-page.ts';
import { sharedHeaders } from '#server/platform/http/headers.ts';
import { type Limit, type Limiter, type LimitFactors, networkOf } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { sendBlob, sendLink } from '#server/platform/http/send-blob.ts';
import {
  type Download,
  getDownload,
  getFileDownload,
  getPages,
  type LinkedDownload,
  recordDownload,
} from './download-actions.ts';
import { getShownImage } from './picture-actions.ts';
import { rangeOf } from './rules.ts';
import * as shelves from './shelf-actions.ts';

type LibraryRoutes = { database: Database; blobs: Blobs; limiter: Limiter; limits: DownloadLimits };

// Ranges count bytes of the uncompressed file.
const uncompressed = { compress: false } as const;

/** For URLs that people open in their browser: an error is shown as a page. */
const opened = { ...uncompressed, errorHandler: rejectionAsPage } as const;

/** Maximum bytes of a part that the viewer reads. */
const mostPageBytes = 1024 * 1024;

type Call = { request: FastifyRequest; reply: FastifyReply };

/** Registers the only routes to the bytes of a document; each request checks its member's access again. */
export function libraryRoutes(app: FastifyInstance, { database, blobs, limiter, limits }: LibraryRoutes): void {
  const { flow } = routesOf(app, database);

  /**
   * Counts the requested part of a file against the limit, per member and day. @returns the number of whole files that
   * this request begins
   */
  const countPart = async (
    limit: FileLimit,
    ctx: MemberFlowContext,
    { blobId, bytes }: Download,
    part: Part | null,
  ) => {
    const [whole, asked] = [unitsOf(bytes), unitsOf(part ? part.end - part.start + 1 : bytes)];
    const ofFile = { ...limit, max: Math.max(limit.max * whole, unitsOf(limit.leastBytes ?? 0)) };
    const now = await limiter.take(ofFile, `${ctx.actor.userId}:${blobId}`, asked);
    return Math.ceil(now / whole) - Math.ceil((now - asked) / whole);
  };

  const send = async (ctx: MemberFlowContext, download: Download, { request, reply }: Call) => {
    const part = partOf(download, request, reply);
    if (request.method === 'HEAD') return sendBlob(announce(reply, download, part), null);
    if ((await countPart(limits.filesOfOne, ctx, download, part)) > 0) {
      await limiter.take(limits.filesOfMember, String(ctx.actor.userId));
      await limiter.take(limits.filesOfNetwork, networkOf(request.ip));
    }
    // A link gives access to the whole file, so parts, which count by their bytes, pass through the portal.
    const link = part ? null : blobs.link;
    // The link or the content is requested before anything is sent or recorded, because the store may not respond.
    if (link) {
      const address = await link(download.blobId, download);
      await ctx.transaction((inner) => recordDownload(inner, download));
      return sendLink(reply, address);
    }
    const content = await blobs.openParts(download.blobId, part ?? undefined);
    await ctx
      .transaction((inner) => recordDownload(inner, download))
      .catch(async (error: unknown) => {
        await content.close();
        throw error;
      });
    return sendBlob(announce(reply, download, part), content);
  };

  /** Answers HEAD itself, because a redirect would send the request to the other site. */
  const leadTo = async (ctx: MemberFlowContext, download: LinkedDownload, { request, reply }: Call) => {
    if (request.method === 'HEAD') return reply.header('cache-control', 'private, no-store').send();
    await limiter.take(limits.filesOfMember, String(ctx.actor.userId));
    await ctx.transaction((inner) => recordDownload(inner, download));
    return sendLink(reply, download.link);
  };

  const sendPages = async (ctx: MemberFlowContext, download: Download, { request, reply }: Call) => {
    const part = shortened(partOf(download, request, reply));
    if (request.method === 'HEAD') return sendBlob(announce(reply, download, part), null);
    if (!part && download.bytes > mostPageBytes) throw fail('library.parts-only');
    await countPart(limits.pagesOfOne, ctx, download, part);
    return sendBlob(announce(reply, download, part), await blobs.openParts(download.blobId, part ?? undefined));
  };

  flow(
    endpoints.downloadResource,
    async (ctx, { params, ...call }) => {
      const download = await getDownload(ctx, params.id);
      return 'link' in download ? leadTo(ctx, download, call) : send(ctx, download, call);
    },
    opened,
  );

  flow(
    endpoints.readPages,
    async (ctx, { params, ...call }) => sendPages(ctx, await getPages(ctx, params.id), call),
    uncompressed,
  );

  flow(
    endpoints.downloadFile,
    async (ctx, { params, ...call }) => send(ctx, await getFileDownload(ctx, params.id), call),
    opened,
  );
}

type Part = { start: number; end: number };

/** Counts parts in KiB, so that a counter's range holds many large files. */
const unitsOf = (bytes: number) => Math.max(1, Math.ceil(bytes / 1024));

/** Limits a part to the viewer's maximum; a shorter response than requested is allowed (RFC 9110, section 15.3.7). */
function shortened(part: Part | null): Part | null {
  return part && { ...part, end: Math.min(part.end, part.start + mostPageBytes - 1) };
}

/** Returns the requested part; null for the whole file, and for HEAD. */
function partOf({ bytes, etag }: Download, { method, headers }: FastifyRequest, reply: FastifyReply): Part | null {
  const ifRange = headers['if-range'];
  if (method === 'HEAD' || (ifRange !== undefined && ifRange !== etag)) return null;
  const range = rangeOf(headers.range, bytes);
  if (range.kind === 'whole') return null;
  if (range.kind === 'part') return range;
  reply.header('content-range', `bytes */${bytes}`);
  throw fail('library.no-such-part');
}

/**
 * Sets the headers of a document (UPLOAD-09): saved under its name, never shown or run as a page of the portal, never
 * cached.
 */
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

/**
 * Limits of downloading and reading files. The parts of one file that a member requests in a day add up, whatever their
 * size: a download is as many bytes as the file has (SAFE-01).
 */
export type DownloadLimits = Record<'filesOfOne' | 'pagesOfOne', FileLimit> &
  Record<'filesOfMember' | 'filesOfNetwork', Limit>;

/** A limit whose `max` counts whole files; a small file may be sent until `leastBytes` are reached. */
type FileLimit = Limit & { leastBytes?: number };

/** Returns the limits, multiplied as GEN-17 and ACCT-08 say. */
export function downloadLimits({ limitFactor: factor, networkLimitFactor }: LimitFactors): DownloadLimits {
  return {
    filesOfOne: { name: 'download-file-day', max: 60 * factor, windowSeconds: 86_400 },
    filesOfMember: { name: 'download-member', max: 300 * factor, windowSeconds: 3600 },
    filesOfNetwork: { name: 'download-network', max: 600 * networkLimitFactor, windowSeconds: 3600 },
    pagesOfOne: { name: 'pages-file-day', max: 5 * factor, leastBytes: 50_000_000 * factor, windowSeconds: 86_400 },
  };
}

/** Registers the routes of My Resources, and of the dashboard's list to continue. */
export function shelfRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read } = routesOf(app, database);

  read(endpoints.listLibrary, async (ctx, { query, reply }) => {
    const { entries, total } = await shelves.listLibrary(ctx, query);
    reply.header('x-total-count', total);
    return entries;
  });

  read(endpoints.countLibrary, (ctx) => shelves.countLibrary(ctx));

  read(endpoints.listUnfinished, (ctx) => shelves.listUnfinished(ctx));
}

type PictureRoutes = Pick<LibraryRoutes, 'database' | 'blobs'> & {
  /** Origin from which pages load uploaded pictures; empty for the portal itself. */
  assetsOrigin: string;
  findActor: (request: FastifyRequest) => Promise<Actor | null>;
  settings: () => Promise<PortalSettings>;
};

/** Registers the route of uploaded pictures. A URL always has the same picture, until no page shows it any more. */
export function pictureRoutes(app: FastifyInstance, deps: PictureRoutes): void {
  const { database, blobs, assetsOrigin, findActor, settings } = deps;
  const { visitors } = routesOf(app, database);
  visitors.read(getImage, async (ctx, { params, request, reply }) => {
    const { image, isPublic } = await getShownImage(ctx, params.id, {
      settings: await settings(),
      findActor: () => findActor(request),
    });
    const etag = `"${image.id}"`;
    const isUnchanged = isKnown(request.headers['if-none-match'], etag);
    // Opened before the headers are set, so that a failure is not cached.
    const content = isUnchanged || request.method === 'HEAD' ? null : await blobs.openParts(image.id);
    reply
      // A few minutes, because caches must check again whether the picture may still be shown.
      .header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=300`)
      .header('etag', etag)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .headers(assetsOrigin === '' ? { 'cross-origin-resource-policy': 'same-origin' } : sharedHeaders);
    if (isUnchanged) return reply.code(304).send();
    return sendBlob(reply.header('content-type', image.content_type).header('content-length', image.bytes), content);
  });
}

/** Registers the routes of members' saved resources. */
export function savedRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.listSaved, async (ctx, { query, reply }) => {
    const { resources, total } = await shelves.listSaved(ctx, query);
    reply.header('x-total-count', total);
    return resources;
  });

  read(endpoints.listSavedIds, (ctx) => shelves.listMarks(ctx));

  write(endpoints.addSaved, (ctx, { params }) => shelves.save(ctx, params.id));

  write(endpoints.removeSaved, (ctx, { params }) => shelves.unsave(ctx, params.id));
}
