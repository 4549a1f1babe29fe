import type { AssessmentContent } from '#contract/catalogue/assessment-content.ts';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import type {
  QuestionCounts,
  RoundGroup,
  RoundPlan,
  RoundPlanForm,
  RoundResults,
} from '#contract/learning/assessment-rounds.ts';
import type { Contents } from '#server/catalogue/content/actions.ts';
import {
  getOwnOrganisation,
  listPeopleIds,
  lockMembership,
  requireMembership,
} from '#server/organisations/organisations/actions.ts';
import { listPools } from '#server/organisations/organisations/seat-actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { PrintedBrand } from '#server/platform/files/pdf.ts';
import type { HelpfulResources } from './actions.ts';
import { type Cost, matchResources, rankActions } from './plan-rules.ts';
import { showOverall } from './presenters.ts';
import type { RoundReport } from './report/round-report.ts';
import { type OneRound, requireRound } from './round-actions.ts';
import { countsOf, medianAnswers, medianOf, mostDisagreed, spreadOf } from './round-rules.ts';
import * as store from './round-store.ts';
import { questionsOf, scoreOverall, scoreSection } from './rules.ts';

export type RoundDeps = { help: HelpfulResources; contents: Contents };

/**
 * Returns the results of a closed round for owners and managers (TEAM-03, TEAM-04).
 * @throws assessment.round-open, assessment.round-not-found, organisations.not-found, organisations.not-allowed
 */
export async function getResults(ctx: MemberContext, one: OneRound, contents: Contents): Promise<RoundResults> {
  await requireMembership(ctx, one.organisationId);
  const { round, closedAt } = await requireClosed(ctx, one);
  const contentOf = await contents.assessments([round.content_version]);
  const content = contentOf(round.content_version);
  const frame = {
    id: round.id,
    title: round.title,
    contentVersion: round.content_version,
    closedAt: closedAt.toISOString(),
    invited: round.invited,
    answered: round.answered,
    levels: content.levels.map(({ level, name }) => ({ level, name })),
  };
  const [whole, ...groups] = await store.listSets(ctx.db, round.id);
  if (!whole?.counts) return { ...frame, ...nothing };
  const before = await store.findRoundBefore(ctx.db, round);
  const medians = medianAnswers(content, whole.counts);
  return {
    ...frame,
    hasResults: true,
    overall: showOverall(content, scoreOverall(content, medians)),
    sections: content.sections.map(({ id, title, results }) => {
      const score = scoreSection(content, id, medians);
      return { id, title, ...score, text: results[score.band] };
    }),
    questions: showQuestions(content, whole.counts, before?.counts ?? null),
    disagreed: mostDisagreed(content, whole.counts),
    groups: groups.map((group) => showGroup(content, group)),
    previous: before && { id: before.id, title: before.title, closedAt: before.closed_at.toISOString() },
  };
}

const nothing = {
  hasResults: false,
  overall: null,
  sections: [],
  questions: [],
  disagreed: [],
  groups: [],
  previous: null,
};

function showQuestions(content: AssessmentContent, counts: QuestionCounts, before: QuestionCounts | null) {
  return content.sections.flatMap(({ id: sectionId, questions }) =>
    questions.map(({ id, title }) => ({
      sectionId,
      title,
      ...showCounts(counts, id),
      previousMedian: before && medianOf(countsOf(before, id)),
    })),
  );
}

function showCounts(counts: QuestionCounts, id: string) {
  const distribution = countsOf(counts, id);
  return { id, distribution, median: medianOf(distribution), spread: spreadOf(distribution) };
}

/** Converts a group; a hidden one has only its name. */
function showGroup(content: AssessmentContent, { name, answered, counts }: store.SetRow): RoundGroup {
  if (!counts) return { name: name ?? '', answered: null, overall: null, sections: null, questions: null };
  const medians = medianAnswers(content, counts);
  return {
    name: name ?? '',
    answered,
    overall: scoreOverall(content, medians).band,
    sections: content.sections.map(({ id }) => ({ id, band: scoreSection(content, id, medians).band })),
    questions: questionsOf(content).map(({ id }) => showCounts(counts, id)),
  };
}

async function requireClosed(ctx: MemberContext, one: OneRound): Promise<{ round: store.RoundRow; closedAt: Date }> {
  const round = await requireRound(ctx, one);
  if (!round.closed_at) throw fail('assessment.round-open');
  return { round, closedAt: round.closed_at };
}

/** Returns the plan of a closed round: the actions ranked by the round's medians, with their owners (TEAM-05). */
export async function getPlan(ctx: MemberContext, one: OneRound, deps: RoundDeps): Promise<RoundPlan> {
  await requireMembership(ctx, one.organisationId);
  return showPlan(ctx, one, await rankedActions(ctx, one, deps.contents), deps);
}

/**
 * Records owner, due date and status of actions of the plan.
 * @throws assessment.round-action when the plan lacks one of them, assessment.round-open, assessment.round-not-found,
 * assessment.round-without-results, organisations.person-not-found, organisations.not-found, organisations.not-allowed
 */
export async function changePlan(
  ctx: MemberContext,
  one: OneRound,
  { actions }: RoundPlanForm,
  deps: RoundDeps,
): Promise<RoundPlan> {
  // Locked, so that no owner of an action leaves at the same time.
  await lockMembership(ctx, one.organisationId);
  const ranked = await rankedActions(ctx, one, deps.contents);
  const known = new Set(ranked.map(({ action }) => action.id));
  if (actions.some(({ id }) => !known.has(id))) throw fail('assessment.round-action');
  const people = new Set(await listPeopleIds(ctx, one.organisationId));
  if (actions.some(({ ownerId }) => ownerId !== null && !people.has(ownerId))) {
    throw fail('organisations.person-not-found');
  }
  await store.upsertPlan(ctx.db, one.roundId, actions);
  return showPlan(ctx, one, ranked, deps);
}

async function rankedActions(ctx: MemberContext, one: OneRound, contents: Contents) {
  const { round } = await requireClosed(ctx, one);
  const [whole] = await store.listSets(ctx.db, round.id);
  if (!whole?.counts) throw fail('assessment.round-without-results');
  const contentOf = await contents.assessments([round.content_version]);
  const content = contentOf(round.content_version);
  const medians = medianAnswers(content, whole.counts);
  const { heldBackBy } = scoreOverall(content, medians);
  const holders = new Set(heldBackBy.map(({ question }) => question.id));
  return rankActions(content, medians, heldBackBy).map((ranked) => ({
    ...ranked,
    holdsBack: holders.has(ranked.question.id),
  }));
}

async function showPlan(
  ctx: MemberContext,
  { organisationId, roundId }: OneRound,
  ranked: Awaited<ReturnType<typeof rankedActions>>,
  { help }: RoundDeps,
): Promise<RoundPlan> {
  const noted = new Map((await store.listPlan(ctx.db, roundId)).map((row) => [row.action_id, row]));
  const pools = await listPools(ctx, organisationId);
  const isInSeats = ({ id, accessType }: Pick<ResourceSummary, 'id' | 'accessType'>) =>
    pools.some(({ kind, resourceId }) => (kind === 'plan' ? accessType === 'subscription' : resourceId === id));
  const costOf = (resource: ResourceSummary): Cost =>
    isInSeats(resource) ? 'owned' : resource.accessType === 'free' ? 'free' : 'price';
  const actions: RoundPlan['actions'] = [];
  for (const { action, question, level, holdsBack } of ranked) {
    const row = noted.get(action.id);
    const { resources } = matchResources(action, await help(ctx, action), costOf);
    actions.push({
      ...action,
      questionId: question.id,
      questionTitle: question.title,
      level,
      holdsBack,
      owner: row?.owner_id ? { userId: row.owner_id, name: row.owner_name ?? '' } : null,
      dueOn: row?.due_on ?? null,
      status: row?.status ?? 'not_started',
      resources: resources.map((one) => ({
        id: one.id,
        title: one.title,
        type: one.type,
        inSeats: isInSeats(one),
      })),
    });
  }
  return { roundId, actions };
}

type ReportDeps = RoundDeps & {
  printedBrand: () => Promise<PrintedBrand>;
  settings: () => Promise<Pick<PortalSettings, 'productName'>>;
};

/**
 * Reads the data of the report of a closed round (TEAM-06).
 * @throws assessment.round-without-results, assessment.round-open, assessment.round-not-found,
 * organisations.not-found, organisations.not-allowed
 */
export async function aboutRound(ctx: MemberContext, one: OneRound, deps: ReportDeps): Promise<RoundReport> {
  const results = await getResults(ctx, one, deps.contents);
  const { overall } = results;
  if (!overall) throw fail('assessment.round-without-results');
  const contentOf = await deps.contents.assessments([results.contentVersion]);
  return {
    results: { ...results, overall },
    plan: await getPlan(ctx, one, deps),
    content: contentOf(results.contentVersion),
    organisation: (await getOwnOrganisation(ctx))?.name ?? '',
    productName: (await deps.settings()).productName,
    brand: await deps.printedBrand(),
    words: (await deps.contents.current()).words,
    timeZone: ctx.actor.timeZone,
    madeAt: ctx.now,
  };
}
