import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

/** Takes the lock for writing sums until the end of the transaction, so that two writers never deadlock. */
export async function lockSums(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('analytics'))`.execute(db.kysely);
}

/** Adds openings of resources to today's; what is no longer there is left out. */
export async function addOpenings(db: Db, openings: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    insert into resource_days as known (resource_id, day, opened)
    select r.id, (now() at time zone 'UTC')::date, given.opened
    from unnest(${sql.val([...openings.keys()])}::integer[], ${sql.val([...openings.values()])}::integer[])
      as given (resource_id, opened)
      join resources r on r.id = given.resource_id
    on conflict on constraint resource_days_pkey do update set opened = known.opened + excluded.opened`.execute(
    db.kysely,
  );
}

/** Adds searches to today's. Of texts that are new today only as many are taken as leave `most` in all. */
export async function addEmptySearches(db: Db, searches: ReadonlyMap<string, number>, most: number): Promise<void> {
  await sql`
    with today as (
      select text from empty_searches where day = (now() at time zone 'UTC')::date
    ), given as (
      select text, searches, text in (select text from today) as is_known
      from unnest(${sql.val([...searches.keys()])}::text[], ${sql.val([...searches.values()])}::integer[])
        as given (text, searches)
    ), placed as (
      select *, row_number() over (partition by is_known order by searches desc, text) as place from given
    )
    insert into empty_searches as known (day, text, searches)
    select (now() at time zone 'UTC')::date, text, searches from placed
    where is_known or place <= ${most} - (select count(*) from today)
    on conflict on constraint empty_searches_pkey do update set searches = known.searches + excluded.searches`.execute(
    db.kysely,
  );
}

/** Forgets searches of so many days ago. */
export async function deleteOldSearches(db: Db, days: number): Promise<void> {
  await sql`delete from empty_searches where day < (now() at time zone 'UTC')::date - ${days}::integer`.execute(
    db.kysely,
  );
}

/** Works up to so many changes of payments and progress into the sums. @returns how many there were */
export async function foldChanges(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_analytics(${most}::integer) as folded`.execute(db.kysely);
  return rows[0]?.folded ?? 0;
}
