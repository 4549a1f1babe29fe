import { type RawBuilder, sql } from 'kysely';
import { type AnalyticsQuery, type Figure, recurringChanges } from '#contract/operations/analytics.ts';
import type { Slice } from '#server/catalogue/catalogue/rules.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { MonthlyFees } from './rules.ts';

/** Condition for a time within the days of a range, in UTC. */
export const isIn = ({ from, to }: AnalyticsQuery, at: RawBuilder<unknown>) =>
  sql`${at} >= ${from}::date::timestamp at time zone 'UTC' and ${at} < (${to}::date + 1)::timestamp at time zone 'UTC'`;

/** Condition for a dispute that is not only an inquiry, because an inquiry takes no money. */
export const isOpened = sql<boolean>`not starts_with(d.status, 'warning_')`;

/** Each recorded state of a subscription, with the previous one. */
export const statesWithFormer = sql`subscription_states now
  join subscriptions s on s.id = now.subscription_id and not s.is_duplicate
  left join lateral (
    select status from subscription_states earlier
    where earlier.subscription_id = now.subscription_id and earlier.id < now.id order by earlier.id desc limit 1
  ) former on true`;

/** The fees of a range, each with the line of its payment, which has resource, country and the payment's currency. */
export const feesIn = (range: AnalyticsQuery) => sql`(
  select f.id, f.kind, (f.charged_at at time zone 'UTC')::date as day, f.fee_minor, f.currency, l.source, l.payment_id,
    l.resource_id, l.country, l.currency as payment_currency
  from payment_fees f join analytics_lines l on l.kind <> 'refund'
    and l.source = case when f.invoice_id is null then 'attempt' else 'invoice' end
    and l.payment_id = coalesce(f.invoice_id, f.attempt_id)
  where f.fee_minor <> 0 and ${isIn(range, sql`f.charged_at`)}
)`;

/** Condition for a payment whose fee is unknown; `l` is its line. */
const hasNoFee = sql`l.kind <> 'refund'
  and not exists (select from payment_fees f
    where f.kind = 'payment' and l.source = 'attempt' and f.attempt_id = l.payment_id)
  and not exists (select from payment_fees f
    where f.kind = 'payment' and l.source = 'invoice' and f.invoice_id = l.payment_id)`;

/**
 * An item behind a figure, such as a payment, a fee, a dispute or a change of a subscription. `memberEmail` is null for
 * a deleted account.
 */
export type FigureRow = {
  id: number;
  day: string;
  amountMinor: number;
  memberId: number;
  memberName: string;
  memberEmail: string | null;
  resourceTitle: string | null;
  note: string | null;
};

type Behind = {
  range: AnalyticsQuery;
  figure: Figure;
  /** Filters of the figures that list payments; null for all. */
  resourceId: number | null;
  country: string | null;
  currency: string;
};

const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'UTC')::date as day`;

/** Selects the items behind a figure of a range: id, day, amount, member, resource and note. */
function rowsBehind(behind: Behind) {
  const { figure, range } = behind;
  if (recurringChanges.some((change) => change === figure)) return recurringRows(behind);
  if (figure === 'lost' || figure === 'trial-ended' || figure === 'trial-converted') return stateRows(behind);
  if (figure === 'cancellation') {
    return sql`(
      select s.id, ${dayOf(sql`s.cancelled_at`)}, s.amount_minor, s.user_id, null::integer as resource_id,
        nullif(concat_ws(': ', s.cancel_reason, s.cancel_comment), '') as note
      from subscriptions s where not s.is_duplicate and s.started_at is not null and ${isIn(range, sql`s.cancelled_at`)}
    )`;
  }
  if (figure === 'stayed') {
    return sql`(
      select o.id, ${dayOf(sql`o.accepted_at`)}, s.amount_minor, o.user_id, null::integer as resource_id, o.reason as note
      from cancel_offers o join subscriptions s on s.id = o.subscription_id where ${isIn(range, sql`o.accepted_at`)}
    )`;
  }
  if (figure === 'fee') return feeRows(behind);
  if (figure === 'dispute') {
    return sql`(
      select row_number() over (order by d.created_at, d.stripe_dispute_id) as id, ${dayOf(sql`d.created_at`)},
        d.amount_minor, coalesce(a.user_id, i.user_id) as user_id, a.resource_id, d.reason || ', ' || d.status as note
      from disputes d left join payment_attempts a on a.id = d.attempt_id left join invoices i on i.id = d.invoice_id
      where ${isOpened} and ${isIn(range, sql`d.created_at`)}
    )`;
  }
  return paymentRows(behind);
}

function feeRows({ range, currency }: Behind) {
  return sql`(
    select f.id, f.day, f.fee_minor as amount_minor, coalesce(a.user_id, i.user_id) as user_id, f.resource_id,
      f.kind as note
    from ${feesIn(range)} as f
      left join payment_attempts a on f.source = 'attempt' and a.id = f.payment_id
      left join invoices i on f.source = 'invoice' and i.id = f.payment_id
    where f.currency = ${currency} and f.payment_currency = ${currency}
  )`;
}

function recurringRows({ range, figure, currency }: Behind) {
  return sql`(
    select c.id, ${dayOf(sql`c.changed_at`)}, c.change_minor as amount_minor, s.user_id, null::integer as resource_id,
      null as note
    from recurring_changes c join subscriptions s on s.id = c.subscription_id
    where c.kind = ${figure} and c.currency = ${currency} and ${isIn(range, sql`c.changed_at`)}
  )`;
}

/** Conditions of the status changes that each count of subscriptions includes. */
const stateConditions = {
  lost: sql`now.status = 'canceled' and former.status in ('active', 'past_due', 'trialing', 'unpaid', 'paused')`,
  'trial-ended': sql`former.status = 'trialing' and now.status <> 'trialing'`,
  'trial-converted': sql`former.status = 'trialing' and now.status = 'active'`,
};

function stateRows({ range, figure }: Behind) {
  const condition = stateConditions[figure as keyof typeof stateConditions];
  return sql`(
    select now.id, ${dayOf(sql`now.seen_at`)}, s.amount_minor, s.user_id, null::integer as resource_id, null as note
    from ${statesWithFormer} where ${isIn(range, sql`now.seen_at`)} and ${condition}
  )`;
}

/** The kind of lines that a figure includes; all kinds when it is absent. */
const lineKinds: Partial<Record<Figure, string>> = {
  'one-off': 'one_off',
  'new-subscription': 'new_subscription',
  renewal: 'renewal',
  refund: 'refund',
  'lost-dispute': 'refund',
};

/**
 * Selects payments and refunds; refunds are negative where both are listed, so that the sum is the money that was kept.
 */
function paymentRows({ range: { from, to }, figure, resourceId, country, currency }: Behind) {
  const kind = lineKinds[figure] ?? null;
  const conditions = [
    sql`l.currency = ${currency} and l.day between ${from} and ${to}`,
    ...(kind === null ? [] : [sql`l.kind = ${kind}`]),
    ...(figure === 'lost-dispute' ? [sql`l.is_dispute`] : []),
    ...(figure === 'unknown-fee' ? [hasNoFee] : []),
    ...(figure === 'subscription-payment' ? [sql`l.source = 'invoice'`] : []),
    ...(resourceId === null ? [] : [sql`l.resource_id = ${resourceId}`]),
    ...(country === null ? [] : [sql`coalesce(l.country, 'none') = ${country}`]),
  ];
  return sql`(
    select l.id, l.day, case when ${kind === null} and l.kind = 'refund' then -l.amount_minor else l.amount_minor end
        as amount_minor, coalesce(a.user_id, i.user_id) as user_id, l.resource_id, null as note
    from analytics_lines l
      left join payment_attempts a on l.source = 'attempt' and a.id = l.payment_id
      left join invoices i on l.source = 'invoice' and i.id = l.payment_id
    where ${sql.join(conditions, sql` and `)}
  )`;
}

/** Lists a page of the items behind a figure, newest first. */
export async function listRowsBehind(db: Db, { limit, offset, ...behind }: Behind & Slice): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    select b.id, to_char(b.day, 'YYYY-MM-DD') as day, b.amount_minor as "amountMinor", u.id as "memberId",
      concat_ws(' ', u.first_name, u.last_name) as "memberName",
      case when u.deleted_at is null then u.email end as "memberEmail", r.title as "resourceTitle", b.note
    from ${rowsBehind(behind)} as b join users u on u.id = b.user_id left join resources r on r.id = b.resource_id
    order by b.day desc, b.id desc limit ${limit} offset ${offset}`.execute(db.kysely);
  return rows;
}

export async function countRowsBehind(db: Db, behind: Behind): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${rowsBehind(behind)} as b`.execute(
    db.kysely,
  );
  return rows[0]?.count ?? 0;
}

/** Sums the fees by month, and counts those in another currency or of a payment in another currency. */
export async function listFees(db: Db, range: AnalyticsQuery, currency: string): Promise<MonthlyFees[]> {
  const { rows } = await sql<MonthlyFees>`
    select to_char(day, 'YYYY-MM') as month,
      coalesce(sum(fee_minor) filter (where currency = ${currency} and payment_currency = ${currency}), 0)::bigint
        as "feesMinor",
      count(*) filter (where currency <> ${currency} or payment_currency <> ${currency}) as others
    from ${feesIn(range)} as fees group by 1`.execute(db.kysely);
  return rows;
}

export async function countWithoutFee(db: Db, { from, to }: AnalyticsQuery, currency: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from analytics_lines l
    where l.day between ${from} and ${to} and l.currency = ${currency} and ${hasNoFee}`.execute(db.kysely);
  return rows[0]?.count ?? 0;
}
