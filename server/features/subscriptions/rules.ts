import type { ErrorCode } from '#contract/errors.ts';
import { chargedMinor, type Plan } from '#contract/subscriptions.ts';

/** A resource as it is sold by subscription; amounts in minor units, null where it names no price. */
export type Offer = {
  title: string;
  accessType: 'free' | 'purchase' | 'subscription';
  monthlyPriceMinor: number | null;
  annualPriceMinor: number | null;
  currency: string;
};

/** What a plan of some resource costs; the portal's own subscription stands for no resource. */
export type PlanPrice = { resourceId: number | null; plan: Plan; amountMinor: number; currency: string };

/** The price of a plan; null when the resource is not sold by subscription. */
export function priceOf(offer: Offer, plan: Plan): { amountMinor: number; currency: string } | null {
  if (offer.accessType !== 'subscription') return null;
  const priceMinor = plan === 'monthly' ? offer.monthlyPriceMinor : offer.annualPriceMinor;
  return { amountMinor: chargedMinor(priceMinor, offer.currency, plan), currency: offer.currency };
}

/** The provider's word for a plan's interval. */
export const intervals = { monthly: 'month', annual: 'year' } as const;

/** The plan of a price at the provider; null for other intervals, such as of prices made by hand. */
export function planOf(interval: string | null | undefined): Plan | null {
  if (interval === intervals.monthly) return 'monthly';
  return interval === intervals.annual ? 'annual' : null;
}

/** Whether there is no way back from this status of the provider's. */
export function isEnded(status: string): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Whether a subscription with this status has begun and not ended, paid or not. */
export function isRunning(status: string): boolean {
  return !isEnded(status) && status !== 'incomplete';
}

/** What decides whether a subscription opens resources; `isInGrace` while a payment is due and days of grace are left. */
export type SubscriptionState = { status: string; isSuspended: boolean; isInGrace: boolean };

/** Whether a subscription opens resources: paid or on trial (ACCESS-08), and not suspended (ACCESS-07). */
export function opensResources({ status, isSuspended, isInGrace }: SubscriptionState): boolean {
  if (isSuspended) return false;
  return status === 'active' || status === 'trialing' || (status === 'past_due' && isInGrace);
}

/** Why a member with this subscription cannot begin another (SUBSCR-14); null when it is an unpaid attempt or over. */
export function refusalOf({
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

/** A member's subscription as it was last seen, with what is ours alone; amounts in minor units. */
export type Subscription = {
  id: number;
  userId: number;
  /** The resource whose page it was begun from; null for one that was begun elsewhere. */
  resourceId: number | null;
  plan: Plan | null;
  amountMinor: number;
  currency: string;
  stripeSubscriptionId: string | null;
  stripeCustomerId: string | null;
  stripeProductId: string | null;
  stripePriceId: string | null;
  productName: string | null;
  /** The provider's own word. */
  status: string;
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  trialEnd: Date | null;
  isSuspended: boolean;
  /** Beside the member's other one: it gives nothing and is to be ended at the provider. */
  isDuplicate: boolean;
  lastSnapshotNumber: number;
};

/** A product at the provider, or the wish for one; `generation` counts how often it was lost there. */
export type StripeProduct = { id: number; stripeProductId: string | null; name: string | null; generation: number };

/** A price at the provider, or the wish for one. */
export type StripePrice = { id: number; stripePriceId: string | null; generation: number };

/** A subscription as it stands at the provider; currency in capitals, as in the catalogue. */
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
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  trialEnd: Date | null;
  endedAt: Date | null;
  /** Stripe does not charge: a suspension is a paused collection there. */
  isPaused: boolean;
  /** Whether its latest invoice is paid, be it of nothing. */
  wasPaid: boolean;
  metadata: Record<string, string>;
};

/** Whether its end is fixed: the provider has two ways of saying so. */
export function isCancelling(state: { cancelAtPeriodEnd: boolean; cancelAt: Date | null; status: string }): boolean {
  return !isEnded(state.status) && (state.cancelAtPeriodEnd || state.cancelAt !== null);
}

/** Whose a subscription is, as its metadata tells. */
export type Owner = { userId: number; resourceId: number | null; subscriptionId: number | null };

/** Reads the metadata; null when the subscription is another installation's or names no member. */
export function ownerOf({ metadata }: Pick<ProviderState, 'metadata'>, ownIds: readonly string[]): Owner | null {
  const userId = idOf(metadata.userId);
  if (!ownIds.includes(metadata.installation ?? '') || userId === null) return null;
  return { userId, resourceId: idOf(metadata.resourceId), subscriptionId: idOf(metadata.subscriptionId) };
}

function idOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,9}$/.test(text ?? '') && Number(text) <= 2147483647 ? Number(text) : null;
}

/** What a subscription carries, so that it can be told from those of other installations and members. */
export function metadataOf(owner: Owner, installation: string): Record<string, string> {
  return {
    installation,
    userId: String(owner.userId),
    ...(owner.resourceId !== null && { resourceId: String(owner.resourceId) }),
    ...(owner.subscriptionId !== null && { subscriptionId: String(owner.subscriptionId) }),
  };
}

/** Every attempt has a key of its own, so that asking again after an outage makes no second subscription. */
export function idempotencyKeyOf(attempt: { id: number; stripePriceId: string }, installation: string): string {
  return `${installation}:subscription:${attempt.id}:${attempt.stripePriceId}`;
}

/** "2 December 2026", for the sentences that answer a change. */
export function longDate(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
