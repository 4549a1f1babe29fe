import type { SeatStep } from '#server/commerce/payments/seat-price-rules.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Offer } from './rules.ts';

/** Lists the volume prices of a resource, by their number of seats. */
export function listSeatSteps(db: Db, resourceId: number): Promise<SeatStep[]> {
  return db.prepared<SeatStep>(
    'purchases.list_seat_steps',
    `select from_seats as "fromSeats", price_minor as "priceMinor" from seat_prices
     where resource_id = $1 order by from_seats`,
    [resourceId],
  );
}

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

/** Finds a resource with its own price, published or not; null when it is unknown or withdrawn. */
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

/** Whether there is an organisation of this id, closed or not. */
export async function hasOrganisation(db: Db, id: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('organisations').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
