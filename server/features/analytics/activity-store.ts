import { sql } from 'kysely';
import type { AnalyticsQuery, ResourceFigure } from '#contract/analytics.ts';
import type { AccessType } from '#contract/catalogue.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { MonthlyChange, MonthlyMoney } from './activity-rules.ts';

/** What was taken and what went back, by month and kind, in minor units of the currency. */
export async function listMoney(db: Db, { from, to }: AnalyticsQuery, currency: string): Promise<MonthlyMoney[]> {
  const { rows } = await sql<MonthlyMoney>`
    select to_char(day, 'YYYY-MM') as month, kind, sum(amount_minor)::bigint as "amountMinor"
    from analytics_days where day between ${from} and ${to} and currency = ${currency} group by 1, 2`.execute(
    db.kysely,
  );
  return rows;
}

/** How many subscriptions run or are on trial now. */
export async function countSubscriptions(db: Db): Promise<{ active: number; trial: number }> {
  const { rows } = await sql<{ active: number; trial: number }>`
    select count(*) filter (where status in ('active', 'past_due')) as active,
      count(*) filter (where status = 'trialing') as trial
    from subscriptions where not is_duplicate and status in ('active', 'past_due', 'trialing')`.execute(db.kysely);
  return rows[0] ?? { active: 0, trial: 0 };
}

/**
 * What became of subscriptions from the range's first day on, by month; what came after the range has no month.
 * `active` and `trial` are how many more there were afterwards.
 */
export async function listSubscriptionChanges(db: Db, { from, to }: AnalyticsQuery): Promise<MonthlyChange[]> {
  const { rows } = await sql<MonthlyChange>`
    with changes as (
      select (now.seen_at at time zone 'UTC')::date as day, now.status, coalesce(former.status, '') as former
      from subscription_states now
        join subscriptions s on s.id = now.subscription_id and not s.is_duplicate
        left join lateral (
          select status from subscription_states earlier
          where earlier.subscription_id = now.subscription_id and earlier.id < now.id order by earlier.id desc limit 1
        ) former on true
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

/**
 * What resources were used for in a range: whole weeks from their own sums, the days before the first and after the last
 * of them one by one.
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

/** How often resources were opened, by week and how they are sold now. */
export async function listOpens(db: Db, range: AnalyticsQuery): Promise<WeeklyOpens[]> {
  const { rows } = await sql<WeeklyOpens>`
    select to_char(week, 'YYYY-MM-DD') as week, access_type as "accessType", sum(opened) as opened
    from ${usesIn(range)} as used join resources on id = resource_id where opened > 0 group by used.week, 2`.execute(
    db.kysely,
  );
  return rows;
}

export type Ranked = ResourceFigure & { by: 'opened' | 'bought' | 'finished' };

/** The resources that were opened, bought and finished most, in their order. */
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

/** What was looked for in vain most often. */
export async function listEmptySearches(db: Db, { from, to }: AnalyticsQuery, limit: number) {
  const { rows } = await sql<{ text: string; count: number }>`
    select text, sum(searches) as count from empty_searches where day between ${from} and ${to}
    group by text order by count desc, text limit ${limit}`.execute(db.kysely);
  return rows;
}
