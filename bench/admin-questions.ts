import type { AnalyticsQuery } from '#contract/analytics.ts';
import { explainAccess, listBlocks, listGrants } from '#server/features/access/grant-actions.ts';
import { countUsers, listUsers } from '#server/features/accounts/user-actions.ts';
import { getOverview } from '#server/features/analytics/actions.ts';
import { getActivity } from '#server/features/analytics/activity-actions.ts';
import { listEntries } from '#server/features/audit/actions.ts';
import { listMemberPurchases } from '#server/features/purchases/admin-actions.ts';
import { findMemberSubscription } from '#server/features/subscriptions/actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { AdminFixtureSize } from './admin-fixtures.ts';
import type { Question } from './questions.ts';

/** What administrators ask of a portal of this size. */
export function adminQuestionsOf({ db }: Database, { members, entries, resources }: AdminFixtureSize): Question[] {
  const ctx: Context = { db, now: new Date(), actor: null, origin: { ip: '127.0.0.1', requestId: 'bench' } };
  const question = (name: string, ask: Question['ask']): Question => ({ name, ask });
  const users = (name: string, queryOf: (number: number) => object) =>
    question(`users: ${name}`, (number) =>
      listUsers(ctx, { search: '', organization: '', page: 1, pageSize: 20, ...queryOf(number) }),
    );
  const audit = (name: string, queryOf: (number: number) => object) =>
    question(`audit log: ${name}`, (number) =>
      listEntries(ctx, { person: '', action: '', object: '', search: '', pageSize: 50, ...queryOf(number) }),
    );
  const activity = (name: string, days: number) =>
    question(`analytics: ${name}`, () => getActivity(ctx, lastDays(ctx.now, days), 'GBP'));
  const memberOf = (number: number) => 21 + ((number * 7919) % (members - 21));
  return [
    users('newest 20', () => ({})),
    users('page at 90 %', (number) => ({ page: Math.floor((members * 0.9) / 20) - number })),
    users('search: one address', (number) => ({ search: `member-${memberOf(number)}@` })),
    users('search: a name in 20', (number) => ({ search: `name${1000 + (number % 3000)} ` })),
    users('search: 2 letters in all', () => ({ search: 'am' })),
    users('filter: organization', (number) => ({ organization: `works ${100 + number} ` })),
    users('filter: administrators', () => ({ role: 'administrator' })),
    question('users: counters', () => countUsers(ctx)),
    question('access manager of a member', (number) => openManager(ctx, memberOf(number))),
    question('why can this person open this?', (number) =>
      explainAccess(ctx, memberOf(number), 1 + ((number * 31) % resources)),
    ),
    audit('newest 50', () => ({})),
    audit('50 from the middle on', (number) => ({ before: Math.floor(entries / 2) + number })),
    audit('of one member', (number) => ({ person: `member-${memberOf(number)}@` })),
    audit('of one administrator', (number) => ({ person: `member-${1 + (number % 20)}@` })),
    audit('of everybody called so (20,000)', () => ({ person: 'mira' })),
    audit('a kind of object and an action', () => ({ object: 'user', action: 'set-role' })),
    audit('a text in 200 entries', () => ({ search: 'zephyr' })),
    audit('a text in all entries', () => ({ search: 'usual' })),
    audit('a text in none', (number) => ({ search: `nowhere ${number}` })),
    audit('a month long ago', () => dayRange(lastDays(ctx.now, 500), 30)),
    question('analytics: what there is', () => getOverview(ctx)),
    activity('30 days', 30),
    activity('90 days', 90),
    activity('12 months', 365),
    activity('3 years', 1096),
  ];
}

/** What the access manager asks when it opens. */
function openManager(ctx: Context, userId: number): Promise<unknown> {
  const page = { page: 1, pageSize: 50 };
  return Promise.all([
    listGrants(ctx, userId, page),
    listBlocks(ctx, userId, page),
    listMemberPurchases(ctx, userId, page),
    findMemberSubscription(ctx, userId),
  ]);
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const millisecondsPerDay = 86_400_000;

function lastDays(now: Date, days: number): AnalyticsQuery {
  return { from: dayOf(new Date(now.getTime() - (days - 1) * millisecondsPerDay)), to: dayOf(now) };
}

/** The first days of a range. */
function dayRange({ from }: AnalyticsQuery, days: number): AnalyticsQuery {
  return { from, to: dayOf(new Date(Date.parse(from) + (days - 1) * millisecondsPerDay)) };
}
