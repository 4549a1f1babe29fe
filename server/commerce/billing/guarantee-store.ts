import { type Nullable, type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type Invoice = Selectable<Tables['invoices']>;
type Request = Selectable<Tables['refund_requests']>;
type User = Selectable<Tables['users']>;

/** A member's first payment as `findFirstPayment` finds it, with the request about it. */
export type FirstPayment = {
  invoiceId: number;
  paidAt: Date;
  paidMinor: number;
  returnedMinor: number;
  currency: string;
  request: { status: 'open' | 'granted' | 'declined'; answer: string | null } | null;
};

type Row = Nullable<Pick<Request, 'status' | 'answer'>> & {
  invoiceId: Invoice['id'];
  // Not null, because the statement selects paid invoices only.
  paidAt: NonNullable<Invoice['paid_at']>;
  paidMinor: Invoice['paid_minor'];
  currency: Invoice['currency'];
  returnedMinor: number;
};

/**
 * Finds a member's first payment for the member's own subscription, without payments that were too late to give access;
 * null when there was none.
 */
export async function findFirstPayment(db: Db, userId: number): Promise<FirstPayment | null> {
  const { rows } = await sql<Row>`
    select i.id as "invoiceId", i.paid_at as "paidAt", i.paid_minor as "paidMinor", i.currency, q.status, q.answer,
      (select coalesce(sum(f.amount_minor), 0)::integer from refunds f
       where f.invoice_id = i.id and f.status in ('due', 'pending', 'succeeded')) as "returnedMinor"
    from invoices i left join refund_requests q on q.invoice_id = i.id
    where i.user_id = ${userId} and i.paid_minor > 0 and i.paid_at is not null
      and not exists (select from subscriptions s where s.stripe_subscription_id = i.stripe_subscription_id
        and s.organisation_id is not null)
      and not exists (select from refunds l where l.invoice_id = i.id and l.reason = 'duplicate')
    order by i.paid_at, i.id limit 1`.execute(db.kysely);
  const row = rows[0];
  if (!row) return null;
  const { status, answer, ...payment } = row;
  return { ...payment, request: status && { status, answer } };
}

/** Records a request. @returns false when there is one for the invoice */
export async function insertRequest(
  db: Db,
  { userId, invoiceId, reason }: { userId: number; invoiceId: number; reason: string | null },
): Promise<boolean> {
  const row = await db.kysely
    .insertInto('refund_requests')
    .values({ user_id: userId, invoice_id: invoiceId, reason: reason ?? '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type RequestRow = Pick<Request, 'id' | 'reason' | 'status'> &
  Pick<Invoice, 'description' | 'currency'> &
  Nullable<Pick<User, 'email'>> & {
    userId: Request['user_id'];
    member: string;
    invoiceId: Request['invoice_id'];
    stripeInvoiceId: Invoice['stripe_invoice_id'];
    stripeSubscriptionId: Invoice['stripe_subscription_id'];
    paidMinor: Invoice['paid_minor'];
    createdAt: Request['created_at'];
  };

const requestText = sql`
  select q.id, q.user_id as "userId", u.first_name || ' ' || u.last_name as member,
    case when u.deleted_at is null then u.email end as email, q.invoice_id as "invoiceId",
    i.stripe_invoice_id as "stripeInvoiceId", i.stripe_subscription_id as "stripeSubscriptionId", i.description,
    i.paid_minor as "paidMinor", i.currency, q.reason, q.status, q.created_at as "createdAt"
  from refund_requests q join users u on u.id = q.user_id join invoices i on i.id = q.invoice_id`;

/**
 * Lists the requests that wait for a decision, the oldest first, then those decided in the last 30 days; at most 200.
 */
export async function listRequests(db: Db): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`${requestText}
    where q.status = 'open' or q.decided_at > now() - interval '30 days'
    order by q.status <> 'open', q.created_at limit 200`.execute(db.kysely);
  return rows;
}

export async function findRequest(db: Db, id: number): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`${requestText} where q.id = ${id}`.execute(db.kysely);
  return rows[0] ?? null;
}

type Decision = { status: Exclude<Request['status'], 'open'>; answer: string | null; decidedBy: number };

/** Decides an open request. @returns whether it was open */
export async function updateDecided(db: Db, id: number, { status, answer, decidedBy }: Decision): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('refund_requests')
    .set({ status, answer, decided_by: decidedBy, decided_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
