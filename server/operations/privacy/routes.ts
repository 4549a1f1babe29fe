import type { FastifyInstance, FastifyReply } from 'fastify';
import * as endpoints from '#contract/operations/privacy.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { sendBlob, sendLink } from '#server/platform/http/send-blob.ts';
import { getExport, requestExport } from './export-actions.ts';
import { deleteOwn, deleteUser, type ErasureDeps } from './flows.ts';

export type PrivacyLimits = { exportsPerMember: Limit; exportDownloadsPerMember: Limit };

/** @param factor multiplies the limits as GEN-17 says */
export function privacyLimits(factor: number): PrivacyLimits {
  return {
    exportsPerMember: { name: 'data-export', max: 5 * factor, windowSeconds: 86_400 },
    exportDownloadsPerMember: { name: 'data-export-download', max: 20 * factor, windowSeconds: 3600 },
  };
}

type ExportRoutes = { database: Database; blobs: Blobs; limiter: Limiter; limits: PrivacyLimits };

/** Registers the routes by which members request and download a copy of their data. */
export function exportRoutes(app: FastifyInstance, { database, blobs, limiter, limits }: ExportRoutes): void {
  const { read, write } = routesOf(app, database);

  write(endpoints.requestExport, async (ctx) => {
    await limiter.take(limits.exportsPerMember, String(ctx.actor.userId));
    await requestExport(ctx);
    return { message: 'A copy of your data will be emailed to you within 24 hours.' };
  });

  read(
    endpoints.downloadExport,
    async (ctx, { query, request, reply }) => {
      await limiter.take(limits.exportDownloadsPerMember, String(ctx.actor.userId));
      const { blobId, bytes, disposition } = await getExport(ctx, query.token);
      const isHead = request.method === 'HEAD';
      const contentType = 'application/zip';
      if (blobs.link && !isHead) return sendLink(reply, await blobs.link(blobId, { contentType, disposition }));
      const content = isHead ? null : await blobs.openParts(blobId);
      reply
        .header('content-length', bytes)
        .header('content-type', contentType)
        .header('content-disposition', disposition)
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('cross-origin-resource-policy', 'same-origin');
      return sendBlob(reply, content);
    },
    { compress: false },
  );
}

type ErasureRoutes = { database: Database; deps: ErasureDeps; clearCookies: (reply: FastifyReply) => void };

/** Registers all routes that delete a user. */
export function erasureRoutes(app: FastifyInstance, { database, deps, clearCookies }: ErasureRoutes): void {
  const { flow } = routesOf(app, database);

  flow(endpoints.deleteAccount, async (ctx, { body, reply }) => {
    await deleteOwn(ctx, deps, body);
    clearCookies(reply);
    reply.header('clear-site-data', '"cache"');
    return { message: 'Your account has been deleted.' };
  });

  flow(endpoints.deleteUser, async (ctx, { params }) => {
    await deleteUser(ctx, deps, params.id);
    return { message: 'The account has been deleted.' };
  });
}
