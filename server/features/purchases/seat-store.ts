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
export type OrderRow = Pick<
  Purchase,
  'id' | 'user_id' | 'resource_id' | 'amount_minor' | 'currency' | 'status' | 'purchased_at'
> & {
  seats: number;
  title: string;
  payer: string | null;
  document_id: number | null;
};

/** What an organisation has bought, newest first, refunded orders too. */
export function listOrders(
  db: Db,
  organisationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderRow[]> {
  return db.prepared<OrderRow>(
    'purchases.list_seat_orders',
    `select p.id, p.user_id, p.resource_id, p.amount_minor, p.currency, p.status, p.purchased_at, p.seats, r.title,
       case when u.deleted_at is null then nullif(trim(u.first_name || ' ' || u.last_name), '') end as payer,
       d.id as document_id
     from purchases p join resources r on r.id = p.resource_id join users u on u.id = p.user_id
       left join documents d on d.attempt_id = p.attempt_id and d.kind = 'invoice'
     where p.organisation_id = $1 order by p.id desc limit $2 offset $3`,
    [organisationId, limit, offset],
  );
}

/** How many those are. */
export async function countOrders(db: Db, organisationId: number): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'purchases.count_seat_orders',
    'select count(*)::integer as total from purchases where organisation_id = $1',
    [organisationId],
  );
  return rows[0]?.total ?? 0;
}
