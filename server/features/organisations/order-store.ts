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
  // The first two are of a resource, the other four of the plan.
  resource_id: Attempt['resource_id'] | null;
  title: string | null;
  plan: Subscription['plan'];
  renews_at: Date | null;
  pending_seats: number | null;
  ends_at: Date | null;
  payer: string | null;
  document_id: number | null;
};

// A checkout by card that was not paid is no order; an invoice is one from the moment it was sent. Both kinds have ids of
// one sequence.
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

/** What an organisation has ordered, newest first, refunded and cancelled orders too. */
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

/** How many those are. */
export async function countOrders(db: Db, organisationId: number): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'organisations.count_orders',
    `select count(*)::integer as total from (${orders}) every_order`,
    [organisationId],
  );
  return rows[0]?.total ?? 0;
}
