import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { OwnerNews } from './actions.ts';
import { forgetOld } from './errand-actions.ts';
import { mailPrivateWay } from './private-way-actions.ts';
import { warnOfSecrets } from './secret-actions.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'offer-private-way': { userId: number };
    'delete-old-errands': NoParameters;
    'warn-of-secrets': NoParameters;
    /** `userId` is the person whom the mail names; null for none. */
    'mail-connection-owners': {
      organisationId: number;
      name: string;
      what: OwnerNews;
      userId: number | null;
      /** Id that keeps a repeated job from mailing twice; absent in jobs of earlier versions. */
      newsId?: string;
    };
  }
}

export function connectionTasks(database: Database, portal: Portal): Tasks {
  return {
    'offer-private-way': ({ userId }) =>
      jobContext(database, `private-way:${userId}`).transaction((ctx) => mailPrivateWay(ctx, userId, portal)),
    'warn-of-secrets': async () => {
      const failures = new ItemFailures('Owners of some connections could not be warned');
      await warnOfSecrets(jobContext(database, 'warn-of-secrets'), portal, failures);
      failures.throwAny();
    },
    'delete-old-errands': () => forgetOld(jobContext(database, 'delete-old-errands')),
  };
}

export const connectionCrontab = `
7 * * * * delete-old-errands ?jobKey=delete-old-errands&max=3
12 7 * * * warn-of-secrets ?jobKey=warn-of-secrets&max=3
`;
