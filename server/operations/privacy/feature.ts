import type { Feature } from '#server/app/feature.ts';
import { claimBlob } from '#server/catalogue/files/actions.ts';
import { claimsOf } from '#server/commerce/promotions/feature.ts';
import { subscriptionCallDeps, subscriptionJobDeps } from '#server/commerce/subscriptions/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import { clearSession, proofDeps } from '#server/identity/sign-in/feature.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import { giveUpExport } from './export-actions.ts';
import { type ExportDeps, makeExport, reconcileCustomers, removeExpiredExports } from './flows.ts';
import { erasureRoutes, exportRoutes, privacyLimits } from './routes.ts';
import { deleteUnusedFiles, listUnclaimed } from './unused-file-actions.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'prune-files': NoParameters;
    'make-data-export': { exportId: number };
    'remove-data-exports': NoParameters;
    'reconcile-customers': NoParameters;
  }
}

/**
 * Deletes uploads to which nothing refers, and a week later their bytes (ACCT-07). Two nodes may run it at the same
 * time.
 */
export function unusedFileTasks(database: Database, blobs: Blobs): Tasks {
  return {
    'prune-files': async () => {
      const ctx = jobContext(database, 'prune-files');
      while (await ctx.transaction(deleteUnusedFiles));
      const failures = new ItemFailures('Some unused files could not be removed');
      const kept: string[] = [];
      const next = () => listUnclaimed(ctx, kept);
      for (let ids = await next(); ids.length > 0; ids = await next()) {
        for (const id of ids) {
          const isRemoved = await failures.attempt(`file ${id}`, async () => {
            await blobs.remove(id);
            await ctx.transaction((inner) => claimBlob(inner, id));
          });
          if (!isRemoved) kept.push(id);
        }
      }
      failures.throwAny();
    },
  };
}

function privacyTasks(database: Database, deps: ExportDeps): Tasks {
  return {
    'make-data-export': async ({ exportId }, { isLast }) => {
      const ctx = jobContext(database, `data-export:${exportId}`);
      try {
        await makeExport(ctx, deps, exportId);
      } catch (error) {
        if (isLast) await ctx.transaction((inner) => giveUpExport(inner, exportId));
        throw error;
      }
    },
    'remove-data-exports': () => removeExpiredExports(jobContext(database, 'remove-data-exports'), deps),
  };
}

/** The schedule of these jobs (UTC). */
const privacyCrontab = `
43 * * * * remove-data-exports ?jobKey=remove-data-exports&max=3
25 3 * * * prune-files ?jobKey=prune-files&max=5
`;

export const privacy: Feature = {
  routes: (app, services) => {
    const { env, database, blobs, limiter, removals } = services;
    const deps = {
      signIn: proofDeps(services),
      subscriptions: subscriptionCallDeps(services),
      claims: claimsOf(services),
      removals,
    };
    erasureRoutes(app, { database, deps, clearCookies: clearSession(services) });
    exportRoutes(app, { database, blobs, limiter, limits: privacyLimits(env.limitFactor) });
  },
  tasks: ({ env, database, blobs }) => ({
    ...privacyTasks(database, { blobs, portal: portalOf(env) }),
    ...unusedFileTasks(database, blobs),
  }),
  crontab: privacyCrontab,
  lanes: { 'prune-files': 'bulk', 'make-data-export': 'bulk', 'remove-data-exports': 'bulk' },
  paymentTasks: (services) => ({
    'reconcile-customers': () =>
      reconcileCustomers(jobContext(services.database, 'reconcile-customers'), subscriptionJobDeps(services)),
  }),
  paymentCrontab: `
*/15 * * * * reconcile-customers ?jobKey=reconcile-customers&max=1
`,
};
