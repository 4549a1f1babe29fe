import type Stripe from 'stripe';
import type { TaxMode } from '#contract/tax.ts';
import type { Context, FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import { dateOf, idOf } from '#server/platform/stripe/fields.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { billingDayOf, type ProviderState, planOf, type Subscription } from '../rules.ts';
import * as sync from '../sync-actions.ts';

/** Dependencies of syncing a subscription. `graceDays` is PAST_DUE_GRACE_DAYS. */
export type SubscriptionDeps = { stripe: StripeGateway; portal: Portal; graceDays: number; taxMode: TaxMode };

/** Parts that a response must include for `stateOf`. */
export const expandedParts = [
  'items.data.price.product',
  'latest_invoice.confirmation_secret',
  'schedule',
  'discounts.source.coupon',
];

/** Records the caller's change, in the transaction that stores the new state of the subscription. */
export type Note = (ctx: Context, applied: Subscription) => Promise<void>;

/**
 * Fetches a subscription and stores its current state; queues no corrections, unlike `reconcileSubscription`.
 * @returns the synced subscription; null when it is not the portal's
 * @throws StripeOutage when Stripe does not respond
 */
export async function syncSubscription(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  stripeSubscriptionId: string,
  note?: Note,
): Promise<Subscription | null> {
  return (await fetchAndApply(ctx, deps, stripeSubscriptionId, note)).applied;
}

/**
 * Like `syncSubscription`, but for webhooks and the reconciler: also queues the corrections to make at Stripe.
 * @throws StripeOutage when Stripe does not respond
 */
export async function reconcileSubscription(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  stripeSubscriptionId: string,
): Promise<Subscription | null> {
  const { applied, state } = await fetchAndApply(ctx, deps, stripeSubscriptionId);
  if (applied && state) await ctx.transaction((inner) => sync.enqueueCorrections(inner, applied, state));
  return applied;
}

type SyncResult = { applied: Subscription | null; state: ProviderState | null };

async function fetchAndApply(ctx: FlowContext, deps: SubscriptionDeps, id: string, note?: Note): Promise<SyncResult> {
  const number = await ctx.transaction(sync.beginSnapshot);
  const subscription = await fetchSubscription(ctx, deps.stripe, id);
  if (!subscription) return { applied: await ctx.transaction((inner) => sync.recordMissing(inner, id)), state: null };
  const applied = await applySubscription(ctx, deps, { subscription, snapshotNumber: number, note });
  return { applied, state: stateOf(subscription) };
}

/**
 * Brings the attempt of a checkout in line with its session at Stripe.
 * @returns the state of the session; null when it is not the portal's
 * @throws StripeOutage when Stripe does not respond
 */
export async function syncCheckout(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  sessionId: string,
): Promise<'open' | 'complete' | 'expired' | null> {
  const { stripe } = deps;
  const session = await nullIfMissing(stripe.call(ctx, (api) => api.checkout.sessions.retrieve(sessionId)));
  if (session?.status === 'complete' && session.subscription) {
    return (await reconcileSubscription(ctx, deps, idOf(session.subscription))) && 'complete';
  }
  const isOpen = session?.status === 'open';
  const isOurs = await ctx.transaction((inner) => sync.recordSession(inner, sessionId, isOpen));
  if (!isOurs) return null;
  return isOpen ? 'open' : 'expired';
}

type FetchedSubscription = { subscription: Stripe.Subscription; snapshotNumber: number; note?: Note | undefined };

/** Stores the subscription that Stripe returned to the call with this snapshot number. */
export async function applySubscription(
  ctx: FlowContext,
  { graceDays }: Pick<SubscriptionDeps, 'graceDays'>,
  { subscription, snapshotNumber, note }: FetchedSubscription,
): Promise<Subscription | null> {
  const { ownIds } = await getInstallation(ctx.db);
  const state = stateOf(subscription);
  return ctx.transaction(async (inner) => {
    const applied = await sync.applyState(inner, { state, snapshotNumber, ownIds, graceDays });
    if (applied) await note?.(inner, applied);
    return applied;
  });
}

/** Fetches a subscription; null when Stripe has none of this id. */
export async function fetchSubscription(
  ctx: FlowContext,
  stripe: StripeGateway,
  id: string,
): Promise<Stripe.Subscription | null> {
  return nullIfMissing(stripe.call(ctx, (api) => api.subscriptions.retrieve(id, { expand: expandedParts })));
}

/**
 * Returns a subscription's status. Stripe may call a subscription active while a debit for its first invoice is still
 * under way, or after that debit has failed (https://docs.stripe.com/billing/subscriptions/overview). It begins when
 * the first invoice is paid (SUBSCR-20).
 */
function statusOf({ status, latest_invoice: invoice }: Stripe.Subscription): string {
  const isFirst = typeof invoice === 'object' && invoice?.billing_reason === 'subscription_create';
  return beginUnpaid.includes(status) && isFirst && invoice.status !== 'paid' ? 'incomplete' : status;
}

/** States that a subscription may have before its first payment; the last two only with invoices that are sent. */
const beginUnpaid = ['active', 'past_due', 'unpaid'];

/**
 * Returns the schedule, with price, quantity and start of its next phase; the fields are null where the next phase
 * changes nothing.
 */
function scheduleOf({ schedule, items }: Stripe.Subscription): ProviderState['schedule'] {
  if (schedule === null) return null;
  if (typeof schedule === 'string') return { id: schedule, stripePriceId: null, quantity: null, at: null };
  const { current_phase: present, phases } = schedule;
  const next = phases.find(({ start_date }) => present !== null && start_date >= present.end_date);
  const [item, planned] = [items.data[0], next?.items[0]];
  const price = planned ? idOf(planned.price) : null;
  const quantity = planned?.quantity ?? null;
  const isOtherPrice = price !== null && price !== item?.price.id;
  const isOtherQuantity = quantity !== null && quantity !== (item?.quantity ?? 1);
  return {
    id: schedule.id,
    stripePriceId: isOtherPrice ? price : null,
    quantity: isOtherQuantity ? quantity : null,
    at: isOtherPrice || isOtherQuantity ? dateOf(next?.start_date) : null,
  };
}

function hasFailedStart(subscription: Stripe.Subscription): boolean {
  const { status, latest_invoice: invoice } = subscription;
  const isVoid = typeof invoice === 'object' && invoice?.status === 'void';
  return status === 'active' && isVoid && statusOf(subscription) === 'incomplete';
}

/**
 * Returns the member's reason, otherwise Stripe's: that a payment failed or was disputed. "Requested" is left out,
 * because it says no more than the cancellation.
 */
function cancellationOf({ cancellation_details: details }: Stripe.Subscription) {
  const { reason = null, feedback = null, comment = null } = details ?? {};
  return { cancelReason: feedback ?? (reason === 'cancellation_requested' ? null : reason), cancelComment: comment };
}

/**
 * Returns null while Stripe computes no tax, or when the price has no tax behaviour, so that the account's settings
 * apply.
 */
function taxModeOf({ automatic_tax: { enabled }, items }: Stripe.Subscription): ProviderState['taxMode'] {
  const behaviour = items.data[0]?.price.tax_behavior;
  return (enabled && (['inclusive', 'exclusive'] as const).find((mode) => mode === behaviour)) || null;
}

/** Returns the first discount with a coupon; the portal never gives several. */
function discountOf({ discounts }: Stripe.Subscription): ProviderState['discount'] {
  for (const discount of discounts) {
    const coupon = typeof discount === 'object' ? discount.source.coupon : null;
    if (typeof discount !== 'object' || typeof coupon !== 'object' || coupon === null) continue;
    const duration = (['once', 'repeating', 'forever'] as const).find((one) => one === coupon.duration);
    const { amount_off: amountMinor, percent_off: percent } = coupon;
    if (!duration) continue;
    const basisPoints = percent === null ? null : Math.round(percent * 100);
    return { basisPoints, amountMinor, duration, endsAt: dateOf(discount.end) };
  }
  return null;
}

/** Returns the latest invoice, if it was sent and is not paid. */
function owedOf({ collection_method: method, latest_invoice: invoice }: Stripe.Subscription): ProviderState['owed'] {
  if (method !== 'send_invoice' || typeof invoice !== 'object' || invoice?.status !== 'open') return null;
  const { amount_remaining: amountMinor, hosted_invoice_url: url, due_date: due } = invoice;
  return { amountMinor, url: url ?? null, dueAt: dateOf(due) };
}

/** Converts Stripe's subscription. In this version of the API, the period belongs to the item. */
function stateOf(subscription: Stripe.Subscription): ProviderState {
  const item = subscription.items.data[0];
  const product = item?.price.product;
  const invoice = subscription.latest_invoice;
  return {
    stripeSubscriptionId: subscription.id,
    stripeCustomerId: idOf(subscription.customer),
    stripeProductId: product ? idOf(product) : null,
    stripePriceId: item?.price.id ?? null,
    productName: typeof product === 'object' && 'name' in product ? product.name : null,
    status: statusOf(subscription),
    plan: planOf(item?.price.recurring?.interval),
    amountMinor: (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1),
    currency: subscription.currency.toUpperCase(),
    quantity: item?.quantity ?? 1,
    owed: owedOf(subscription),
    taxMode: taxModeOf(subscription),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: dateOf(subscription.cancel_at),
    currentPeriodStart: dateOf(item?.current_period_start),
    currentPeriodEnd: dateOf(item?.current_period_end),
    billingDay: billingDayOf(subscription),
    trialEnd: dateOf(subscription.trial_end),
    trialDays: Math.round(((subscription.trial_end ?? 0) - (subscription.trial_start ?? 0)) / 86_400),
    endedAt: dateOf(subscription.ended_at),
    cancelledAt: dateOf(subscription.canceled_at),
    ...cancellationOf(subscription),
    discount: discountOf(subscription),
    collectionPause: subscription.pause_collection && { resumesAt: dateOf(subscription.pause_collection.resumes_at) },
    schedule: scheduleOf(subscription),
    hasFailedStart: hasFailedStart(subscription),
    wasPaid: typeof invoice === 'object' && invoice?.status === 'paid',
    metadata: subscription.metadata,
  };
}
