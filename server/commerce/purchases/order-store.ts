import { sql } from 'kysely';
import type { OrderBilling } from '#contract/commerce/purchases-seats.ts';
import type { Tax } from '#server/commerce/payments/tax-rules.ts';
import type { Db } from '#server/platform/database/db.ts';
import { attemptOf } from './attempt-store.ts';
import type { Attempt, SeatOrder } from './rules.ts';

type NewOrder = SeatOrder &
  Pick<Attempt, 'userId' | 'resourceId' | 'amountMinor' | 'currency'> & { billing: OrderBilling };

/** Opens an order by invoice; null while another invoice of the organisation for the resource is unpaid. */
export async function insertInvoiceOrder(db: Db, order: NewOrder): Promise<Attempt | null> {
  const row = await db.kysely
    .insertInto('payment_attempts')
    .values({
      user_id: order.userId,
      resource_id: order.resourceId,
      organisation_id: order.organisationId,
      seats: order.seats,
      amount_minor: order.amountMinor,
      currency: order.currency,
      billing: JSON.stringify(order.billing),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? attemptOf(row) : null;
}

/** Finds an organisation's open order by invoice for a resource; null when there is none. */
export async function findInvoiceOrder(db: Db, organisationId: number, resourceId: number): Promise<Attempt | null> {
  const row = await invoiceOrders(db, organisationId)
    .where('resource_id', '=', resourceId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row ? attemptOf(row) : null;
}

/** Finds an order by invoice of an organisation and locks it until the transaction ends; null when there is none. */
export async function lockInvoiceOrder(db: Db, organisationId: number, id: number): Promise<Attempt | null> {
  const row = await invoiceOrders(db, organisationId).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? attemptOf(row) : null;
}

/** Finds Stripe's id of the payment of an order's invoice; null when there is none. */
export async function findPayment(db: Db, stripeInvoiceId: string): Promise<string | null> {
  const rows = await db.prepared<{ intentId: string | null }>(
    'purchases.find_payment_of_invoice',
    'select stripe_payment_intent_id as "intentId" from payment_attempts where stripe_invoice_id = $1',
    [stripeInvoiceId],
  );
  return rows[0]?.intentId ?? null;
}

/** Whether this order belongs to the organisation, by card or by invoice. */
export async function hasOrder(db: Db, organisationId: number, id: number): Promise<boolean> {
  const rows = await db.prepared(
    'purchases.has_order',
    'select id from payment_attempts where organisation_id = $1 and id = $2',
    [organisationId, id],
  );
  return rows.length > 0;
}

export async function updateOrderDraft(db: Db, id: number, stripeInvoiceId: string): Promise<void> {
  await db.kysely
    .updateTable('payment_attempts')
    .set({ stripe_invoice_id: stripeInvoiceId })
    .where('id', '=', id)
    .execute();
}

/** Cancels an order whose invoice was not sent. */
export async function cancelUnsent(db: Db, id: number): Promise<void> {
  await db.prepared(
    'purchases.cancel_unsent_order',
    `update payment_attempts set status = 'canceled', synced_at = now()
     where id = $1 and stripe_payment_intent_id is null and status in ('open', 'superseded')`,
    [id],
  );
}

/** An invoice that Stripe has sent, with the id of the payment that pays it. */
export type SentInvoice = { intentId: string; url: string; dueAt: Date; amountMinor: number; tax: Tax | null };

/**
 * Records the invoice that was sent for an order, once.
 * @param creditDays days after the due time for which the seats work without a payment; null when they work only once
 * it is paid
 * @returns the order; null when it was recorded before
 */
export async function updateOrderSent(
  db: Db,
  id: number,
  { intentId, url, dueAt, amountMinor, tax }: SentInvoice,
  creditDays: number | null,
): Promise<Attempt | null> {
  const row = await db.kysely
    .updateTable('payment_attempts')
    .set({
      stripe_payment_intent_id: intentId,
      invoice_url: url,
      invoice_due_at: dueAt,
      amount_minor: amountMinor,
      tax: tax && JSON.stringify(tax),
      // An order that was given up while its invoice was made opens no seats.
      credit_until: sql<Date | null>`case when status = 'open'
        then ${dueAt}::timestamptz + make_interval(days => ${creditDays}::integer) end`,
    })
    .where('id', '=', id)
    .where('stripe_payment_intent_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ? attemptOf(row) : null;
}

/** Lists orders with an id above `after` whose invoice became overdue in the last 3 days and can still be paid. */
export async function listOverdue(db: Db, after: number, limit: number): Promise<Attempt[]> {
  const rows = await db.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('billing', 'is not', null)
    .where('status', '=', 'open')
    .where(sql<boolean>`invoice_due_at between now() - interval '3 days' and now()`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(attemptOf);
}

/** Supersedes an organisation's unpaid invoices without active seats. The reconciler then voids them at Stripe. */
export async function supersedeWaitingOrders(db: Db, organisationId: number): Promise<void> {
  await db.prepared(
    'purchases.supersede_waiting_orders',
    `update payment_attempts set status = 'superseded'
     where organisation_id = $1 and billing is not null and status = 'open' and credit_until is null`,
    [organisationId],
  );
}

export type Credit = { limitMinor: number; currency: string | null; isClosed: boolean };

/**
 * Returns the credit limit of an organisation and locks it, so that two orders cannot both use the rest of it; null
 * when there is no such organisation.
 */
export async function lockCredit(db: Db, organisationId: number): Promise<Credit | null> {
  const rows = await db.prepared<Credit>(
    'purchases.lock_credit',
    `select credit_limit_minor as "limitMinor", credit_currency as currency, closed_at is not null as "isClosed"
     from organisations where id = $1 for no key update`,
    [organisationId],
  );
  return rows[0] ?? null;
}

/** Like `lockCredit`, but without a lock. */
export async function findCredit(db: Db, organisationId: number): Promise<Credit | null> {
  const rows = await db.prepared<Credit>(
    'purchases.find_credit',
    `select credit_limit_minor as "limitMinor", credit_currency as currency, closed_at is not null as "isClosed"
     from organisations where id = $1`,
    [organisationId],
  );
  return rows[0] ?? null;
}

export async function updateCreditLimit(
  db: Db,
  organisationId: number,
  { limitMinor, currency }: { limitMinor: number; currency: string },
): Promise<void> {
  await db.prepared(
    'purchases.update_credit_limit',
    'update organisations set credit_limit_minor = $2, credit_currency = $3 where id = $1',
    [organisationId, limitMinor, currency],
  );
}

/** Sums in minor units of invoices that can still be paid. */
export type Owed = {
  outstandingMinor: number;
  overdueMinor: number;
  /** Used part of the credit limit; includes changes that are under way at Stripe. */
  usedMinor: number;
  /** `outstandingMinor` and the orders whose invoices are about to be sent. */
  orderedMinor: number;
};

/** Sums what an organisation owes by invoice, in one currency. */
export async function sumOwed(db: Db, organisationId: number, currency: string): Promise<Owed> {
  const [owed = { outstandingMinor: 0, overdueMinor: 0, usedMinor: 0, orderedMinor: 0 }] = await db.prepared<Owed>(
    'purchases.sum_owed',
    `select coalesce(sum(amount_minor) filter (where is_sent), 0)::double precision as "outstandingMinor",
       coalesce(sum(amount_minor), 0)::double precision as "orderedMinor",
       coalesce(sum(amount_minor) filter (where invoice_due_at <= now()), 0)::double precision as "overdueMinor",
       (coalesce(sum(amount_minor) filter (where works), 0) + (
         select coalesce(sum(credit_held_minor), 0) from subscriptions
         where organisation_id = $1 and currency = $2 and credit_held_until > now()
       ))::double precision as "usedMinor"
     from (
       select amount_minor, invoice_due_at, credit_until is not null as works, stripe_payment_intent_id is not null as is_sent
       from payment_attempts
       where organisation_id = $1 and billing is not null and currency = $2
         and (status = 'open' or status = 'superseded' and stripe_payment_intent_id is not null)
       union all
       -- An order of the plan that never reached Stripe stays behind until the plan is ordered again.
       select amount_minor, null, false, false from subscriptions
       where organisation_id = $1 and billing is not null and owed_minor is null and status = 'incomplete' and currency = $2
         and not is_duplicate and (stripe_subscription_id is not null or opened_at > now() - interval '10 minutes')
       union all
       select owed_minor, invoice_due_at, credit_until is not null or status <> 'incomplete', true from subscriptions
       where organisation_id = $1 and owed_minor > 0 and status not in ('canceled', 'incomplete_expired') and currency = $2
       union all
       -- Open invoices of the plan other than its latest: of seats that were added, or of a renewal.
       select coalesce(i.due_minor, i.total_minor), s.grace_ends_at, true, true
       from subscriptions s join invoices i on i.stripe_subscription_id = s.stripe_subscription_id
       where s.organisation_id = $1 and s.billing is not null and s.status not in ('canceled', 'incomplete_expired')
         and s.currency = $2 and i.status = 'open' and i.hosted_url is distinct from s.invoice_url
     ) owed`,
    [organisationId, currency],
  );
  return owed;
}

function invoiceOrders(db: Db, organisationId: number) {
  return db.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('billing', 'is not', null);
}
