import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type Purchase = Selectable<Tables['purchases']>;
type Attempt = Selectable<Tables['payment_attempts']>;
type Subscription = Selectable<Tables['subscriptions']>;

export type OrderRow = Pick<
  Attempt,
  'id' | 'user_id' | 'amount_minor' | 'currency' | 'invoice_url' | 'invoice_due_at' | 'credit_until'
> & {
  status: Purchase['status'] | 'unpaid' | 'overdue' | 'canceled';
  ordered_at: Date;
  by_invoice: boolean;
  po_number: string | null;
  seats: number;
  // `resource_id` and `title` are null for an order of the plan, the next four columns for one of a resource.
  resource_id: Attempt['resource_id'] | null;
  title: string | null;
  plan: Subscription['plan'];
  renews_at: Date | null;
  pending_seats: number | null;
  ends_at: Date | null;
  payer: string | null;
  document_id: number | null;
};

// A checkout by card that was not paid is no order; an order by invoice is one once its invoice was sent or, for the
// plan, Stripe has the subscription. The ids of both kinds come from one sequence.
const orders = `
  select a.id, a.user_id, a.amount_minor, a.currency, a.seats, a.invoice_url, a.invoice_due_at, a.credit_until,
    a.billing is not null as by_invoice, a.billing ->> 'poNumber' as po_number,
    case when a.billing is null then p.purchased_at else a.created_at end as ordered_at,
    coalesce(p.status, case when a.status not in ('open', 'superseded') then 'canceled'
      when a.invoice_due_at <= now() then 'overdue' else 'unpaid' end) as status,
    a.resource_id, null as plan, null::timestamptz as renews_at, null::integer as pending_seats,
    null::timestamptz as ends_at, a.id as attempt_id, null as stripe_subscription_id
  from payment_attempts a left join purchases p on p.attempt_id = a.id
  where a.organisation_id = $1 and (p.id is not null or a.billing is not null and a.stripe_payment_intent_id is not null)
  union all
  select s.order_id, s.user_id, s.amount_minor, s.currency, s.seats, s.invoice_url, s.invoice_due_at, s.credit_until,
    s.billing is not null, s.billing ->> 'poNumber', s.created_at,
    case when s.status in ('canceled', 'incomplete_expired')
        then case when s.started_at is null then 'canceled' else 'removed' end
      when s.status in ('past_due', 'unpaid') or s.invoice_due_at <= now() then 'overdue'
      when s.status = 'incomplete' or s.owed_minor > 0 then 'unpaid' else 'paid' end,
    null, s.plan, case when s.status not in ('incomplete', 'canceled', 'incomplete_expired') and not s.cancel_at_period_end
      and s.cancel_at is null then s.current_period_end end,
    s.pending_seats, coalesce(s.ended_at, s.cancel_at, case when s.cancel_at_period_end then s.current_period_end end),
    null, s.stripe_subscription_id
  from subscriptions s
  where s.organisation_id = $1 and not s.is_duplicate
    and (s.started_at is not null or s.billing is not null and s.stripe_subscription_id is not null)`;

/** Lists the orders of an organisation, newest first, refunded and cancelled orders too. */
export function listOrders(
  db: Db,
  organisationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderRow[]> {
  return db.prepared<OrderRow>(
    'organisations.list_orders',
    `select o.id, o.user_id, o.amount_minor, o.currency, o.seats, o.invoice_url, o.invoice_due_at, o.credit_until,
       o.by_invoice, o.po_number, o.ordered_at, o.status, o.resource_id, o.plan, o.renews_at, o.pending_seats, o.ends_at,
       r.title, case when u.deleted_at is null then nullif(trim(u.first_name || ' ' || u.last_name), '') end as payer,
       (select d.id from documents d left join invoices i on i.id = d.invoice_id
        where d.kind = 'invoice' and (d.attempt_id = o.attempt_id or i.stripe_subscription_id = o.stripe_subscription_id)
        order by d.id desc limit 1) as document_id
     from (${orders} order by id desc limit $2 offset $3) o
       join users u on u.id = o.user_id left join resources r on r.id = o.resource_id
     order by o.id desc`,
    [organisationId, limit, offset],
  );
}

export async function countOrders(db: Db, organisationId: number): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'organisations.count_orders',
    `select count(*)::integer as total from (${orders}) every_order`,
    [organisationId],
  );
  return rows[0]?.total ?? 0;
}

/** Finds the subscription of an order of the plan; null when the organisation has no such order. */
export async function findSubscriptionId(db: Db, organisationId: number, orderId: number): Promise<number | null> {
  const rows = await db.prepared<{ id: number }>(
    'organisations.find_plan_order',
    'select id from subscriptions where organisation_id = $1 and order_id = $2',
    [organisationId, orderId],
  );
  return rows[0]?.id ?? null;
}

/**
 * Records once that the first invoice of an order was sent, and the end of the time in which its seats work without its
 * payment.
 * @returns false when that was recorded before
 */
export async function updateSent(db: Db, subscriptionId: number, creditUntil: Date | null): Promise<boolean> {
  const rows = await db.prepared(
    'organisations.update_plan_sent',
    `update subscriptions set sent_at = now(), credit_until = $2 where id = $1 and sent_at is null and status = 'incomplete'
     returning id`,
    [subscriptionId, creditUntil],
  );
  return rows.length > 0;
}

/**
 * Lists orders by invoice of open organisations that a crash or an outage interrupted: begun at Stripe, and not
 * recorded as sent 2 minutes later. At most 100.
 */
export async function listUnsent(db: Db): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'organisations.list_unsent_plans',
    `select id from subscriptions where organisation_id is not null and billing is not null and status = 'incomplete'
       and not is_duplicate and stripe_subscription_id is not null and sent_at is null
       and opened_at < now() - interval '2 minutes'
       and exists (select from organisations o where o.id = organisation_id and o.closed_at is null)
     order by id limit 100`,
    [],
  );
  return rows.map(({ id }) => id);
}

/**
 * Holds an amount in the credit limit for a change of an order that Stripe is about to make. The hold ends
 * automatically after some minutes, when the outcome of an interrupted change is known.
 * @param change present number of seats, and the amount of the change in minor units
 * @returns false when another change of the order holds an amount, or has changed the number of seats
 */
export async function holdCredit(
  db: Db,
  subscriptionId: number,
  { seats, amountMinor }: { seats: number; amountMinor: number },
): Promise<boolean> {
  const rows = await db.prepared(
    'organisations.hold_plan_credit',
    `update subscriptions set credit_held_minor = $3, credit_held_until = now() + interval '5 minutes'
     where id = $1 and seats = $2 and (credit_held_until is null or credit_held_until <= now()) returning id`,
    [subscriptionId, seats, amountMinor],
  );
  return rows.length > 0;
}

/** Releases the held amount, after the change was recorded or failed. */
export async function releaseCredit(db: Db, subscriptionId: number): Promise<void> {
  await db.prepared(
    'organisations.release_plan_credit',
    'update subscriptions set credit_held_minor = null, credit_held_until = null where id = $1',
    [subscriptionId],
  );
}

export async function countInUse(db: Db, subscriptionId: number): Promise<number> {
  const rows = await db.prepared<{ inUse: number }>(
    'organisations.count_plan_seats_in_use',
    `select count(*)::integer as "inUse" from seats s join seat_lots l on l.id = s.lot_id
     where l.subscription_id = $1 and s.user_id is not null and s.returned_at is null`,
    [subscriptionId],
  );
  return rows[0]?.inUse ?? 0;
}

/** Lists orders of the plan with an id above `after` whose first invoice became overdue in the last 3 days. */
export async function listOverdue(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'organisations.list_overdue_plans',
    `select id from subscriptions where organisation_id is not null and status = 'incomplete' and not is_duplicate
       and invoice_due_at between now() - interval '3 days' and now() and id > $1
     order by id limit $2`,
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * An order that must end: `give-up` when nothing was paid, `refund` when the paid order opened no seats, and `cancel`
 * to end it with its period.
 */
export type Ending = { subscriptionId: number; way: 'give-up' | 'refund' | 'cancel' };

/**
 * Lists orders of the plan that must end: an invoice that was not paid by the end of the days of grace, a payment after
 * the organisation was closed, and a plan whose organisation is closed or whose payer is no longer one of its owners.
 * At most 200.
 * @param graceDays PAST_DUE_GRACE_DAYS
 */
export function listEndings(db: Db, graceDays: number): Promise<Ending[]> {
  return db.prepared<Ending>(
    'organisations.list_plan_endings',
    `select s.id as "subscriptionId", case
         when s.status = 'incomplete' and (s.credit_until is null or s.invoice_due_at + make_interval(days => $1::integer) < now())
           then 'give-up'
         when not exists (select from seat_lots l where l.subscription_id = s.id) then 'refund'
         else 'cancel' end as way
     from subscriptions s join organisations o on o.id = s.organisation_id
     where not s.is_duplicate and s.status not in ('canceled', 'incomplete_expired') and s.stripe_subscription_id is not null
       and (s.status = 'incomplete' and s.invoice_due_at + make_interval(days => $1::integer) < now()
         or not s.cancel_at_period_end and s.cancel_at is null and (o.closed_at is not null or not exists (
           select from organisation_people p
           where p.organisation_id = o.id and p.user_id = s.user_id and p.role = 'owner')))
     order by s.id limit 200`,
    [graceDays],
  );
}
