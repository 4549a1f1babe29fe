import { workThrough } from '#server/features/payments/flows/payer.ts';
import { issueRefund } from '#server/features/payments/flows/payment.ts';
import { listDueRefunds } from '#server/features/payments/refund-actions.ts';
import { claimEarlierTrials, releaseUnpaidUses } from '#server/features/promotions/actions.ts';
import type { PromoJobDeps } from '#server/features/promotions/flows/promo-deps.ts';
import { listUnfinished as listUnfinishedAttempts } from '#server/features/purchases/attempt-actions.ts';
import { reconcileAttempt } from '#server/features/purchases/flows/sync-payment.ts';
import { listUnfinished as listUnfinishedSubscriptions } from '#server/features/subscriptions/actions.ts';
import { reconcileUnfinished } from '#server/features/subscriptions/flows/end-subscription.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { listOpen as listOpenInvoices } from '../invoice-actions.ts';
import { syncInvoice, syncPaid } from './sync-invoice.ts';

/**
 * Syncs everything whose final state the portal may have missed, and makes the due refunds. One that fails does not
 * block the others. What it changes is in the audit log; in a healthy portal that is nothing.
 * @param atStart also syncs what was opened or synced a moment ago, because the portal was down
 * @throws StripeOutage when Stripe does not answer; the next run continues
 */
export async function reconcileUnfinal(
  ctx: FlowContext,
  deps: PromoJobDeps,
  { atStart }: { atStart: boolean },
): Promise<void> {
  await ctx.transaction((inner) => claimEarlierTrials(inner, deps.claims));
  await ctx.transaction((inner) => releaseUnpaidUses(inner));
  const [attempts, subscriptions] = [
    await listUnfinishedAttempts(ctx, atStart),
    await listUnfinishedSubscriptions(ctx, atStart),
  ];
  const invoices = await listOpenInvoices(ctx, atStart);
  const due = await listDueRefunds(ctx);
  const refundDeps = { stripe: deps.stripe, sync: (intentId: string) => syncPaid(ctx, deps, intentId) };
  const work: (() => Promise<unknown>)[] = [
    ...attempts.map((attempt) => () => reconcileAttempt(ctx, deps, attempt)),
    ...subscriptions.map((subscription) => () => reconcileUnfinished(ctx, deps, subscription)),
    ...invoices.map((invoice) => () => syncInvoice(ctx, deps, invoice.stripeInvoiceId)),
    ...due.map((refund) => () => issueRefund(ctx, refundDeps, refund.id)),
  ];
  await workThrough(work, (one) => one(), 'Some payments could not be reconciled');
}
