import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import { issueRefund } from './flows/reconcile.ts';
import type { PaymentDeps } from './flows/sync-payment.ts';

/** Sends a second payment back; the reconciler takes it up again when this gives up. */
export function issueRefundTask(database: Database, deps: PaymentDeps): Task {
  return async (payload) => {
    // The queue's payload is what fulfilment wrote.
    const { refundId } = payload as { refundId: number };
    await issueRefund(jobContext(database, `issue-refund:${refundId}`), deps, refundId);
  };
}
