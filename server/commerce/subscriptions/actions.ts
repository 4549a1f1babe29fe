import type {
  AdminSubscription,
  AdminSubscriptionQuery,
  Subscription as OwnSubscription,
} from '#contract/commerce/subscriptions.ts';
import type { SubscriptionCsvQuery } from '#contract/commerce/subscriptions-admin.ts';
import { csvOfList, mostCsvRows } from '#contract/csv.ts';
import { portalZone } from '#contract/dates.ts';
import { toMajor } from '#contract/money.ts';
import type { PageQuery } from '#contract/text.ts';
import { findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { getUser } from '#server/identity/accounts/user-actions.ts';
import { audit, namesOfGiven } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Site } from '#server/platform/mail/layout.ts';
import { subscriptionCsv } from './csv-rules.ts';
import { discountedPrice } from './discount-rules.ts';
import { continuesMail } from './emails.ts';
import * as lists from './list-store.ts';
import {
  changeRejectionOf,
  isCancelling,
  isEnded,
  isPausing,
  pauseOf,
  pauseRejectionOf,
  type Subscriber,
  type Subscription,
} from './rules.ts';
import { listUnfinished as listUnfinishedRows } from './snapshot-store.ts';
import * as store from './store.ts';
import { enqueuePauseUpdate } from './sync-actions.ts';

/** Page size when the query names none. */
const longestList = 1000;

const sliceOf = ({ page = 1, pageSize = longestList }: PageQuery) => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
});

/**
 * Finds the caller's subscription: the live one, otherwise the latest that ran; null when the caller never had one
 * (API-18).
 */
export async function findOwnSubscription(ctx: MemberContext): Promise<OwnSubscription | null> {
  const row = await lists.findCurrent(ctx.db, ctx.actor.userId);
  return row && showSubscription(row, ctx.now);
}

/** Finds any member's subscription, for administrators (API-42). @throws accounts.not-found */
export async function findMemberSubscription(ctx: Context, userId: number): Promise<OwnSubscription | null> {
  await getUser(ctx, userId);
  const row = await lists.findCurrent(ctx.db, userId);
  return row && showSubscription(row, ctx.now);
}

/** Lists the member's subscriptions, newest first, with their number (API-19). */
export async function listOwnSubscriptions(
  ctx: MemberContext,
  query: PageQuery,
): Promise<{ subscriptions: OwnSubscription[]; total: number }> {
  const { userId } = ctx.actor;
  const rows = await lists.listOwn(ctx.db, userId, sliceOf(query));
  return {
    subscriptions: rows.map((row) => showSubscription(row, ctx.now)),
    total: await lists.countOwn(ctx.db, userId),
  };
}

/** Returns a page of all subscriptions, newest first, with the number found (ADM-SUB-01, ADM-SUB-02). */
export async function listAllSubscriptions(
  ctx: Context,
  { search, status, ...query }: AdminSubscriptionQuery,
): Promise<{ subscriptions: AdminSubscription[]; total: number }> {
  const sought = { search, status: status ?? null };
  const rows = await lists.listAll(ctx.db, { ...sought, ...sliceOf(query) });
  return { subscriptions: rows.map(showAdminSubscription), total: await lists.countAll(ctx.db, sought) };
}

/** Returns the list of subscriptions as CSV, and records the download in the audit log (ADM-15). */
export async function exportSubscriptions(
  ctx: Context,
  { columns, ...query }: SubscriptionCsvQuery,
): Promise<Iterable<string>> {
  const { subscriptions } = await listAllSubscriptions(ctx, { ...query, pageSize: mostCsvRows });
  const after = { rows: subscriptions.length, columns, narrowedBy: namesOfGiven(query) };
  await audit(ctx, { action: 'download', object: 'subscription', objectId: 'list', after });
  return csvOfList(subscriptions, subscriptionCsv, columns);
}

/** Counts subscriptions by status, regardless of any filter. */
export async function countSubscriptions(ctx: Context): Promise<lists.Counts> {
  return lists.countByStatus(ctx.db);
}

/**
 * Counts the subscriptions whose payment failed, with the sum of those in `currency` (major units) and the time when
 * the first one became past due.
 */
export async function sumPastDue(
  ctx: Context,
  currency: string,
): Promise<{ count: number; amount: number; since: string | null }> {
  const { count, amountMinor, since } = await lists.sumPastDue(ctx.db, currency);
  return { count, amount: toMajor(amountMinor, currency), since: since?.toISOString() ?? null };
}

/** Returns a subscription of the caller's own, not one of an organisation. @throws subscriptions.not-found */
export async function getOwn(ctx: MemberContext, id: number): Promise<Subscription> {
  const row = await store.findSubscription(ctx.db, id);
  if (row?.userId !== ctx.actor.userId || row.order) throw fail('subscriptions.not-found');
  return row;
}

/**
 * Returns a subscription of the caller's own that can be changed now.
 * @throws subscriptions.not-found, subscriptions.ended, subscriptions.suspended, subscriptions.payment-due,
 * subscriptions.not-begun, subscriptions.cancelling, subscriptions.paused
 */
export async function getChangeable(ctx: MemberContext, id: number): Promise<Subscription> {
  const row = await getOwn(ctx, id);
  const rejection = changeRejectionOf(row, ctx.now);
  if (rejection) throw fail(rejection);
  return row;
}

/** @throws subscriptions.not-found */
export async function getSubscription(ctx: Context, id: number): Promise<Subscription> {
  const row = await store.findSubscription(ctx.db, id);
  if (!row) throw fail('subscriptions.not-found');
  return row;
}

/** Lists the subscriber's subscriptions that have not ended, duplicates included. */
export async function listLive(ctx: Context, subscriber: Subscriber): Promise<Subscription[]> {
  return store.listLive(ctx.db, subscriber);
}

/** Records whether the first payment of a subscription is under way (SUBSCR-20). */
export async function recordProcessing(ctx: Context, id: number, isProcessing: boolean): Promise<void> {
  await store.updateProcessing(ctx.db, id, isProcessing);
}

/** Lists the subscriptions that the reconciler syncs; `snapshot-store.ts` says which. */
export async function listUnfinished(ctx: Context, atStart: boolean): Promise<Subscription[]> {
  return listUnfinishedRows(ctx.db, { atStart, limit: 200 });
}

/**
 * Suspends a subscription, so that it gives no access from now on (ACCESS-07). A job pauses the collection at Stripe;
 * the reconciler retries until it is paused.
 * @throws subscriptions.not-found, subscriptions.ended
 */
export async function suspend(ctx: MemberContext, id: number, reason: string): Promise<Subscription> {
  const row = await lockRunning(ctx, id);
  if (!row.isSuspended) await recordSuspension(ctx, row, { by: ctx.actor.userId, reason });
  return row;
}

/**
 * Lifts a suspension, if there is one. @returns the subscription as it was. @throws subscriptions.not-found,
 * subscriptions.ended
 */
export async function resume(ctx: MemberContext, id: number): Promise<Subscription> {
  const row = await lockRunning(ctx, id);
  if (row.isSuspended) await recordSuspension(ctx, row, null);
  return row;
}

/**
 * Mails the member that an administrator took the cancellation back; every time, because the member is charged again.
 */
export async function tellOfContinuing(ctx: Context, row: Subscription, site: Site): Promise<void> {
  const reader = isCancelling(row) || isEnded(row.status) ? null : await findAccount(ctx, row.userId);
  if (!reader) return;
  const mail = continuesMail(
    row.currentPeriodEnd,
    { firstName: reader.first_name, timeZone: reader.time_zone ?? portalZone },
    site,
  );
  const key = `subscription-continues:${row.id}:${ctx.origin.requestId}`;
  await queueMail(ctx.db, { kind: 'money', key }, { ...mail, to: reader.email });
}

/**
 * Pauses a subscription of the caller from the end of the paid period (SUBSCR-22).
 * @throws subscriptions.ended, subscriptions.suspended, subscriptions.payment-due, subscriptions.not-begun,
 * subscriptions.cancelling, subscriptions.paused, subscriptions.pause-not-offered
 */
export async function pause(ctx: MemberContext, { id }: Subscription, months: number): Promise<Subscription> {
  const row = await store.lockSubscription(ctx.db, id);
  const rejection = pauseRejectionOf(row, ctx.now);
  if (rejection) throw fail(rejection);
  const chosen = pauseOf(row, months);
  if (!chosen) throw fail('subscriptions.not-begun');
  await store.updatePause(ctx.db, id, chosen);
  return recordPause(ctx, row, 'pause');
}

/** Cancels a scheduled pause, or ends a running one with the next renewal. Does nothing without a pause. */
export async function endPause(ctx: MemberContext, { id }: Subscription): Promise<Subscription> {
  const row = await store.lockSubscription(ctx.db, id);
  if (!isPausing(row, ctx.now)) return row;
  await store.endPause(ctx.db, id);
  return recordPause(ctx, row, 'end-pause');
}

async function recordPause(ctx: Context, before: Subscription, action: 'pause' | 'end-pause'): Promise<Subscription> {
  const after = await store.lockSubscription(ctx.db, before.id);
  const of = { object: 'subscription', objectId: before.id, memberId: before.userId } as const;
  await audit(ctx, { action, ...of, before: { pause: before.pause }, after: { pause: after.pause } });
  await enqueuePauseUpdate(ctx, before.id);
  return after;
}

async function lockRunning(ctx: Context, id: number): Promise<Subscription> {
  const { id: known } = await getSubscription(ctx, id);
  const row = await store.lockSubscription(ctx.db, known);
  if (isEnded(row.status)) throw fail('subscriptions.ended');
  return row;
}

async function recordSuspension(
  ctx: Context,
  row: Subscription,
  suspension: { by: number; reason: string } | null,
): Promise<void> {
  await store.updateSuspension(ctx.db, row.id, suspension);
  await audit(ctx, {
    action: suspension ? 'suspend' : 'reactivate',
    object: 'subscription',
    objectId: row.id,
    memberId: row.userId,
    before: { suspended: row.isSuspended },
    after: suspension ? { suspended: true, reason: suspension.reason } : { suspended: false },
  });
  await enqueuePauseUpdate(ctx, row.id);
}

/**
 * Records a subscription's change in the audit log if it happened: a subscription to be ended may have been paid just
 * before, one to be changed may have ended.
 */
export async function recordChange(
  ctx: Context,
  action: 'cancel' | 'reactivate' | 'end' | 'change-plan' | 'change-seats',
  before: Subscription,
  after: Subscription,
): Promise<void> {
  if (isEnded(after.status) !== (action === 'end')) return;
  await audit(ctx, {
    action,
    object: 'subscription',
    objectId: before.id,
    memberId: before.userId,
    before: factsOf(before),
    after: factsOf(after),
  });
}

const factsOf = (row: Subscription) => ({
  status: row.status,
  cancelling: isCancelling(row),
  plan: row.plan,
  pendingPlan: row.pendingPlan,
  ...(row.order && { seats: row.order.seats, pendingSeats: row.order.pendingSeats }),
});

const isoOf = (date: Date | null) => date?.toISOString() ?? null;

function statusFields(found: Subscription) {
  return {
    id: found.id,
    status: found.status,
    cancelAtPeriodEnd: isCancelling(found),
    temporarySuspended: found.isSuspended && !isEnded(found.status),
    trialEnd: isoOf(found.trialEnd),
    currentPeriodStart: isoOf(found.currentPeriodStart),
    currentPeriodEnd: isoOf(found.currentPeriodEnd),
  };
}

function showSubscription(found: Subscription, now: Date): OwnSubscription {
  return {
    ...statusFields(found),
    isPaymentProcessing: found.isPaymentProcessing,
    productName: found.productName,
    stripeProductId: found.stripeProductId,
    stripeSubscriptionId: found.stripeSubscriptionId,
    stripeCustomerId: found.stripeCustomerId,
    plan: found.plan,
    billingDay: found.billingDay,
    pendingPlan: found.pendingPlan,
    pendingAmount: found.pendingAmountMinor && toMajor(found.pendingAmountMinor, found.currency),
    pendingPlanAt: isoOf(found.pendingPlanAt),
    pause: found.pause && isPausing(found, now) ? showPause(found.pause, now) : null,
    amount: toMajor(found.amountMinor, found.currency),
    currency: found.currency,
    discount: showDiscount(found),
    taxMode: found.taxMode,
  };
}

function showDiscount(found: Subscription): OwnSubscription['discount'] {
  const price = found.discount && discountedPrice(found, found.discount);
  return price && { amount: toMajor(price.amountMinor, found.currency), fullPriceFrom: isoOf(price.fullPriceFrom) };
}

function showPause({ startsAt, endsAt }: NonNullable<Subscription['pause']>, now: Date): OwnSubscription['pause'] {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), isRunning: startsAt <= now };
}

function showAdminSubscription(found: lists.ListedSubscription): AdminSubscription {
  return { ...statusFields(found), userName: found.userName, userEmail: found.userEmail };
}
