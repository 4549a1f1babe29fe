import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { counted } from '#contract/counted.ts';
import type { OwnPath, OwnPathStep } from '#contract/learning/paths.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';

const questionsText = (count: number) => (count === 1 ? '1 question' : `${count} questions`);

const assessmentTitle = 'Readiness assessment';

type Named = Pick<OwnPathStep, 'kind' | 'title'> & {
  resource: Pick<ResourceSummary, 'title' | 'type' | 'estimatedDuration'> | null;
};

export function stepTitle({ kind, title, resource }: Named): string {
  if (kind === 'text') return title;
  if (kind === 'assessment') return assessmentTitle;
  if (kind === 'check') return resource ? `Check: ${resource.title}` : 'Check of this path';
  return resource?.title ?? '';
}

/** Returns the kind of a step and its length if known: "Article · 12 min" or "Knowledge check · 8 questions". */
export function stepFacts({ kind, resource, check }: Named & Partial<Pick<OwnPathStep, 'check'>>): string {
  if (kind === 'text') return 'Text';
  if (kind === 'assessment') return 'Assessment';
  if (kind === 'check') return ['Knowledge check', ...(check ? [questionsText(check.questions)] : [])].join(' · ');
  if (!resource) return '';
  const minutes = resource.estimatedDuration;
  return [typeNames[resource.type], ...(minutes === null ? [] : [`${minutes} min`])].join(' · ');
}

/** Returns the label of the button that leads to a step. */
export function stepAction({ kind }: Pick<OwnPathStep, 'kind'>): string {
  if (kind === 'check') return 'Take check';
  if (kind === 'assessment') return 'Take assessment';
  return kind === 'text' ? 'Read' : 'Open';
}

/** Returns the sentence about a locked step: the nearest required step before it that is not completed opens it. */
export function lockedText(path: Pick<OwnPath, 'sections'>, step: OwnPathStep): string {
  const steps = path.sections.flatMap((section) => section.steps);
  const before = steps.findLast(
    ({ number, state }) => number !== null && number < (step.number ?? 0) && state !== 'completed',
  );
  if (!before) return '';
  return before.kind === 'check'
    ? `Opens when you pass the check in step ${before.number}.`
    : `Opens after step ${before.number}.`;
}

/** Returns "6 steps and 1 optional". */
export function stepsText(path: Pick<OwnPath, 'required' | 'sections'>): string {
  const optional = path.sections.flatMap(({ steps }) => steps).filter(({ number }) => number === null).length;
  const steps = counted(path.required, 'step');
  return optional === 0 ? steps : `${steps} and ${optional} optional`;
}

/**
 * Returns "About 40 minutes left.", from an hour on in half hours as "About 3 hours left."; empty when they are unknown
 * or none.
 */
export function leftText(minutes: number | null): string {
  if (!minutes) return '';
  if (minutes < 60) return minutes === 1 ? 'About 1 minute left.' : `About ${minutes} minutes left.`;
  const hours = Math.round(minutes / 30) / 2;
  return hours === 1 ? 'About 1 hour left.' : `About ${hours} hours left.`;
}

/** Content of a path for a buyer, with the part that is open already (PATH-01). */
export type Offered = {
  resources: number;
  checks: number;
  open: number;
  /**
   * Price of the other resources, bought one by one, in major units; null when there are none, or some of them are not
   * sold like that.
   */
  restPrice: number | null;
  /** Titles of the required steps that are completed already. */
  completed: string[];
};

export function offeredBy(path: OwnPath): Offered {
  const steps = path.sections.flatMap((section) => section.steps);
  const parts = new Map(steps.flatMap((step) => (step.resource ? [[step.resource.id, step] as const] : [])));
  const closed = [...parts.values()].filter(({ canOpen }) => !canOpen).flatMap(({ resource }) => resource ?? []);
  const isSold = closed.every(({ accessType, price }) => accessType === 'purchase' && price !== null);
  return {
    resources: parts.size,
    checks: steps.filter(({ kind }) => kind === 'check').length,
    open: parts.size - closed.length,
    restPrice:
      isSold && closed.length > 0
        ? closed.reduce((sum, { price }) => sum + Math.round((price ?? 0) * 1000), 0) / 1000
        : null,
    completed: steps.filter(({ number, state }) => number !== null && state === 'completed').map(stepTitle),
  };
}

/** Returns "5 resources and 1 check"; "" when there are neither. */
export function opensText({ resources, checks }: Offered): string {
  const parts = [
    ...(resources === 0 ? [] : [counted(resources, 'resource')]),
    ...(checks === 0 ? [] : [checks === 1 ? '1 check' : `${checks} checks`]),
  ];
  return parts.join(' and ');
}
