import type { Multipart, MultipartFile } from '@fastify/multipart';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  getPicture,
  getUpload,
  removePicture,
  uploadFile,
  uploadPicture,
} from '#contract/catalogue/files.endpoints.ts';
import { maxDocumentBytes, maxPictureBytes } from '#contract/catalogue/files.ts';
import { firstCharacters } from '#contract/characters.ts';
import { lineOf } from '#contract/lines.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { Scanner } from '#server/platform/files/scanner.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { uploadPicture as takePicture, upload } from './flows.ts';
import * as pictures from './picture-actions.ts';

/** Registers the routes of members' pictures, and of the facts about uploads for publishers. */
export function fileRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);
  read(getPicture, async (ctx, { params, reply }) => {
    const content = await pictures.getPicture(ctx, params.id);
    return reply
      .header('content-type', 'image/webp')
      .header('cache-control', 'private, max-age=300')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cross-origin-resource-policy', 'same-origin')
      .send(content);
  });

  read(getUpload, (ctx, { params }) => actions.getUpload(ctx, params.id));

  write(removePicture, (ctx) => pictures.removePicture(ctx));
}

type UploadRoutes = {
  database: Database;
  blobs: Blobs;
  /** Scans every upload; null when the operator has no scanner. */
  scanner: Scanner | null;
  limiter: Limiter;
  limits: UploadLimits;
};

/**
 * Registers the upload routes: one file of a multipart form, streamed. Administrators send files of resources, members
 * their picture.
 */
export async function uploadRoutes(app: FastifyInstance, deps: UploadRoutes): Promise<void> {
  const { database, blobs, scanner, limiter, limits } = deps;
  await app.register(async (scope) => {
    await scope.register(multipart, {
      // One byte more than allowed, so that the store's own count detects a file that is too large.
      limits: { fileSize: maxDocumentBytes + 1, files: 1, fields: 5, fieldSize: 1024, parts: 10 },
      throwFileSizeLimit: false,
    });
    const { flow } = routesOf(scope, database);
    flow(uploadFile, async (ctx, { request }) => {
      if (!request.isMultipart()) throw fail('files.missing');
      await limiter.take(limits.files, String(ctx.actor.userId));
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
            return firstCharacters(lineOf(fields.title ?? ''), 200) || null;
          },
        },
      ).catch((error: unknown) => {
        // Reads the rest of the request, because a browser that is cut off while it sends never shows the error.
        file.file.resume();
        throw error;
      });
    });

    flow(uploadPicture, async (ctx, { request }) => {
      if (!request.isMultipart()) throw fail('files.missing');
      await limiter.take(limits.pictures, String(ctx.actor.userId));
      const form = request.parts({ limits: { fileSize: maxPictureBytes + 1 } });
      const file = await nextFile(form, {});
      if (!file) throw fail('files.missing');
      return takePicture(ctx, { blobs, scanner }, file.file).catch((error: unknown) => {
        // Reads the rest of the request for the same reason as above.
        file.file.resume();
        throw error;
      });
    });
  });
}

/** Reads up to the next file of the form and collects the text fields before it. */
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

/** Limits of uploads per administrator, and of pictures per member. */
export type UploadLimits = { files: Limit; pictures: Limit };

/** @param factor multiplies the limits as GEN-17 says */
export function uploadLimits(factor: number): UploadLimits {
  return {
    files: { name: 'upload', max: 60 * factor, windowSeconds: 3600 },
    pictures: { name: 'upload-picture', max: 20 * factor, windowSeconds: 3600 },
  };
}
