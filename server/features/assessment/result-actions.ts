import type { AssessmentResult, HelpfulResource, RecommendedAction } from '#contract/assessment.ts';
import type { AssessmentContent } from '#contract/assessment-content.ts';
import type { ResourceSummary } from '#contract/catalogue.ts';
import { getEntitlements } from '#server/features/access/actions.ts';
import { decideAccess } from '#server/features/access/rules.ts';
import type { Tags } from '#server/features/catalogue/actions.ts';
import type { Contents } from '#server/features/content/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { HelpfulResources } from './actions.ts';
import { type Cost, costOf, matchResources, type RankedAction, rankActions } from './plan-rules.ts';
import {
  type AttemptRow,
  type PlanEntryRow,
  showAnswers,
  showEntry,
  showFrame,
  showOverall,
  showSections,
  showSummary,
} from './presenters.ts';
import { questionsOf, scoreOverall, scorePrinciples } from './rules.ts';
import { findAttempt, findPreviousAttempt, listEntries } from './store.ts';

export type ResultDeps = { help: HelpfulResources; contents: Contents };

/** The result of one of the caller's attempts: scores, comparison, plan and what helps with it. */
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

/** Finds what helps the caller with an action, and what it costs them. */
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

/** What of an attempt's own plan was done, in the order of the questions. */
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
