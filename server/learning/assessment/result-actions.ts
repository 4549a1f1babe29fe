import type { AssessmentContent } from '#contract/catalogue/assessment-content.ts';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type {
  AssessmentResult,
  GivenAnswers,
  HelpfulResource,
  PublicAssessment,
  PublicAssessmentResult,
  RecommendedAction,
} from '#contract/learning/assessment.ts';
import type { Tags } from '#server/catalogue/catalogue/actions.ts';
import type { Contents } from '#server/catalogue/content/actions.ts';
import { getEntitlements } from '#server/commerce/access/actions.ts';
import { decideAccess } from '#server/commerce/access/rules.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { checkAnswers, type HelpfulResources } from './actions.ts';
import { type Cost, costOf, costOfVisitor, matchResources, type RankedAction, rankActions } from './plan-rules.ts';
import {
  type AttemptRow,
  type PlanEntryRow,
  showAnswers,
  showEntry,
  showFrame,
  showOverall,
  showQuestions,
  showSections,
  showSummary,
} from './presenters.ts';
import { type FullAnswers, questionsOf, scoreOverall, scorePrinciples } from './rules.ts';
import { findAttempt, findPreviousAttempt, listEntries } from './store.ts';

export type ResultDeps = { help: HelpfulResources; contents: Contents };

/** Returns the result of one of the caller's attempts: scores, comparison, plan and helpful resources. */
export async function getResult(
  ctx: MemberContext,
  id: number,
  { help, contents }: ResultDeps,
): Promise<AssessmentResult> {
  const attempt = await findAttempt(ctx.db, ctx.actor.userId, id);
  if (!attempt) throw fail('assessment.not-found');
  const previous = await findPreviousAttempt(ctx.db, ctx.actor.userId, id);
  const contentOf = await contents.assessments(
    [attempt, ...(previous ? [previous] : [])].map(({ content_version }) => content_version),
  );
  const content = contentOf(attempt.content_version);
  const overall = scoreOverall(content, attempt.answers);
  const ranked = rankActions(content, attempt.answers, overall.heldBackBy);
  const compared = previous?.content_version === content.version ? previous.answers : null;
  return {
    ...showFrame(content, attempt),
    overall: showOverall(content, overall),
    sections: showSections(content, attempt.answers, compared),
    answers: showAnswers(content, attempt.answers, compared),
    principles: scorePrinciples(content, attempt.answers),
    actions: await showActions(ctx, { content, attempt, ranked, help }),
    previous: previous && (await showPrevious(ctx, contentOf(previous.content_version), previous, compared !== null)),
  };
}

type Recommending = {
  content: AssessmentContent;
  attempt: AttemptRow;
  ranked: readonly RankedAction[];
  help: HelpfulResources;
};

async function showActions(ctx: MemberContext, { content, attempt, ranked, help }: Recommending) {
  const sectionTitle = (questionId: string) =>
    content.sections.find(({ questions }) => questions.some(({ id }) => id === questionId))?.title ?? '';
  const holders = scoreOverall(content, attempt.answers).heldBackBy.map(({ question }) => question.id);
  const entries = new Map((await listEntries(ctx.db, attempt.id)).map((entry) => [entry.action_id, entry]));
  const helpWith = await createHelp(ctx, help);
  const shown: RecommendedAction[] = [];
  for (const { action, question, level } of ranked) {
    const entry = entries.get(action.id);
    shown.push({
      ...action,
      questionId: question.id,
      questionTitle: question.title,
      sectionTitle: sectionTitle(question.id),
      level,
      holdsBack: holders.includes(question.id),
      entry: entry ? showEntry(entry) : null,
      ...(await helpWith(action)),
    });
  }
  return shown;
}

/** Returns a function that finds the resources for an action, with their cost for the caller. */
async function createHelp(ctx: MemberContext, help: HelpfulResources) {
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  const cost = ({ id, accessType }: Pick<ResourceSummary, 'id' | 'accessType'>): Cost =>
    costOf({ accessType }, decideAccess(entitlements, { id, accessType, state: 'listed' }));
  return async (action: Tags) => {
    const { fit, resources } = matchResources(action, await help(ctx, action), cost);
    return { fit, resources: resources.map((resource) => showHelp(resource, cost(resource))) };
  };
}

function showHelp(resource: ResourceSummary, cost: Cost): HelpfulResource {
  const { id, title, type, accessType, price, monthlyPrice, annualPrice } = resource;
  return { id, title, type, accessType, cost, price, monthlyPrice, annualPrice };
}

async function showPrevious(
  ctx: MemberContext,
  content: AssessmentContent,
  attempt: AttemptRow,
  isComparable: boolean,
): Promise<AssessmentResult['previous']> {
  const entries = await listEntries(ctx.db, attempt.id);
  return { ...showSummary(content, attempt), isComparable, doneActions: doneOf(content, attempt, entries) };
}

/** Lists the actions of an attempt's own plan that were done, in the order of the questions. */
function doneOf(content: AssessmentContent, { answers }: AttemptRow, entries: readonly PlanEntryRow[]) {
  const planned = questionsOf(content).flatMap(({ id, actions }) => {
    const level = answers[id];
    return level ? actions[level] : [];
  });
  return planned.flatMap(({ id, text }) => {
    const done = entries.find((entry) => entry.action_id === id)?.done_at;
    return done ? [{ id, text, doneAt: done.toISOString() }] : [];
  });
}

/** Number of actions that a visitor sees; members see the whole plan. */
const shownActions = 3;

/** Maximum number of resources below an action. */
const shownResources = 2;

/** Finds the resources that help with an action; null while the catalogue is not public. */
type Help = HelpfulResources | null;

/** Returns the questions for visitors, with an example of a result (TRY-01). */
export async function getPublicAssessment(
  ctx: Context,
  content: AssessmentContent,
  help: Help,
): Promise<PublicAssessment> {
  return { questions: showQuestions(content), example: await scored(ctx, content, exampleAnswers(content), help) };
}

/** Returns the result of a visitor's answers; stores nothing (TRY-02). */
export function scoreVisitor(
  ctx: Context,
  content: AssessmentContent,
  given: GivenAnswers,
  help: Help,
): Promise<PublicAssessmentResult> {
  return scored(ctx, content, checkAnswers(content, given), help);
}

/** Returns answers with every third question a level below the rest: the second highest band of the usual content. */
function exampleAnswers(content: AssessmentContent): FullAnswers {
  const levels = questionsOf(content).map(
    ({ id }, index) => [id, index % 3 === 0 ? 'emerging' : 'developing'] as const,
  );
  return Object.fromEntries(levels);
}

async function scored(
  ctx: Context,
  content: AssessmentContent,
  answers: FullAnswers,
  help: Help,
): Promise<PublicAssessmentResult> {
  const overall = scoreOverall(content, answers);
  const holders = overall.heldBackBy.map(({ question }) => question.id);
  const ranked = rankActions(content, answers, overall.heldBackBy).slice(0, shownActions);
  const named = new Set<number>();
  const actions: PublicAssessmentResult['actions'] = [];
  for (const { action, question, level } of ranked) {
    const resources = help ? helpful(await help(ctx, action), action, named) : [];
    for (const { id } of resources) named.add(id);
    actions.push({
      ...action,
      questionId: question.id,
      questionTitle: question.title,
      level,
      holdsBack: holders.includes(question.id),
      resources,
    });
  }
  return {
    overall: showOverall(content, overall),
    sections: showSections(content, answers, null),
    actions,
  };
}

/** Returns the resources that help with an action, first those that no earlier action names. */
function helpful(
  found: ResourceSummary[],
  action: Parameters<typeof matchResources>[0],
  named: ReadonlySet<number>,
): ResourceSummary[] {
  const { resources } = matchResources(action, found, costOfVisitor);
  return resources.toSorted((a, b) => Number(named.has(a.id)) - Number(named.has(b.id))).slice(0, shownResources);
}
