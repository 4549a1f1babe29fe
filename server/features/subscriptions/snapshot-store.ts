import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import type { ProviderState, Subscription } from './rules.ts';
import { live, subscriptionOf } from './store.ts';

type Snapshot = { snapshotNumber: number; graceDays: number; hasBegun: boolean };

/** Stores what a snapshot shows. What only the portal knows (a suspension) stays. */
export async function updateFromSnapshot(
  db: Db,
  id: number,
  state: ProviderState,
  { snapshotNumber, graceDays, hasBegun }: Snapshot,
): Promise<void> {
  const isDue = state.status === 'past_due';
  // One that ended before we saw it run has run all the same when something was paid.
  const hasStarted = hasBegun || (state.status === 'canceled' && state.wasPaid);
  await db.kysely
    .updateTable('subscriptions')
    .set({
      last_snapshot_number: snapshotNumber,
      synced_at: sql`now()`,
      stripe_subscription_id: state.stripeSubscriptionId,
      stripe_customer_id: state.stripeCustomerId,
      stripe_product_id: state.stripeProductId,
      stripe_price_id: state.stripePriceId,
      product_name: state.productName ?? sql<string | null>`product_name`,
      plan: state.plan,
      amount_minor: state.amountMinor,
      currency: state.currency,
      status: state.status,
      cancel_at_period_end: state.cancelAtPeriodEnd,
      cancel_at: state.cancelAt,
      current_period_start: state.currentPeriodStart,
      current_period_end: state.currentPeriodEnd,
      trial_end: state.trialEnd,
      ended_at: state.endedAt,
      grace_ends_at: isDue ? sql`coalesce(grace_ends_at, now() + make_interval(days => ${graceDays}))` : null,
      ...(hasStarted && { started_at: sql`coalesce(started_at, now())` }),
    })
    .where('id', '=', id)
    .execute();
}

/** Records a sync that found nothing to write. */
export async function updateSyncedAt(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('subscriptions').set({ synced_at: sql`now()` }).where('id', '=', id).execute();
}

/** Keeps a change of status. */
export async function insertState(
  db: Db,
  state: { id: number; status: string; snapshotNumber: number },
): Promise<void> {
  await db.kysely
    .insertInto('subscription_states')
    .values({ subscription_id: state.id, status: state.status, snapshot_number: state.snapshotNumber })
    .execute();
}

/** The number of a snapshot that begins now. */
export async function nextSnapshotNumber(db: Db): Promise<number> {
  const { rows } = await sql<{
    snapshotNumber: number;
  }>`select nextval('subscription_snapshot_numbers') as "snapshotNumber"`.execute(db.kysely);
  return rows[0]?.snapshotNumber ?? 0;
}

/**
 * Subscriptions that may have changed without our hearing of it, the longest unseen first: unpaid attempts, ones to be
 * ended, ones whose period or payment is over, and once a day all others; `atStart` takes all that have not ended.
 */
export async function listUnfinished(
  db: Db,
  { atStart, limit }: { atStart: boolean; limit: number },
): Promise<Subscription[]> {
  const rows = await live(db)
    .where('stripe_subscription_id', 'is not', null)
    .where(sql<boolean>`(${atStart} or synced_at is null or synced_at < now() - case
      when is_duplicate or current_period_end < now() or cancel_at < now() then interval '4 minutes'
      when status = 'incomplete' and opened_at > now() - interval '1 hour' then interval '4 minutes'
      when status in ('incomplete', 'past_due', 'unpaid', 'paused') then interval '1 hour'
      else interval '1 day' end)`)
    .orderBy(sql`synced_at nulls first`)
    .limit(limit)
    .execute();
  return rows.map(subscriptionOf);
}
