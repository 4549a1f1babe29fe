import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '#contract/catalogue/imports.endpoints.ts';
import { downloadImportReport, exportCatalogue } from '#contract/catalogue/imports.endpoints.ts';
import { maxImportBytes } from '#contract/catalogue/imports.ts';
import { isoDay } from '#contract/dates.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { catalogueCsv, catalogueJson, importReport } from './export-actions.ts';
import { uploadImport } from './flows.ts';

type ImportRoutes = { database: Database; blobs: Blobs; limiter: Limiter; limit: Limit };

/** Registers the routes to upload, check and import files of the catalogue. */
export async function importRoutes(app: FastifyInstance, deps: ImportRoutes): Promise<void> {
  const { read, write } = routesOf(app, deps.database);
  await app.register((scope) => uploadRoute(scope, deps));

  read(endpoints.listImports, async (ctx, { query, reply }) => {
    const { imports, total } = await actions.listImports(ctx, query);
    reply.header('x-total-count', total);
    return imports;
  });

  read(endpoints.getImport, (ctx, { params }) => actions.getImport(ctx, params.id));
  write(endpoints.recheckImport, (ctx, { params }) => actions.recheckImport(ctx, params.id));
  write(endpoints.runImport, (ctx, { params }) => actions.startImport(ctx, params.id));
  write(endpoints.cancelImport, (ctx, { params }) => actions.cancelImport(ctx, params.id));

  read(endpoints.listImportProblems, async (ctx, { params, query, reply }) => {
    const { problems, total } = await actions.listFound(ctx, params.id, query);
    reply.header('x-total-count', total);
    return problems;
  });
}

async function uploadRoute(scope: FastifyInstance, { database, blobs, limiter, limit }: ImportRoutes): Promise<void> {
  await scope.register(multipart, {
    // One byte more than allowed, so that the store's own count detects a file that is too large.
    limits: { fileSize: maxImportBytes + 1, files: 1, fields: 5, fieldSize: 1024, parts: 10 },
    throwFileSizeLimit: false,
  });
  routesOf(scope, database).flow(endpoints.createImport, async (ctx, { request }) => {
    if (!request.isMultipart()) throw fail('files.missing');
    await limiter.take(limit, String(ctx.actor.userId));
    const file = await readUpload(request);
    if (!file) throw fail('files.missing');
    return uploadImport(ctx, blobs, { fileName: file.filename, source: file.file }).catch((error: unknown) => {
      // Reads the rest of the request, because a browser that is cut off while it sends never shows the error.
      file.file.resume();
      throw error;
    });
  });
}

/** Returns the file of a form; ignores other fields. */
async function readUpload(request: FastifyRequest): Promise<MultipartFile | null> {
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname === 'file' && part.filename) return part;
    part.file.resume();
  }
  return null;
}

/** Registers the routes that stream the catalogue, and the findings of a check, as files. */
export function importExportRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, flow } = routesOf(app, database);

  flow(exportCatalogue, async (ctx, { query: { format }, request, reply }) => {
    if (request.method !== 'HEAD') await ctx.transaction((inner) => actions.recordExport(inner, format));
    const name = `catalogue-${isoDay(ctx.now, ctx.actor.timeZone)}.${format}`;
    return sendText(request, reply, { name, text: format === 'csv' ? catalogueCsv(ctx) : catalogueJson(ctx) });
  });

  read(downloadImportReport, async (ctx, { params, request, reply }) => {
    const text = await importReport(ctx, params.id);
    return sendText(request, reply, { name: `import-${params.id}-report.csv`, text });
  });
}

type TextFile = { name: string; text: AsyncGenerator<string> };

/** Sends a text as a file to be saved. The caller must pass a `name` that is safe in a header. */
function sendText(request: FastifyRequest, reply: FastifyReply, { name, text }: TextFile): FastifyReply {
  return reply
    .header('content-type', name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(request.method === 'HEAD' ? [] : text));
}
