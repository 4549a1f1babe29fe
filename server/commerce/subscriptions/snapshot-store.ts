import { sql } from 'kysely';
import type { Plan } from '#contract/commerce/plans.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { ProviderState, Subscriber, Subscription } from './rules.ts';
import { live, orderColumns, subscriptionOf } from './store.ts';

export async function hasMember(db: Db, userId: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Whether there is an organisation of this id, closed or not. */
export async function hasOrganisation(db: Db, id: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('organisations').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether there is a resource of this id, withdrawn or not. */
export async function hasResource(db: Db, resourceId: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('resources').select('id').where('id', '=', resourceId).executeTakeFirst();
  return row !== undefined;
}

type Found = Subscriber & {
  resourceId: number | null;
  promoCodeId: number | null;
  state: ProviderState;
  isDuplicate: boolean;
};

/** Records a subscription without an attempt in the database, for example after a restore. */
export async function insertFound(
  db: Db,
  { userId, organisationId, resourceId, promoCodeId, state, isDuplicate }: Found,
): Promise<Subscription> {
  const row = await db.kysely
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      resource_id: resourceId,
      plan: state.plan,
      amount_minor: state.amountMinor,
      currency: state.currency,
      stripe_subscription_id: state.stripeSubscriptionId,
      trial_days: state.trialDays,
      promo_code_id: sql<number | null>`(select id from promo_codes where id = ${promoCodeId})`,
      status: 'incomplete',
      is_duplicate: isDuplicate,
      ...orderColumns(organisationId === null ? null : { organisationId, seats: state.quantity }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return subscriptionOf(row);
}

type Snapshot = {
  snapshotNumber: number;
  graceDays: number;
  hasBegun: boolean;
  pending: { plan: Plan; amountMinor: number } | null;
  isOrder: boolean;
};

/** Stores the state of a snapshot. Fields that only the portal knows, such as a suspension, do not change. */
export async function updateFromSnapshot(
  db: Db,
  id: number,
  state: ProviderState,
  { snapshotNumber, graceDays, hasBegun, pending, isOrder }: Snapshot,
): Promise<void> {
  const isDue = state.status === 'past_due';
  // A subscription that ended before the portal saw it running did run if its latest invoice is paid.
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
      tax_mode: state.taxMode,
      status: state.status,
      cancel_at_period_end: state.cancelAtPeriodEnd,
      cancel_at: state.cancelAt,
      current_period_start: state.currentPeriodStart,
      current_period_end: state.currentPeriodEnd,
      billing_day: state.billingDay,
      trial_end: state.trialEnd,
      stripe_schedule_id: state.schedule?.id ?? null,
      pending_plan: pending?.plan ?? null,
      pending_amount_minor: pending?.amountMinor ?? null,
      pending_plan_at: state.schedule?.at ?? null,
      discount_basis_points: state.discount?.basisPoints ?? null,
      discount_amount_minor: state.discount?.amountMinor ?? null,
      discount_duration: state.discount?.duration ?? null,
      discount_ends_at: state.discount?.endsAt ?? null,
      ended_at: state.endedAt,
      cancelled_at: state.cancelledAt,
      cancel_reason: state.cancelReason,
      cancel_comment: state.cancelComment,
      grace_ends_at: isDue ? sql`coalesce(grace_ends_at, now() + make_interval(days => ${graceDays}))` : null,
      ...(isOrder && {
        seats: state.quantity,
        pending_seats: state.schedule?.quantity ?? null,
        owed_minor: state.owed?.amountMinor ?? null,
        invoice_url: state.owed?.url ?? null,
        invoice_due_at: state.owed?.dueAt ?? null,
      }),
      ...(hasStarted && { started_at: sql`coalesce(started_at, now())` }),
    })
    .where('id', '=', id)
    .execute();
}

/** Records the time of a sync that changed nothing else. */
export async function updateSyncedAt(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('subscriptions').set({ synced_at: sql`now()` }).where('id', '=', id).execute();
}

export async function insertState(
  db: Db,
  state: { id: number; status: string; snapshotNumber: number },
): Promise<void> {
  await db.kysely
    .insertInto('subscription_states')
    .values({ subscription_id: state.id, status: state.status, snapshot_number: state.snapshotNumber })
    .execute();
}

/** Returns the number of a snapshot that begins now. */
export async function nextSnapshotNumber(db: Db): Promise<number> {
  const { rows } = await sql<{
    snapshotNumber: number;
  }>`select nextval('subscription_snapshot_numbers') as "snapshotNumber"`.execute(db.kysely);
  return rows[0]?.snapshotNumber ?? 0;
}

/**
 * Lists subscriptions that may have changed without an event reaching the portal, the least recently synced first:
 * unpaid attempts, duplicates, those past the end of their period or with a payment due, and once a day all others;
 * `atStart` selects all that have not ended.
 */
export async function listUnfinished(
  db: Db,
  { atStart, limit }: { atStart: boolean; limit: number },
): Promise<Subscription[]> {
  const rows = await live(db)
    .where(sql<boolean>`(stripe_subscription_id is not null or stripe_session_id is not null)`)
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
