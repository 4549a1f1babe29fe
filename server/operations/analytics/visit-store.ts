import { sql } from 'kysely';
import type { AnalyticsQuery } from '#contract/operations/analytics.ts';
import type { Db } from '#server/platform/database/db.ts';
import { isIn } from './rows-store.ts';
import type { Visits } from './rules.ts';

/**
 * Adds visits to today's counts, by landing and host. Accepts new hosts only until today has `most` hosts; visits from
 * others count as "other".
 */
export async function addVisits(db: Db, visits: ReadonlyMap<string, number>, most: number): Promise<void> {
  await sql`
    with today as (
      select distinct host from visit_days where day = (now() at time zone 'UTC')::date
    ), given as (
      select split_part(visited, ' ', 1) as landing, split_part(visited, ' ', 2) as host, visits
      from unnest(${sql.val([...visits.keys()])}::text[], ${sql.val([...visits.values()])}::integer[])
        as given (visited, visits)
    ), hosts as (
      select host, row_number() over (order by sum(visits) desc, host) as place from given
      where host not in ('direct', 'other') and host not in (select host from today) group by host
    )
    insert into visit_days as known (day, landing, host, visits)
    select (now() at time zone 'UTC')::date, landing,
      case when place > ${most} - (select count(*) from today where host not in ('direct', 'other'))
        then 'other' else host end as host, sum(visits)
    from given left join hosts using (host) group by 1, 2, 3
    on conflict on constraint visit_days_pkey do update set visits = known.visits + excluded.visits`.execute(db.kysely);
}

/**
 * Lists visits in a range by landing and host, with the members from there who registered in the range, and those who
 * paid for the first time in it.
 */
export async function listVisits(db: Db, range: AnalyticsQuery): Promise<Visits[]> {
  const { rows } = await sql<Visits>`
    with visited as (
      select landing, host, visits, 0 as registrations, 0 as first_purchases
      from visit_days where day between ${range.from} and ${range.to}
      union all
      select arrival_landing, arrival_host, 0, 1, 0 from users u
      where arrival_host is not null and ${isIn(range, sql`u.created_at`)}
      union all
      select arrival_landing, arrival_host, 0, 0, 1 from users
      where arrival_host is not null and first_paid_on between ${range.from} and ${range.to}
    )
    select landing, host, sum(visits)::bigint as visits, sum(registrations)::bigint as registrations,
      sum(first_purchases)::bigint as "firstPurchases"
    from visited group by landing, host`.execute(db.kysely);
  return rows;
}

/** Records the day of the first payment of members who came from a public page, from the lines after the given one. */
export async function recordFirstPayments(db: Db, afterLine: number): Promise<void> {
  await sql`
    update users set first_paid_on = paid.day
    from (
      select coalesce(a.user_id, i.user_id) as user_id, min(l.day) as day
      from analytics_lines l left join payment_attempts a on l.source = 'attempt' and a.id = l.payment_id
        left join invoices i on l.source = 'invoice' and i.id = l.payment_id
      where l.id > ${afterLine}::bigint and l.kind <> 'refund' group by 1
    ) as paid
    where users.id = paid.user_id and arrival_host is not null and (first_paid_on is null or first_paid_on > paid.day)
  `.execute(db.kysely);
}

/** Deletes visits that are more than `days` days old. */
export async function deleteOldVisits(db: Db, days: number): Promise<void> {
  await sql`delete from visit_days where day < (now() at time zone 'UTC')::date - ${days}::integer`.execute(db.kysely);
}
