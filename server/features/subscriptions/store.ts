import { type Selectable, sql } from 'kysely';
import type { Plan } from '#contract/subscriptions.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { SubscriptionDiscount } from './discount-rules.ts';
import type { Offer, PlanPrice, ProviderState, Start, Subscription } from './rules.ts';

type Row = Selectable<Tables['subscriptions']>;

/** Lets one transaction at a time decide about a member's subscriptions. */
export async function lockMember(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subscriptions:${userId}`}, 0))`.execute(db.kysely);
}

/** A published resource's subscription prices; null when it is unknown, a draft or withdrawn. */
export async function findOffer(db: Db, resourceId: number): Promise<Offer | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .select(['title', 'access_type', 'monthly_price_minor', 'annual_price_minor', 'currency'])
    .select(['trial_days', 'trial_needs_card'])
    .where('id', '=', resourceId)
    .where('is_listed', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  return {
    title: row.title,
    accessType: row.access_type,
    monthlyPriceMinor: row.monthly_price_minor,
    annualPriceMinor: row.annual_price_minor,
    currency: row.currency,
    trialDays: row.trial_days,
    trialNeedsCard: row.trial_needs_card,
  };
}

/** The member's one subscription that has not ended, an unpaid attempt included; null when there is none. */
export async function findLive(db: Db, userId: number): Promise<Subscription | null> {
  const row = await live(db).where('user_id', '=', userId).where('is_duplicate', '=', false).executeTakeFirst();
  return row ? subscriptionOf(row) : null;
}

/** The member's subscriptions that have not ended, duplicates included. */
export async function listLive(db: Db, userId: number): Promise<Subscription[]> {
  const rows = await live(db).where('user_id', '=', userId).orderBy('id').execute();
  return rows.map(subscriptionOf);
}

/** A subscription by our id; null when unknown. */
export async function findSubscription(db: Db, id: number): Promise<Subscription | null> {
  const row = await db.kysely.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? subscriptionOf(row) : null;
}

/** A subscription by Stripe's id; null when unknown. */
export async function findByStripeId(db: Db, stripeSubscriptionId: string): Promise<Subscription | null> {
  const row = await db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('stripe_subscription_id', '=', stripeSubscriptionId)
    .executeTakeFirst();
  return row ? subscriptionOf(row) : null;
}

/** The subscription as it is now, locked until the transaction ends. */
export async function lockSubscription(db: Db, id: number): Promise<Subscription> {
  const row = await db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return subscriptionOf(row);
}

/** Whether there is such a member. */
export async function hasMember(db: Db, userId: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Whether there is such a resource, withdrawn or not. */
export async function hasResource(db: Db, resourceId: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('resources').select('id').where('id', '=', resourceId).executeTakeFirst();
  return row !== undefined;
}

type NewAttempt = PlanPrice & Start & { userId: number; stripePriceId: string; taxBasis: string | null };

/** Opens an attempt; the database refuses a second live one of the member. */
export async function insertAttempt(db: Db, attempt: NewAttempt): Promise<Subscription> {
  const row = await db.kysely
    .insertInto('subscriptions')
    .values({
      user_id: attempt.userId,
      resource_id: attempt.resourceId,
      plan: attempt.plan,
      amount_minor: attempt.amountMinor,
      currency: attempt.currency,
      stripe_price_id: attempt.stripePriceId,
      begins_with: attempt.beginsWith,
      trial_days: attempt.trialDays,
      promo_code_id: attempt.promoCodeId,
      tax_basis: attempt.taxBasis,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return subscriptionOf(row);
}

type Found = {
  userId: number;
  resourceId: number | null;
  promoCodeId: number | null;
  state: ProviderState;
  isDuplicate: boolean;
};

/** Records a subscription whose attempt the database does not have, for example after a restore. */
export async function insertFound(
  db: Db,
  { userId, resourceId, promoCodeId, state, isDuplicate }: Found,
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
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return subscriptionOf(row);
}

/** A checkout's attempt by its session at Stripe; null when it is not ours. */
export async function findBySession(db: Db, sessionId: string): Promise<Subscription | null> {
  const row = await db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('stripe_session_id', '=', sessionId)
    .executeTakeFirst();
  return row ? subscriptionOf(row) : null;
}

/** Records the session of a checkout, also when the attempt is no longer open. */
export async function updateSession(db: Db, id: number, session: { id: string; url: string }): Promise<Subscription> {
  const row = await db.kysely
    .updateTable('subscriptions')
    .set({ stripe_session_id: session.id, checkout_url: session.url, synced_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return subscriptionOf(row);
}

/** Records that the member opened the page. */
export async function updateOpened(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('subscriptions').set({ opened_at: sql`now()` }).where('id', '=', id).execute();
}

/** Sets whether this is a duplicate of the member's subscription. */
export async function updateDuplicate(db: Db, id: number, isDuplicate: boolean): Promise<void> {
  await db.kysely.updateTable('subscriptions').set({ is_duplicate: isDuplicate }).where('id', '=', id).execute();
}

/** Ends an attempt that Stripe does not know. @returns whether it was open */
export async function closeAttempt(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('subscriptions')
    .set({ status: 'incomplete_expired', synced_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'incomplete')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets whether the first payment is under way. */
export async function updateProcessing(db: Db, id: number, isProcessing: boolean): Promise<void> {
  await db.kysely
    .updateTable('subscriptions')
    .set({ is_payment_processing: isProcessing })
    .where('id', '=', id)
    .where('is_payment_processing', '!=', isProcessing)
    .execute();
}

/** Sets or lifts a suspension. */
export async function updateSuspension(
  db: Db,
  id: number,
  suspension: { by: number | null; reason: string } | null,
): Promise<void> {
  await db.kysely
    .updateTable('subscriptions')
    .set({
      suspended_at: suspension ? sql`coalesce(suspended_at, now())` : null,
      suspended_by: suspension?.by ?? null,
      suspended_reason: suspension?.reason ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** Sets a pause of so many months from the end of the paid period. */
export async function updatePause(db: Db, id: number, months: number): Promise<void> {
  await sql`update subscriptions set pause_starts_at = current_period_end,
      pause_ends_at = (current_period_end at time zone 'UTC' + make_interval(months => ${months}::integer)) at time zone 'UTC'
    where id = ${id}`.execute(db.kysely);
}

/** Takes back a pause that is ahead; ends a running one with the period that is not paid. */
export async function endPause(db: Db, id: number): Promise<void> {
  await sql`update subscriptions set
      pause_starts_at = case when pause_starts_at <= now() then pause_starts_at end,
      pause_ends_at = case when pause_starts_at <= now() then least(pause_ends_at, greatest(current_period_end, now())) end
    where id = ${id} and pause_ends_at > now()`.execute(db.kysely);
}

/** Subscriptions that have not ended. */
function live(db: Db) {
  return db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where(sql<boolean>`status not in ('canceled', 'incomplete_expired')`);
}

/** The domain type of a row. */
export function subscriptionOf(row: Row): Subscription {
  return {
    id: row.id,
    userId: row.user_id,
    resourceId: row.resource_id,
    plan: row.plan,
    amountMinor: row.amount_minor,
    currency: row.currency,
    taxMode: row.tax_mode,
    taxBasis: row.tax_basis,
    beginsWith: row.begins_with,
    trialDays: row.trial_days,
    promoCodeId: row.promo_code_id,
    stripeSubscriptionId: row.stripe_subscription_id,
    sessionId: row.stripe_session_id,
    checkoutUrl: row.checkout_url,
    stripeCustomerId: row.stripe_customer_id,
    stripeProductId: row.stripe_product_id,
    stripePriceId: row.stripe_price_id,
    productName: row.product_name,
    status: row.status,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    cancelAt: row.cancel_at,
    currentPeriodStart: row.current_period_start,
    currentPeriodEnd: row.current_period_end,
    trialEnd: row.trial_end,
    endedAt: row.ended_at,
    graceEndsAt: row.grace_ends_at,
    stripeScheduleId: row.stripe_schedule_id,
    pendingPlan: row.pending_plan,
    pendingAmountMinor: row.pending_amount_minor,
    pendingPlanAt: row.pending_plan_at,
    discount: discountOf(row),
    isSuspended: row.suspended_at !== null,
    pause:
      row.pause_starts_at && row.pause_ends_at ? { startsAt: row.pause_starts_at, endsAt: row.pause_ends_at } : null,
    isPaymentProcessing: row.is_payment_processing && row.status === 'incomplete',
    isDuplicate: row.is_duplicate,
    lastSnapshotNumber: row.last_snapshot_number,
  };
}

function discountOf(row: Row): SubscriptionDiscount | null {
  const { discount_duration: duration, discount_ends_at: endsAt } = row;
  if (duration === null) return null;
  return { basisPoints: row.discount_basis_points, amountMinor: row.discount_amount_minor, duration, endsAt };
}

type Snapshot = {
  snapshotNumber: number;
  graceDays: number;
  hasBegun: boolean;
  pending: { plan: Plan; amountMinor: number } | null;
};

/** Stores what a snapshot shows. What only the portal knows (a suspension) does not change. */
export async function updateFromSnapshot(
  db: Db,
  id: number,
  state: ProviderState,
  { snapshotNumber, graceDays, hasBegun, pending }: Snapshot,
): Promise<void> {
  const isDue = state.status === 'past_due';
  // A subscription that ended before the portal saw it run did run if something was paid.
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
      ...(hasStarted && { started_at: sql`coalesce(started_at, now())` }),
    })
    .where('id', '=', id)
    .execute();
}

/** Records a sync that found nothing to write. */
export async function updateSyncedAt(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('subscriptions').set({ synced_at: sql`now()` }).where('id', '=', id).execute();
}

/** Records a change of status. */
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
 * Subscriptions that may have changed without an event reaching the portal, the least recently synced first: unpaid
 * attempts, duplicates, those past their period or payment, and once a day all others; `atStart` takes all that have
 * not ended.
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
