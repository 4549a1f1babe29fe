import type { RoleAffiliation } from '#contract/catalogue/catalogue.ts';
import { ResourceQuery } from '#contract/catalogue/search.ts';
import type { SubscriptionTerms } from '#contract/commerce/subscriptions.ts';
import type { Goal, MemberRole } from '#contract/interests.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import { showSummary } from '#server/catalogue/catalogue/rules.ts';
import type { Contents } from '#server/catalogue/content/actions.ts';
import { findResources, readKnown } from '#server/catalogue/search/actions.ts';
import { getEntitlements } from '#server/commerce/access/actions.ts';
import { isSubscribed } from '#server/commerce/access/rules.ts';
import { getTerms } from '#server/commerce/subscriptions/price-actions.ts';
import { getCurrentUser } from '#server/identity/accounts/actions.ts';
import { getLastVisit } from '#server/identity/sign-in/session-actions.ts';
import { getOwnAssessment } from '#server/learning/assessment/actions.ts';
import { summariseOwn } from '#server/learning/learning/list-actions.ts';
import { hasOpened } from '#server/learning/progress/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { VersionedCache } from '#server/platform/database/versioned-cache.ts';

type Row = NonNullable<Dashboard['free']>;

/** Rows that are the same for all members with the same role and goal, cached until the catalogue changes. */
export type Rows = { forRole: Row | null; free: Row; subscription: (Row & { terms: SubscriptionTerms }) | null };

type Sources = { rows: VersionedCache<Rows>; contents: Contents; currency: string };

/** Returns the caller's dashboard (DASH-11). */
export async function getDashboard(ctx: MemberContext, { rows, contents, currency }: Sources): Promise<Dashboard> {
  const { roleAffiliation: role, goal } = await getCurrentUser(ctx);
  const [shown, entitlements, opened, lastVisit, assigned, assessment] = await Promise.all([
    rows.get(`${role} ${goal}`, () => readRows(ctx, { role, goal }, currency)),
    getEntitlements(ctx, ctx.actor.userId),
    hasOpened(ctx),
    getLastVisit(ctx),
    summariseOwn(ctx),
    getOwnAssessment(ctx, contents),
  ]);
  const isNewcomer = !opened && assessment.latest === null;
  return {
    isNewcomer,
    hasOpened: opened,
    lastVisitAt: lastVisit?.toISOString() ?? null,
    assigned,
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

/** Maximum number of resources in a row. */
const rowLength = 6;

// Older resources have other names for these roles.
const otherWords: Partial<Record<MemberRole, RoleAffiliation>> = {
  technical_lead_ai_ml_data: 'technical_lead',
  policy_public_interest_lead: 'policy_lead',
};

type Narrowed = Partial<Pick<ResourceQuery, 'rappPrinciples' | 'rappImplementationPhase'>>;

/** The filter of the catalogue for each goal. */
const narrowedBy: Record<Goal, Narrowed> = {
  set_rules: { rappPrinciples: ['responsible'] },
  choose_supplier: { rappImplementationPhase: ['phase_1_discover_assess'] },
  prepare_team: { rappPrinciples: ['people_centred'] },
  check_system: { rappImplementationPhase: ['phase_3_develop_prototype', 'phase_4_deploy_scale'] },
  look_around: {},
};

type Interest = { role: MemberRole | null; goal: Goal | null };

/**
 * Returns the queries that fill "For your role", in their order: role with goal, then the role; without a role only the
 * goal.
 */
function listsFor({ role, goal }: Interest): ResourceQuery[] {
  const narrowed = goal === null ? {} : narrowedBy[goal];
  const isNarrowed = Object.keys(narrowed).length > 0;
  if (role === null) return isNarrowed ? [rowOf(narrowed)] : [];
  const other = otherWords[role];
  const roleAffiliations = other ? [role, other] : [role];
  return [...(isNarrowed ? [rowOf({ ...narrowed, roleAffiliations })] : []), rowOf({ roleAffiliations })];
}

function rowOf(narrowed: Partial<ResourceQuery>): ResourceQuery {
  return { ...ResourceQuery.parse({ page: 1, pageSize: rowLength }), ...narrowed };
}

/** Returns the first resources of some lists, each once. */
function firstOf<Item extends { id: number }>(lists: readonly (readonly Item[])[]): Item[] {
  const byId = new Map(lists.flat().map((item) => [item.id, item]));
  return [...byId.values()].slice(0, rowLength);
}
