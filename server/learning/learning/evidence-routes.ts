import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ZipFile } from 'yazl';
import * as endpoints from '#contract/learning/learning-evidence.endpoints.ts';
import type { Contents } from '#server/catalogue/content/actions.ts';
import type { PortalSettings } from '#server/identity/settings/actions.ts';
import { offboardingCsv } from '#server/organisations/directory/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { PrintedBrand } from '#server/platform/files/pdf.ts';
import { printInThread } from '#server/platform/files/print-in-thread.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { withCsvMark } from '#server/platform/http/send-csv.ts';
import * as actions from './evidence-actions.ts';
import type { printEvidence } from './evidence-pdf.ts';
import { completionsSchema, methodText } from './evidence-texts.ts';

export type EvidenceRoutes = {
  database: Database;
  limiter: Limiter;
  /** Limit of evidence packs per member. */
  limits: { packs: Limit };
  settings: () => Promise<PortalSettings>;
  printedBrand: () => Promise<PrintedBrand>;
  contents: Contents;
};

/** Registers the route by which owners and managers download the evidence pack (LEARN-05). */
export function evidenceRoutes(app: FastifyInstance, deps: EvidenceRoutes): void {
  const { database, limiter, limits, settings, printedBrand, contents } = deps;
  const { flow } = routesOf(app, database);

  flow(
    endpoints.downloadEvidence,
    async (ctx, { params, query, request, reply }) => {
      await actions.requireEvidence(ctx, params.id, query);
      reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="evidence-${query.from}-to-${query.to}.zip"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff');
      // Browsers request the headers first, so that they can show an error.
      if (request.method === 'HEAD') return reply.send('');
      await limiter.take(limits.packs, String(ctx.actor.userId));
      const names = await ctx.transaction((inner) =>
        actions.beginEvidence({ ...inner, actor: ctx.actor }, params.id, query),
      );
      const { productName, publisherName: publisher } = await settings();
      const { words } = await contents.current();
      const period = { organisationId: params.id, ...query };
      const about = { ...query, ...names, productName, createdAt: ctx.now, words };
      const summary = await actions.summariseEvidence(ctx, period, about);
      const zip = new ZipFile();
      const output = new Readable().wrap(zip.outputStream);
      // An archive that fails ends the connection, so that it never looks complete.
      zip.on('error', (error: Error) => output.destroy(error));
      const options = { mtime: ctx.now, mode: 0o100640 };
      const add = (name: string, make: () => AsyncGenerator<string>) =>
        zip.addReadStreamLazy(name, options, (callback) => callback(null, Readable.from(bytesOf(make()))));
      zip.addBuffer(
        await printInThread<Parameters<typeof printEvidence>>(evidenceThread, summary, {
          productName,
          publisher,
          brand: await printedBrand(),
        }),
        'summary.pdf',
        options,
      );
      add('people.csv', () => withCsvMark(actions.peopleCsv(ctx, period, words)));
      add('offboarding.csv', () => withCsvMark(offboardingCsv(ctx, period)));
      add('completions.json', () => actions.completionsJson(ctx, period, about));
      zip.addBuffer(Buffer.from(completionsSchema), 'completions.schema.json', options);
      zip.addBuffer(Buffer.from(methodText(about)), 'method.md', options);
      zip.end();
      return reply.send(output);
    },
    { compress: false },
  );
}

const evidenceThread = new URL('./evidence-pdf-thread.ts', import.meta.url);

/** Converts texts to bytes one at a time, so that few wait for a slow browser. */
async function* bytesOf(texts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
