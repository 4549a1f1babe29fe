import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import { publishDue } from './actions.ts';

/** Publishes drafts at their time. A job that comes twice, or too early because the time was moved, does nothing. */
export function publishingTasks(database: Database): Tasks {
  return {
    'publish-resource': (payload) => {
      // Written by `follow` in actions.ts.
      const { resourceId } = payload as { resourceId: number };
      return jobContext(database, 'publish-resource').transaction((ctx) => publishDue(ctx, resourceId));
    },
  };
}
