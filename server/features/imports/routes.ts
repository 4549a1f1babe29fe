import type { MultipartFile } from '@fastify/multipart';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/imports.endpoints.ts';
import { Import, ImportListQuery, ImportProblem, ImportProblemQuery, maxImportBytes } from '#contract/imports.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { uploadImport } from './flows/upload.ts';

type ImportRoutes = { database: Database; blobs: Blobs; limiter: Limiter; limit: Limit };

/** Files of the catalogue: sent, checked, imported. */
export async function importRoutes(app: FastifyInstance, deps: ImportRoutes): Promise<void> {
  const { read, write } = routesOf(app, deps.database);
  await app.register((scope) => uploadRoute(scope, deps));

  read(endpoints.listImports, { query: ImportListQuery, reply: z.array(Import) }, async (ctx, { query, reply }) => {
    const { imports, total } = await actions.listImports(ctx, query);
    reply.header('x-total-count', total);
    return imports;
  });

  const one = { params: IdParams, reply: Import };
  read(endpoints.getImport, one, (ctx, { params }) => actions.getImport(ctx, params.id));
  write(endpoints.recheckImport, one, (ctx, { params }) => actions.recheckImport(ctx, params.id));
  write(endpoints.runImport, one, (ctx, { params }) => actions.startImport(ctx, params.id));
  write(endpoints.cancelImport, one, (ctx, { params }) => actions.cancelImport(ctx, params.id));

  const found = { params: IdParams, query: ImportProblemQuery, reply: z.array(ImportProblem) };
  read(endpoints.listImportProblems, found, async (ctx, { params, query, reply }) => {
    const { problems, total } = await actions.listFound(ctx, params.id, query);
    reply.header('x-total-count', total);
    return problems;
  });
}

async function uploadRoute(scope: FastifyInstance, { database, blobs, limiter, limit }: ImportRoutes): Promise<void> {
  await scope.register(multipart, {
    // One byte more than allowed, so that our own count sees that it is too much.
    limits: { fileSize: maxImportBytes + 1, files: 1, fields: 5, fieldSize: 1024, parts: 10 },
    throwFileSizeLimit: false,
  });
  routesOf(scope, database).flow(endpoints.createImport, { reply: Import }, async (ctx, { request }) => {
    if (!request.isMultipart()) throw fail('files.missing');
    await limiter.take(limit, String(ctx.actor.userId));
    const file = await fileOf(request);
    if (!file) throw fail('files.missing');
    return uploadImport(ctx, blobs, { fileName: file.filename, source: file.file }).catch((error: unknown) => {
      // A browser that is cut off while it sends would never show why.
      file.file.resume();
      throw error;
    });
  });
}

/** The file of a form; other fields mean nothing here. */
async function fileOf(request: FastifyRequest): Promise<MultipartFile | null> {
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname === 'file' && part.filename) return part;
    part.file.resume();
  }
  return null;
}
