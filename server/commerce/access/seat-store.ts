import { type Selectable, sql } from 'kysely';
import type { RappPrinciple, ResourceType } from '#contract/catalogue/catalogue.ts';
import type { SeatKind } from '#contract/commerce/seats.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';

/** The seats of an organisation that open one resource; `resourceId` is null for seats of the plan. */
export type Pool = { organisationId: number; resourceId: number | null };

type Lot = Selectable<Tables['seat_lots']>;
export type NewLot = Pool & { seats: number; reason: string; givenBy: number; endsAt: Date | null };

/**
 * Adds a lot of seats without holders.
 * @returns the id of the lot; null when its end has passed by the database's clock
 */
export async function insertLot(db: Db, lot: NewLot): Promise<number | null> {
  const rows = await db.prepared<{ id: number }>(
    'access.insert_seat_lot',
    `with lot as (
       insert into seat_lots (organisation_id, resource_id, seats, reason, given_by, ends_at)
       select $1, $2, $3, $4, $5, $6::timestamptz where $6::timestamptz is null or $6::timestamptz > now()
       returning id, seats
     ), places as (insert into seats (lot_id) select lot.id from lot, generate_series(1, lot.seats))
     select id from lot`,
    [lot.organisationId, lot.resourceId, lot.seats, lot.reason, lot.givenBy, lot.endsAt],
  );
  return rows[0]?.id ?? null;
}

export type LotRow = Pick<Lot, 'id' | 'resource_id' | 'seats' | 'reason' | 'created_at' | 'ends_at'> & {
  title: string | null;
  in_use: number;
  given_by: string | null;
  is_ended: boolean;
  is_bought: boolean;
};

/** Lists the lots of seats that an organisation was given or bought, newest first, ended lots too. */
export function listLots(db: Db, organisationId: number): Promise<LotRow[]> {
  return db.prepared<LotRow>(
    'access.list_seat_lots',
    `select l.id, l.resource_id, r.title, l.seats, l.reason, l.created_at, l.ends_at,
       (select count(*)::integer from seats s where s.lot_id = l.id and s.user_id is not null and s.returned_at is null)
         as in_use,
       case when u.deleted_at is null then nullif(trim(u.first_name || ' ' || u.last_name), '') end as given_by,
       coalesce(l.ends_at <= now(), false) as is_ended, num_nonnulls(l.purchase_id, l.attempt_id, l.subscription_id) > 0 as is_bought
     from seat_lots l left join resources r on r.id = l.resource_id left join users u on u.id = l.given_by
     where l.organisation_id = $1 order by l.id desc`,
    [organisationId],
  );
}

/** Whether an organisation bought or ordered this lot, so that it ends with its purchase, invoice or subscription. */
export async function isBoughtLot(db: Db, organisationId: number, id: number): Promise<boolean> {
  const rows = await db.prepared(
    'access.is_bought_lot',
    'select id from seat_lots where id = $2 and organisation_id = $1 and num_nonnulls(purchase_id, attempt_id, subscription_id) > 0',
    [organisationId, id],
  );
  return rows.length > 0;
}

/** Ends a lot now. @returns null when the organisation has no such lot, or it has ended */
export async function endLot(db: Db, organisationId: number, id: number): Promise<Lot | null> {
  const row = await db.kysely
    .updateTable('seat_lots')
    .set({ ends_at: sql`now()` })
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`(ends_at is null or ends_at > now())`)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Ends all seats of an organisation that closes: in 30 days at the latest, but those of the plan at the end of the time
 * that was given or paid, if it has one.
 */
export async function endAllLots(db: Db, organisationId: number): Promise<void> {
  await db.prepared(
    'access.end_all_seat_lots',
    `update seat_lots l set ends_at = case when resource_id is null and ends_at is not null then ends_at
       else coalesce((select current_period_end from subscriptions where id = l.subscription_id),
         least(ends_at, now() + interval '30 days')) end
     where organisation_id = $1 and (ends_at is null or ends_at > now())`,
    [organisationId],
  );
}

export type PoolRow = {
  resource_id: number | null;
  title: string | null;
  type: ResourceType | null;
  rapp_principles: RappPrinciple[] | null;
  image_url: string | null;
  seats: number;
  in_use: number;
  available: number;
  paused: number;
  next_end: Date | null;
  ending: number;
};

// Whether a seat of a single resource moved to another person in the last 30 days; it cannot move again until they are
// over.
const isMoved = `(l.resource_id is not null and s.moved_at > now() - interval '30 days')`;
const isLive = '(l.ends_at is null or l.ends_at > now())';
const isHeld = '(s.user_id is not null and s.returned_at is null)';

// Number of the plan's seats that end with its renewal: until then, no more seats are assigned than will remain.
const goingAway = `(select coalesce(sum(l.seats - p.pending_seats), 0)::integer from seat_lots l
  join subscriptions p on p.id = l.subscription_id where l.organisation_id = $1 and ${isLive} and p.pending_seats < l.seats)`;

/** Lists the live seats of an organisation by resource, the plan first. */
export function listPools(db: Db, organisationId: number): Promise<PoolRow[]> {
  return db.prepared<PoolRow>(
    'access.list_seat_pools',
    `select p.resource_id, r.title, r.type, r.rapp_principles,
       coalesce(r.thumbnail_url, r.featured_image_url) as image_url, p.seats, p.in_use,
       case when p.resource_id is null then greatest(p.available - ${goingAway}, 0) else p.available end as available,
       p.paused, p.next_end,
       (select coalesce(sum(e.seats), 0)::integer from seat_lots e where e.organisation_id = $1
         and e.resource_id is not distinct from p.resource_id and e.ends_at = p.next_end) as ending
     from (
       select l.resource_id, count(*)::integer as seats, (count(*) filter (where ${isHeld}))::integer as in_use,
         (count(*) filter (where not ${isHeld} and ${isMoved} is not true))::integer as available,
         (count(*) filter (where l.pauses_at <= now()))::integer as paused, min(l.ends_at) as next_end
       from seat_lots l join seats s on s.lot_id = l.id
       where l.organisation_id = $1 and ${isLive} group by l.resource_id
     ) p left join resources r on r.id = p.resource_id
     order by p.resource_id is not null, lower(r.title), p.resource_id`,
    [organisationId],
  );
}

export type Assigned = { needed: number; available: number; given: number };

/**
 * Gives a seat of the pool to each of these people without one: to all, or to none. A seat is a row, so no two calls
 * can give the same one. People get back a seat that was taken from them; the others get seats that never had a holder,
 * then seats of former holders.
 */
export async function assign(
  db: Db,
  { organisationId, resourceId }: Pool,
  userIds: readonly number[],
): Promise<Assigned> {
  const [assigned = { needed: 0, available: 0, given: 0 }] = await db.prepared<Assigned>(
    'access.assign_seats',
    `with needy as (
       select distinct user_id from unnest($3::integer[]) as asked (user_id)
       where not exists (select from seats s join seat_lots l on l.id = s.lot_id
         where s.user_id = asked.user_id and ${isHeld} and ${isLive} and l.organisation_id = $1
           and l.resource_id is not distinct from $2::integer)
     ), free as (
       select s.id, s.user_id as former, l.ends_at, s.assigned_at is not null as was_used, ${isMoved} is not true as is_movable
       from seats s join seat_lots l on l.id = s.lot_id
       where l.organisation_id = $1 and l.resource_id is not distinct from $2::integer and ${isLive} and not ${isHeld}
     ), back as (
       select distinct on (user_id) free.id, user_id from needy join free on free.former = needy.user_id
       order by user_id, free.ends_at desc nulls first, free.id
     ), others as (
       select user_id, row_number() over (order by user_id) as turn from needy
       where user_id not in (select user_id from back)
     ), places as (
       select id, row_number() over (order by was_used, ends_at desc nulls first, id) as turn from free
       where is_movable and id not in (select id from back)
     ), spare as (
       select count(*)::integer - case when $2::integer is null then ${goingAway} else 0 end as seats from (
         select id from back union select id from places) either
     ), pairs as (
       select id, user_id from back union all select places.id, others.user_id from others join places using (turn)
     ), given as (
       update seats s set user_id = pairs.user_id, assigned_at = now(), returned_at = null,
         moved_at = case when s.assigned_at is not null and s.user_id is distinct from pairs.user_id then now()
           else s.moved_at end
       from pairs where s.id = pairs.id and not ${isHeld} and (select count(*) from pairs) = (select count(*) from needy)
         and (select count(*) from needy) <= (select seats from spare)
       returning s.id
     )
     select (select count(*)::integer from needy) as needed, (select count(*)::integer from given) as given,
       greatest((select seats from spare), 0) as available`,
    [organisationId, resourceId, userIds],
  );
  return assigned;
}

export type TakenBack = { user_id: number; resource_id: number | null };

/**
 * Takes a seat back.
 * @returns its holder and resource; null when the organisation has no such seat in use
 */
export async function takeBack(db: Db, organisationId: number, id: number): Promise<TakenBack | null> {
  const rows = await db.prepared<TakenBack>(
    'access.take_back_seat',
    `update seats s set returned_at = now() from seat_lots l
     where s.id = $2 and l.id = s.lot_id and l.organisation_id = $1 and ${isHeld} and ${isLive}
     returning s.user_id, l.resource_id`,
    [organisationId, id],
  );
  return rows[0] ?? null;
}

/**
 * Returns all of a person's seats to the organisation, also of lots that have ended.
 * @returns number of them that were live
 */
export async function returnSeats(db: Db, organisationId: number, userId: number): Promise<number> {
  const rows = await db.prepared<{ is_live: boolean }>(
    'access.return_seats',
    `update seats s set returned_at = now() from seat_lots l
     where l.id = s.lot_id and l.organisation_id = $1 and s.user_id = $2 and s.returned_at is null
     returning ${isLive} as is_live`,
    [organisationId, userId],
  );
  return rows.filter((row) => row.is_live).length;
}

type Sought = {
  organisationId: number;
  kind: SeatKind | null;
  resourceId: number | null;
  /** Holders whose seats are listed; null for all holders. */
  userIds: readonly number[] | null;
};

export type SeatRow = {
  id: number;
  resource_id: number | null;
  title: string | null;
  user_id: number;
  name: string;
  email: string;
  assigned_at: Date;
  reassignable_from: Date | null;
};

/** Lists live seats in use that match, latest assigned first: an order by name would sort all of them for each page. */
export function listSeats(
  db: Db,
  { limit, offset, ...sought }: Sought & { limit: number; offset: number },
): Promise<SeatRow[]> {
  const page = heldSeats(db, sought)
    .select(['s.id', 's.user_id', 's.assigned_at', 's.moved_at', 'l.resource_id'])
    .orderBy('s.assigned_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .offset(offset);
  return db.kysely
    .selectFrom(page.as('s'))
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('resources as r', 'r.id', 's.resource_id')
    .select([
      's.id',
      's.resource_id',
      'r.title',
      'u.id as user_id',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      'u.email',
      's.assigned_at',
      sql<Date | null>`case when s.resource_id is not null and s.moved_at > now() - interval '30 days'
        then s.moved_at + interval '30 days' end`.as('reassignable_from'),
    ])
    .orderBy('s.assigned_at', 'desc')
    .orderBy('s.id', 'desc')
    .$castTo<SeatRow>()
    .execute();
}

export async function countSeats(db: Db, sought: Sought): Promise<number> {
  const { total } = await heldSeats(db, sought)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Finds the holders of an organisation's seats whose name or email address contains a text. */
export async function listHoldersLike(db: Db, organisationId: number, search: string): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'access.list_seat_holders_like',
    `with holders as materialized (
       select distinct s.user_id from seats s join seat_lots l on l.id = s.lot_id
       where l.organisation_id = $1 and ${isHeld}
     )
     select u.id from holders join users u on u.id = holders.user_id
     where u.first_name || ' ' || u.last_name || ' ' || u.email ilike $2`,
    [organisationId, containing(search)],
  );
  return rows.map(({ id }) => id);
}

function heldSeats(db: Db, { organisationId, kind, resourceId, userIds }: Sought) {
  const held = db.kysely
    .selectFrom('seats as s')
    .innerJoin('seat_lots as l', 'l.id', 's.lot_id')
    .where('l.organisation_id', '=', organisationId)
    .where(sql<boolean>`${sql.raw(isHeld)} and ${sql.raw(isLive)}`);
  const ofKind = kind === null ? held : held.where('l.resource_id', kind === 'plan' ? 'is' : 'is not', null);
  const ofResource = resourceId === null ? ofKind : ofKind.where('l.resource_id', '=', resourceId);
  return userIds === null ? ofResource : ofResource.where(sql<boolean>`s.user_id = any(${userIds}::integer[])`);
}

/** Lists a person's live seats, the plan first. */
export function listSeatsOf(db: Db, userId: number): Promise<{ resource_id: number | null; title: string | null }[]> {
  return db.prepared(
    'access.list_seats_of',
    `select l.resource_id, r.title from seats s join seat_lots l on l.id = s.lot_id
       left join resources r on r.id = l.resource_id
     where s.user_id = $1 and ${isHeld} and ${isLive} order by l.resource_id is not null, lower(r.title), l.resource_id`,
    [userId],
  );
}

/**
 * Lists people with a live seat of an organisation, and the latest end of their seats, by user id, `limit` at a time,
 * beginning after the id `after`. The organisation must be closed: only then does every seat have an end
 * (`endAllLots`).
 */
export function listHoldersOfClosed(
  db: Db,
  organisationId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ userId: number; email: string; firstName: string; endsAt: Date }[]> {
  return db.prepared(
    'access.list_seat_holders',
    `select u.id as "userId", u.email, u.first_name as "firstName", max(l.ends_at) as "endsAt"
     from seats s join seat_lots l on l.id = s.lot_id join users u on u.id = s.user_id
     where l.organisation_id = $1 and ${isHeld} and ${isLive} and u.id > $2 and u.deleted_at is null
     group by u.id order by u.id limit $3`,
    [organisationId, after, limit],
  );
}
