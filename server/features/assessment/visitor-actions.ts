import type { GivenAnswers, PublicAssessment, PublicAssessmentResult } from '#contract/assessment.ts';
import type { AssessmentContent } from '#contract/assessment-content.ts';
import type { ResourceSummary } from '#contract/catalogue.ts';
import type { Context } from '#server/platform/context.ts';
import { checkAnswers, type HelpfulResources } from './actions.ts';
import { costOfVisitor, matchResources, rankActions } from './plan-rules.ts';
import { showOverall, showQuestions, showSections } from './presenters.ts';
import { type FullAnswers, questionsOf, scoreOverall } from './rules.ts';

/** How many actions a visitor sees; members see the whole plan. */
const shownActions = 3;

/** How many resources are shown below an action. */
const shownResources = 2;

/** The resources that help with an action; null while the catalogue is not public. */
type Help = HelpfulResources | null;

/** The questions for visitors, and what they can expect of a result (TRY-01). */
export async function getPublicAssessment(
  ctx: Context,
  content: AssessmentContent,
  help: Help,
): Promise<PublicAssessment> {
  return { questions: showQuestions(content), example: await scored(ctx, content, exampleAnswers(content), help) };
}

/** The result of a visitor's answers; nothing is stored (TRY-02). */
export function scoreVisitor(
  ctx: Context,
  content: AssessmentContent,
  given: GivenAnswers,
  help: Help,
): Promise<PublicAssessmentResult> {
  return scored(ctx, content, checkAnswers(content, given), help);
}

/** Every third question is a level below the rest, which makes the second highest band. */
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

/** What helps with an action; first what is not named for an action before it. */
function helpful(
  found: ResourceSummary[],
  action: Parameters<typeof matchResources>[0],
  named: ReadonlySet<number>,
): ResourceSummary[] {
  const { resources } = matchResources(action, found, costOfVisitor);
  return resources.toSorted((a, b) => Number(named.has(a.id)) - Number(named.has(b.id))).slice(0, shownResources);
}
