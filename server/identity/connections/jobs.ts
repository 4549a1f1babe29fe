import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { deleteOld } from './errand-store.ts';
import { mailPrivateWay } from './private-actions.ts';

/** What owners of a connection are mailed about. */
export type OwnerNews =
  | 'active'
  | 'enforced'
  | 'changed'
  | 'removed'
  | 'disabled'
  | 'allowed'
  | 'emergency-sign-in'
  | 'emergency-gone'
  | 'domain-lost';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'offer-private-way': { userId: number };
    'delete-old-errands': NoParameters;
    /** `userId` is the person who did it. */
    'mail-connection-owners': { connectionId: string; what: OwnerNews; userId: number | null };
  }
}

export function connectionTasks(database: Database, portal: Portal): Tasks {
  return {
    'offer-private-way': ({ userId }) =>
      jobContext(database, `private-way:${userId}`).transaction((ctx) => mailPrivateWay(ctx, userId, portal)),
    'delete-old-errands': () => deleteOld(database.db),
  };
}

export const connectionCrontab = `
7 * * * * delete-old-errands ?jobKey=delete-old-errands&max=3
`;
