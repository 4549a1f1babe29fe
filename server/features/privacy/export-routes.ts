import type { FastifyInstance } from 'fastify';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/privacy-export.endpoints.ts';
import { LinkToken } from '#contract/sign-in.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { sendBlob } from '#server/platform/http/send-blob.ts';
import { getExport, requestExport } from './export-actions.ts';
import type { PrivacyLimits } from './limits.ts';

type ExportRoutes = { database: Database; blobs: Blobs; limiter: Limiter; limits: PrivacyLimits };

/** The copy of a member's own data. */
export function exportRoutes(app: FastifyInstance, { database, blobs, limiter, limits }: ExportRoutes): void {
  const { read, write } = routesOf(app, database);

  write(endpoints.requestExport, { reply: Message }, async (ctx) => {
    await limiter.take(limits.exportsPerMember, String(ctx.actor.userId));
    await requestExport(ctx);
    return { message: 'A copy of your data will be e-mailed to you within 24 hours.' };
  });

  read(
    endpoints.downloadExport,
    { query: LinkToken },
    async (ctx, { query, request, reply }) => {
      await limiter.take(limits.exportDownloadsPerMember, String(ctx.actor.userId));
      const { blobId, bytes, disposition } = await getExport(ctx, query.token);
      const content = request.method === 'HEAD' ? null : await blobs.openParts(blobId);
      reply
        .header('content-length', bytes)
        .header('content-type', 'application/zip')
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
