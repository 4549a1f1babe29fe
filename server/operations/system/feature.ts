import * as endpoints from '#contract/operations/system.endpoints.ts';
import type { Feature } from '#server/app/feature.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters } from '#server/platform/jobs/jobs.ts';
import { versionText } from '#server/platform/telemetry/version.ts';
import { dropJob, forgetOldFailures, getSystem, retryJob } from './actions.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'delete-old-failed-jobs': NoParameters;
  }
}

export const system: Feature = {
  routes: (app, { env, database, limiter, laneOf, version, checkServices }) => {
    const { read, write } = routesOf(app, database);
    const deps = {
      laneOf,
      version: versionText(version),
      dataDir: env.dataDir,
      isEmbedded: env.databaseUrl === null,
      bucket: env.s3?.bucket ?? null,
      replica: database.replica,
      mailServer: env.smtp && new URL(env.smtp.url).host,
    };
    const checks = { name: 'system-checks', max: 30 * env.limitFactor, windowSeconds: 3600 };
    read(endpoints.getSystem, (ctx) => getSystem(ctx, deps));
    read(endpoints.checkSystem, async (ctx) => {
      await limiter.take(checks, String(ctx.actor.userId));
      return checkServices();
    });
    write(endpoints.retryJob, async (ctx, { params }) => {
      await retryJob(ctx, params.id);
      return { message: 'The job runs again.' };
    });
    write(endpoints.dropJob, async (ctx, { params }) => {
      await dropJob(ctx, params.id);
      return { message: 'The job was deleted.' };
    });
  },
  tasks: ({ database }) => ({
    'delete-old-failed-jobs': () => forgetOldFailures(jobContext(database, 'delete-old-failed-jobs')),
  }),
  crontab: `
31 3 * * * delete-old-failed-jobs ?jobKey=delete-old-failed-jobs&max=3
`,
  lanes: { 'delete-old-failed-jobs': 'bulk' },
};
