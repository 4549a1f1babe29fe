import { type RawBuilder, sql } from 'kysely';
import type { ShownStatus } from '#contract/commerce/subscriptions.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';
import type { Subscription } from './rules.ts';
import { subscriptionOf } from './store.ts';

type Slice = { limit: number; offset: number };

/** Whether a subscription is shown: it has started, or its first payment is open at Stripe. */
const isShown = sql<boolean>`(s.started_at is not null
  or (s.status = 'incomplete' and not s.is_duplicate and s.stripe_subscription_id is not null))`;

/** Finds the member's live subscription, otherwise the latest; null when `isShown` holds for none. */
export async function findCurrent(db: Db, userId: number): Promise<Subscription | null> {
  const row = await own(db, userId)
    .selectAll('s')
    .orderBy(sql`s.status in ('canceled', 'incomplete_expired') or s.is_duplicate`)
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? subscriptionOf(row) : null;
}

/** Lists the member's subscriptions, newest first. */
export async function listOwn(db: Db, userId: number, { limit, offset }: Slice): Promise<Subscription[]> {
  const rows = await own(db, userId).selectAll('s').orderBy('s.id', 'desc').limit(limit).offset(offset).execute();
  return rows.map(subscriptionOf);
}

export async function countOwn(db: Db, userId: number): Promise<number> {
  const row = await own(db, userId)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

function own(db: Db, userId: number) {
  return db.kysely
    .selectFrom('subscriptions as s')
    .where('s.user_id', '=', userId)
    .where('s.organisation_id', 'is', null)
    .where(isShown);
}

/** A subscription with the member who pays. */
export type ListedSubscription = Subscription & { userName: string; userEmail: string };

type Sought = { search: string; status: ShownStatus | null };

/** Lists the subscriptions that match, also those of organisations, newest first. */
export async function listAll(db: Db, { limit, offset, ...sought }: Sought & Slice): Promise<ListedSubscription[]> {
  const rows = await found(db, sought)
    .selectAll('s')
    .select(['u.first_name', 'u.last_name', 'u.email'])
    .orderBy('s.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    ...subscriptionOf(row),
    userName: `${row.first_name} ${row.last_name}`.trim(),
    userEmail: row.email,
  }));
}

export async function countAll(db: Db, sought: Sought): Promise<number> {
  const row = await found(db, sought)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/**
 * The condition of each status, for the filter, the counters and the chart of Analytics (ADM-SUB-02). A suspended or
 * cancelling subscription still runs, so it counts as active or on trial as well.
 */
const conditions: Record<ShownStatus, RawBuilder<boolean>> = {
  active: sql`s.status in ('active', 'past_due') and not s.is_duplicate`,
  trialing: sql`s.status = 'trialing' and not s.is_duplicate`,
  suspended: sql`s.suspended_at is not null and s.status not in ('canceled', 'incomplete_expired')`,
  cancelling: sql`(s.cancel_at_period_end or s.cancel_at is not null)
    and s.status not in ('canceled', 'incomplete_expired')`,
  past_due: sql`s.status = 'past_due'`,
  canceled: sql`s.status in ('canceled', 'incomplete_expired')`,
  other: sql`s.status not in ('active', 'past_due', 'trialing', 'canceled', 'incomplete_expired')`,
};

function found(db: Db, { search, status }: Sought) {
  const form = containing(search);
  const all = db.kysely.selectFrom('subscriptions as s').innerJoin('users as u', 'u.id', 's.user_id').where(isShown);
  const searched =
    search === ''
      ? all
      : all.where(
          sql<boolean>`search_form(u.first_name || ' ' || u.last_name || ' ' || u.email) like search_form(${form})`,
        );
  return status === null ? searched : searched.where(conditions[status]);
}

export type Counts = { active: number; trial: number; suspended: number; cancelling: number };

export async function countByStatus(db: Db): Promise<Counts> {
  return db.kysely
    .selectFrom('subscriptions as s')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(conditions.active).as('active'),
      fn.countAll<number>().filterWhere(conditions.trialing).as('trial'),
      fn.countAll<number>().filterWhere(conditions.suspended).as('suspended'),
      fn.countAll<number>().filterWhere(conditions.cancelling).as('cancelling'),
    ])
    .where(isShown)
    .executeTakeFirstOrThrow();
}

/**
 * Counts the past due subscriptions, with the sum of those in `currency` (minor units) and the time when the first one
 * became past due.
 */
export async function sumPastDue(
  db: Db,
  currency: string,
): Promise<{ count: number; amountMinor: number; since: Date | null }> {
  return found(db, { search: '', status: 'past_due' })
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(s.amount_minor) filter (where s.currency = ${currency}), 0)::integer`.as('amountMinor'),
      sql<Date | null>`min((
        select max(t.seen_at) from subscription_states t where t.subscription_id = s.id and t.status = 'past_due'
      ))`.as('since'),
    ])
    .executeTakeFirstOrThrow();
}
