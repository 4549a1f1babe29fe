import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Offer, SeatStep } from './rules.ts';

/** The volume prices of a resource, by their number of seats. */
export function listSeatSteps(db: Db, resourceId: number): Promise<SeatStep[]> {
  return db.prepared<SeatStep>(
    'purchases.list_seat_steps',
    `select from_seats as "fromSeats", price_minor as "priceMinor" from seat_prices
     where resource_id = $1 order by from_seats`,
    [resourceId],
  );
}

/** Replaces the volume prices of a resource. */
export async function replaceSeatSteps(db: Db, resourceId: number, steps: readonly SeatStep[]): Promise<void> {
  await db.prepared('purchases.delete_seat_steps', 'delete from seat_prices where resource_id = $1', [resourceId]);
  await db.prepared(
    'purchases.insert_seat_steps',
    `insert into seat_prices (resource_id, from_seats, price_minor)
     select $1, step.from_seats, step.price_minor from unnest($2::integer[], $3::integer[]) as step (from_seats, price_minor)`,
    [resourceId, steps.map(({ fromSeats }) => fromSeats), steps.map(({ priceMinor }) => priceMinor)],
  );
}

/** Lets one transaction at a time change the volume prices of a resource. */
export async function lockSeatSteps(db: Db, resourceId: number): Promise<void> {
  await db.prepared('purchases.lock_seat_steps', 'select id from resources where id = $1 for no key update', [
    resourceId,
  ]);
}

/** A resource with its own price, published or not; null when it is unknown or withdrawn. */
export async function findAnyOffer(db: Db, resourceId: number): Promise<Offer | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .select(['title', 'access_type', 'price_minor', 'currency'])
    .where('id', '=', resourceId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return { title: row.title, accessType: row.access_type, priceMinor: row.price_minor, currency: row.currency };
}

/** Whether there is an organisation of this id, closed or not: the question that the foreign key would answer. */
export async function hasOrganisation(db: Db, id: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('organisations').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

type Purchase = Selectable<Tables['purchases']>;
type Attempt = Selectable<Tables['payment_attempts']>;
export type OrderRow = Pick<
  Attempt,
  'id' | 'user_id' | 'resource_id' | 'amount_minor' | 'currency' | 'invoice_url' | 'invoice_due_at' | 'credit_until'
> & {
  status: Purchase['status'] | 'unpaid' | 'overdue' | 'canceled';
  ordered_at: Date;
  by_invoice: boolean;
  po_number: string | null;
  seats: number;
  title: string;
  payer: string | null;
  document_id: number | null;
};

// A checkout by card that was not paid is no order; an invoice is one from the moment it was sent.
const isOrder = '(p.id is not null or a.billing is not null and a.stripe_payment_intent_id is not null)';

/** What an organisation has ordered, newest first, refunded and cancelled orders too. */
export function listOrders(
  db: Db,
  organisationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderRow[]> {
  return db.prepared<OrderRow>(
    'purchases.list_seat_orders',
    `select a.id, a.user_id, a.resource_id, a.amount_minor, a.currency, a.seats, r.title, a.invoice_url,
       a.invoice_due_at, a.credit_until, a.billing is not null as by_invoice, a.billing ->> 'poNumber' as po_number,
       case when a.billing is null then p.purchased_at else a.created_at end as ordered_at,
       coalesce(p.status, case when a.status not in ('open', 'superseded') then 'canceled'
         when a.invoice_due_at <= now() then 'overdue' else 'unpaid' end) as status,
       case when u.deleted_at is null then nullif(trim(u.first_name || ' ' || u.last_name), '') end as payer,
       d.id as document_id
     from payment_attempts a join resources r on r.id = a.resource_id join users u on u.id = a.user_id
       left join purchases p on p.attempt_id = a.id
       left join documents d on d.attempt_id = a.id and d.kind = 'invoice'
     where a.organisation_id = $1 and ${isOrder} order by a.id desc limit $2 offset $3`,
    [organisationId, limit, offset],
  );
}

/** How many those are. */
export async function countOrders(db: Db, organisationId: number): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'purchases.count_seat_orders',
    `select count(*)::integer as total from payment_attempts a left join purchases p on p.attempt_id = a.id
     where a.organisation_id = $1 and ${isOrder}`,
    [organisationId],
  );
  return rows[0]?.total ?? 0;
}
