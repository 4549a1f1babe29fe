import { type Selectable, sql } from 'kysely';
import type { Tax } from '#server/commerce/payments/tax-rules.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Attempt, MadePayment, MadeSale, OrderInvoice, SeatOrder } from './rules.ts';

type Row = Selectable<Tables['payment_attempts']>;
/** Buying a resource for oneself, as a gift, and seats of it for an organisation are different sales. */
type Sale = { userId: number; resourceId: number; isGift: boolean; order: SeatOrder | null };

/** Lets one transaction at a time decide about a member's payments for a resource. */
export async function lockPayments(db: Db, { userId, resourceId }: Pick<Sale, 'userId' | 'resourceId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments:${userId}:${resourceId}`}, 0))`.execute(
    db.kysely,
  );
}

/** Finds the attempt that a member can pay for a resource now; null when there is none, or its code's time is over. */
export async function findOpenAttempt(db: Db, sale: Sale): Promise<Attempt | null> {
  const row = await attempts(db)
    .where(isOf(sale))
    .where('status', '=', 'open')
    .where(sql<boolean>`(held_until is null or held_until > now())`)
    .executeTakeFirst();
  return row ? attemptOf(row) : null;
}

/** Sets the end of the time in which the price with a code can be paid. */
export async function updateAttemptHeld(db: Db, id: number, heldUntil: Date): Promise<void> {
  await db.kysely.updateTable('payment_attempts').set({ held_until: heldUntil }).where('id', '=', id).execute();
}

/** Shortens the time in which open payments with a code can be paid. @returns ids of the attempts that had more time */
export async function updateHolds(db: Db, codeId: number, endsAt: Date): Promise<number[]> {
  const rows = await db.kysely
    .updateTable('payment_attempts')
    .set({ held_until: endsAt })
    .where('promo_code_id', '=', codeId)
    .where('status', '=', 'open')
    .where('held_until', '>', endsAt)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds an open attempt that holds a code for longer than allowed. */
export async function findOverdueAttempt(db: Db, id: number): Promise<Attempt | null> {
  const row = await attempts(db)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where(sql<boolean>`held_until <= now()`)
    .executeTakeFirst();
  return row ? attemptOf(row) : null;
}

export async function findAttemptByIntent(db: Db, intentId: string): Promise<Attempt | null> {
  const row = await attempts(db).where('stripe_payment_intent_id', '=', intentId).executeTakeFirst();
  return row ? attemptOf(row) : null;
}

/** Locks an attempt until the transaction ends, and returns its current row. */
export async function lockAttempt(db: Db, id: number): Promise<Attempt> {
  return attemptOf(await attempts(db).where('id', '=', id).forUpdate().executeTakeFirstOrThrow());
}

/** Lists the superseded attempts of a sale, whose intents must still be cancelled at Stripe. */
export async function listSupersededAttempts(db: Db, sale: Sale): Promise<Attempt[]> {
  const rows = await attempts(db).where(isOf(sale)).where('status', '=', 'superseded').execute();
  return rows.map(attemptOf);
}

/** Opens an attempt; the database rejects a second open one of the same sale. */
export async function insertAttempt(
  db: Db,
  sale: Sale & Pick<Attempt, 'amountMinor' | 'currency' | 'promoCodeId' | 'tax'>,
): Promise<Attempt> {
  const row = await db.kysely
    .insertInto('payment_attempts')
    .values({
      user_id: sale.userId,
      resource_id: sale.resourceId,
      amount_minor: sale.amountMinor,
      currency: sale.currency,
      promo_code_id: sale.promoCodeId,
      is_gift: sale.isGift,
      organisation_id: sale.order?.organisationId ?? null,
      seats: sale.order?.seats ?? null,
      tax: sale.tax && JSON.stringify(sale.tax),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return attemptOf(row);
}

/** Records that the member opened the checkout. */
export async function updateAttemptOpened(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('payment_attempts').set({ opened_at: sql`now()` }).where('id', '=', id).execute();
}

/** Records the intent that Stripe made for an attempt, also when the attempt is no longer open. */
export async function updateAttemptIntent(db: Db, id: number, intentId: string): Promise<Attempt> {
  const row = await db.kysely
    .updateTable('payment_attempts')
    .set({ stripe_payment_intent_id: intentId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return attemptOf(row);
}

/** Supersedes every open attempt of a sale; their intents must then be cancelled. */
export async function supersedeAttempts(db: Db, sale: Sale): Promise<void> {
  await db.kysely
    .updateTable('payment_attempts')
    .set({ status: 'superseded' })
    .where(isOf(sale))
    .where('status', '=', 'open')
    .execute();
}

/** Supersedes an attempt, if it is open. @returns the attempt as it is now */
export async function supersedeAttempt(db: Db, id: number): Promise<Attempt> {
  await db.kysely
    .updateTable('payment_attempts')
    .set({ status: 'superseded' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
  return lockAttempt(db, id);
}

/** Cancels an attempt that is open or superseded; a paid one remains unchanged. */
export async function cancelAttempt(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('payment_attempts')
    .set({ status: 'canceled', synced_at: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['open', 'superseded'])
    .execute();
}

type Found = {
  snapshotNumber: number;
  status: Attempt['status'];
  amountReceivedMinor?: number;
  paidWith?: string | null;
};

export async function updateAttemptFromSnapshot(db: Db, id: number, found: Found): Promise<void> {
  await db.kysely
    .updateTable('payment_attempts')
    .set({
      last_snapshot_number: found.snapshotNumber,
      status: found.status,
      synced_at: sql`now()`,
      ...(found.amountReceivedMinor !== undefined && {
        amount_received_minor: found.amountReceivedMinor,
        succeeded_at: sql`coalesce(succeeded_at, now())`,
        // A payment that is synced after the erasure of its account stays without it.
        paid_with: sql`case when exists (select from users u where u.id = payment_attempts.user_id and u.deleted_at is null)
          then ${found.paidWith ?? null}::text end`,
      }),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Lists unfinished attempts to sync, the least recently synced first, because an event may not have reached the portal:
 * 2 minutes after opening, every 4 minutes in the first hour, then hourly, and at once when `held_until` has passed or
 * with `atStart`. An open attempt by card without an intent is left out until it is abandoned. An invoice is not
 * abandoned after 7 days: it stays until it is paid or void.
 */
export async function listUnfinishedAttempts(
  db: Db,
  { atStart, limit }: { atStart: boolean; limit: number },
): Promise<(Attempt & { isAbandoned: boolean })[]> {
  const rows = await db.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .select(
      sql<boolean>`(billing is null and (opened_at < now() - interval '7 days' or held_until <= now())) is true`.as(
        'is_abandoned',
      ),
    )
    .where('status', 'in', ['open', 'superseded'])
    .where(sql<boolean>`(${atStart} or held_until <= now() or (opened_at < now() - interval '2 minutes' and (synced_at is null or synced_at <
      now() - case when opened_at > now() - interval '1 hour' then interval '4 minutes' else interval '1 hour' end)))`)
    .where(sql<boolean>`(stripe_payment_intent_id is not null or status = 'superseded' or billing is not null
      or opened_at < now() - interval '7 days' or held_until <= now())`)
    .orderBy(sql`synced_at nulls first`)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...attemptOf(row), isAbandoned: row.is_abandoned }));
}

/** Lists the open attempts of a member, without invoices of organisations. */
export async function listOpenAttempts(db: Db, userId: number): Promise<Attempt[]> {
  const rows = await attempts(db)
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .where('billing', 'is', null)
    .execute();
  return rows.map(attemptOf);
}

/** Condition for all payments of a sale by card, whatever the number of seats. */
function isOf({ userId, resourceId, isGift, order }: Sale) {
  return sql<boolean>`(user_id = ${userId} and resource_id = ${resourceId} and is_gift = ${isGift}
    and organisation_id is not distinct from ${order?.organisationId ?? null}::integer and billing is null)`;
}

function attempts(db: Db) {
  return db.kysely.selectFrom('payment_attempts').selectAll();
}

export function attemptOf(row: Row): Attempt {
  return {
    id: row.id,
    userId: row.user_id,
    resourceId: row.resource_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    promoCodeId: row.promo_code_id,
    isGift: row.is_gift,
    order: orderOf(row),
    invoice: invoiceOf(row),
    // Safe cast, because only this file and `order-store.ts` write the column.
    tax: row.tax as Tax | null,
    status: row.status,
    intentId: row.stripe_payment_intent_id,
    lastSnapshotNumber: row.last_snapshot_number,
  };
}

function orderOf(row: Pick<Row, 'organisation_id' | 'seats'>): SeatOrder | null {
  const { organisation_id: organisationId, seats } = row;
  return organisationId !== null && seats !== null ? { organisationId, seats } : null;
}

function invoiceOf(row: Row): OrderInvoice | null {
  if (row.billing === null) return null;
  return {
    // Safe cast, because only `order-store.ts` writes the column.
    billing: row.billing as OrderInvoice['billing'],
    stripeInvoiceId: row.stripe_invoice_id,
    url: row.invoice_url,
    dueAt: row.invoice_due_at,
    creditUntil: row.credit_until,
  };
}

/** Whether there is a member of this id, deleted or not. */
export async function hasMember(db: Db, id: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether there is a resource of this id, withdrawn or not. */
export async function hasResource(db: Db, id: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('resources').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function findAttempt(
  db: Db,
  id: number,
): Promise<Pick<Attempt, 'id' | 'userId' | 'resourceId' | 'intentId'> | null> {
  const row = await db.kysely
    .selectFrom('payment_attempts')
    .select(['id', 'user_id as userId', 'resource_id as resourceId', 'stripe_payment_intent_id as intentId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts a lost attempt under its old id; it cannot be paid again, only synced. */
export async function insertLostAttempt(
  db: Db,
  { id, userId, resourceId, order }: MadeSale,
  { intentId, amountMinor, currency, tax }: MadePayment,
): Promise<void> {
  await sql`insert into payment_attempts (id, user_id, resource_id, amount_minor, currency, status, stripe_payment_intent_id,
      tax, organisation_id, seats)
    overriding system value
    values (${id}, ${userId}, ${resourceId}, ${amountMinor}, ${currency}, 'superseded', ${intentId},
      ${tax && JSON.stringify(tax)}::jsonb, ${order?.organisationId ?? null}, ${order?.seats ?? null})`.execute(
    db.kysely,
  );
}
