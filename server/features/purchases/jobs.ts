import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { endHold, type ReconcilerDeps } from './flows/sync-payment.ts';
import { sendGift } from './gift-actions.ts';

/** Mails gifts on their day. A job that comes twice, or before the day, does nothing. */
export function giftTasks(database: Database, portal: Portal): Tasks {
  return {
    'send-gift': (payload) => {
      // Written by `scheduleGift` in gift-actions.ts.
      const { giftId } = payload as { giftId: number };
      return jobContext(database, `gift:${giftId}`).transaction((ctx) => sendGift(ctx, giftId, portal));
    },
  };
}

/** Calls to Stripe that no request waits for. The actions enqueue the payloads. */
export function holdTasks(database: Database, deps: ReconcilerDeps): Tasks {
  return {
    'end-code-hold': async (payload) => {
      const { attemptId } = payload as { attemptId: number };
      await endHold(jobContext(database, `end-code-hold:${attemptId}`), deps, attemptId);
    },
  };
}
