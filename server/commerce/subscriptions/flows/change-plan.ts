import type Stripe from 'stripe';
import type { Plan } from '#contract/commerce/plans.ts';
import type {
  ChangedPlan,
  ChangePlan,
  PlanPreview,
  PlanPreviewQuery,
} from '#contract/commerce/subscriptions-changes.ts';
import { toMajor } from '#contract/money.ts';
import { monthsAfter } from '#contract/months.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { withDays } from '#server/platform/dates.ts';
import { fail } from '#server/platform/failure.ts';
import { idOf } from '#server/platform/stripe/fields.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as actions from '../actions.ts';
import { getOtherPlan } from '../price-actions.ts';
import { intervals, isEnded, type PlanPrice, type Subscription } from '../rules.ts';
import { beginSnapshot } from '../sync-actions.ts';
import { readyDeps, releaseSchedule } from './change-subscription.ts';
import type { SubscriptionCallDeps } from './open-subscription.ts';
import { ensurePrice } from './prices.ts';
import { applySubscription, expandedParts, type SubscriptionDeps, syncSubscription } from './sync-subscription.ts';

/** Maximum age of a preview whose amounts can be charged, in seconds. */
const previewSeconds = 30 * 60;

/**
 * Returns the cost of a change of plan, computed by Stripe (SUBSCR-21). A trial is not charged: its plan changes at
 * once.
 * @throws subscriptions.not-found, subscriptions.ended, subscriptions.suspended, subscriptions.payment-due,
 * subscriptions.not-begun, subscriptions.cancelling, subscriptions.paused, subscriptions.same-plan,
 * subscriptions.not-offered, purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function previewPlan(
  ctx: MemberFlowContext,
  deps: SubscriptionCallDeps,
  { id, plan, when }: PlanPreviewQuery & { id: number },
): Promise<PlanPreview> {
  const ready = await readyDeps(ctx, deps);
  const row = await actions.getChangeable(ctx, id);
  if (row.plan === plan) throw fail('subscriptions.same-plan');
  const target = await findTarget(ctx, ready, row, plan);
  const { amountMinor, currency } = target.price;
  const shown = { plan, when, price: toMajor(amountMinor, currency), currency };
  const periodEnd = target.periodEnd.toISOString();
  if (when === 'period_end' || row.status === 'trialing') {
    const startsAt = when === 'now' ? ctx.now.toISOString() : periodEnd;
    const renewsAt = (when === 'now' ? target.periodEnd : afterOne(plan, target.periodEnd)).toISOString();
    return { ...shown, unused: 0, dueNow: 0, credit: 0, startsAt, renewsAt, tax: 0, prorationDate: null };
  }
  const invoice = await invoiceOfChange(ctx, ready, target);
  const { start, end } = newPeriodOf(invoice);
  return {
    ...shown,
    unused: toMajor(unusedMinor(invoice), currency),
    tax: toMajor(addedTaxMinor(invoice), currency),
    dueNow: toMajor(invoice.amount_due, currency),
    credit: toMajor(Math.max(0, -invoice.total), currency),
    startsAt: new Date(start * 1000).toISOString(),
    renewsAt: new Date(end * 1000).toISOString(),
    prorationDate: prorationDateOf(invoice),
  };
}

/**
 * Changes the plan at once, or with the next period (SUBSCR-21). Choosing the current plan cancels a plan that was to
 * begin later. A payment that fails, or needs the bank's confirmation, leaves the plan unchanged until the payment
 * succeeds.
 * @throws subscriptions.not-found, subscriptions.ended, subscriptions.suspended, subscriptions.payment-due,
 * subscriptions.not-begun, subscriptions.cancelling, subscriptions.paused, subscriptions.same-plan,
 * subscriptions.not-offered, subscriptions.preview-outdated, purchases.payments-off, purchases.provider-failed,
 * request.too-many
 */
export async function changePlan(
  ctx: MemberFlowContext,
  deps: SubscriptionCallDeps,
  { id, plan, when, prorationDate }: ChangePlan & { id: number },
): Promise<ChangedPlan> {
  const ready = await readyDeps(ctx, deps);
  const row = await actions.getChangeable(ctx, id);
  if (row.plan === plan) {
    if (row.stripeScheduleId === null) throw fail('subscriptions.same-plan');
    await releaseSchedule(ctx, ready, row);
    await syncNoted(ctx, ready, row);
    return { message: `Your plan stays ${plan}.`, payUrl: null };
  }
  const target = await findTarget(ctx, ready, row, plan);
  if (when === 'period_end' && row.status !== 'trialing') {
    await scheduleChange(ctx, ready, target);
    await syncNoted(ctx, ready, row);
    const sentence = withDays(
      ctx.actor.timeZone,
      (dayOf) => `Your plan becomes ${plan} on ${dayOf(target.periodEnd)}.`,
    );
    return { ...sentence, payUrl: null };
  }
  const isCharged = row.status !== 'trialing';
  if (isCharged && prorationDate !== null) await checkPreview(ctx, ready, { target, prorationDate });
  await releaseSchedule(ctx, ready, row);
  const payUrl = await changeNow(ctx, ready, row, { target, prorationDate: isCharged ? prorationDate : null });
  return payUrl
    ? { message: 'Your plan changes as soon as the payment is made.', payUrl }
    : { message: `Your plan is now ${plan}.`, payUrl: null };
}

type Target = {
  price: PlanPrice;
  /** Name of the plan's product. */
  name: string;
  subscriptionId: string;
  itemId: string;
  presentPriceId: string;
  /** Stripe's product of the current plan. */
  product: string;
  scheduleId: string | null;
  periodEnd: Date;
  isTrial: boolean;
};

async function findTarget(
  ctx: MemberFlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  plan: Plan,
): Promise<Target> {
  const { stripe, portal } = deps;
  const { stripeSubscriptionId: subscriptionId } = row;
  if (subscriptionId === null) throw fail('subscriptions.not-begun');
  const { productName } = await portal.site(ctx);
  const { price, name } = await getOtherPlan(ctx, row, plan, productName);
  const subscription = await stripe.call(ctx, (api) => api.subscriptions.retrieve(subscriptionId));
  if (isEnded(subscription.status)) {
    // The subscription ended at Stripe before the portal knew: the sync records that, and then `getChangeable` rejects.
    await syncSubscription(ctx, deps, subscriptionId);
    await actions.getChangeable(ctx, row.id);
  }
  const [item] = subscription.items.data;
  if (!item) throw fail('subscriptions.not-begun');
  const { schedule } = subscription;
  const { product } = item.price;
  return {
    price,
    name,
    subscriptionId,
    itemId: item.id,
    presentPriceId: item.price.id,
    product: idOf(product),
    scheduleId: idOf(schedule) ?? null,
    periodEnd: new Date(item.current_period_end * 1000),
    isTrial: subscription.status === 'trialing',
  };
}

/** Previews the invoice that the change would make now. A preview creates no price at Stripe, so it changes nothing. */
async function invoiceOfChange(
  ctx: MemberFlowContext,
  { stripe, taxMode }: SubscriptionDeps,
  target: Target,
): Promise<Stripe.Invoice> {
  const { subscriptionId: subscription, itemId, price, product } = target;
  const recurring = { interval: intervals[price.plan] };
  const priceData = {
    product,
    currency: price.currency.toLowerCase(),
    unit_amount: price.amountMinor,
    recurring,
    ...(taxMode !== 'none' && { tax_behavior: taxMode }),
  };
  const items = [{ id: itemId, price_data: priceData }];
  return stripe.call(ctx, (api) =>
    api.invoices.createPreview({ subscription, subscription_details: { items, proration_behavior: 'always_invoice' } }),
  );
}

/** Returns the credit for the unused time; its lines are negative. */
function unusedMinor({ lines }: Stripe.Invoice): number {
  return -lines.data.reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
}

/** Returns the tax that the prices do not contain. */
function addedTaxMinor({ total_taxes: taxes }: Stripe.Invoice): number {
  return (taxes ?? [])
    .filter(({ tax_behavior }) => tax_behavior === 'exclusive')
    .reduce((sum, { amount }) => sum + amount, 0);
}

export function prorationDateOf({ lines }: Stripe.Invoice): number | null {
  return lines.data.find(({ amount }) => amount < 0)?.period.start ?? null;
}

/** Returns the period of the charge; a line with a credit is for the current period. */
function newPeriodOf({ lines }: Stripe.Invoice): { start: number; end: number } {
  const line = lines.data.find(({ amount }) => amount >= 0);
  if (!line) throw new Error('The preview of a change of plan has no line of the new price');
  return line.period;
}

/** Rejects amounts that were shown too long ago, by Stripe's clock. */
async function checkPreview(
  ctx: MemberFlowContext,
  deps: SubscriptionDeps,
  { target, prorationDate }: { target: Target; prorationDate: number },
): Promise<void> {
  checkAge(await invoiceOfChange(ctx, deps, target), prorationDate);
}

/** Rejects the amounts of a preview that was made too long before `preview`. @throws subscriptions.preview-outdated */
export function checkAge(preview: Stripe.Invoice, prorationDate: number): void {
  const age = (prorationDateOf(preview) ?? prorationDate) - prorationDate;
  if (age < 0 || age > previewSeconds) throw fail('subscriptions.preview-outdated');
}

/**
 * Changes the plan and charges the difference. Stripe makes the change only when the difference is paid.
 * @returns the page to pay at when the payment did not go through; null when the plan is changed
 */
async function changeNow(
  ctx: MemberFlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  { target, prorationDate }: { target: Target; prorationDate: number | null },
): Promise<string | null> {
  const price = await ensurePrice(ctx, deps, target);
  const { id: installation } = await getInstallation(ctx.db);
  const snapshotNumber = await ctx.transaction(beginSnapshot);
  const parameters: Stripe.SubscriptionUpdateParams = {
    items: [{ id: target.itemId, price }],
    ...(target.isTrial
      ? { proration_behavior: 'none' }
      : {
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          ...(prorationDate !== null && { proration_date: prorationDate }),
        }),
    expand: expandedParts,
  };
  const version = prorationDate ?? snapshotNumber;
  const idempotencyKey = `${installation}:plan:${row.id}:${price}:${version}`;
  const subscription = await deps.stripe.callOnce(ctx, idempotencyKey, (api) =>
    api.subscriptions.update(target.subscriptionId, parameters, { idempotencyKey }),
  );
  await applySubscription(ctx, deps, {
    subscription,
    snapshotNumber,
    note: (inner, applied) => actions.recordChange(inner, 'change-plan', row, applied),
  });
  const { pending_update: waiting, latest_invoice: invoice } = subscription;
  return waiting && typeof invoice === 'object' ? (invoice?.hosted_invoice_url ?? null) : null;
}

async function scheduleChange(ctx: MemberFlowContext, deps: SubscriptionDeps, target: Target): Promise<void> {
  const next = { price: await ensurePrice(ctx, deps, target), quantity: 1 };
  await scheduleItem(ctx, deps.stripe, { ...target, present: { price: target.presentPriceId, quantity: 1 }, next });
}

type Item = { price: string; quantity: number };
type ScheduledItem = { subscriptionId: string; scheduleId: string | null; present: Item; next: Item };

/**
 * Lets Stripe's schedule begin another price or quantity with the next period, without proration.
 * @throws purchases.provider-failed
 */
export async function scheduleItem(
  ctx: MemberFlowContext,
  stripe: StripeGateway,
  { subscriptionId, scheduleId, present: now, next }: ScheduledItem,
): Promise<void> {
  const schedule = await stripe.call(ctx, (api) =>
    scheduleId === null
      ? api.subscriptionSchedules.create({ from_subscription: subscriptionId })
      : api.subscriptionSchedules.retrieve(scheduleId),
  );
  const present = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date);
  if (!present) throw fail('purchases.provider-failed');
  // Stripe drops a discount that a phase does not name.
  const discounts = present.discounts.flatMap(({ discount }) => (discount ? [{ discount: idOf(discount) }] : []));
  const shared = { proration_behavior: 'none' as const, ...(discounts.length > 0 && { discounts }) };
  const { start_date, end_date } = present;
  const phases = [
    { ...shared, items: [now], start_date, end_date },
    { ...shared, items: [next] },
  ];
  await stripe.call(ctx, (api) => api.subscriptionSchedules.update(schedule.id, { end_behavior: 'release', phases }));
}

async function syncNoted(ctx: MemberFlowContext, deps: SubscriptionDeps, row: Subscription): Promise<void> {
  if (row.stripeSubscriptionId === null) return;
  await syncSubscription(ctx, deps, row.stripeSubscriptionId, (inner, applied) =>
    actions.recordChange(inner, 'change-plan', row, applied),
  );
}

/** Returns the time one period of a plan later. */
function afterOne(plan: Plan, from: Date): Date {
  return monthsAfter(from, plan === 'annual' ? 12 : 1);
}
