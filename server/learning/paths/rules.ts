import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { PathContent, PathStep } from '#contract/catalogue/paths.ts';
import type { NextStep, OwnPath, OwnPathStep } from '#contract/learning/paths.ts';
import { ownCheckStep } from '#server/catalogue/catalogue/rules.ts';

/** The first and the last time that a person completed a step; null before. */
export type StepFact = { firstAt: Date | null; lastAt: Date | null };

/** Number of questions that an attempt at a published check asks, and its pass mark in percent. */
export type CheckFacts = { questions: number; passMark: number };

/** All data that decides how far a person is with a path. */
export type PathFacts = {
  resourceId: number;
  content: PathContent;
  canOpen: boolean;
  begunAt: Date | null;
  /** Last completion of the whole path. */
  finishedAt: Date | null;
  isRefreshDue: boolean;
  /** Facts by step id. */
  facts: ReadonlyMap<string, StepFact>;
  /** Cards of the listed resources of the steps. */
  cards: ReadonlyMap<number, ResourceSummary>;
  /** Published checks of those resources, and of the path itself. */
  checks: ReadonlyMap<number, CheckFacts>;
  /** Resources that the person can open. */
  open: ReadonlySet<number>;
};

type Step = PathStep | { id: typeof ownCheckStep; kind: 'check'; isOptional: false; asksFinished: false };

/**
 * Returns how far a person is with a path (PATH-02). A completed path stays completed: steps that were added ask only
 * when the publisher says so, and a refresh asks for all steps after the last completion (PATH-03).
 */
export function progressOf(facts: PathFacts): OwnPath {
  const sections = sectionsOf(facts);
  const steps = sections.flatMap((section) => section.steps);
  const round = roundOf(facts, steps);
  const required = steps.filter(round.isRequired);
  const left = required.filter((step) => round.doneAt(step) === null);
  const place = new Map(required.map((step, index) => [step.id, index]));
  const nextId = round.isCompleted ? null : (left[0]?.id ?? null);
  const stateOf = (step: Step): OwnPathStep['state'] => {
    if (round.doneAt(step) !== null) return 'completed';
    if (step.id === nextId) return 'next';
    const isBehind = round.isRequired(step) && facts.content.order === 'in_order' && !round.isCompleted;
    return isBehind ? 'locked' : 'open';
  };
  return {
    resourceId: facts.resourceId,
    order: facts.content.order,
    canOpen: facts.canOpen,
    begunAt: facts.begunAt?.toISOString() ?? null,
    completedAt: facts.finishedAt?.toISOString() ?? null,
    isCompleted: round.isCompleted,
    isRefresh: round.since !== null,
    required: required.length,
    completed: required.length - left.length,
    minutesLeft: minutesOf(left.map((step) => ('resourceId' in step ? facts.cards.get(step.resourceId) : undefined))),
    sections: sections.map(({ title, summary, steps: own }) => ({
      title,
      summary,
      steps: own.map((step) => {
        const number = place.get(step.id);
        return show(step, facts, {
          number: number === undefined ? null : number + 1,
          state: stateOf(step),
          doneAt: round.doneAt(step),
        });
      }),
    })),
  };
}

/** Returns the sections with the steps that can be asked of anybody; the path's own check is in the last one. */
function sectionsOf({ content, cards, checks, resourceId }: PathFacts) {
  const isShown = (step: PathStep) =>
    !('resourceId' in step) || (cards.has(step.resourceId) && (step.kind !== 'check' || checks.has(step.resourceId)));
  const sections: { title: string; summary: string; steps: Step[] }[] = content.sections
    .map((section) => ({ ...section, steps: section.steps.filter(isShown) }))
    .filter(({ steps }) => steps.length > 0);
  if (!checks.has(resourceId)) return sections;
  const ownCheck: Step = { id: ownCheckStep, kind: 'check', isOptional: false, asksFinished: false };
  const last = sections.at(-1) ?? { title: '', summary: '', steps: [] };
  return [...sections.slice(0, -1), { ...last, steps: [...last.steps, ownCheck] }];
}

/** Returns what counts now: everything, or in a refresh what was completed after the last completion of the path. */
function roundOf({ finishedAt, isRefreshDue, facts }: PathFacts, steps: readonly Step[]) {
  const firstAt = (step: Step) => facts.get(step.id)?.firstAt ?? null;
  const since = isRefreshDue ? finishedAt : null;
  // Of those who finished, steps that were added are asked only where the publisher said so.
  const isRequired = (step: Step) =>
    !step.isOptional && (finishedAt === null || since !== null || step.asksFinished || firstAt(step) !== null);
  const isAdded = steps.some((step) => isRequired(step) && step.asksFinished && firstAt(step) === null);
  const doneAt = (step: Step): Date | null => {
    const { lastAt = null } = facts.get(step.id) ?? {};
    if (since === null) return firstAt(step);
    return lastAt !== null && lastAt > since ? lastAt : null;
  };
  return { since, doneAt, isRequired, isCompleted: finishedAt !== null && since === null && !isAdded };
}

function minutesOf(cards: readonly (ResourceSummary | undefined)[]): number | null {
  const minutes = cards.map((card) => card?.estimatedDuration ?? null);
  return minutes.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

type Standing = Pick<OwnPathStep, 'number' | 'state'> & { doneAt: Date | null };

function show(step: Step, facts: PathFacts, { number, state, doneAt }: Standing): OwnPathStep {
  const resourceId = 'resourceId' in step ? step.resourceId : null;
  const checkOf = step.kind === 'check' ? (facts.checks.get(resourceId ?? facts.resourceId) ?? null) : null;
  const canOpen = resourceId === null ? facts.canOpen : facts.open.has(resourceId);
  const isText = step.kind === 'text';
  return {
    id: step.id,
    kind: step.kind,
    number,
    title: isText ? step.title : '',
    resource: resourceId === null ? null : (facts.cards.get(resourceId) ?? null),
    check: checkOf,
    state,
    completedAt: doneAt?.toISOString() ?? null,
    isEarlier: doneAt !== null && facts.begunAt !== null && doneAt < facts.begunAt,
    canOpen: step.kind === 'assessment' || (isText ? canOpen && state !== 'locked' : canOpen),
    text: isText && canOpen && state !== 'locked' ? step.text : null,
  };
}

/** Returns the next step of a path; null when nothing is asked now. */
export function nextOf(path: OwnPath): NextStep {
  const next = path.sections.flatMap(({ steps }) => steps).find(({ state }) => state === 'next');
  if (!next || next.number === null) return null;
  return {
    number: next.number,
    required: path.required,
    kind: next.kind,
    title: next.title || (next.resource?.title ?? ''),
    questions: next.check?.questions ?? null,
    checkOf: next.kind === 'check' && next.canOpen ? (next.resource?.id ?? path.resourceId) : null,
  };
}
