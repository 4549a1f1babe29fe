import { sql } from 'kysely';
import type { AnalyticsQuery } from '#contract/analytics.ts';
import type { Db } from '#server/platform/database/db.ts';
import { feesIn, hasNoFee } from './rows-store.ts';
import type { MonthlyFees } from './rules.ts';

/** Fees by month: those that add up, and how many are in another currency or belong to a payment in one. */
export async function listFees(db: Db, range: AnalyticsQuery, currency: string): Promise<MonthlyFees[]> {
  const { rows } = await sql<MonthlyFees>`
    select to_char(day, 'YYYY-MM') as month,
      coalesce(sum(fee_minor) filter (where currency = ${currency} and payment_currency = ${currency}), 0)::bigint
        as "feesMinor",
      count(*) filter (where currency <> ${currency} or payment_currency <> ${currency}) as others
    from ${feesIn(range)} as fees group by 1`.execute(db.kysely);
  return rows;
}

/** How many payments of a range have a fee that is not known yet. */
export async function countWithoutFee(db: Db, { from, to }: AnalyticsQuery, currency: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from analytics_lines l
    where l.day between ${from} and ${to} and l.currency = ${currency} and ${hasNoFee}`.execute(db.kysely);
  return rows[0]?.count ?? 0;
}
