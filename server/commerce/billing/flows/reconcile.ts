import { issueRefund } from '#server/commerce/payments/flows/payment.ts';
import { workThrough } from '#server/commerce/payments/flows/work-through.ts';
import { listDueRefunds } from '#server/commerce/payments/refund-actions.ts';
import { claimEarlierUses, releaseUnpaidUses } from '#server/commerce/promotions/actions.ts';
import type { PromoJobDeps } from '#server/commerce/promotions/flows/promo-deps.ts';
import { listUnfinished as listUnfinishedAttempts } from '#server/commerce/purchases/attempt-actions.ts';
import { reconcileAttempt } from '#server/commerce/purchases/flows/sync-payment.ts';
import { listUnfinished as listUnfinishedSubscriptions } from '#server/commerce/subscriptions/actions.ts';
import { reconcileUnfinished } from '#server/commerce/subscriptions/flows/end-subscription.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { listOpenInvoices } from '../invoice-store.ts';
import { syncInvoice, syncPaid } from './sync-invoice.ts';

/**
 * Syncs everything whose final state the portal may have missed, makes the due refunds, adds claims of earlier uses and
 * releases unpaid uses of codes. An item that fails does not block the others. Changes of the status of attempts and
 * subscriptions are in the audit log; in a healthy portal there are none.
 * @param atStart also syncs items that were opened or synced a moment ago, because the portal was down
 * @throws StripeOutage when Stripe does not respond, so that the next run continues; AggregateError at the end when
 * items failed
 */
export async function reconcileUnfinal(
  ctx: FlowContext,
  deps: PromoJobDeps,
  { atStart }: { atStart: boolean },
): Promise<void> {
  const [attempts, subscriptions] = [
    await listUnfinishedAttempts(ctx, atStart),
    await listUnfinishedSubscriptions(ctx, atStart),
  ];
  const invoices = await listOpenInvoices(ctx.db, { atStart, limit: 200 });
  const due = await listDueRefunds(ctx);
  const refundDeps = { stripe: deps.stripe, sync: (intentId: string) => syncPaid(ctx, deps, intentId) };
  const trials = new ItemFailures('Some trials could not be claimed');
  const work: { name: string; run: () => Promise<unknown> }[] = [
    { name: 'trials', run: () => ctx.transaction((inner) => claimEarlierUses(inner, deps.claims, trials)) },
    { name: 'trials', run: async () => trials.throwAny() },
    { name: 'uses of codes', run: () => ctx.transaction((inner) => releaseUnpaidUses(inner)) },
    ...attempts.map((one) => ({ name: `attempt ${one.id}`, run: () => reconcileAttempt(ctx, deps, one) })),
    ...subscriptions.map((one) => ({
      name: `subscription ${one.id}`,
      run: () => reconcileUnfinished(ctx, deps, one),
    })),
    ...invoices.map(({ stripeInvoiceId: id }) => ({
      name: `invoice ${id}`,
      run: () => syncInvoice(ctx, deps, id),
    })),
    ...due.map(({ id }) => ({ name: `refund ${id}`, run: () => issueRefund(ctx, refundDeps, id) })),
  ];
  await workThrough(work, ({ run }) => run(), {
    nameOf: ({ name }) => name,
    failure: 'Some payments could not be reconciled',
  });
}
