import type { SubscriptionDeps } from '#server/features/subscriptions/flows/sync-subscription.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { StripeOutage } from '#server/platform/stripe/errors.ts';
import * as actions from '../invoice-actions.ts';
import { issueInvoiceRefund } from './refund.ts';
import { syncInvoice } from './sync-invoice.ts';

/**
 * Syncs every invoice that waits for money, and makes the refunds that are due.
 * @param atStart also syncs invoices that were synced a moment ago: the portal was down
 * @throws StripeOutage when the provider does not answer: the next run goes on
 */
export async function reconcileInvoices(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  { atStart }: { atStart: boolean },
): Promise<void> {
  const failures: unknown[] = [];
  const each = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof StripeOutage) throw error;
      // One that cannot be synced must not hide the others behind it.
      failures.push(error);
    }
  };
  const open = await actions.listOpen(ctx, atStart);
  for (const { stripeInvoiceId } of open) await each(() => syncInvoice(ctx, deps, stripeInvoiceId));
  for (const { id } of await actions.listDue(ctx)) await each(() => issueInvoiceRefund(ctx, deps, id));
  if (failures.length > 0) throw new AggregateError(failures, 'Some invoices could not be reconciled');
}
