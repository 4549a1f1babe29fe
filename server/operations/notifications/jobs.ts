import { syncAssignments } from '#server/learning/learning/reminder-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import {
  type DigestDeps,
  queueDigests,
  queueFirstSteps,
  queueReminders,
  queueSummaries,
  recordFresh,
} from './actions.ts';
import { queueNews } from './news-actions.ts';
import { weekOf } from './rules.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'send-digests': NoParameters;
    'send-first-steps': NoParameters;
    'send-news': { newsId: number };
    'remind-learners': { organisationId?: number; summaries?: boolean };
  }
}

/**
 * Returns the jobs of the weekly digest, first steps for new members, news, and reminders of assigned learning.
 * Repeating them sends nothing twice.
 */
export function notificationTasks(database: Database, deps: DigestDeps): Tasks {
  return {
    'send-digests': async () => {
      const ctx = jobContext(database, 'send-digests');
      const week = weekOf(ctx.now);
      const failures = new ItemFailures('Some digests could not be queued');
      const fresh = await ctx.transaction((inner) => recordFresh(inner, week));
      let afterId: number | null = fresh.length > 0 ? 0 : null;
      while (afterId !== null) {
        const part = { week, fresh, afterId };
        afterId = await ctx.transaction((inner) => queueDigests(inner, deps, part, failures));
      }
      failures.throwAny();
    },
    'send-first-steps': async () => {
      const ctx = jobContext(database, 'send-first-steps');
      const failures = new ItemFailures('Some first steps could not be queued');
      while (!(await ctx.transaction((inner) => queueFirstSteps(inner, deps, failures))));
      failures.throwAny();
    },
    'send-news': async ({ newsId }) => {
      const ctx = jobContext(database, 'send-news');
      const failures = new ItemFailures('Some news could not be queued');
      while (!(await ctx.transaction((inner) => queueNews(inner, deps, newsId, failures))));
      failures.throwAny();
    },
    'remind-learners': async ({ organisationId = null, summaries = false }) => {
      const ctx = jobContext(database, `remind-learners:${organisationId ?? 'all'}`);
      if (organisationId !== null) await ctx.transaction((inner) => syncAssignments(inner, organisationId));
      const failures = new ItemFailures('Some mails about learning could not be queued');
      // Summaries are queued first, so that their readers are reminded the day after.
      let after: number | null = summaries ? 0 : null;
      while (after !== null) {
        const from: number = after;
        after = await ctx.transaction((inner) => queueSummaries(inner, deps, from, failures));
      }
      after = 0;
      while (after !== null) {
        const part: { organisationId: number | null; after: number } = { organisationId, after };
        after = await ctx.transaction((inner) => queueReminders(inner, deps, part, failures));
      }
      failures.throwAny();
    },
  };
}

/**
 * The schedule (UTC): Tuesday mornings, and each morning. Summaries of learning go out on Mondays, and on Tuesdays to
 * readers who got another mail about learning on Monday.
 */
export const notificationCrontab = `
0 7 * * 2 send-digests ?jobKey=send-digests&max=5
20 7 * * * send-first-steps ?jobKey=send-first-steps&max=5
50 6 * * 1,2 remind-learners ?id=remind-and-summarise&jobKey=remind-learners&max=5 {summaries:true}
50 6 * * 0,3-6 remind-learners ?jobKey=remind-learners&max=5
`;

export const notificationLanes: Lanes = {
  'send-digests': 'bulk',
  'send-first-steps': 'bulk',
  'send-news': 'bulk',
  'remind-learners': 'bulk',
};
