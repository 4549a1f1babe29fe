import type { Feature } from '#server/app/feature.ts';
import { assessmentPageOf } from '#server/identity/settings/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import { publishDue, type ReadingOn, readPdfsSoon } from './actions.ts';
import type { IsAssessmentPublic } from './bundle-actions.ts';
import { readPdfs } from './flows.ts';
import { publishingRoutes } from './routes.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'publish-resource': { resourceId: number };
    'read-pdfs': Partial<ReadingOn>;
  }
}

/**
 * Returns the jobs that publish drafts at their time and read PDFs. A publishing job that runs twice, or too early
 * because the time was moved, does nothing.
 */
function publishingTasks(database: Database, blobs: Blobs, isAssessmentPublic: IsAssessmentPublic): Tasks {
  return {
    'publish-resource': ({ resourceId }) => {
      return jobContext(database, 'publish-resource').transaction((ctx) =>
        publishDue(ctx, resourceId, isAssessmentPublic),
      );
    },
    'read-pdfs': async ({ afterId = null }, { stopping }) => {
      const ctx = jobContext(database, 'read-pdfs');
      const next = await readPdfs(ctx, { blobs, stopping }, { afterId });
      if (next) await ctx.transaction((inner) => readPdfsSoon(inner, next));
    },
  };
}

/** The schedule (UTC): every 10 minutes, so that PDFs are read soon after an update or an import. */
const publishingCrontab = `
*/10 * * * * read-pdfs ?jobKey=read-pdfs&max=3
`;

export const publishing: Feature = {
  routes: (app, { env, database }) =>
    publishingRoutes(app, { database, currency: env.currency, isAssessmentPublic: assessmentPageOf(env) }),
  tasks: ({ env, database, blobs }) => publishingTasks(database, blobs, assessmentPageOf(env)),
  crontab: publishingCrontab,
  lanes: { 'read-pdfs': 'bulk' },
};
