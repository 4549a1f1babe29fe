import { currentConsent } from '#contract/consent-texts.ts';
import type { Message } from '#contract/message.ts';
import { toMajor } from '#contract/money.ts';
import type { ChangedSeats, OpenOrder, SeatsChange, SeatsPreview } from '#contract/purchases-seats.ts';
import { recordConsent } from '#server/features/payments/actions.ts';
import { takeLimits, workThrough } from '#server/features/payments/flows/payer.ts';
import { getSubscription } from '#server/features/subscriptions/actions.ts';
import { beginSubscription, sendFirstInvoice } from '#server/features/subscriptions/flows/begin-subscription.ts';
import { prorationDateOf } from '#server/features/subscriptions/flows/change-plan.ts';
import {
  addQuantity,
  keepQuantity,
  lowerQuantity,
  previewMore,
  type Quantity,
} from '#server/features/subscriptions/flows/change-quantity.ts';
import {
  cancelAny,
  endWithPeriod,
  keepRunning,
  readyDeps,
  synced,
} from '#server/features/subscriptions/flows/change-subscription.ts';
import { endAndRefund, endUnpaid } from '#server/features/subscriptions/flows/end-subscription.ts';
import {
  isCovered,
  type SubscriptionCallDeps,
  showFirst,
} from '#server/features/subscriptions/flows/open-subscription.ts';
import type { SubscriptionDeps } from '#server/features/subscriptions/flows/sync-subscription.ts';
import { seatPriceMinor } from '#server/features/subscriptions/price-actions.ts';
import { changeRefusalOf, isCancelling, isRunning } from '#server/features/subscriptions/rules.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { withDays } from '#server/platform/dates.ts';
import { fail } from '#server/platform/failure.ts';
import * as plans from '../order-actions.ts';

/** What orders of the plan need. */
export type PlanDeps = SubscriptionCallDeps & { currency: string };

/**
 * Orders seats of the plan for an organisation: opens the payment by card, or sends an invoice, or returns the same one
 * that is open (SEAT-01, SEAT-02). The caller has checked the role. The page that orders shows the sentence of consent
 * beside its button.
 * @throws purchases.plan-runs, plan-unpaid, plan-not-offered, plan-credit, above-maximum, payer-unverified, invoices-unpaid,
 * payments-off, provider-failed, the refusals of TAX-09, request.too-many
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
    record: async (inner, opened) => {
      await plans.checkUnpaidPlan(inner, opened);
      await recordConsent(inner, { subscriptionId: opened.id }, currentConsent);
    },
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
    { nameOf: ({ id }) => `subscription ${id}`, failure: 'Some orders of the plan could not be finished' },
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
    {
      nameOf: ({ subscriptionId }) => `subscription ${subscriptionId}`,
      failure: 'Some orders of the plan could not be ended',
    },
  );
}

type OneOrder = { organisationId: number; orderId: number };

/**
 * What another number of seats of the plan costs (SEAT-04): more for the rest of the period, fewer from the renewal on.
 * @throws purchases.order-fixed, same-seats, seats-in-use, above-credit, payments-off, provider-failed, changeRefusalOf's
 */
export async function previewSeats(
  ctx: MemberFlowContext,
  deps: PlanDeps,
  { seats, ...one }: OneOrder & { seats: number },
): Promise<SeatsPreview> {
  const { ready, plan } = await changeable(ctx, deps, one);
  if (seats === plan.order.seats) throw fail('purchases.same-seats');
  const wanted = await quantityOf(ctx, ready, plan, seats);
  const renewsAt = plan.currentPeriodEnd?.toISOString() ?? '';
  const { currency } = plan;
  const shown = { amount: toMajor(wanted.price.amountMinor * seats, currency), currency, renewsAt };
  if (seats < plan.order.seats) {
    await ctx.transaction((inner) => plans.checkInUse(inner, plan, seats));
    return { ...shown, startsAt: renewsAt, dueNow: 0, prorationDate: null };
  }
  const invoice = await previewMore(ctx, ready, plan, wanted);
  const startsAt = ctx.now.toISOString();
  return { ...shown, startsAt, dueNow: toMajor(invoice.amount_due, currency), prorationDate: prorationDateOf(invoice) };
}

/**
 * Changes the number of seats of the plan: more at once, fewer with the renewal. The present number takes back fewer
 * seats or the end that was to come.
 * @throws those of previewSeats, purchases.change-under-way, subscriptions.preview-outdated
 */
export async function changeSeats(
  ctx: MemberFlowContext,
  deps: PlanDeps,
  { seats, prorationDate, ...one }: OneOrder & SeatsChange,
): Promise<ChangedSeats> {
  const { ready, plan } = await changeable(
    ctx,
    deps,
    one,
    (order) => order.order.seats === seats && isCancelling(order),
  );
  const end = plan.currentPeriodEnd ?? ctx.now;
  const renewal = withDays(ctx.actor.timeZone, (dayOf) => `The plan renews on ${dayOf(end)} with ${seats} seats.`);
  if (seats === plan.order.seats) {
    if (!isCancelling(plan) && plan.stripeScheduleId === null) throw fail('purchases.same-seats');
    if (isCancelling(plan)) await keepRunning(ctx, ready, plan);
    else await keepQuantity(ctx, ready, plan);
    return { ...renewal, payUrl: null };
  }
  const wanted = await quantityOf(ctx, ready, plan, seats);
  if (seats < plan.order.seats) {
    await ctx.transaction((inner) => plans.checkInUse(inner, plan, seats));
    await lowerQuantity(ctx, ready, plan, wanted);
    await keepThoseInUse(ctx, ready, { ...one, seats });
    return { ...renewal, payUrl: null };
  }
  const payUrl = await addSeats(ctx, ready, plan, { ...wanted, prorationDate });
  return payUrl
    ? { message: 'The seats are added as soon as the payment is made.', payUrl }
    : { message: `Your organisation now has ${seats} seats of the plan.`, payUrl: null };
}

/** Adds seats; what an invoice for them takes of the credit limit is kept free for it until it is sent. */
async function addSeats(
  ctx: MemberFlowContext,
  ready: SubscriptionDeps,
  plan: plans.OrderedPlan,
  wanted: Quantity & { prorationDate: number | null },
): Promise<string | null> {
  if (!plan.order.billing) return addQuantity(ctx, ready, plan, wanted);
  const { amount_due: amountMinor } = await previewMore(ctx, ready, plan, wanted);
  await ctx.transaction((inner) => plans.holdCredit(inner, plan, amountMinor));
  const release = () => ctx.transaction((inner) => plans.releaseCredit(inner, plan));
  try {
    const payUrl = await addQuantity(ctx, ready, plan, wanted);
    await release();
    return payUrl;
  } catch (error) {
    // Without an answer of Stripe the place is kept for its minutes.
    await synced(ctx, ready, plan);
    await release();
    throw error;
  }
}

/**
 * From now on no more seats are assigned than there will be; what was assigned during the call to Stripe takes the change
 * back. @throws purchases.seats-in-use
 */
async function keepThoseInUse(
  ctx: MemberFlowContext,
  ready: SubscriptionDeps,
  { organisationId, orderId, seats }: OneOrder & { seats: number },
): Promise<void> {
  const plan = await plans.getPlan(ctx, organisationId, orderId);
  try {
    await ctx.transaction((inner) => plans.checkInUse(inner, plan, seats));
  } catch (error) {
    await keepQuantity(ctx, ready, plan);
    throw error;
  }
}

/**
 * Cancels an order of the plan: an unpaid invoice at once, what runs with its period (SEAT-04).
 * @param mayWork also an unpaid order whose seats work already
 * @returns what became of it; null when this is no order of the plan
 * @throws purchases.order-in-use, payments-off, provider-failed, subscriptions.ended, payment-processing
 */
export async function cancelPlan(
  ctx: MemberFlowContext,
  deps: PlanDeps,
  { mayWork, ...one }: OneOrder & { mayWork: boolean },
): Promise<Message | null> {
  const plan = await plans.findPlan(ctx, one.organisationId, one.orderId);
  if (!plan) return null;
  if (!isRunning(plan.status)) {
    if (plan.order.creditUntil && !mayWork) throw fail('purchases.order-in-use');
    await cancelAny(ctx, deps, plan.id);
    return { message: 'The order is cancelled.' };
  }
  const ready = await readyDeps(ctx, deps);
  const ended = await endWithPeriod(ctx, ready, await synced(ctx, ready, plan));
  const end = ended?.cancelAt ?? ended?.currentPeriodEnd ?? ctx.now;
  return withDays(ctx.actor.timeZone, (dayOf) => `The seats end on ${dayOf(end)}. Nothing is charged any more.`);
}

/** An order of the plan that can be changed now, as it is at Stripe. */
async function changeable(
  ctx: MemberFlowContext,
  deps: PlanDeps,
  { organisationId, orderId }: OneOrder,
  mayAlways: (plan: plans.OrderedPlan) => boolean = () => false,
): Promise<{ ready: SubscriptionDeps & { currency: string }; plan: plans.OrderedPlan }> {
  const ready = { ...(await readyDeps(ctx, deps)), currency: deps.currency };
  const known = await plans.getPlan(ctx, organisationId, orderId);
  const plan = plans.orderedPlan(await synced(ctx, ready, known));
  const refusal = mayAlways(plan) ? null : changeRefusalOf(plan, ctx.now);
  if (refusal) throw fail(refusal);
  return { ready, plan };
}

/** So many seats at today's price. */
async function quantityOf(
  ctx: MemberFlowContext,
  { portal }: SubscriptionDeps,
  { plan, currency }: plans.OrderedPlan,
  seats: number,
): Promise<Quantity> {
  if (plan === null) throw fail('purchases.order-fixed');
  const amountMinor = await seatPriceMinor(ctx, { plan, seats, currency });
  const { productName } = await portal.site(ctx);
  return {
    quantity: seats,
    price: { resourceId: null, plan, amountMinor, currency },
    name: `${productName} Subscription`,
  };
}
