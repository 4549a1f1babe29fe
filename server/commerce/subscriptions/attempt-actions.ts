import { isDeepStrictEqual } from 'node:util';
import { plans } from '#contract/commerce/plans.ts';
import type { CreateSubscription } from '#contract/commerce/subscriptions.ts';
import type { TaxMode } from '#contract/tax.ts';
import { findTaxBasis, recordConsent } from '#server/commerce/payments/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { getOwn } from './actions.ts';
import {
  isEnded,
  isRunning,
  type PlanOrder,
  type PlanPrice,
  priceOf,
  rejectionOf,
  type Start,
  type Subscriber,
  type Subscription,
  subscriberOf,
} from './rules.ts';
import * as store from './store.ts';
import { enqueueStartMail, setAside } from './sync-actions.ts';

/**
 * Returns the free days of a resource's plans, and whether the member must enter a card first.
 * @throws catalogue.not-found, subscriptions.no-trial
 */
export async function getTrial(ctx: Context, resourceId: number): Promise<{ days: number; needsCard: boolean }> {
  const offer = await store.findOffer(ctx.db, resourceId);
  if (!offer) throw fail('catalogue.not-found');
  if (offer.accessType !== 'subscription' || offer.trialDays === null) throw fail('subscriptions.no-trial');
  return { days: offer.trialDays, needsCard: offer.trialNeedsCard };
}

/** A wanted subscription at the current price; for seats, the price of one seat. */
export type Wish = PlanPrice & {
  /** The organisation's seats; absent for a member's own subscription. */
  order?: PlanOrder;
  /** Name of the product, for a price that must be made at Stripe. */
  title: string;
  /** Stripe's id of a price that an administrator made there. */
  stripePriceId?: string;
  /** Current prices of the resource's other plans; unpaid attempts at these prices remain open. */
  otherPlans?: readonly PlanPrice[];
};

/**
 * Returns the wish for a member's subscription. Rejects one that cannot start now: 404 for unknown and unpublished
 * resources, 400 for those not sold by subscription (SUBSCR-12), 409 while another subscription runs or is suspended
 * (SUBSCR-14).
 * @throws catalogue.not-found, subscriptions.not-offered, subscriptions.already-subscribed, subscriptions.payment-due,
 * subscriptions.payment-processing, subscriptions.suspended
 */
export async function findWish(ctx: MemberContext, { resourceId, plan }: CreateSubscription): Promise<Wish> {
  const offer = await store.findOffer(ctx.db, resourceId);
  if (!offer) throw fail('catalogue.not-found');
  const price = priceOf(offer, plan);
  if (!price) throw fail('subscriptions.not-offered');
  await checkNoneRuns(ctx, ownOf(ctx));
  const otherPlans = plans
    .filter((other) => other !== plan)
    .flatMap((other) => {
      const found = priceOf(offer, other);
      return found ? [{ resourceId, plan: other, ...found }] : [];
    });
  return { resourceId, plan, ...price, title: offer.title, otherPlans };
}

/** Returns the caller as a subscriber, without an organisation. */
const ownOf = (ctx: MemberContext): Subscriber => ({ userId: ctx.actor.userId, organisationId: null });

const subscriberFor = (ctx: MemberContext, { order }: Pick<Wish, 'order'>): Subscriber => ({
  ...ownOf(ctx),
  organisationId: order?.organisationId ?? null,
});

/**
 * Rejects the call while the subscriber has a subscription that runs or is suspended; an unpaid attempt counts only
 * while its payment is under way at the bank (SUBSCR-14).
 * @throws subscriptions.already-subscribed, subscriptions.payment-due, subscriptions.payment-processing,
 * subscriptions.suspended; for an organisation purchases.plan-runs
 */
export async function checkNoneRuns(ctx: Context, subscriber: Subscriber): Promise<void> {
  const own = await store.listLive(ctx.db, subscriber);
  // Includes an attempt for another plan that was set aside, because its payment may still arrive.
  if (own.some(({ isPaymentProcessing }) => isPaymentProcessing)) throw fail('subscriptions.payment-processing');
  const live = own.find(({ isDuplicate }) => !isDuplicate);
  const rejection = live && rejectionOf(live);
  if (rejection) throw fail(subscriber.organisationId === null ? rejection : 'purchases.plan-runs');
}

/** Whether opening the page would make a new attempt, because none is open at the current price. */
export async function needsNewAttempt(ctx: MemberContext, wish: Wish, terms: Terms): Promise<boolean> {
  const own = await store.listLive(ctx.db, subscriberFor(ctx, wish));
  return !own.some((one) => isFor(one, ctx, wish, terms));
}

/**
 * Terms of an attempt: how it begins, its price at Stripe, and the digest of the other data that its tax depends on
 * (null without tax).
 */
export type Terms = Start & { stripePriceId: string; taxBasis: string | null };

/**
 * An attempt to be paid, the superseded attempts that must be ended at Stripe first, and those of other plans that
 * remain open beside it.
 */
export type OpenedAttempt = { attempt: Subscription; superseded: Subscription[]; beside: Subscription[] };

/** Time that Stripe may need to begin a subscription without a payment form, in seconds. */
const startingSeconds = 60;

/**
 * Whether Stripe is just creating a trial, or a subscription that credit pays for; no other attempt may begin beside
 * it.
 */
function isStarting({ now }: Context, { beginsWith, status, openedAt }: Subscription): boolean {
  const isAtOnce = beginsWith === 'trial' || beginsWith === 'credit';
  return isAtOnce && status === 'incomplete' && now.getTime() - openedAt.getTime() < startingSeconds * 1000;
}

/**
 * Finds the subscriber's unpaid attempt for this price, or opens one. An attempt for another plan of the resource
 * remains open beside it, so that switching plans makes no new ones; all others are superseded (SUBSCR-14), except for
 * an invoice that an organisation was sent.
 * @param earlier the attempt that this request opened in an earlier round; it remains superseded when a later request
 * has superseded it
 * @throws subscriptions.already-subscribed, subscriptions.payment-due, subscriptions.payment-processing,
 * subscriptions.suspended, subscriptions.starting, purchases.plan-runs, purchases.plan-unpaid
 */
export async function openAttempt(
  ctx: MemberContext,
  wish: Wish,
  terms: Terms,
  earlier: Subscription | null,
): Promise<OpenedAttempt> {
  const { userId } = ctx.actor;
  const subscriber = subscriberFor(ctx, wish);
  await store.lockSubscriber(ctx.db, subscriber);
  await checkNoneRuns(ctx, subscriber);
  const own = await store.listLive(ctx.db, subscriber);
  const reusable = own.find((one) => isFor(one, ctx, wish, terms));
  const live = own.find((one) => !one.isDuplicate);
  const isOther = live !== undefined && live.id !== reusable?.id && !isOfOtherPlan(live, wish.otherPlans ?? [], terms);
  if (isOther && (isStarting(ctx, live) || (earlier && earlier.id !== live.id))) throw fail('subscriptions.starting');
  const isSent = live?.order?.billing && live.stripeSubscriptionId !== null;
  if (isSent && live.id !== reusable?.id) throw fail('purchases.plan-unpaid');
  if (live && live.id !== reusable?.id) await setAside(ctx, live);
  if (reusable) {
    await store.updateDuplicate(ctx.db, reusable.id, false);
    await store.updateOpened(ctx.db, reusable.id);
  }
  const attempt = reusable
    ? { ...reusable, isDuplicate: false }
    : await store.insertAttempt(ctx.db, { ...wish, ...terms, userId, order: wish.order ?? null });
  const others = (await store.listLive(ctx.db, subscriber)).filter((one) => one.isDuplicate);
  const beside = others.filter((one) => isOfOtherPlan(one, wish.otherPlans ?? [], terms));
  return { attempt, superseded: others.filter((one) => !beside.includes(one)), beside };
}

/** Whether this is an unpaid attempt at the current price of one of these plans. */
function isOfOtherPlan(
  attempt: Subscription,
  otherPlans: readonly PlanPrice[],
  { taxBasis }: Pick<Terms, 'taxBasis'>,
): boolean {
  return (
    attempt.status === 'incomplete' &&
    attempt.taxBasis === taxBasis &&
    attempt.beginsWith === 'payment' &&
    otherPlans.some(
      ({ resourceId, plan, amountMinor, currency }) =>
        attempt.resourceId === resourceId &&
        attempt.plan === plan &&
        attempt.amountMinor === amountMinor &&
        attempt.currency === currency,
    )
  );
}

/**
 * Records that the member asks for access at once. Consent comes before the charge, so an attempt that was paid or has
 * ended records none; that is no failure, because the page then shows how it ended.
 * @throws subscriptions.not-found, payments.tax-changed, payments.place-needed
 */
export async function agree(
  ctx: MemberContext,
  { id, textVersion, taxMode }: { id: number; textVersion: string; taxMode: TaxMode },
): Promise<void> {
  const { status, taxBasis, userId } = await getOwn(ctx, id);
  if (status !== 'incomplete') return;
  if (taxBasis !== (await findTaxBasis(ctx, taxMode, userId))) throw fail('payments.tax-changed');
  await recordConsent(ctx, { subscriptionId: id }, textVersion);
}

function isFor(attempt: Subscription, ctx: MemberContext, { resourceId, order }: Wish, terms: Terms): boolean {
  return (
    attempt.status === 'incomplete' &&
    attempt.userId === ctx.actor.userId &&
    attempt.order?.seats === order?.seats &&
    isSameBilling(attempt.order?.billing ?? null, order?.billing ?? null) &&
    attempt.resourceId === resourceId &&
    attempt.stripePriceId === terms.stripePriceId &&
    attempt.beginsWith === terms.beginsWith &&
    attempt.trialDays === terms.trialDays &&
    attempt.promoCodeId === terms.promoCodeId &&
    attempt.taxBasis === terms.taxBasis
  );
}

/** Whether the invoices of two orders have the same billing data; the database returns the fields in another order. */
function isSameBilling(one: PlanOrder['billing'], other: PlanOrder['billing']): boolean {
  return one === null || other === null ? one === other : isDeepStrictEqual(one, other);
}

/** Records the session of a checkout. @returns the attempt as it is now, which may no longer be open */
export function recordSession(ctx: Context, id: number, session: { id: string; url: string }): Promise<Subscription> {
  return store.updateSession(ctx.db, id, session);
}

/**
 * Finds a subscription that must be ended because it is a duplicate of the member's other one. Null when it is no
 * duplicate, when the other one has ended and this one replaces it, which is then recorded, or when both are unpaid
 * attempts at plans of one resource.
 */
export async function findDuplicate(ctx: Context, id: number): Promise<Subscription | null> {
  const known = await store.findSubscription(ctx.db, id);
  if (!known?.isDuplicate) return null;
  await store.lockSubscriber(ctx.db, subscriberOf(known));
  const row = await store.lockSubscription(ctx.db, id);
  if (!row.isDuplicate || isEnded(row.status)) return null;
  const live = await store.findLive(ctx.db, subscriberOf(row));
  const isNeeded = isRunning(row.status) && live === null;
  if (isNeeded) {
    await store.updateDuplicate(ctx.db, id, false);
    await enqueueStartMail(ctx, id);
  }
  return isNeeded || (live && (await isBeside(ctx, row, live))) ? null : row;
}

/** Whether an unpaid attempt remains open beside the member's live one, because its plan still has the same price. */
async function isBeside(ctx: Context, row: Subscription, live: Subscription): Promise<boolean> {
  const { resourceId, plan } = row;
  if (live.status !== 'incomplete' || live.beginsWith !== 'payment') return false;
  if (live.resourceId !== resourceId || live.plan === plan) return false;
  const offer = resourceId === null ? null : await store.findOffer(ctx.db, resourceId);
  const price = offer && plan && priceOf(offer, plan);
  return price ? isOfOtherPlan(row, [{ resourceId, plan, ...price }], live) : false;
}
