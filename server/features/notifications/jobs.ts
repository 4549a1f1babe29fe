import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import { type DigestDeps, noteFresh, queueDigests, queueFirstSteps } from './actions.ts';
import { queueNews } from './news-actions.ts';
import { weekOf } from './rules.ts';

/** The weekly digest of new resources, first steps for newcomers, and news. Repeating them sends nothing twice. */
export function notificationTasks(database: Database, deps: DigestDeps): Tasks {
  return {
    'send-digests': async () => {
      const ctx = jobContext(database, 'send-digests');
      const week = weekOf(ctx.now);
      const fresh = await ctx.transaction((inner) => noteFresh(inner, week));
      let afterId: number | null = fresh.length > 0 ? 0 : null;
      while (afterId !== null) {
        const part = { week, fresh, afterId };
        afterId = await ctx.transaction((inner) => queueDigests(inner, deps, part));
      }
    },
    'send-first-steps': async () => {
      const ctx = jobContext(database, 'send-first-steps');
      while (!(await ctx.transaction((inner) => queueFirstSteps(inner, deps))));
    },
    'send-news': async (payload) => {
      const ctx = jobContext(database, 'send-news');
      // The queue's payload is what sendNews wrote.
      const { newsId } = payload as { newsId: number };
      while (!(await ctx.transaction((inner) => queueNews(inner, deps, newsId))));
    },
  };
}

/** When (UTC): Tuesday mornings, and each morning. */
export const notificationCrontab = `
0 7 * * 2 send-digests ?jobKey=send-digests&max=5
20 7 * * * send-first-steps ?jobKey=send-first-steps&max=5
`;

export const notificationLanes: Lanes = { 'send-digests': 'bulk', 'send-first-steps': 'bulk', 'send-news': 'bulk' };
