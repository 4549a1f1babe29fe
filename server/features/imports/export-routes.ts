import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { downloadImportReport, exportCatalogue } from '#contract/imports.endpoints.ts';
import { ExportQuery } from '#contract/imports.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { catalogueCsv, catalogueJson, importReport } from './export-actions.ts';

/** The catalogue, and what a check found, as files that are written while they are sent. */
export function importExportRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read } = routesOf(app, database);

  read(exportCatalogue, { query: ExportQuery }, async (ctx, { query: { format }, request, reply }) => {
    const name = `catalogue-${ctx.now.toISOString().slice(0, 10)}.${format}`;
    return sendText(request, reply, { name, text: format === 'csv' ? catalogueCsv(ctx) : catalogueJson(ctx) });
  });

  read(downloadImportReport, { params: IdParams }, async (ctx, { params, request, reply }) => {
    const text = await importReport(ctx, params.id);
    return sendText(request, reply, { name: `import-${params.id}-report.csv`, text });
  });
}

type TextFile = { name: string; text: AsyncGenerator<string> };

/** Sends a text as a file to be saved; `name` holds nothing that a header could not. */
function sendText(request: FastifyRequest, reply: FastifyReply, { name, text }: TextFile): FastifyReply {
  return reply
    .header('content-type', name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(request.method === 'HEAD' ? [] : text));
}
