import { type Nullable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { PaymentMethod } from '#contract/commerce/billing.ts';
import { portalZone } from '#contract/dates.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { LedgerDue, LedgerInvoice, LineDocument, PaidPurchase, Return } from './ledger-rules.ts';

/** A return as PostgreSQL writes it into JSON. */
type JsonReturn = Omit<Return, 'at'> & { at: string };

type Attempt = Selectable<Tables['payment_attempts']>;
type Invoice = Selectable<Tables['invoices']>;

type PurchaseRow = Pick<Selectable<Tables['resources']>, 'title'> & {
  attemptId: Attempt['id'];
  document: LineDocument | null;
  // Both columns are set, because the payment was charged.
  amountMinor: NonNullable<Attempt['amount_received_minor']>;
  intentId: NonNullable<Attempt['stripe_payment_intent_id']>;
  currency: Attempt['currency'];
  at: Attempt['created_at'];
  returns: JsonReturn[];
};

/** Lists every charged payment of a member for a resource, with its returns, newest first. */
export async function listPaidPurchases(db: Db, userId: number): Promise<PaidPurchase[]> {
  const { rows } = await sql<PurchaseRow>`
    select a.id as "attemptId", ${documentOf(sql`n`)} as document, r.title, a.amount_received_minor as "amountMinor", a.currency,
      coalesce(p.purchased_at, a.succeeded_at, a.created_at) as at, a.stripe_payment_intent_id as "intentId",
      (select coalesce(json_agg(line), '[]') from (
        select 'refund' as kind, coalesce(f.stripe_refund_id, 'refund-' || f.id) as reference,
          f.amount_minor as "amountMinor", f.created_at as at, f.status = 'pending' as "isPending",
          (select ${documentOf(sql`c`)} from documents c where c.refund_id = f.id) as document
        from refunds f where f.attempt_id = a.id and f.status in ('pending', 'succeeded')
        union all
        select 'dispute', d.stripe_dispute_id, d.amount_minor, d.lost_at, false, null
        from disputes d where d.attempt_id = a.id and d.lost_at is not null) line) as returns
    from payment_attempts a
      join resources r on r.id = a.resource_id
      left join purchases p on p.attempt_id = a.id
      left join documents n on n.attempt_id = a.id and n.kind = 'invoice'
    where a.user_id = ${userId} and a.amount_received_minor > 0
    order by at desc, a.id desc`.execute(db.kysely);
  return rows.map(({ returns, ...row }) => ({ ...row, returns: returns.map(returnOf) }));
}

type InvoiceRow = Pick<Invoice, 'number' | 'status' | 'description' | 'currency'> & {
  stripeInvoiceId: Invoice['stripe_invoice_id'];
  stripeSubscriptionId: Invoice['stripe_subscription_id'];
  totalMinor: Invoice['total_minor'];
  paidMinor: Invoice['paid_minor'];
  dueMinor: Invoice['total_minor'];
  issuedAt: Invoice['issued_at'];
  paidAt: Invoice['paid_at'];
  hostedUrl: Invoice['hosted_url'];
  document: LineDocument | null;
  returns: JsonReturn[];
};

/** Returns the invoice of a subscription that was paid last; amounts in minor units. */
export async function findLatestPaid(
  db: Db,
  stripeSubscriptionId: string,
): Promise<{ invoiceId: number; paidMinor: number; currency: string; paidAt: Date } | null> {
  const [row] = await db.prepared<{ invoiceId: number; paidMinor: number; currency: string; paidAt: Date }>(
    'billing.find_latest_paid',
    `select id as "invoiceId", paid_minor as "paidMinor", currency, coalesce(paid_at, issued_at) as "paidAt"
     from invoices where stripe_subscription_id = $1 and paid_minor > 0 order by paid_at desc nulls last, id desc limit 1`,
    [stripeSubscriptionId],
  );
  return row ?? null;
}

/**
 * Lists every issued invoice of a member, with its returns, newest first. An invoice of a subscription that never began
 * shows only when it was paid (BILL-22): the portal's page asks for consent, the invoice's own page does not.
 */
export async function listInvoices(db: Db, userId: number): Promise<LedgerInvoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select i.stripe_invoice_id as "stripeInvoiceId", i.stripe_subscription_id as "stripeSubscriptionId", i.number, i.status, i.description,
      i.total_minor as "totalMinor", i.paid_minor as "paidMinor", coalesce(i.due_minor, i.total_minor) as "dueMinor", i.currency, i.issued_at as "issuedAt",
      i.paid_at as "paidAt", i.hosted_url as "hostedUrl", ${documentOf(sql`n`)} as document,
      (select coalesce(json_agg(line), '[]') from (
        select 'refund' as kind, coalesce(f.stripe_refund_id, 'refund-' || f.id) as reference,
          f.amount_minor as "amountMinor", f.created_at as at, f.status = 'pending' as "isPending",
          (select ${documentOf(sql`c`)} from documents c where c.refund_id = f.id) as document
        from refunds f where f.invoice_id = i.id and f.status in ('pending', 'succeeded')
        union all
        select 'dispute', d.stripe_dispute_id, d.amount_minor, d.lost_at, false, null
        from disputes d where d.invoice_id = i.id and d.lost_at is not null) line) as returns
    from invoices i left join documents n on n.invoice_id = i.id and n.kind = 'invoice'
    where i.user_id = ${userId} and i.status <> 'draft'
      and (i.status = 'paid' or i.paid_minor > 0 or not exists (select from subscriptions s
        where s.stripe_subscription_id = i.stripe_subscription_id and s.started_at is null))
    order by i.issued_at desc, i.id desc`.execute(db.kysely);
  return rows.map(({ returns, ...row }) => ({ ...row, returns: returns.map(returnOf) }));
}

type DueRow = Pick<Invoice, 'currency'> & {
  state: NonNullable<Invoice['open_payment']>;
  dueMinor: Invoice['total_minor'];
  hostedUrl: Invoice['hosted_url'];
  attemptCount: Invoice['attempt_count'];
  nextAttemptAt: Invoice['next_attempt_at'];
  isOpen: boolean;
  accessUntil: Selectable<Tables['subscriptions']>['grace_ends_at'];
};

/** Finds the latest payment that is due, or under way, for a member's subscription; null when there is none. */
export async function findDue(db: Db, userId: number): Promise<LedgerDue | null> {
  const { rows } = await sql<DueRow>`
    select i.open_payment as state, coalesce(i.due_minor, i.total_minor) as "dueMinor", i.currency,
      i.hosted_url as "hostedUrl", i.attempt_count as "attemptCount", i.next_attempt_at as "nextAttemptAt",
      s.suspended_at is null and (s.status in ('active', 'trialing')
        or (s.status = 'past_due' and coalesce(s.grace_ends_at > now(), false))) as "isOpen",
      case when s.suspended_at is null and s.grace_ends_at > now() then s.grace_ends_at end as "accessUntil"
    from invoices i
      join subscriptions s on s.stripe_subscription_id = i.stripe_subscription_id
        and (s.started_at is not null or i.open_payment = 'processing') and not s.is_duplicate and s.status not in ('canceled', 'incomplete_expired')
    where i.user_id = ${userId} and i.status = 'open' and i.open_payment is not null
    order by i.issued_at desc, i.id desc limit 1`.execute(db.kysely);
  return rows[0] ?? null;
}

/** Builds a row of documents as JSON; null for none. */
function documentOf(row: RawBuilder<unknown>) {
  return sql`case when ${row}.id is not null then json_build_object('id', ${row}.id, 'kind', ${row}.kind,
    'year', ${row}.year, 'number', ${row}.number, 'taxMinor', ${row}.tax_minor) end`;
}

function returnOf({ at, ...one }: JsonReturn): Return {
  return { ...one, at: new Date(at) };
}

/** Lists the payment methods of a member, the default one first. */
export async function listPaymentMethods(db: Db, userId: number): Promise<PaymentMethod[]> {
  return db.kysely
    .selectFrom('payment_methods')
    .select(['type', 'label', 'brand', 'last4', 'exp_month as expMonth', 'exp_year as expYear'])
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('added_at', 'desc')
    .orderBy('stripe_payment_method_id')
    .execute();
}

/** The recipient of a mail. */
export type Reader = { userId: number; email: string; firstName: string; timeZone: string };

/** Finds a member as the recipient of a mail; null once the account is deleted. */
export async function findReader(db: Db, userId: number): Promise<Reader | null> {
  const row = await db.kysely
    .selectFrom('users')
    .select(['email', 'first_name', 'time_zone'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { userId, email: row.email, firstName: row.first_name, timeZone: row.time_zone ?? portalZone } : null;
}

/** Whether a subscription ever began; an unpaid attempt did not. */
export async function hasBegun(db: Db, subscriptionId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '=', subscriptionId)
    .where('started_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

type Dispute = Selectable<Tables['disputes']>;
type User = Selectable<Tables['users']>;

type DisputeRow = Pick<Dispute, 'reason' | 'status'> &
  Nullable<Pick<User, 'email'>> & {
    id: Dispute['stripe_dispute_id'];
    userId: User['id'];
    member: string;
    /** Name of the resource or subscription that was paid. */
    description: string;
    amountMinor: Dispute['amount_minor'];
    currency: string;
    /** Not null, because a payment that is disputed has an id at Stripe. */
    intentId: NonNullable<Selectable<Tables['payment_attempts']>['stripe_payment_intent_id']>;
    openedAt: Dispute['created_at'];
    dueBy: Dispute['due_by'];
  };

const disputeText = sql`
  select d.stripe_dispute_id as id, u.id as "userId", concat_ws(' ', u.first_name, u.last_name) as member,
    case when u.deleted_at is null then u.email end as email, coalesce(r.title, i.description) as description,
    d.amount_minor as "amountMinor", coalesce(a.currency, i.currency) as currency, d.reason, d.status,
    coalesce(a.stripe_payment_intent_id, i.stripe_payment_intent_id) as "intentId", d.created_at as "openedAt",
    d.due_by as "dueBy"
  from disputes d left join payment_attempts a on a.id = d.attempt_id left join resources r on r.id = a.resource_id
    left join invoices i on i.id = d.invoice_id join users u on u.id = coalesce(a.user_id, i.user_id)`;

/** Statuses that wait for the seller's response. */
const needsAnswer = sql<boolean>`d.status in ('needs_response', 'warning_needs_response', 'appeal_needs_response')`;

/**
 * Lists disputes that wait for a response, the most urgent first, then those that the bank reviews, then those decided
 * in the last 30 days.
 */
export async function listDisputes(db: Db, limit: number): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`${disputeText}
    where d.status not in ('won', 'lost', 'warning_closed', 'prevented') or d.updated_at > now() - interval '30 days'
    order by ${needsAnswer} desc, d.status in ('won', 'lost', 'warning_closed', 'prevented'), d.due_by nulls last,
      d.created_at desc
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Finds a dispute that waits for a response; null for any other. */
export async function findUnanswered(db: Db, id: string): Promise<DisputeRow | null> {
  const { rows } = await sql<DisputeRow>`${disputeText} where d.stripe_dispute_id = ${id} and ${needsAnswer}`.execute(
    db.kysely,
  );
  return rows[0] ?? null;
}
