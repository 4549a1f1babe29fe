import { currentConsent } from '#contract/consent-texts.ts';
import type { OpenOrder } from '#contract/purchases-seats.ts';
import { recordConsent } from '#server/features/payments/actions.ts';
import { takeLimits, workThrough } from '#server/features/payments/flows/payer.ts';
import { getSubscription } from '#server/features/subscriptions/actions.ts';
import { beginSubscription, sendFirstInvoice } from '#server/features/subscriptions/flows/begin-subscription.ts';
import { endWithPeriod } from '#server/features/subscriptions/flows/change-subscription.ts';
import { endAndRefund, endUnpaid } from '#server/features/subscriptions/flows/end-subscription.ts';
import {
  isCovered,
  type SubscriptionCallDeps,
  showFirst,
} from '#server/features/subscriptions/flows/open-subscription.ts';
import type { SubscriptionDeps } from '#server/features/subscriptions/flows/sync-subscription.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import * as plans from '../order-actions.ts';

/** What orders of the plan need. */
export type PlanDeps = SubscriptionCallDeps & { currency: string };

/**
 * Orders seats of the plan for an organisation: opens the payment by card, or sends an invoice, or returns the same one
 * that is open (SEAT-01, SEAT-02). The caller has checked the role. The page that orders shows the sentence of consent
 * beside its button.
 * @throws purchases.plan-runs, plan-unpaid, plan-not-offered, plan-credit, above-maximum, payer-unverified, payments-off,
 * provider-failed, the refusals of TAX-09, request.too-many
 */
export async function orderPlan(
  ctx: MemberFlowContext,
  { limiter, limits, ...given }: PlanDeps,
  wanted: plans.WantedPlan,
): Promise<OpenOrder> {
  const { stripe, portal, graceDays } = given;
  if (!stripe) throw fail('purchases.payments-off');
  const deps = { ...given, stripe };
  await takeLimits(ctx, limiter, limits.calls);
  const wish = await plans.wishFor(ctx, wanted, deps);
  const { amountMinor, currency } = wish;
  const check = async (isNew: boolean) => {
    if (!isNew) return;
    // Stripe would pay the first invoice with the payer's own credit at once, before the payer has agreed.
    const whole = { amountMinor: amountMinor * wanted.seats, currency };
    if (!wanted.billing && (await isCovered(ctx, deps, whole))) throw fail('purchases.plan-credit');
    await takeLimits(ctx, limiter, limits.creations);
  };
  const { attempt, payment } = await beginSubscription(ctx, deps, {
    beginsWith: 'payment',
    trialDays: 0,
    promoCodeId: null,
    wish,
    check,
    record: (inner, { id }) => recordConsent(inner, { subscriptionId: id }, currentConsent),
  });
  const ordered = plans.orderedPlan(attempt);
  if (payment) {
    const { dueNow: _, ...shown } = await showFirst(ctx, stripe, attempt, payment);
    return { ...shown, id: ordered.order.orderId, listPrice: shown.amount, promoCode: null };
  }
  // Paid just before, in another window.
  if (attempt.status !== 'incomplete') throw fail('purchases.plan-runs');
  await ctx.transaction((inner) => plans.recordSent(inner, ordered, { graceDays, portal }));
  return plans.showSent(plans.orderedPlan(await getSubscription(ctx, attempt.id)));
}

/**
 * Sends the invoices of orders that a crash or an outage interrupted, and records them (SEAT-02).
 * @throws StripeOutage when Stripe does not answer: the next run goes on
 */
export async function finishPlans(ctx: FlowContext, deps: SubscriptionDeps): Promise<void> {
  await workThrough(
    await plans.listUnsent(ctx),
    async (row) => {
      const begun = await sendFirstInvoice(ctx, deps, row);
      if (begun) await ctx.transaction((inner) => plans.recordSent(inner, plans.orderedPlan(begun.attempt), deps));
    },
    'Some orders of the plan could not be finished',
  );
}

/**
 * Ends the orders of the plan that must end; see the store for which. Repeating it does no harm.
 * @throws StripeOutage when Stripe does not answer: the next run goes on
 */
export async function endPlans(ctx: FlowContext, deps: SubscriptionDeps): Promise<void> {
  await workThrough(
    await plans.listEndings(ctx, deps.graceDays),
    async ({ subscriptionId, way }) => {
      const row = await getSubscription(ctx, subscriptionId);
      if (way === 'give-up') await endUnpaid(ctx, deps, row);
      else if (way === 'refund') await endAndRefund(ctx, deps, row);
      else await endWithPeriod(ctx, deps, row);
    },
    'Some orders of the plan could not be ended',
  );
}
