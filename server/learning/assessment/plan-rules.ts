import type {
  ActionContent,
  AssessmentContent,
  AssessmentLevel,
  QuestionContent,
} from '#contract/catalogue/assessment-content.ts';
import { type ResourceSummary, rappPhases } from '#contract/catalogue/catalogue.ts';
import type { Decision } from '#server/commerce/access/rules.ts';
import { type FullAnswers, type Holder, questionsOf, rankOf } from './rules.ts';

export type RankedAction = { action: ActionContent; question: QuestionContent; level: AssessmentLevel };

/**
 * Returns the actions for every answer, most urgent first: those that hold back the band, then by lower level, by
 * earlier phase, and by the order of the questions. Answers at the highest level come last, with actions to keep it.
 */
export function rankActions(
  content: AssessmentContent,
  answers: FullAnswers,
  heldBackBy: readonly Holder[],
): RankedAction[] {
  const holders = new Set(heldBackBy.map(({ question }) => question.id));
  const ranked = questionsOf(content).flatMap((question) => {
    const level = answers[question.id];
    if (!level) throw new Error(`Question ${question.id} has no answer`);
    return question.actions[level].map((action) => ({ action, question, level }));
  });
  const urgency = ({ question, level, action }: RankedAction) => [
    holders.has(question.id) ? 0 : 1,
    rankOf(level),
    rappPhases.indexOf(action.phase),
  ];
  // Sorting is stable, so equally urgent actions keep the order of the questions.
  return ranked.toSorted((a, b) => compareInTurn(urgency(a), urgency(b)));
}

/** A published resource with its tags and prices. */
export type Candidate = Pick<
  ResourceSummary,
  | 'id'
  | 'title'
  | 'accessType'
  | 'price'
  | 'monthlyPrice'
  | 'annualPrice'
  | 'rappPrinciples'
  | 'rappImplementationPhase'
  | 'roleAffiliations'
>;

/** Cost of a resource for the member: owned already, free for all, included in the member's plan, or its price. */
export type Cost = 'owned' | 'free' | 'plan' | 'price';

/**
 * Returns the cost of a resource from the decision about access to it. An accessible subscription resource without a
 * purchase or grant costs `plan`, even when only the administrator's role gives access.
 */
export function costOf({ accessType }: Pick<Candidate, 'accessType'>, { hasAccess, because }: Decision): Cost {
  if (!hasAccess) return 'price';
  if (because.some(({ kind }) => kind === 'purchase' || kind === 'grant')) return 'owned';
  return ({ free: 'free', subscription: 'plan', purchase: 'owned' } as const)[accessType];
}

/** Returns the cost of a resource for visitors, who have no entitlements. */
export function costOfVisitor({ accessType }: Pick<Candidate, 'accessType'>): Cost {
  return accessType === 'free' ? 'free' : 'price';
}

/** The tags that the resources share with the action: all three, or the closest fit that any resource has. */
export type Fit = 'principle-phase-role' | 'principle-phase' | 'phase' | 'none';

export type Match<Resource> = { fit: Fit; resources: Resource[] };

/** Maximum number of resources for one action. */
const mostResources = 4;

const costs: readonly Cost[] = ['owned', 'free', 'plan', 'price'];

/**
 * Finds the resources that help with an action: those of the closest fit. Owned ones come first, then free ones, those
 * of the plan, and those for sale, cheapest first.
 */
export function matchResources<Resource extends Candidate>(
  { principle, phase, role }: Pick<ActionContent, 'principle' | 'phase' | 'role'>,
  candidates: readonly Resource[],
  costOf: (resource: Resource) => Cost,
): Match<Resource> {
  const inPhase = candidates.filter(({ rappImplementationPhase }) => rappImplementationPhase.includes(phase));
  const inPrinciple = inPhase.filter(({ rappPrinciples }) => rappPrinciples.includes(principle));
  const inRole = inPrinciple.filter(({ roleAffiliations }) => roleAffiliations.includes(role));
  const tiers: [Fit, Resource[]][] = [
    ['principle-phase-role', inRole],
    ['principle-phase', inPrinciple],
    ['phase', inPhase],
  ];
  const [fit, fitting] = tiers.find(([, resources]) => resources.length > 0) ?? ['none', []];
  const order = (resource: Resource) => {
    const cost = costOf(resource);
    return [costs.indexOf(cost), cost === 'price' ? priceOf(resource) : 0];
  };
  const resources = fitting.toSorted(
    (a, b) => compareInTurn(order(a), order(b)) || compareText(a.title, b.title) || a.id - b.id,
  );
  return { fit, resources: resources.slice(0, mostResources) };
}

const priceOf = ({ price, monthlyPrice, annualPrice }: Candidate) => price ?? monthlyPrice ?? annualPrice ?? 0;

// Compares code units, so that the order does not depend on the machine's locale.
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function compareInTurn(a: readonly number[], b: readonly number[]): number {
  for (const [index, one] of a.entries()) {
    const difference = one - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
