import { chargedMinor, type Plan } from '#contract/commerce/plans.ts';
import type { OrderBilling } from '#contract/commerce/purchases-seats.ts';
import type { SubscriptionTerms } from '#contract/commerce/subscriptions.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { toMajor } from '#contract/money.ts';
import { monthsAfter } from '#contract/months.ts';
import type { TaxMode } from '#contract/tax.ts';
import type { SubscriptionDiscount } from './discount-rules.ts';

/** A resource's subscription prices; amounts in minor units, null without a price. */
export type Offer = {
  title: string;
  accessType: 'free' | 'purchase' | 'subscription';
  monthlyPriceMinor: number | null;
  annualPriceMinor: number | null;
  currency: string;
  /** Number of free days before the first payment; null for none. */
  trialDays: number | null;
  trialNeedsCard: boolean;
};

/** The price of a resource's plan; `resourceId` is null for the portal's own subscription. */
export type PlanPrice = { resourceId: number | null; plan: Plan; amountMinor: number; currency: string };

/** Returns the price of a plan; null when the resource is not sold by subscription. */
export function priceOf(offer: Offer, plan: Plan): { amountMinor: number; currency: string } | null {
  if (offer.accessType !== 'subscription') return null;
  const priceMinor = plan === 'monthly' ? offer.monthlyPriceMinor : offer.annualPriceMinor;
  return { amountMinor: chargedMinor(priceMinor, offer.currency, plan), currency: offer.currency };
}

/** Number of listed resources that are offered at a pair of prices. */
export type PricedCount = { resources: number; monthlyPriceMinor: number | null; annualPriceMinor: number | null };

/**
 * Returns the number of resources and the lowest price of each plan, in major units; null when there is no resource.
 */
export function termsOf(counts: readonly PricedCount[], currency: string): SubscriptionTerms | null {
  const resources = counts.reduce((sum, count) => sum + count.resources, 0);
  if (resources === 0) return null;
  const monthly = counts.map(({ monthlyPriceMinor }) => chargedMinor(monthlyPriceMinor, currency, 'monthly'));
  const annual = counts.map(({ annualPriceMinor }) => chargedMinor(annualPriceMinor, currency, 'annual'));
  return {
    resources,
    monthlyPrice: toMajor(Math.min(...monthly), currency),
    annualPrice: toMajor(Math.min(...annual), currency),
    isFrom: new Set(monthly).size > 1 || new Set(annual).size > 1,
  };
}

/** Stripe's names of the plans' intervals. */
export const intervals = { monthly: 'month', annual: 'year' } as const;

/** Returns the plan of a price at Stripe; null for other intervals, for example of prices made by hand. */
export function planOf(interval: string | null | undefined): Plan | null {
  if (interval === intervals.monthly) return 'monthly';
  return interval === intervals.annual ? 'annual' : null;
}

/** Whether this status of Stripe's is final. */
export function isEnded(status: string): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Whether a subscription with this status has begun and not ended, paid or not. */
export function isRunning(status: string): boolean {
  return !isEnded(status) && status !== 'incomplete';
}

/**
 * The state that decides whether a subscription gives access: `isInGrace` while a payment is due and days of grace are
 * left, `isPaused` during a pause by the member.
 */
export type SubscriptionState = { status: string; isSuspended: boolean; isPaused: boolean; isInGrace: boolean };

/**
 * Whether a subscription gives access: paid, on trial (ACCESS-08) or in its days of grace, not suspended (ACCESS-07) and
 * not paused.
 */
export function opensResources({ status, isSuspended, isPaused, isInGrace }: SubscriptionState): boolean {
  if (isSuspended || isPaused) return false;
  return status === 'active' || status === 'trialing' || (status === 'past_due' && isInGrace);
}

/**
 * Returns the reason why a member with this subscription cannot start another (SUBSCR-14); null when it is an unpaid
 * attempt or has ended.
 */
export function rejectionOf({
  status,
  isSuspended,
}: Pick<SubscriptionState, 'status' | 'isSuspended'>): ErrorCode | null {
  if (isEnded(status)) return null;
  if (isSuspended) return 'subscriptions.suspended';
  if (status === 'incomplete') return null;
  return status === 'past_due' || status === 'unpaid'
    ? 'subscriptions.payment-due'
    : 'subscriptions.already-subscribed';
}

/**
 * The beginning of a subscription: `payment` in the portal's form, `credit` at Stripe that pays the first invoice, a
 * `trial` without a payment, or Stripe's `checkout`, with free days or without.
 */
export type Start = {
  beginsWith: 'payment' | 'credit' | 'trial' | 'checkout';
  trialDays: number;
  promoCodeId: number | null;
};

/** Whether the price contains the tax that Stripe computes; null while it computes none. */
type SubscriptionTax = Exclude<TaxMode, 'none'> | null;

/**
 * Seats of the plan that an organisation wants. `billing` is null when a card is charged; otherwise invoices name it.
 */
export type PlanOrder = { organisationId: number; seats: number; billing: OrderBilling | null };

/** An invoice that was sent and can be paid; the amount in minor units. */
export type OwedInvoice = { amountMinor: number; url: string | null; dueAt: Date | null };

/** The seats of the plan that an organisation has by a subscription. */
export type OrderedSeats = PlanOrder & {
  /** Id of the order, from the sequence of the ids of payment attempts. */
  orderId: number;
  /** Number of seats from the next period; null when it does not change. */
  pendingSeats: number | null;
  owed: OwedInvoice | null;
  /** End of the time in which the seats work before their first payment; null when they wait for it. */
  creditUntil: Date | null;
  /** Whether the first invoice was sent, which is recorded with its place in the credit limit. */
  isSent: boolean;
};

/** The subscriber: a member, or the organisation for which the member pays; `organisationId` is null for a member. */
export type Subscriber = { userId: number; organisationId: number | null };

export const subscriberOf = ({ userId, order }: Pick<Subscription, 'userId' | 'order'>): Subscriber => ({
  userId,
  organisationId: order?.organisationId ?? null,
});

/** A subscription as last synced, with the portal's own fields; amounts in minor units. */
export type Subscription = Start & {
  id: number;
  /** The subscriber, or the owner who pays for the organisation. */
  userId: number;
  /** The organisation's seats; null for a member's own subscription. */
  order: OrderedSeats | null;
  /** The resource whose page it was started from; null when it was started elsewhere. */
  resourceId: number | null;
  plan: Plan | null;
  /** Price of a period, without tax that is added. */
  amountMinor: number;
  currency: string;
  taxMode: SubscriptionTax;
  /** Digest of the data beside the price that the attempt's tax depends on (`taxBasisOf`); null without tax. */
  taxBasis: string | null;
  stripeSubscriptionId: string | null;
  /** Stripe's checkout session, whose page is `checkoutUrl`; null for an attempt without a checkout. */
  sessionId: string | null;
  checkoutUrl: string | null;
  stripeCustomerId: string | null;
  stripeProductId: string | null;
  stripePriceId: string | null;
  productName: string | null;
  /** Stripe's status. */
  status: string;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  /**
   * Day of the month in UTC of each charge, 1 to 31, unchanged by shorter months; null until Stripe has created the
   * subscription.
   */
  billingDay: number | null;
  trialEnd: Date | null;
  endedAt: Date | null;
  /** End of the time in which it still opens resources while a payment is due. */
  graceEndsAt: Date | null;
  /** Stripe's schedule, which changes the plan or the number of seats with the next period; null without one. */
  stripeScheduleId: string | null;
  /** The plan that begins with the next period; null without a schedule, or when it has no plan of the portal. */
  pendingPlan: Plan | null;
  pendingAmountMinor: number | null;
  pendingPlanAt: Date | null;
  discount: SubscriptionDiscount | null;
  isSuspended: boolean;
  /** The last pause that the member chose; null when there was none, or it was cancelled before it began. */
  pause: Pause | null;
  /**
   * Whether the bank is still processing the first payment, which takes some days; the subscription begins after that.
   */
  isPaymentProcessing: boolean;
  /**
   * Whether it is a second one beside the subscriber's subscription: it gives no access, and must be ended at Stripe
   * unless it is an unpaid attempt at another plan of the same resource.
   */
  isDuplicate: boolean;
  /** Time of the last request to begin it. */
  openedAt: Date;
  lastSnapshotNumber: number;
};

export type Pause = { startsAt: Date; endsAt: Date };

/** A product at Stripe, or one still to be created; `generation` counts how many times Stripe lost it. */
export type StripeProduct = { id: number; stripeProductId: string | null; name: string | null; generation: number };

/** A price at Stripe, or one still to be made. */
export type StripePrice = { id: number; stripePriceId: string | null; generation: number };

/** The state of a subscription at Stripe; currency in capitals, as in the catalogue. */
export type ProviderState = {
  stripeSubscriptionId: string;
  stripeCustomerId: string;
  stripeProductId: string | null;
  stripePriceId: string | null;
  productName: string | null;
  status: string;
  plan: Plan | null;
  amountMinor: number;
  currency: string;
  /** Quantity: 1, or the organisation's number of seats. */
  quantity: number;
  /** The latest invoice, if it was sent and can be paid. */
  owed: OwedInvoice | null;
  taxMode: SubscriptionTax;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  billingDay: number;
  trialEnd: Date | null;
  trialDays: number;
  endedAt: Date | null;
  cancelledAt: Date | null;
  /** The member's reason for cancelling, or that a payment failed or was disputed. */
  cancelReason: string | null;
  cancelComment: string | null;
  discount: SubscriptionDiscount | null;
  /** A pause of Stripe's collection, by which a suspension or the member's pause stops charges; null without one. */
  collectionPause: CollectionPause | null;
  /**
   * The schedule of a plan or a number of seats that begins later; its price and quantity are null without such a
   * change.
   */
  schedule: { id: string; stripePriceId: string | null; quantity: number | null; at: Date | null } | null;
  /**
   * Whether the first payment failed for good: Stripe then voids the invoice and still calls the subscription active.
   */
  hasFailedStart: boolean;
  /** Whether the latest invoice is paid, also an invoice of zero. */
  wasPaid: boolean;
  metadata: Record<string, string>;
};

/** Returns the day of the month in UTC that Stripe's anchor keeps for all payments of a subscription. */
export function billingDayOf({ billing_cycle_anchor: seconds }: { billing_cycle_anchor: number }): number {
  return new Date(seconds * 1000).getUTCDate();
}

/** A pause of Stripe's collection; without a time, until it is lifted. */
export type CollectionPause = { resumesAt: Date | null };

/**
 * Time before the renewal that ends a pause at which Stripe collects again, in ms; no other invoice is made in between.
 */
const collectsBeforeMs = 12 * 3600_000;

/** Returns the pause of the collection that Stripe should have now; null for none. */
export function wantedPause({ isSuspended, pause }: Subscription, now: Date): CollectionPause | null {
  if (isSuspended) return { resumesAt: null };
  const resumesAt = pause && new Date(pause.endsAt.getTime() - collectsBeforeMs);
  return resumesAt && resumesAt > now ? { resumesAt } : null;
}

/** Whether two pauses of the collection are the same; Stripe keeps whole seconds. */
export function isSamePause(one: CollectionPause | null, other: CollectionPause | null): boolean {
  const seconds = ({ resumesAt }: CollectionPause) => resumesAt && Math.floor(resumesAt.getTime() / 1000);
  return one === null || other === null ? one === other : seconds(one) === seconds(other);
}

/** Whether a pause by the member is scheduled or under way. */
export function isPausing({ pause, status }: Pick<Subscription, 'pause' | 'status'>, now: Date): boolean {
  return pause !== null && pause.endsAt > now && !isEnded(status);
}

/**
 * Returns a pause of `months` months: from the end of the paid period to the renewal that many months later; null
 * without a period.
 */
export function pauseOf(
  { currentPeriodEnd, billingDay }: Pick<Subscription, 'currentPeriodEnd' | 'billingDay'>,
  months: number,
): Pause | null {
  if (currentPeriodEnd === null) return null;
  return { startsAt: currentPeriodEnd, endsAt: monthsAfter(currentPeriodEnd, months, billingDay ?? undefined) };
}

/**
 * Returns the reason why a member cannot pause now (SUBSCR-22); null when it is possible. The annual plan has no pause,
 * because Stripe would void the invoice of a whole year that falls into it.
 */
export function pauseRejectionOf(row: Subscription, now: Date): ErrorCode | null {
  const isOffered = row.status === 'active' && row.plan === 'monthly' && row.stripeScheduleId === null;
  return changeRejectionOf(row, now) ?? (isOffered ? null : 'subscriptions.pause-not-offered');
}

/**
 * Whether a member can be offered a discount instead of cancelling (SUBSCR-24). A scheduled change of plan would drop
 * the discount, because each phase of Stripe's schedule names its own.
 */
export function canBeOffered(row: Subscription, now: Date): boolean {
  const isSimple = row.status === 'active' && row.stripeScheduleId === null && row.discount === null;
  return isSimple && row.plan !== null && changeRejectionOf(row, now) === null;
}

/** Returns the reason why a member cannot change the plan or pause now (SUBSCR-21); null when there is none. */
export function changeRejectionOf(row: Subscription, now: Date): ErrorCode | null {
  if (isEnded(row.status)) return 'subscriptions.ended';
  if (row.isSuspended) return 'subscriptions.suspended';
  if (row.status === 'past_due' || row.status === 'unpaid') return 'subscriptions.payment-due';
  if (row.status !== 'active' && row.status !== 'trialing') return 'subscriptions.not-begun';
  if (isCancelling(row)) return 'subscriptions.cancelling';
  return isPausing(row, now) ? 'subscriptions.paused' : null;
}

/** Whether the end of a subscription is scheduled; Stripe has two ways to do so. */
export function isCancelling(state: { cancelAtPeriodEnd: boolean; cancelAt: Date | null; status: string }): boolean {
  return !isEnded(state.status) && (state.cancelAtPeriodEnd || state.cancelAt !== null);
}

/** The owner of a subscription, from its metadata. */
export type Owner = {
  userId: number;
  organisationId: number | null;
  resourceId: number | null;
  subscriptionId: number | null;
  promoCodeId: number | null;
};

/** Reads the metadata; null when the subscription belongs to another installation or names no member. */
export function ownerOf({ metadata }: Pick<ProviderState, 'metadata'>, ownIds: readonly string[]): Owner | null {
  const userId = idOf(metadata.userId);
  if (!ownIds.includes(metadata.installation ?? '') || userId === null) return null;
  return {
    userId,
    organisationId: idOf(metadata.organisationId),
    resourceId: idOf(metadata.resourceId),
    subscriptionId: idOf(metadata.subscriptionId),
    promoCodeId: idOf(metadata.promoCodeId),
  };
}

function idOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,9}$/.test(text ?? '') && Number(text) <= 2147483647 ? Number(text) : null;
}

/** Returns the metadata for the objects of an attempt at Stripe, from which `ownerOf` reads the owner. */
export function metadataOf(
  {
    id,
    userId,
    order,
    resourceId,
    promoCodeId,
  }: Pick<Subscription, 'id' | 'userId' | 'order' | 'resourceId' | 'promoCodeId'>,
  installation: string,
): Record<string, string> {
  return {
    installation,
    userId: String(userId),
    subscriptionId: String(id),
    ...(order && { organisationId: String(order.organisationId) }),
    ...(resourceId !== null && { resourceId: String(resourceId) }),
    ...(promoCodeId !== null && { promoCodeId: String(promoCodeId) }),
  };
}

/** Returns the key of an attempt, so that a retry after an outage makes no second subscription or checkout. */
export function idempotencyKeyOf(
  { id, stripePriceId }: Pick<Subscription, 'id' | 'stripePriceId'>,
  installation: string,
): string {
  return `${installation}:subscription:${id}:${stripePriceId}`;
}
