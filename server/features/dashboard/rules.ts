import type { RoleAffiliation } from '#contract/catalogue.ts';
import type { Goal, MemberRole } from '#contract/interests.ts';
import { ResourceQuery } from '#contract/search.ts';

/** How many resources a row of the dashboard has. */
const rowLength = 6;

// Older resources name these roles in other words.
const otherWords: Partial<Record<MemberRole, RoleAffiliation>> = {
  technical_lead_ai_ml_data: 'technical_lead',
  policy_public_interest_lead: 'policy_lead',
};

type Narrowed = Partial<Pick<ResourceQuery, 'rappPrinciples' | 'rappImplementationPhase'>>;

/** What a goal narrows the catalogue to. */
const narrowedBy: Record<Goal, Narrowed> = {
  set_rules: { rappPrinciples: ['responsible'] },
  choose_supplier: { rappImplementationPhase: ['phase_1_discover_assess'] },
  prepare_team: { rappPrinciples: ['people_centred'] },
  check_system: { rappImplementationPhase: ['phase_3_develop_prototype', 'phase_4_deploy_scale'] },
  look_around: {},
};

export type Interest = { role: MemberRole | null; goal: Goal | null };

/** The lists that "For your role" is filled from, in their order: role with goal, then the role, or the goal without one. */
export function listsFor({ role, goal }: Interest): ResourceQuery[] {
  const narrowed = goal === null ? {} : narrowedBy[goal];
  const isNarrowed = Object.keys(narrowed).length > 0;
  if (role === null) return isNarrowed ? [rowOf(narrowed)] : [];
  const other = otherWords[role];
  const roleAffiliations = other ? [role, other] : [role];
  return [...(isNarrowed ? [rowOf({ ...narrowed, roleAffiliations })] : []), rowOf({ roleAffiliations })];
}

/** The query of a row. */
export function rowOf(narrowed: Partial<ResourceQuery>): ResourceQuery {
  return { ...ResourceQuery.parse({ page: 1, pageSize: rowLength }), ...narrowed };
}

/** The first resources of some lists, each once. */
export function firstOf<Item extends { id: number }>(lists: readonly (readonly Item[])[]): Item[] {
  const byId = new Map(lists.flat().map((item) => [item.id, item]));
  return [...byId.values()].slice(0, rowLength);
}
