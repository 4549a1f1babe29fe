import type { CreateSubscription } from '#contract/subscriptions.ts';
import { recordConsent } from '#server/features/payments/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { getOwn } from './actions.ts';
import { isEnded, isRunning, type PlanPrice, priceOf, refusalOf, type Subscription } from './rules.ts';
import * as store from './store.ts';
import { closeAttempt } from './sync-actions.ts';

/** What a member wants to subscribe to, at today's price. */
export type Wish = PlanPrice & { title: string };

/**
 * Refuses a subscription that cannot start now: 404 for unknown and unpublished resources, 400 for those not sold by
 * subscription (SUBSCR-12), 409 while another subscription runs or is suspended (SUBSCR-14).
 */
export async function findWish(ctx: MemberContext, { resourceId, plan }: CreateSubscription): Promise<Wish> {
  const offer = await store.findOffer(ctx.db, resourceId);
  if (!offer) throw fail('catalogue.not-found');
  const price = priceOf(offer, plan);
  if (!price) throw fail('subscriptions.not-offered');
  await checkNoneRuns(ctx, ctx.actor.userId);
  return { resourceId, plan, ...price, title: offer.title };
}

/**
 * Refuses while the member has a subscription that runs or is suspended; an unpaid attempt does not count (SUBSCR-14).
 * @throws subscriptions.already-subscribed, payment-due, suspended
 */
export async function checkNoneRuns(ctx: Context, userId: number): Promise<void> {
  const live = await store.findLive(ctx.db, userId);
  const refusal = live && refusalOf(live);
  if (refusal) throw fail(refusal);
}

/** Whether opening the page would make a new attempt, because none is open at today's price. */
export async function needsNewAttempt(ctx: MemberContext, wish: Wish, stripePriceId: string): Promise<boolean> {
  const live = await store.findLive(ctx.db, ctx.actor.userId);
  return !live || !isFor(live, wish, stripePriceId);
}

/** An attempt to be paid, and the superseded ones that must be ended at Stripe first. */
export type OpenedAttempt = { attempt: Subscription; superseded: Subscription[] };

/**
 * Finds the member's unpaid attempt while it is for the same price, or opens one in its place (SUBSCR-14).
 * @throws the refusals of SUBSCR-14
 */
export async function openAttempt(ctx: MemberContext, wish: Wish, stripePriceId: string): Promise<OpenedAttempt> {
  const { userId } = ctx.actor;
  await store.lockMember(ctx.db, userId);
  await checkNoneRuns(ctx, userId);
  const live = await store.findLive(ctx.db, userId);
  const reusable = live && isFor(live, wish, stripePriceId) ? live : null;
  if (reusable) await store.updateOpened(ctx.db, reusable.id);
  else if (live?.stripeSubscriptionId) await store.updateDuplicate(ctx.db, live.id, true);
  // The browser gets an attempt's secret only after its id is recorded, so an attempt without one cannot be paid.
  else if (live) await closeAttempt(ctx, live);
  const attempt = reusable ?? (await store.insertAttempt(ctx.db, { ...wish, userId, stripePriceId }));
  return { attempt, superseded: (await store.listLive(ctx.db, userId)).filter((one) => one.isDuplicate) };
}

/**
 * Records that the member asks for access at once. Consent comes before the charge, so an attempt that was paid or has
 * ended records none; that is no failure, because the page then shows how it ended.
 * @throws subscriptions.not-found
 */
export async function agree(ctx: MemberContext, id: number, textVersion: string): Promise<void> {
  const { status } = await getOwn(ctx, id);
  if (status === 'incomplete') await recordConsent(ctx, { subscriptionId: id }, textVersion);
}

function isFor(attempt: Subscription, wish: Wish, stripePriceId: string): boolean {
  return attempt.stripePriceId === stripePriceId && attempt.resourceId === wish.resourceId;
}

/**
 * A subscription that is still a duplicate of the member's other one; null when it is not, or when the other one has
 * ended and this one replaces it.
 */
export async function findDuplicate(ctx: Context, id: number): Promise<Subscription | null> {
  const known = await store.findSubscription(ctx.db, id);
  if (!known?.isDuplicate) return null;
  await store.lockMember(ctx.db, known.userId);
  const row = await store.lockSubscription(ctx.db, id);
  if (!row.isDuplicate || isEnded(row.status)) return null;
  const isNeeded = isRunning(row.status) && (await store.findLive(ctx.db, row.userId)) === null;
  if (isNeeded) await store.updateDuplicate(ctx.db, id, false);
  return isNeeded ? null : row;
}

/** Supersedes an unpaid attempt; it must then be ended at Stripe. */
export async function giveUpAttempt(ctx: Context, { id, userId }: Subscription): Promise<void> {
  await store.lockMember(ctx.db, userId);
  const row = await store.lockSubscription(ctx.db, id);
  if (!isEnded(row.status) && row.status === 'incomplete') await store.updateDuplicate(ctx.db, id, true);
}
