import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import { issueRefund } from './flows/reconcile.ts';
import type { PaymentDeps } from './flows/sync-payment.ts';

export function purchaseTasks(database: Database, deps: PaymentDeps): Tasks {
  return {
    /** Refunds a second payment; the reconciler retries it when this job has failed for good. */
    'issue-refund': async (payload) => {
      // `refundDuplicate` enqueued this payload.
      const { refundId } = payload as { refundId: number };
      await issueRefund(jobContext(database, `issue-refund:${refundId}`), deps, refundId);
    },
  };
}
