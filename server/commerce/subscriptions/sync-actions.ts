import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { findPlanOfPrice } from './price-store.ts';
import {
  isEnded,
  isRunning,
  isSamePause,
  ownerOf,
  type ProviderState,
  type Subscriber,
  type Subscription,
  subscriberOf,
  wantedPause,
} from './rules.ts';
import * as snapshots from './snapshot-store.ts';
import * as store from './store.ts';

/** A subscription as Stripe returned it, the number of that snapshot, and the ids of this installation. */
export type Snapshot = { state: ProviderState; snapshotNumber: number; ownIds: readonly string[]; graceDays: number };

/** Returns the number of a snapshot that begins now. */
export async function beginSnapshot(ctx: Context): Promise<number> {
  return snapshots.nextSnapshotNumber(ctx.db);
}

/**
 * Stores the current state of a subscription, and queues the work that follows its start or end, for webhooks, the
 * reconciler and after every call. Repetition and order do no harm: an older snapshot changes nothing, and an ended
 * subscription remains ended (SUBSCR-13).
 * @returns the synced subscription; null when it is not the portal's
 */
export async function applyState(
  ctx: Context,
  { state, snapshotNumber, ownIds, graceDays }: Snapshot,
): Promise<Subscription | null> {
  const subscriber = await findSubscriber(ctx, state, ownIds);
  if (subscriber === null) return null;
  await store.lockSubscriber(ctx.db, subscriber);
  const row = await takeRow(ctx, state, ownIds, subscriber);
  if (snapshotNumber < row.lastSnapshotNumber || isEnded(row.status)) return row;
  await keepOne(ctx, row, state);
  await snapshots.updateFromSnapshot(ctx.db, row.id, state, {
    snapshotNumber,
    graceDays,
    hasBegun: isRunning(state.status),
    pending: await pendingPlanOf(ctx, state),
    isOrder: row.order !== null,
  });
  // The first snapshot always records a state, also the unchanged one.
  if (state.status !== row.status || row.lastSnapshotNumber === 0) {
    await snapshots.insertState(ctx.db, { id: row.id, status: state.status, snapshotNumber });
  }
  const applied = await store.lockSubscription(ctx.db, row.id);
  const begins = !isRunning(row.status) && isRunning(applied.status);
  if (begins && !applied.isDuplicate) await enqueueStartMail(ctx, row.id);
  if (begins && (row.promoCodeId !== null || row.trialDays > 0)) await enqueueRedemption(ctx, row.id);
  if (isRunning(row.status) && isEnded(applied.status)) await enqueueVoiding(ctx, row.id);
  return applied;
}

function pendingPlanOf(ctx: Context, { schedule }: ProviderState): ReturnType<typeof findPlanOfPrice> {
  return schedule?.stripePriceId ? findPlanOfPrice(ctx.db, schedule.stripePriceId) : Promise.resolve(null);
}

/** Queues the job that voids the open invoices of a subscription that has ended (SUBSCR-17). */
export async function enqueueVoiding(ctx: Context, id: number): Promise<void> {
  await enqueue(ctx.db, 'void-open-invoices', { subscriptionId: id }, { key: `void-open-invoices:${id}` });
}

/** Queues the mail about the start of a member's subscription (SUBSCR-19). */
export async function enqueueStartMail(ctx: Context, id: number): Promise<void> {
  await enqueue(ctx.db, 'mail-subscription-start', { subscriptionId: id }, { key: `subscription-start:${id}` });
}

/** Queues the job that counts a promo code or a free trial whose subscription has begun (PROMO-14). */
async function enqueueRedemption(ctx: Context, id: number): Promise<void> {
  await enqueue(ctx.db, 'record-redemption', { subscriptionId: id }, { key: `record-redemption:${id}` });
}

async function findSubscriber(
  ctx: Context,
  state: ProviderState,
  ownIds: readonly string[],
): Promise<Subscriber | null> {
  const known = await store.findByStripeId(ctx.db, state.stripeSubscriptionId);
  if (known) return subscriberOf(known);
  const owner = ownerOf(state, ownIds);
  if (!owner || !(await snapshots.hasMember(ctx.db, owner.userId))) return null;
  const { userId, organisationId } = owner;
  const isKnown = organisationId === null || (await snapshots.hasOrganisation(ctx.db, organisationId));
  return isKnown ? { userId, organisationId } : null;
}

/** Finds the row of a subscription by Stripe's id or by the attempt that it was made for; otherwise makes a new one. */
async function takeRow(
  ctx: Context,
  state: ProviderState,
  ownIds: readonly string[],
  subscriber: Subscriber,
): Promise<Subscription> {
  const known = await store.findByStripeId(ctx.db, state.stripeSubscriptionId);
  if (known) return store.lockSubscription(ctx.db, known.id);
  const owner = ownerOf(state, ownIds);
  const begun = owner?.subscriptionId ? await store.findSubscription(ctx.db, owner.subscriptionId) : null;
  const isItsAttempt =
    begun?.userId === subscriber.userId && begun.stripeSubscriptionId === null && !isEnded(begun.status);
  if (begun && isItsAttempt) return store.lockSubscription(ctx.db, begun.id);
  const resourceId = owner?.resourceId ?? null;
  const isKnown = resourceId !== null && (await snapshots.hasResource(ctx.db, resourceId));
  const hasOther = (await store.findLive(ctx.db, subscriber)) !== null;
  return snapshots.insertFound(ctx.db, {
    ...subscriber,
    resourceId: isKnown ? resourceId : null,
    promoCodeId: owner?.promoCodeId ?? null,
    state,
    isDuplicate: hasOther,
  });
}

/**
 * Makes a duplicate that runs at Stripe the subscriber's subscription, and sets an unpaid attempt aside. It remains a
 * duplicate while another subscription runs.
 */
async function keepOne(ctx: Context, row: Subscription, state: ProviderState): Promise<void> {
  if (!row.isDuplicate || !isRunning(state.status)) return;
  const other = await store.findLive(ctx.db, subscriberOf(row));
  if (other && isRunning(other.status)) {
    if (!isRunning(row.status)) {
      const after = { runningSubscriptionId: other.id };
      await audit(ctx, {
        action: 'find-second',
        object: 'subscription',
        objectId: row.id,
        memberId: row.userId,
        after,
      });
    }
    return;
  }
  if (other) await setAside(ctx, other);
  await store.updateDuplicate(ctx.db, row.id, false);
}

/**
 * Queues the changes that Stripe lacks after a snapshot: the beginning or end of a suspension or a pause, the end of a
 * subscription whose first payment failed for good, and the end of duplicates. The jobs themselves sync without this
 * function, because a call that Stripe rejects would otherwise be queued for ever.
 */
export async function enqueueCorrections(ctx: Context, row: Subscription, state: ProviderState): Promise<void> {
  const { collectionPause, hasFailedStart } = state;
  if (isEnded(row.status)) return;
  if (hasFailedStart) {
    await enqueue(ctx.db, 'end-failed-start', { subscriptionId: row.id }, { key: `end-failed-start:${row.id}` });
  }
  const isWanted = isSamePause(collectionPause, wantedPause(row, ctx.now));
  if (isRunning(row.status) && !isWanted) await enqueuePauseUpdate(ctx, row.id);
  const duplicates = row.isDuplicate
    ? [row]
    : (await store.listLive(ctx.db, subscriberOf(row))).filter((one) => one.isDuplicate);
  for (const { id } of duplicates) await enqueueDuplicateEnd(ctx, id);
}

/**
 * Closes an attempt, or marks one that can still be paid as a duplicate, so that the subscriber can have another. The
 * caller must then end a duplicate at Stripe.
 */
export async function setAside(ctx: Context, attempt: Subscription): Promise<void> {
  // The browser gets a secret or a URL only after its id is recorded, so an attempt without one cannot be paid.
  const canBePaid = attempt.stripeSubscriptionId !== null || attempt.sessionId !== null;
  if (canBePaid) await store.updateDuplicate(ctx.db, attempt.id, true);
  else await closeAttempt(ctx, attempt);
}

/**
 * Records the sync of a checkout session that is open; ends the attempt of a session that is not.
 * @returns whether the session is the portal's
 */
export async function recordSession(ctx: Context, sessionId: string, isOpen: boolean): Promise<boolean> {
  const attempt = await store.findBySession(ctx.db, sessionId);
  if (attempt && isOpen) await snapshots.updateSyncedAt(ctx.db, attempt.id);
  else if (attempt) await closeAttempt(ctx, attempt);
  return attempt !== null;
}

/** Ends an unpaid attempt that can no longer be paid at Stripe. */
export async function closeAttempt(ctx: Context, { id, lastSnapshotNumber }: Subscription): Promise<void> {
  const isClosed = await store.closeAttempt(ctx.db, id);
  if (isClosed)
    await snapshots.insertState(ctx.db, { id, status: 'incomplete_expired', snapshotNumber: lastSnapshotNumber });
}

/** Queues the job that pauses the collection at Stripe, or resumes it. */
export async function enqueuePauseUpdate(ctx: Context, id: number): Promise<void> {
  await enqueue(
    ctx.db,
    'update-subscription-pause',
    { subscriptionId: id },
    { key: `update-subscription-pause:${id}` },
  );
}

/** Queues the job that ends a duplicate subscription at Stripe. */
async function enqueueDuplicateEnd(ctx: Context, id: number): Promise<void> {
  await enqueue(ctx.db, 'end-duplicate-subscription', { subscriptionId: id }, { key: `end-subscription:${id}` });
}

/**
 * Records that Stripe knows no such subscription. The subscription keeps its status, because it may belong to another
 * Stripe account (changed keys).
 */
export async function recordMissing(ctx: Context, stripeSubscriptionId: string): Promise<Subscription | null> {
  const known = await store.findByStripeId(ctx.db, stripeSubscriptionId);
  if (known) await snapshots.updateSyncedAt(ctx.db, known.id);
  return known;
}
