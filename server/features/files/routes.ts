import type { FastifyInstance } from 'fastify';
import { getImage } from '#contract/files.endpoints.ts';
import { FileParams } from '#contract/files.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { sendBlob } from '#server/platform/http/send-blob.ts';
import * as actions from './actions.ts';

/** Uploaded images: public, and never changed under their address. */
export function fileRoutes(app: FastifyInstance, { database, blobs }: { database: Database; blobs: Blobs }): void {
  const { visitors } = routesOf(app, database);
  visitors.read(getImage, { params: FileParams }, async (ctx, { params, request, reply }) => {
    const image = await actions.getImage(ctx, params.id);
    const content = request.method === 'HEAD' ? null : await blobs.openParts(image.id);
    reply
      .header('content-type', image.content_type)
      .header('content-length', image.bytes)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cross-origin-resource-policy', 'same-origin');
    return sendBlob(reply, content);
  });
}
