import type { Dashboard } from '#contract/dashboard.ts';
import type { SubscriptionTerms } from '#contract/subscriptions.ts';
import { getEntitlements } from '#server/features/access/actions.ts';
import { isSubscribed } from '#server/features/access/rules.ts';
import { getCurrentUser } from '#server/features/accounts/actions.ts';
import { getOwnAssessment } from '#server/features/assessment/actions.ts';
import { showSummary } from '#server/features/catalogue/rules.ts';
import type { Contents } from '#server/features/content/actions.ts';
import { hasOpened } from '#server/features/progress/actions.ts';
import { findResources, readKnown } from '#server/features/search/actions.ts';
import { getLastVisit } from '#server/features/sign-in/session-actions.ts';
import { getTerms } from '#server/features/subscriptions/price-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { VersionedCache } from '#server/platform/database/versioned-cache.ts';
import { firstOf, type Interest, listsFor, rowOf } from './rules.ts';

type Row = NonNullable<Dashboard['free']>;

/** Rows that are the same for every member with the same role and goal, until the catalogue changes. */
export type Rows = { forRole: Row | null; free: Row; subscription: (Row & { terms: SubscriptionTerms }) | null };

type Sources = { rows: VersionedCache<Rows>; contents: Contents; currency: string };

/** What the caller sees first (DASH-11). */
export async function getDashboard(ctx: MemberContext, { rows, contents, currency }: Sources): Promise<Dashboard> {
  const { roleAffiliation: role, goal } = await getCurrentUser(ctx);
  const [shown, entitlements, opened, lastVisit, assessment] = await Promise.all([
    rows.get(`${role} ${goal}`, () => readRows(ctx, { role, goal }, currency)),
    getEntitlements(ctx, ctx.actor.userId),
    hasOpened(ctx),
    getLastVisit(ctx),
    getOwnAssessment(ctx, contents),
  ]);
  const isNewcomer = !opened && assessment.latest === null;
  return {
    isNewcomer,
    hasOpened: opened,
    lastVisitAt: lastVisit?.toISOString() ?? null,
    assessment,
    forRole: shown.forRole,
    free: isNewcomer ? shown.free : null,
    subscription: shown.subscription && { ...shown.subscription, isOpen: isSubscribed(entitlements) },
  };
}

async function readRows(ctx: Context, interest: Interest, currency: string): Promise<Rows> {
  const known = await readKnown(ctx, { searchSynonyms: [] });
  const find = async (query: ReturnType<typeof rowOf>): Promise<Row> => {
    const { rows, total } = await findResources(ctx, query, known);
    return { resources: rows.map(showSummary), total };
  };
  const [free, subscription, terms, ...lists] = await Promise.all([
    find(rowOf({ accessType: ['free'] })),
    find(rowOf({ accessType: ['subscription'] })),
    getTerms(ctx, currency),
    ...listsFor(interest).map(find),
  ]);
  return {
    free,
    subscription: terms && { ...subscription, terms },
    forRole:
      lists.length > 0
        ? { resources: firstOf(lists.map(({ resources }) => resources)), total: lists.at(-1)?.total ?? 0 }
        : null,
  };
}
