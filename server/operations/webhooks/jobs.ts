import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import { type SendingDeps, sendDue } from './flows/send.ts';
import { warnOfFormerOwner } from './mail-actions.ts';
import { forgetOldEvents, spreadEvents, wakeForgotten } from './sending-actions.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'spread-events': NoParameters;
    'send-webhook': { webhookId: number };
    'wake-webhooks': NoParameters;
    /** `organisationId` is null for webhooks of the portal. */
    'warn-of-former-owner': { organisationId: number | null };
    'delete-old-webhook-events': NoParameters;
  }
}

export function webhookTasks(database: Database, deps: SendingDeps): Tasks {
  return {
    /** Creates the deliveries of recorded events; the database adds the job with each event. */
    'spread-events': async () => {
      while (await jobContext(database, 'spread-events').transaction(spreadEvents));
    },
    /** Sends the due deliveries of one webhook. */
    'send-webhook': ({ webhookId }, { stopping }) =>
      sendDue(jobContext(database, 'send-webhook'), webhookId, deps, stopping),
    /** Creates and enqueues the deliveries whose jobs were lost or have failed too often. */
    'wake-webhooks': async () => {
      const ctx = jobContext(database, 'wake-webhooks');
      while (await ctx.transaction(spreadEvents));
      await ctx.transaction(wakeForgotten);
    },
    /** Mails the remaining owners or administrators after a person has lost the role that manages webhooks. */
    'warn-of-former-owner': (owner) =>
      jobContext(database, 'warn-of-former-owner').transaction((ctx) => warnOfFormerOwner(ctx, owner, deps.portal)),
    /** Deletes events and deliveries of more than 90 days ago. */
    'delete-old-webhook-events': () => forgetOldEvents(jobContext(database, 'delete-old-webhook-events')),
  };
}

export const webhookCrontab = `
* * * * * wake-webhooks ?jobKey=wake-webhooks&max=3
37 4 * * * delete-old-webhook-events ?jobKey=delete-old-webhook-events&max=3
`;

export const webhookLanes: Lanes = {
  'spread-events': 'now',
  'send-webhook': 'webhooks',
  'delete-old-webhook-events': 'bulk',
};
