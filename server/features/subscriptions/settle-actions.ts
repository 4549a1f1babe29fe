import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as looks from './look-store.ts';
import { isEnded, isRunning, ownerOf, type ProviderState, type Subscription } from './rules.ts';
import * as store from './store.ts';

/** A subscription as the provider showed it in look number `look`, and whose ids count as ours. */
export type Look = { state: ProviderState; look: number; ownIds: readonly string[]; graceDays: number };

/** The number of a look that begins now. */
export async function beginLook(ctx: Context): Promise<number> {
  return looks.nextLook(ctx.db);
}

/**
 * Writes the present state of a subscription down, called for webhooks, the reconciler and after every call alike.
 * Repetition and order do not matter: an older look changes nothing, and what has ended stays so (SUBSCR-13).
 * @returns the subscription as it is afterwards; null when it is not ours
 */
export async function applyState(ctx: Context, { state, look, ownIds, graceDays }: Look): Promise<Subscription | null> {
  const userId = await findOwner(ctx, state, ownIds);
  if (userId === null) return null;
  await store.lockMember(ctx.db, userId);
  const row = await takeRow(ctx, state, ownIds, userId);
  if (look < row.lastLook || isEnded(row.status)) return row;
  await keepOne(ctx, row, state);
  await looks.updateLooked(ctx.db, row.id, state, { look, graceDays, hasBegun: isRunning(state.status) });
  // The first look finds what the attempt was committed as, or what it has become since.
  if (state.status !== row.status || row.lastLook === 0) {
    await looks.insertState(ctx.db, { id: row.id, status: state.status, look });
  }
  return store.lockSubscription(ctx.db, row.id);
}

async function findOwner(ctx: Context, state: ProviderState, ownIds: readonly string[]): Promise<number | null> {
  const known = await store.findByStripeId(ctx.db, state.stripeSubscriptionId);
  if (known) return known.userId;
  const owner = ownerOf(state, ownIds);
  return owner && (await store.hasMember(ctx.db, owner.userId)) ? owner.userId : null;
}

/** The row of a subscription: by the provider's id, as the attempt that it was made for, or a new one. */
async function takeRow(
  ctx: Context,
  state: ProviderState,
  ownIds: readonly string[],
  userId: number,
): Promise<Subscription> {
  const known = await store.findByStripeId(ctx.db, state.stripeSubscriptionId);
  if (known) return store.lockSubscription(ctx.db, known.id);
  const owner = ownerOf(state, ownIds);
  const begun = owner?.subscriptionId ? await store.findSubscription(ctx.db, owner.subscriptionId) : null;
  const isItsAttempt = begun?.userId === userId && begun.stripeSubscriptionId === null && !isEnded(begun.status);
  if (begun && isItsAttempt) return store.lockSubscription(ctx.db, begun.id);
  const resourceId = owner?.resourceId ?? null;
  const isKnown = resourceId !== null && (await store.hasResource(ctx.db, resourceId));
  const hasOther = (await store.findLive(ctx.db, userId)) !== null;
  return store.insertFound(ctx.db, { userId, resourceId: isKnown ? resourceId : null, state, isSurplus: hasOther });
}

/** The one that runs is the member's subscription; an unpaid attempt beside it, or a second one, is to be ended. */
async function keepOne(ctx: Context, row: Subscription, state: ProviderState): Promise<void> {
  if (!row.isSurplus || !isRunning(state.status)) return;
  const other = await store.findLive(ctx.db, row.userId);
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
  if (other?.stripeSubscriptionId === null) await closeAttempt(ctx, other);
  else if (other) await store.updateSurplus(ctx.db, other.id, true);
  await store.updateSurplus(ctx.db, row.id, false);
}

/**
 * After something was heard of a subscription: what is ours alone is carried to the provider, and what is too many is
 * ended there. Looks that such work takes itself ask for none of it, or what the provider refuses would go on for ever.
 */
export async function followUp(ctx: Context, row: Subscription, { isHeld }: ProviderState): Promise<void> {
  if (isEnded(row.status)) return;
  if (isRunning(row.status) && row.isSuspended !== isHeld) await enqueueHold(ctx, row.id);
  const surplus = row.isSurplus ? [row] : (await store.listLive(ctx.db, row.userId)).filter((one) => one.isSurplus);
  for (const { id, stripeSubscriptionId } of surplus) {
    if (stripeSubscriptionId !== null) await enqueueEnd(ctx, id);
  }
}

/** Ends an attempt of which the provider has nothing. */
export async function closeAttempt(ctx: Context, { id, lastLook }: Subscription): Promise<void> {
  const isClosed = await store.closeAttempt(ctx.db, id);
  if (isClosed) await looks.insertState(ctx.db, { id, status: 'incomplete_expired', look: lastLook });
}

/** Has a suspension, or its end, carried to the provider. */
export async function enqueueHold(ctx: Context, id: number): Promise<void> {
  await enqueue(ctx.db, 'hold-subscription', { subscriptionId: id }, { key: `hold-subscription:${id}` });
}

/** Has a subscription ended at the provider that the member does not need. */
async function enqueueEnd(ctx: Context, id: number): Promise<void> {
  await enqueue(ctx.db, 'end-surplus-subscription', { subscriptionId: id }, { key: `end-subscription:${id}` });
}

/**
 * Notes that the provider knows no such subscription. Nothing is concluded: it may be another provider's (changed keys).
 */
export async function noteMissing(ctx: Context, stripeSubscriptionId: string): Promise<Subscription | null> {
  const known = await store.findByStripeId(ctx.db, stripeSubscriptionId);
  if (known) await looks.updateLookedAt(ctx.db, known.id);
  return known;
}
