import { sql } from 'kysely';
import type { AccessType, RappPhase, RappPrinciple, ResourceType } from '#contract/catalogue/catalogue.ts';
import type { AnalyticsQuery, ResourceFigure } from '#contract/operations/analytics.ts';
import type { Db } from '#server/platform/database/db.ts';
import { feesIn, isIn, isOpened, statesWithFormer } from './rows-store.ts';
import type { MonthlyChange, MonthlyMoney, MonthlyRecurring, Place, Returns } from './rules.ts';
import type { CountedUsage } from './usage-counts.ts';

/** Sums charged and returned money by month and kind, in minor units of the currency. */
export async function listMoney(db: Db, { from, to }: AnalyticsQuery, currency: string): Promise<MonthlyMoney[]> {
  const { rows } = await sql<MonthlyMoney>`
    select to_char(day, 'YYYY-MM') as month, kind, sum(amount_minor)::bigint as "amountMinor"
    from analytics_days where day between ${from} and ${to} and currency = ${currency} group by 1, 2`.execute(
    db.kysely,
  );
  return rows;
}

/** Sums the tax of a month's invoices less that of its credit notes, in minor units of the currency. */
export async function listTax(
  db: Db,
  { from, to }: AnalyticsQuery,
  currency: string,
): Promise<{ month: string; taxMinor: number }[]> {
  const { rows } = await sql<{ month: string; taxMinor: number }>`
    select to_char(d.issued_at at time zone 'UTC', 'YYYY-MM') as month,
      sum(case d.kind when 'invoice' then d.tax_minor else -d.tax_minor end)::bigint as "taxMinor"
    from documents d left join refunds f on f.id = d.refund_id
    where d.issued_at >= ${from}::date::timestamp at time zone 'UTC'
      and d.issued_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      and d.currency = ${currency} and d.tax_minor > 0 and coalesce(f.status, 'succeeded') = 'succeeded'
    group by 1`.execute(db.kysely);
  return rows;
}

/**
 * Counts the changes of subscriptions from the range's first day on, by month; changes after the range have no month.
 * `active` and `trial` are the net changes.
 */
export async function listSubscriptionChanges(db: Db, { from, to }: AnalyticsQuery): Promise<MonthlyChange[]> {
  const { rows } = await sql<MonthlyChange>`
    with changes as (
      select (now.seen_at at time zone 'UTC')::date as day, now.status, coalesce(former.status, '') as former
      from ${statesWithFormer}
      where now.seen_at >= ${from}::date::timestamp at time zone 'UTC'
    )
    select case when day <= ${to}::date then to_char(day, 'YYYY-MM') end as month,
      sum((status in ('active', 'past_due'))::integer - (former in ('active', 'past_due'))::integer) as active,
      sum((status = 'trialing')::integer - (former = 'trialing')::integer) as trial,
      count(*) filter (where status = 'canceled'
        and former in ('active', 'past_due', 'trialing', 'unpaid', 'paused')) as lost,
      count(*) filter (where former = 'trialing' and status <> 'trialing') as "trialsEnded",
      count(*) filter (where former = 'trialing' and status = 'active') as "trialsConverted"
    from changes group by 1`.execute(db.kysely);
  return rows;
}

/** Counts payments, refunds and lost disputes of the currency, and opened disputes of any currency. */
export async function countReturns(db: Db, range: AnalyticsQuery, currency: string): Promise<Returns> {
  const { from, to } = range;
  const { rows } = await sql<Returns>`
    select count(*) filter (where kind <> 'refund') as payments,
      count(*) filter (where kind = 'refund' and not is_dispute) as refunds,
      (select count(*) from disputes d where ${isOpened} and ${isIn(range, sql`d.created_at`)}) as disputes,
      count(*) filter (where is_dispute) as "disputesLost",
      coalesce(sum(amount_minor) filter (where is_dispute), 0)::bigint as "lostMinor"
    from analytics_lines where day between ${from} and ${to} and currency = ${currency}`.execute(db.kysely);
  return rows[0] ?? { payments: 0, refunds: 0, disputes: 0, disputesLost: 0, lostMinor: 0 };
}

/** Lists revenue by resource, of which the first ones have their own rows, and by country; the highest first. */
export async function listPlaces(
  db: Db,
  range: AnalyticsQuery,
  { currency, limit }: { currency: string; limit: number },
): Promise<Place[]> {
  const { from, to } = range;
  const { rows } = await sql<Place>`
    with lines as (
      select source, resource_id, country, case kind when 'refund' then 0 else amount_minor end as taken,
        case kind when 'refund' then amount_minor else 0 end as refunds,
        case kind when 'refund' then -tax_minor else tax_minor end as tax, 0 as fees
      from analytics_lines where day between ${from} and ${to} and currency = ${currency}
      union all
      select source, resource_id, country, 0, 0, 0, fee_minor from ${feesIn(range)} as fees
      where currency = ${currency} and payment_currency = ${currency}
    ), first_ones as (
      select resource_id from lines where source = 'attempt' and resource_id is not null
      group by 1 order by sum(taken - refunds) desc, 1 limit ${limit}
    ), by_resource as (
      select case when source = 'invoice' then 'subscriptions'
          when resource_id in (select resource_id from first_ones) then 'resource' else 'others' end as kind,
        case when source = 'attempt' and resource_id in (select resource_id from first_ones) then resource_id end
          as resource_id,
        sum(taken) as taken, sum(refunds) as refunds, sum(tax) as tax, sum(fees) as fees
      from lines group by 1, 2
    ), by_country as (
      select country, sum(taken) as taken, sum(refunds) as refunds, sum(tax) as tax, sum(fees) as fees
      from lines group by 1
    )
    select by, kind, "resourceId", title, country, "takenMinor", "refundsMinor", "taxMinor", "feesMinor" from (
      select 'resource' as by, p.kind, p.resource_id as "resourceId", r.title, null as country,
        p.taken::bigint as "takenMinor", p.refunds::bigint as "refundsMinor", p.tax::bigint as "taxMinor",
        p.fees::bigint as "feesMinor"
      from by_resource p left join resources r on r.id = p.resource_id
      union all
      select 'country', null, null, null, country, taken::bigint, refunds::bigint, tax::bigint, fees::bigint
      from by_country
    ) place order by kind = 'others', "takenMinor" - "refundsMinor" desc, title, country`.execute(db.kysely);
  return rows;
}

/**
 * For each reason, counts the subscriptions that were cancelled in a range and do not run again, and the members who
 * accepted the offer to stay.
 */
export async function listCancellations(
  db: Db,
  range: AnalyticsQuery,
): Promise<{ reason: string | null; subscriptions: number; stayed: number }[]> {
  const { rows } = await sql<{ reason: string | null; subscriptions: number; stayed: number }>`
    select reason, count(*) filter (where not stayed) as subscriptions, count(*) filter (where stayed) as stayed from (
      select s.cancel_reason as reason, false as stayed from subscriptions s
      where not s.is_duplicate and s.started_at is not null and ${isIn(range, sql`s.cancelled_at`)}
      union all
      select o.reason, true from cancel_offers o where ${isIn(range, sql`o.accepted_at`)}
    ) said group by 1 order by 2 desc, 3 desc, 1`.execute(db.kysely);
  return rows;
}

/** Returns the current monthly worth of running subscriptions, in minor units. */
export async function sumRecurring(db: Db, currency: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(change_minor), 0)::bigint as total from recurring_changes where currency = ${currency}`.execute(
    db.kysely,
  );
  return rows[0]?.total ?? 0;
}

/**
 * Sums the changes of the monthly worth from the range's first day on, by month; changes after the range have no month.
 */
export async function listRecurringChanges(
  db: Db,
  { from, to }: AnalyticsQuery,
  currency: string,
): Promise<MonthlyRecurring[]> {
  const { rows } = await sql<MonthlyRecurring>`
    select case when day <= ${to}::date then to_char(day, 'YYYY-MM') end as month, kind,
      sum(change_minor)::bigint as "amountMinor", count(distinct subscription_id) as subscriptions
    from recurring_changes, lateral (select (changed_at at time zone 'UTC')::date as day) as its
    where changed_at >= ${from}::date::timestamp at time zone 'UTC' and currency = ${currency} group by 1, 2`.execute(
    db.kysely,
  );
  return rows;
}

/**
 * The uses of resources in a range: whole weeks from the weekly sums, the days before and after them from the daily
 * sums.
 */
const usesIn = ({ from, to }: AnalyticsQuery) => sql`(
  select week, resource_id, opened, bought, finished from resource_weeks
  where week between ${from}::date and ${to}::date - 6
  union all
  select monday, resource_id, opened, bought, finished
  from resource_days, lateral (select date_trunc('week', day::timestamp)::date as monday) as its
  where day between ${from}::date and ${to}::date and (day < ${from}::date + 6 or day > ${to}::date - 6)
    and not monday between ${from}::date and ${to}::date - 6
)`;

export type WeeklyOpens = { week: string; accessType: AccessType; opened: number };

/** Counts openings of resources by week and current access type. */
export async function listOpens(db: Db, range: AnalyticsQuery): Promise<WeeklyOpens[]> {
  const { rows } = await sql<WeeklyOpens>`
    select to_char(week, 'YYYY-MM-DD') as week, access_type as "accessType", sum(opened) as opened
    from ${usesIn(range)} as used join resources on id = resource_id where opened > 0 group by used.week, 2`.execute(
    db.kysely,
  );
  return rows;
}

export type Ranked = ResourceFigure & { by: 'opened' | 'bought' | 'finished' };

/** Ranks the resources by openings, purchases and completions. */
export async function listMostUsed(db: Db, range: AnalyticsQuery, limit: number): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    with used as materialized (
      select resource_id, sum(opened) as opened, sum(bought) as bought, sum(finished) as finished
      from ${usesIn(range)} as used group by 1
    ), ranked as (
      (select 'opened' as by, resource_id, opened as count from used where opened > 0
        order by opened desc, resource_id limit ${limit})
      union all
      (select 'bought', resource_id, bought from used where bought > 0 order by bought desc, resource_id limit ${limit})
      union all
      (select 'finished', resource_id, finished from used where finished > 0
        order by finished desc, resource_id limit ${limit})
    )
    select by, resource_id as "resourceId", title, count from ranked join resources on id = resource_id
    order by by, count desc, resource_id`.execute(db.kysely);
  return rows;
}

/** Searches that found nothing at all (`empty`), or only closest matches (`closest`). */
type Vain = { kind: 'empty' | 'closest'; limit: number };

const countOf = ({ kind }: Vain) => (kind === 'empty' ? sql`sum(searches - closest)` : sql`sum(closest)`);

/** Lists the most frequent failed searches of a range. */
export async function listVainSearches(db: Db, { from, to }: AnalyticsQuery, vain: Vain) {
  const { rows } = await sql<{ text: string; count: number }>`
    select text, ${countOf(vain)} as count from empty_searches where day between ${from} and ${to}
    group by text having ${countOf(vain)} > 0 order by count desc, text limit ${vain.limit}`.execute(db.kysely);
  return rows;
}

export type SummedDay = {
  day: string;
  purchasesMinor: number;
  subscriptionsMinor: number;
  refundsMinor: number;
  newMembers: number;
  newSubscriptions: number;
};

/**
 * Sums money of the currency, new accounts and first paid subscriptions for each of the last 14 days, the last of which
 * is today.
 */
export async function listLastDays(db: Db, currency: string): Promise<SummedDay[]> {
  const { rows } = await sql<SummedDay>`
    with days as (
      select day::date as day, day at time zone 'UTC' as starts, (day + interval '1 day') at time zone 'UTC' as ends
      from (select (now() at time zone 'UTC')::date as today) clock,
        generate_series(today - 13, today::timestamp, interval '1 day') as day
    )
    select to_char(d.day, 'YYYY-MM-DD') as day,
      coalesce(sum(m.amount_minor) filter (where m.kind = 'one_off'), 0)::bigint as "purchasesMinor",
      coalesce(sum(m.amount_minor) filter (where m.kind in ('new_subscription', 'renewal')), 0)::bigint
        as "subscriptionsMinor",
      coalesce(sum(m.amount_minor) filter (where m.kind = 'refund'), 0)::bigint as "refundsMinor",
      (select count(*) from users u where u.deleted_at is null and u.created_at >= d.starts and u.created_at < d.ends)
        as "newMembers",
      (select count(*) from recurring_changes c where c.kind = 'new' and c.currency = ${currency}
        and c.changed_at >= d.starts and c.changed_at < d.ends) as "newSubscriptions"
    from days d left join analytics_days m on m.day = d.day and m.currency = ${currency}
    group by d.day, d.starts, d.ends order by d.day`.execute(db.kysely);
  return rows;
}

/** Counts the members who used the portal today, and in the last 7 days. */
export async function countActive(db: Db): Promise<{ today: number; week: number }> {
  const { rows } = await sql<{ today: number; week: number }>`
    select count(distinct s.user_id) filter (where (s.last_seen_at at time zone 'UTC')::date = today) as today,
      count(distinct s.user_id) as week
    from (select (now() at time zone 'UTC')::date as today) clock
      join sign_in_sessions s on s.last_seen_at >= (today - 6)::timestamp at time zone 'UTC'
      join users u on u.id = s.user_id and u.role = 'user' and u.deleted_at is null`.execute(db.kysely);
  return rows[0] ?? { today: 0, week: 0 };
}

/** Lists the most frequent failed searches of the last 7 days, with the number of all of them. */
export async function listVainOfWeek(db: Db, vain: Vain): Promise<{ text: string; count: number; total: number }[]> {
  const { rows } = await sql<{ text: string; count: number; total: number }>`
    select text, ${countOf(vain)} as count, sum(${countOf(vain)}) over ()::bigint as total from empty_searches
    where day > (now() at time zone 'UTC')::date - 7 group by text having ${countOf(vain)} > 0
    order by count desc, text limit ${vain.limit}`.execute(db.kysely);
  return rows;
}

/** Number of resources of one type and access type. */
export type ResourceGroup = {
  type: ResourceType;
  accessType: AccessType;
  resources: number;
  published: number;
  added: number;
};

/** Counts resources by type and access type, except withdrawn ones. */
export async function listResourceGroups(db: Db): Promise<ResourceGroup[]> {
  const { rows } = await sql<ResourceGroup>`
    select type, access_type as "accessType", count(*) as resources, count(*) filter (where is_listed) as published,
      count(*) filter (where created_at > now() - interval '30 days') as added
    from resources where withdrawn_at is null group by 1, 2`.execute(db.kysely);
  return rows;
}

/** Counts the accounts, and those opened in the last 30 days. */
export async function countUsers(db: Db): Promise<{ total: number; added: number }> {
  const { rows } = await sql<{ total: number; added: number }>`
    select count(*) as total, count(*) filter (where created_at > now() - interval '30 days') as added
    from users where deleted_at is null`.execute(db.kysely);
  return rows[0] ?? { total: 0, added: 0 };
}

export type Covered = { principle: RappPrinciple; phase: RappPhase; resources: number };

/** Counts published resources by principle and phase; leaves out resources without either. */
export async function listCoverage(db: Db): Promise<Covered[]> {
  const { rows } = await sql<Covered>`
    select principle, phase, count(*) as resources
    from resources, unnest(rapp_principles) as principle, unnest(rapp_implementation_phase) as phase
    where is_listed group by 1, 2`.execute(db.kysely);
  return rows;
}

/** Locks the sums until the end of the transaction, so that two writers never deadlock. */
export async function lockSums(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('analytics'))`.execute(db.kysely);
}

/** Adds openings of resources to today's counts; ignores deleted resources. */
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

/** Adds searches to today's counts. Accepts new texts only until today has `most` texts. */
export async function addEmptySearches(
  db: Db,
  { emptySearches, closestSearches }: Pick<CountedUsage, 'emptySearches' | 'closestSearches'>,
  most: number,
): Promise<void> {
  const texts = [...emptySearches.keys()];
  const closest = texts.map((text) => closestSearches.get(text) ?? 0);
  await sql`
    with today as (
      select text from empty_searches where day = (now() at time zone 'UTC')::date
    ), given as (
      select text, searches, closest, text in (select text from today) as is_known
      from unnest(${sql.val(texts)}::text[], ${sql.val([...emptySearches.values()])}::integer[],
        ${sql.val(closest)}::integer[]) as given (text, searches, closest)
    ), placed as (
      select text, searches, closest, is_known,
        row_number() over (partition by is_known order by searches desc, text) as place from given
    )
    insert into empty_searches as known (day, text, searches, closest)
    select (now() at time zone 'UTC')::date, text, searches, closest from placed
    where is_known or place <= ${most} - (select count(*) from today)
    on conflict on constraint empty_searches_pkey
    do update set searches = known.searches + excluded.searches, closest = known.closest + excluded.closest`.execute(
    db.kysely,
  );
}

/** Deletes searches that are more than `days` days old. */
export async function deleteOldSearches(db: Db, days: number): Promise<void> {
  await sql`delete from empty_searches where day < (now() at time zone 'UTC')::date - ${days}::integer`.execute(
    db.kysely,
  );
}

/** Returns the id of the newest line; 0 without one. */
export async function findLastLine(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from analytics_lines`.execute(db.kysely);
  return rows[0]?.id ?? 0;
}

/** Records the pauses that have begun or ended since the last call. */
export async function recordPauses(db: Db): Promise<void> {
  await sql`select note_pauses()`.execute(db.kysely);
}

/** Adds up to `most` changes of payments and progress to the sums. @returns the number of changes */
export async function foldChanges(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_analytics(${most}::integer) as folded`.execute(db.kysely);
  return rows[0]?.folded ?? 0;
}
