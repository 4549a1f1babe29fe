import type { GivenAnswers, PublicAssessment, PublicAssessmentResult } from '#contract/assessment.ts';
import type { AssessmentContent } from '#contract/assessment-content.ts';
import type { ResourceSummary } from '#contract/catalogue.ts';
import type { Context } from '#server/platform/context.ts';
import { checkAnswers, type HelpfulResources } from './actions.ts';
import { costOfVisitor, matchResources, rankActions } from './plan-rules.ts';
import { showOverall, showQuestions, showSections } from './presenters.ts';
import { currentContent, type FullAnswers, questionsOf, scoreOverall } from './rules.ts';

/** How many actions a visitor sees; members see the whole plan. */
const shownActions = 3;

/** How many resources are shown below an action. */
const shownResources = 2;

/** The resources that help with an action; null while the catalogue is not public. */
type Help = HelpfulResources | null;

/** The questions for visitors, and what they can expect of a result (TRY-01). */
export async function getPublicAssessment(ctx: Context, help: Help): Promise<PublicAssessment> {
  const content = currentContent();
  return { questions: showQuestions(content), example: await scored(ctx, content, exampleAnswers(content), help) };
}

/** The result of a visitor's answers; nothing is stored (TRY-02). */
export function scoreVisitor(ctx: Context, given: GivenAnswers, help: Help): Promise<PublicAssessmentResult> {
  return scored(ctx, currentContent(), checkAnswers(given), help);
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
  const actions = ranked.map(async ({ action, question, level }) => ({
    ...action,
    questionId: question.id,
    questionTitle: question.title,
    level,
    holdsBack: holders.includes(question.id),
    resources: help ? helpful(await help(ctx, action), action) : [],
  }));
  return {
    overall: showOverall(content, overall),
    sections: showSections(content, answers, null),
    actions: await Promise.all(actions),
  };
}

function helpful(found: ResourceSummary[], action: Parameters<typeof matchResources>[0]): ResourceSummary[] {
  return matchResources(action, found, costOfVisitor).resources.slice(0, shownResources);
}
