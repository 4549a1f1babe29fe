import type { Multipart, MultipartFile } from '@fastify/multipart';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getImage, uploadFile } from '#contract/files.endpoints.ts';
import { FileParams, maxDocumentBytes, Upload } from '#contract/files.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { Scanner } from '#server/platform/files/scanner.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { sendBlob } from '#server/platform/http/send-blob.ts';
import * as actions from './actions.ts';
import { upload } from './flows.ts';

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

type FileAdminRoutes = {
  database: Database;
  blobs: Blobs;
  /** Looks through every upload; null when the operator has none. */
  scanner: Scanner | null;
  limiter: Limiter;
  limit: Limit;
};

/** The upload of administrators: one file of a multipart form, streamed, and its title. */
export async function fileAdminRoutes(app: FastifyInstance, deps: FileAdminRoutes): Promise<void> {
  const { database, blobs, scanner, limiter, limit } = deps;
  await app.register(async (scope) => {
    await scope.register(multipart, {
      // One byte more than allowed, so that our own count sees that it is too much.
      limits: { fileSize: maxDocumentBytes + 1, files: 1, fields: 5, fieldSize: 1024, parts: 10 },
      throwFileSizeLimit: false,
    });
    const { flow } = routesOf(scope, database);
    flow(uploadFile, { reply: Upload }, async (ctx, { request }) => {
      if (!request.isMultipart()) throw fail('files.missing');
      await limiter.take(limit, String(ctx.actor.userId));
      const form = request.parts();
      const fields: Record<string, string> = {};
      const file = await nextFile(form, fields);
      if (!file) throw fail('files.missing');
      return upload(
        ctx,
        { blobs, scanner },
        {
          fileName: file.filename,
          source: file.file,
          title: async () => {
            await nextFile(form, fields);
            return fields.title?.trim().slice(0, 200) || null;
          },
        },
      ).catch((error: unknown) => {
        // A browser that is cut off while it sends would never show why.
        file.file.resume();
        throw error;
      });
    });
  });
}

/** Reads on to the next file of the form and keeps the text fields on the way. */
async function nextFile(
  form: ReturnType<FastifyRequest['parts']>,
  fields: Record<string, string>,
): Promise<MultipartFile | null> {
  for (;;) {
    const { value: part, done } = (await form.next()) as IteratorResult<Multipart, undefined>;
    if (done || !part) return null;
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else if (part.fieldname === 'file' && part.filename) return part;
    else part.file.resume();
  }
}

/** Uploads of one administrator in an hour. */
export function uploadLimit(factor: number): Limit {
  return { name: 'upload', max: 60 * factor, windowSeconds: 3600 };
}
