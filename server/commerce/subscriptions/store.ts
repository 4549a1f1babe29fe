import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { SubscriptionDiscount } from './discount-rules.ts';
import type { Offer, OrderedSeats, Pause, PlanOrder, PlanPrice, Start, Subscriber, Subscription } from './rules.ts';

type Row = Selectable<Tables['subscriptions']>;

/** Lets one transaction at a time decide about the subscriptions of a member, or of an organisation. */
export async function lockSubscriber(db: Db, { userId, organisationId }: Subscriber): Promise<void> {
  const whose = organisationId === null ? `${userId}` : `organisation-${organisationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subscriptions:${whose}`}, 0))`.execute(db.kysely);
}

/** Matches a member's own subscriptions, or those of an organisation, of any payer. */
function isOf({ userId, organisationId }: Subscriber) {
  return organisationId === null
    ? sql<boolean>`user_id = ${userId} and organisation_id is null`
    : sql<boolean>`organisation_id = ${organisationId}`;
}

/** Finds a published resource's subscription prices; null when it is unknown, a draft or withdrawn. */
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

/** Finds the subscriber's one subscription that has not ended, an unpaid attempt included; null when there is none. */
export async function findLive(db: Db, subscriber: Subscriber): Promise<Subscription | null> {
  const row = await live(db).where(isOf(subscriber)).where('is_duplicate', '=', false).executeTakeFirst();
  return row ? subscriptionOf(row) : null;
}

export async function listLive(db: Db, subscriber: Subscriber): Promise<Subscription[]> {
  const rows = await live(db).where(isOf(subscriber)).orderBy('id').execute();
  return rows.map(subscriptionOf);
}

/** Lists the subscriptions of organisations that a member pays for by card and that have not ended. */
export async function listPaidPlans(db: Db, userId: number): Promise<Subscription[]> {
  const rows = await live(db)
    .where('user_id', '=', userId)
    .where('organisation_id', 'is not', null)
    .where('billing', 'is', null)
    .execute();
  return rows.map(subscriptionOf);
}

export async function findSubscription(db: Db, id: number): Promise<Subscription | null> {
  const row = await db.kysely.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? subscriptionOf(row) : null;
}

export async function findByStripeId(db: Db, stripeSubscriptionId: string): Promise<Subscription | null> {
  const row = await db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('stripe_subscription_id', '=', stripeSubscriptionId)
    .executeTakeFirst();
  return row ? subscriptionOf(row) : null;
}

/** Locks a subscription until the transaction ends, and returns its current row. */
export async function lockSubscription(db: Db, id: number): Promise<Subscription> {
  const row = await db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return subscriptionOf(row);
}

type NewAttempt = PlanPrice &
  Start & { userId: number; order: PlanOrder | null; stripePriceId: string; taxBasis: string | null };

/**
 * Returns the columns of an order. An order of the plan gets one of the ids of payment attempts, so that it cannot be
 * confused with an order of a resource.
 */
export const orderColumns = (order: Pick<PlanOrder, 'organisationId' | 'seats'> | null) =>
  order && {
    organisation_id: order.organisationId,
    seats: order.seats,
    order_id: sql<number>`nextval(pg_get_serial_sequence('payment_attempts', 'id'))::integer`,
  };

/** Opens an attempt; the database rejects a second live one of the subscriber. */
export async function insertAttempt(db: Db, attempt: NewAttempt): Promise<Subscription> {
  const row = await db.kysely
    .insertInto('subscriptions')
    .values({
      user_id: attempt.userId,
      resource_id: attempt.resourceId,
      plan: attempt.plan,
      amount_minor: attempt.amountMinor * (attempt.order?.seats ?? 1),
      currency: attempt.currency,
      stripe_price_id: attempt.stripePriceId,
      begins_with: attempt.beginsWith,
      trial_days: attempt.trialDays,
      promo_code_id: attempt.promoCodeId,
      tax_basis: attempt.taxBasis,
      ...orderColumns(attempt.order),
      ...(attempt.order?.billing && { billing: JSON.stringify(attempt.order.billing) }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return subscriptionOf(row);
}

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

/** Records that the member asked again to begin the attempt. */
export async function updateOpened(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('subscriptions').set({ opened_at: sql`now()` }).where('id', '=', id).execute();
}

export async function updateDuplicate(db: Db, id: number, isDuplicate: boolean): Promise<void> {
  await db.kysely.updateTable('subscriptions').set({ is_duplicate: isDuplicate }).where('id', '=', id).execute();
}

/** Ends an unpaid attempt that can no longer be paid at Stripe. @returns whether it was open */
export async function closeAttempt(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('subscriptions')
    .set({ status: 'incomplete_expired', synced_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'incomplete')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateProcessing(db: Db, id: number, isProcessing: boolean): Promise<void> {
  await db.kysely
    .updateTable('subscriptions')
    .set({ is_payment_processing: isProcessing })
    .where('id', '=', id)
    .where('is_payment_processing', '!=', isProcessing)
    .execute();
}

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

export async function updatePause(db: Db, id: number, { startsAt, endsAt }: Pause): Promise<void> {
  const pause = { pause_starts_at: startsAt, pause_ends_at: endsAt };
  await db.kysely.updateTable('subscriptions').set(pause).where('id', '=', id).execute();
}

/** Cancels a scheduled pause; ends a running one with the unpaid period. */
export async function endPause(db: Db, id: number): Promise<void> {
  await sql`update subscriptions set
      pause_starts_at = case when pause_starts_at <= now() then pause_starts_at end,
      pause_ends_at = case when pause_starts_at <= now() then least(pause_ends_at, greatest(current_period_end, now())) end
    where id = ${id} and pause_ends_at > now()`.execute(db.kysely);
}

/** Selects subscriptions that have not ended. */
export function live(db: Db) {
  return db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where(sql<boolean>`status not in ('canceled', 'incomplete_expired')`);
}

export function subscriptionOf(row: Row): Subscription {
  return {
    id: row.id,
    userId: row.user_id,
    order: orderOf(row),
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
    // A subscription begun at a resource has a product of that resource at Stripe, although it opens far more
    // (BILL-19), so its name is not shown.
    productName: row.resource_id === null ? row.product_name : null,
    status: row.status,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    cancelAt: row.cancel_at,
    currentPeriodStart: row.current_period_start,
    currentPeriodEnd: row.current_period_end,
    billingDay: row.billing_day,
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
    openedAt: row.opened_at,
    lastSnapshotNumber: row.last_snapshot_number,
  };
}

function orderOf(row: Row): OrderedSeats | null {
  const { organisation_id: organisationId, seats, order_id: orderId, owed_minor: amountMinor } = row;
  // A check of the table ensures that all of these columns are set or none.
  if (organisationId === null || seats === null || orderId === null) return null;
  return {
    organisationId,
    orderId,
    seats,
    pendingSeats: row.pending_seats,
    // Safe cast, because only `insertAttempt` writes the column.
    billing: row.billing as PlanOrder['billing'],
    owed: amountMinor === null ? null : { amountMinor, url: row.invoice_url, dueAt: row.invoice_due_at },
    creditUntil: row.credit_until,
    isSent: row.sent_at !== null,
  };
}

function discountOf(row: Row): SubscriptionDiscount | null {
  const { discount_duration: duration, discount_ends_at: endsAt } = row;
  if (duration === null) return null;
  return { basisPoints: row.discount_basis_points, amountMinor: row.discount_amount_minor, duration, endsAt };
}
