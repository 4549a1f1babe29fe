import { currentConsent } from '#contract/commerce/consent-texts.ts';
import type { ChangedSeats, OpenOrder, SeatsChange, SeatsPreview } from '#contract/commerce/purchases-seats.ts';
import type { Message } from '#contract/message.ts';
import { toMajor } from '#contract/money.ts';
import { recordConsent } from '#server/commerce/payments/actions.ts';
import { takeLimits } from '#server/commerce/payments/flows/call-limits.ts';
import { workThrough } from '#server/commerce/payments/flows/work-through.ts';
import { getSubscription } from '#server/commerce/subscriptions/actions.ts';
import { beginSubscription, sendFirstInvoice } from '#server/commerce/subscriptions/flows/begin-subscription.ts';
import { prorationDateOf } from '#server/commerce/subscriptions/flows/change-plan.ts';
import {
  addQuantity,
  keepQuantity,
  lowerQuantity,
  previewMore,
  type Quantity,
} from '#server/commerce/subscriptions/flows/change-quantity.ts';
import {
  cancelAny,
  endWithPeriod,
  keepRunning,
  readyDeps,
  synced,
} from '#server/commerce/subscriptions/flows/change-subscription.ts';
import { endAndRefund, endUnpaid } from '#server/commerce/subscriptions/flows/end-subscription.ts';
import {
  isCovered,
  type SubscriptionCallDeps,
  showFirst,
} from '#server/commerce/subscriptions/flows/open-subscription.ts';
import type { SubscriptionDeps } from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import { seatPriceMinor } from '#server/commerce/subscriptions/price-actions.ts';
import { changeRejectionOf, isCancelling, isRunning } from '#server/commerce/subscriptions/rules.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { withDays } from '#server/platform/dates.ts';
import { fail } from '#server/platform/failure.ts';
import * as plans from '../order-actions.ts';
import { listEndings } from '../order-store.ts';

export type PlanDeps = SubscriptionCallDeps & { currency: string };

/**
 * Orders seats of the plan for an organisation: opens the payment by card, or sends an invoice, or returns the same one
 * that is open (SEAT-01, SEAT-02). The caller must have checked the role. The ordering page shows the consent text
 * beside its button.
 * @throws purchases.plan-runs, purchases.plan-unpaid, purchases.plan-not-offered, purchases.plan-credit,
 * purchases.above-maximum, purchases.payer-unverified, purchases.invoices-unpaid, purchases.payments-off,
 * purchases.provider-failed, subscriptions.starting, subscriptions.payment-processing, payments.place-needed,
 * payments.place-unknown, payments.tax-failed, payments.tax-id-refused, request.too-many
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
  // The order was paid just before, in another window.
  if (attempt.status !== 'incomplete') throw fail('purchases.plan-runs');
  await ctx.transaction((inner) => plans.recordSent(inner, ordered, { graceDays, portal }));
  return plans.showSent(plans.orderedPlan(await getSubscription(ctx, attempt.id)));
}

/**
 * Sends the invoices of orders that a crash or an outage interrupted, and records them (SEAT-02).
 * @throws StripeOutage when Stripe does not respond: the next run continues
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
 * Ends the orders of the plan that must end; `listEndings` in the store says which. Repeating the call does no harm.
 * @throws StripeOutage when Stripe does not respond: the next run continues
 */
export async function endPlans(ctx: FlowContext, deps: SubscriptionDeps): Promise<void> {
  await workThrough(
    await listEndings(ctx.db, deps.graceDays),
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
 * Returns the cost of another number of seats of the plan (SEAT-04): more for the rest of the period, fewer from the
 * renewal.
 * @throws purchases.order-fixed, purchases.order-not-found, purchases.same-seats, purchases.seats-in-use,
 * purchases.plan-not-offered, purchases.payments-off, purchases.provider-failed, request.too-many, the codes of
 * `changeRejectionOf`
 */
export async function previewSeats(
  ctx: MemberFlowContext,
  deps: PlanDeps,
  { seats, ...one }: OneOrder & { seats: number },
): Promise<SeatsPreview> {
  const { ready, plan } = await changeable(ctx, deps, one);
  if (seats === plan.order.seats) throw fail('purchases.same-seats');
  const wanted = await findQuantity(ctx, ready, plan, seats);
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
 * Changes the number of seats of the plan: more at once, fewer with the renewal. The present number cancels scheduled
 * fewer seats or a scheduled end.
 * @throws the codes of `previewSeats`, purchases.above-credit, purchases.change-under-way,
 * subscriptions.preview-outdated
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
  const wanted = await findQuantity(ctx, ready, plan, seats);
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

/** Adds seats. For an order by invoice, holds the amount in the credit limit until the invoice is sent. */
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
    // If this fails too, the hold is not released and expires after some minutes, because Stripe may have made the
    // change.
    await synced(ctx, ready, plan);
    await release();
    throw error;
  }
}

/**
 * Checks again after a scheduled decrease, from which on no more seats are assigned than there will be. Seats that were
 * assigned during the call to Stripe cancel the decrease.
 * @throws purchases.seats-in-use
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
 * Cancels an order of the plan: an unpaid invoice at once, a running order with its period (SEAT-04).
 * @param mayWork whether the seats of an unpaid order may work already
 * @returns null when this is no order of the plan
 * @throws purchases.order-in-use, purchases.payments-off, purchases.provider-failed, subscriptions.ended,
 * subscriptions.payment-processing, request.too-many
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

/** Returns an order of the plan that can be changed now, synced with Stripe. */
async function changeable(
  ctx: MemberFlowContext,
  deps: PlanDeps,
  { organisationId, orderId }: OneOrder,
  mayAlways: (plan: plans.OrderedPlan) => boolean = () => false,
): Promise<{ ready: SubscriptionDeps & { currency: string }; plan: plans.OrderedPlan }> {
  const ready = { ...(await readyDeps(ctx, deps)), currency: deps.currency };
  const known = await plans.getPlan(ctx, organisationId, orderId);
  const plan = plans.orderedPlan(await synced(ctx, ready, known));
  const rejection = mayAlways(plan) ? null : changeRejectionOf(plan, ctx.now);
  if (rejection) throw fail(rejection);
  return { ready, plan };
}

/** Returns the quantity of seats at today's price. */
async function findQuantity(
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
