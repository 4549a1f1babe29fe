import { type Selectable, sql } from 'kysely';
import type { OrderBilling } from '#contract/commerce/purchases-seats.ts';
import { portalZone } from '#contract/dates.ts';
import type { DocumentTax } from '#server/commerce/payments/document-rules.ts';
import type { Tax } from '#server/commerce/payments/tax-rules.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Attempt, Offer } from './rules.ts';

type Row = Selectable<Tables['purchases']>;
type Status = Row['status'];

/** A purchase with the title of its resource, the id of its invoice, the payment method, the tax, and for whom it was bought. */
export type PurchaseRow = Row & {
  title: string;
  document_id: number | null;
  paid_with: string | null;
  /** A `Tax`; null without one. */
  tax: unknown;
  bought_for: string | null;
};

/** Finds a published resource with its own price; null when it is unknown, a draft or withdrawn. */
export async function findOffer(db: Db, resourceId: number): Promise<Offer | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .select(['title', 'access_type', 'price_minor', 'currency'])
    .where('id', '=', resourceId)
    .where('is_published', '=', true)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return { title: row.title, accessType: row.access_type, priceMinor: row.price_minor, currency: row.currency };
}

/** The buyer, for mails; `email` is null once the account is deleted. */
export type Buyer = {
  email: string | null;
  firstName: string;
  lastName: string;
  organization: string | null;
  timeZone: string;
};

/** Returns the name and email address of a member, deleted or not. */
export async function getBuyer(db: Db, userId: number): Promise<Buyer> {
  const row = await db.kysely
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'organization', 'time_zone', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    email: row.deleted_at === null ? row.email : null,
    firstName: row.first_name,
    lastName: row.last_name,
    organization: row.organization,
    timeZone: row.time_zone ?? portalZone,
  };
}

/** Returns the title of a resource, withdrawn or not. */
export async function getTitle(db: Db, resourceId: number): Promise<string> {
  const row = await db.kysely
    .selectFrom('resources')
    .select('title')
    .where('id', '=', resourceId)
    .executeTakeFirstOrThrow();
  return row.title;
}

/** A payment that was made for a resource, with the data of its invoice. */
export type PaidAttempt = {
  userId: number;
  title: string;
  seats: number | null;
  billing: OrderBilling | null;
  amountMinor: number;
  currency: string;
  taxes: DocumentTax[];
  intentId: string | null;
  paidAt: Date;
};

/** Returns the data for the invoice of an attempt that was paid. */
export async function getPaidAttempt(db: Db, attemptId: number): Promise<PaidAttempt> {
  const { tax, billing, ...paid } = await db.kysely
    .selectFrom('payment_attempts as a')
    .innerJoin('resources as r', 'r.id', 'a.resource_id')
    .select([
      'a.user_id as userId',
      'r.title',
      'a.seats',
      'a.amount_minor as amountMinor',
      'a.currency',
      'a.tax',
      'a.billing',
      'a.stripe_payment_intent_id as intentId',
      sql<Date>`coalesce(a.succeeded_at, a.created_at)`.as('paidAt'),
    ])
    .where('a.id', '=', attemptId)
    .executeTakeFirstOrThrow();
  // Safe casts, because only `attempt-store.ts` and `order-store.ts` write these columns.
  return { ...paid, billing: billing as OrderBilling | null, taxes: (tax as Tax | null)?.taxes ?? [] };
}

/** Whether any member owns a resource by a purchase of it or of a bundle with it. */
export async function isBought(db: Db, resourceId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('owned_resources')
    .select('purchase_id')
    .where('resource_id', '=', resourceId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts, for each of these resources, the members who own it by a live purchase of it or of a bundle with it, their
 * own or a gift; resources without owners are left out.
 */
export async function listOwnerCounts(
  db: Db,
  resourceIds: readonly number[],
): Promise<{ resourceId: number; owners: number }[]> {
  return db.prepared(
    'purchases.list_owner_counts',
    `select resource_id as "resourceId", count(distinct user_id)::integer as owners from owned_resources
     where resource_id = any ($1::integer[]) group by resource_id order by resource_id`,
    [resourceIds],
  );
}

/** Finds the member's live purchase of a resource, gifts and seats left out; null when there is none. */
export async function findLivePurchase(db: Db, userId: number, resourceId: number): Promise<PurchaseRow | null> {
  const row = await purchases(db)
    .where('purchases.user_id', '=', userId)
    .where('purchases.resource_id', '=', resourceId)
    .where('purchases.status', '=', 'paid')
    .where('purchases.is_gift', '=', false)
    .where('purchases.organisation_id', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the purchase of a payment, ended or not; null when there is none. */
export async function findPurchaseByIntent(db: Db, intentId: string): Promise<PurchaseRow | null> {
  const row = await purchases(db).where('purchases.stripe_payment_intent_id', '=', intentId).executeTakeFirst();
  return row ?? null;
}

/** Finds a member's own purchase, ended or not. */
export async function findOwnPurchase(db: Db, userId: number, id: number): Promise<PurchaseRow | null> {
  const row = await purchases(db)
    .where('purchases.id', '=', id)
    .where('purchases.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Lists live purchases of a member, newest first. */
export async function listLivePurchases(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<PurchaseRow[]> {
  return purchases(db)
    .where('purchases.user_id', '=', userId)
    .where('purchases.status', '=', 'paid')
    .orderBy('purchases.purchased_at', 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countLivePurchases(db: Db, userId: number): Promise<number> {
  const row = await db.kysely
    .selectFrom('purchases')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow();
  return row.total;
}

/**
 * Records a purchase; null when the payment already has one, when the member already owns this resource, or when the
 * organisation is closed and the seats of the order do not work yet.
 */
export async function insertPurchase(db: Db, attempt: Attempt): Promise<{ id: number } | null> {
  const row = await db.kysely
    .insertInto('purchases')
    .values({
      user_id: attempt.userId,
      resource_id: attempt.resourceId,
      attempt_id: attempt.id,
      is_gift: attempt.isGift,
      organisation_id: attempt.order?.organisationId ?? null,
      seats: attempt.order?.seats ?? null,
      amount_minor: attempt.amountMinor,
      currency: attempt.currency,
      stripe_payment_intent_id: attempt.intentId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Ends or restores a purchase. A member's own purchase, not a gift or seats, is not restored while another one of the
 * same resource is live.
 * @returns whether the status was set
 */
export async function updatePurchaseStatus(db: Db, id: number, status: Status): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('purchases')
    .set({ status, ended_at: status === 'paid' ? null : sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(${status}::text <> 'paid' or purchases.is_gift or purchases.seats is not null
      or not exists (select 1 from purchases as other
      where other.user_id = purchases.user_id and other.resource_id = purchases.resource_id and other.status = 'paid'
        and not other.is_gift and other.seats is null))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a live purchase for an administrator; null when it is not the member's or has ended. */
export async function removeLivePurchase(db: Db, userId: number, id: number): Promise<Row | null> {
  const row = await db.kysely
    .updateTable('purchases')
    .set({ status: 'removed', ended_at: sql`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

function purchases(db: Db) {
  return db.kysely
    .selectFrom('purchases')
    .innerJoin('resources', 'resources.id', 'purchases.resource_id')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'purchases.attempt_id')
    .leftJoin('documents', (join) =>
      join.onRef('documents.attempt_id', '=', 'purchases.attempt_id').on('documents.kind', '=', 'invoice'),
    )
    .leftJoin('gifts', 'gifts.attempt_id', 'purchases.attempt_id')
    .leftJoin('organisations', 'organisations.id', 'payment_attempts.organisation_id')
    .selectAll('purchases')
    .select([
      'resources.title',
      'documents.id as document_id',
      'payment_attempts.paid_with',
      'payment_attempts.tax',
      sql<string | null>`nullif(coalesce(gifts.email, organisations.name), '')`.as('bought_for'),
    ]);
}
