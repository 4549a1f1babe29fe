import type { AccessType } from '#contract/catalogue/catalogue.ts';
import { freeAnyway, type PathContent, type PathSection, type PathStep, stepsOf } from '#contract/catalogue/paths.ts';
import type { PathPart } from '#contract/catalogue/publishing.ts';

/** A resource that a step names; `hasCheck` is null for one that was added since the last save. */
export type PickedPart = Omit<PathPart, 'hasCheck'> & { hasCheck: boolean | null };

/** Content of a path in the form, with the resources that its steps name. */
export type PathValues = { content: PathContent; parts: PickedPart[] };

export const blankPath: PathValues = {
  content: { order: 'in_order', sections: [{ title: '', summary: '', steps: [] }] },
  parts: [],
};

const flags = { isOptional: false, asksAnew: false, asksFinished: false };

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns an id that no step of the path has. */
export function newStepId(content: PathContent, random: () => number = Math.random): string {
  const taken = new Set(stepsOf(content).map(({ id }) => id));
  for (;;) {
    const id = Array.from({ length: 8 }, () => letters[Math.floor(random() * letters.length)]).join('');
    if (!taken.has(id)) return id;
  }
}

export const resourceStep = (id: string, resourceId: number): PathStep => ({
  ...flags,
  id,
  kind: 'resource',
  resourceId,
});
export const assessmentStep = (id: string): PathStep => ({ ...flags, id, kind: 'assessment' });
export const textStep = (id: string): PathStep => ({ ...flags, id, kind: 'text', title: '', text: '' });

/** Returns the title of a step for the editor. */
export function titleOfStep(step: PathStep, parts: readonly PickedPart[]): string {
  if (step.kind === 'text') return step.title || 'Text without a title';
  if (step.kind === 'assessment') return 'Readiness assessment';
  const title = parts.find(({ id }) => id === step.resourceId)?.title ?? 'Unknown resource';
  return step.kind === 'check' ? `Check: ${title}` : title;
}

/** Returns the warning about a step that members cannot do now; null when there is none (PATH-04). */
export function stepWarning(step: PathStep, parts: readonly PickedPart[], accessType: AccessType): string | null {
  if (!('resourceId' in step)) return null;
  const part = parts.find(({ id }) => id === step.resourceId);
  if (part?.state === 'draft') return 'This resource is a draft. Members do not see the step until it is published.';
  if (part?.state === 'withdrawn') return 'This resource was deleted, so members do not see the step. Remove it.';
  if (step.kind === 'check' && part?.hasCheck === false) {
    return 'The check of this resource is not published, so members do not see the step.';
  }
  if (accessType === 'free' && part && part.accessType !== 'free') {
    return 'The path is free and this resource is not: members can do the step only with access to it.';
  }
  if (accessType === 'subscription' && part?.accessType === 'purchase') {
    return 'A subscription does not open this resource: members can do the step only after buying it.';
  }
  return null;
}

/** The ways in which members can take the assessment: its public page, and the resource that opens it. */
export type AssessmentWays = { isPublic: boolean; tool: { id: number; accessType: AccessType } | null };

/** Returns the warning about an assessment that members of the path cannot take now; null when there is none. */
export function assessmentWarning(content: PathContent, accessType: AccessType, ways: AssessmentWays): string | null {
  const { isPublic, tool } = ways;
  if (isPublic || tool?.accessType === 'free') return null;
  if (!tool) {
    return 'No resource opens the assessment, and its public page is off: members cannot do the step.';
  }
  const isPart = stepsOf(content).some((step) => 'resourceId' in step && step.resourceId === tool.id);
  if (isPart && accessType !== 'free') return null;
  return 'The assessment is not free, and its public page is off: members can do the step only with access to it.';
}

/**
 * Returns why a path with these steps cannot be sold; null while it can, is free, or names no published resource
 * (PATH-01). A draft that is not free may have a time at which it is published, which the server judges.
 */
export function saleProblem({ content, parts }: PathValues, accessType: AccessType): string | null {
  const named = new Set(stepsOf(content).flatMap((step) => ('resourceId' in step ? [step.resourceId] : [])));
  const coming = parts.filter(({ id, state }) => named.has(id) && state !== 'withdrawn');
  const isAnyListed = coming.some(({ state }) => state === 'listed');
  if (accessType === 'free' || !isAnyListed || coming.some((part) => part.accessType !== 'free')) return null;
  return freeAnyway;
}

export function withSection(content: PathContent, place: number, change: Partial<PathSection>): PathContent {
  const sections = content.sections.map((section, index) => (index === place ? { ...section, ...change } : section));
  return { ...content, sections };
}

export function withStep(content: PathContent, changed: PathStep): PathContent {
  const sections = content.sections.map((section) => ({
    ...section,
    steps: section.steps.map((step) => (step.id === changed.id ? changed : step)),
  }));
  return { ...content, sections };
}

export function withoutStep(content: PathContent, id: string): PathContent {
  const sections = content.sections.map((section) => ({
    ...section,
    steps: section.steps.filter((step) => step.id !== id),
  }));
  return { ...content, sections };
}

/** Returns the content with a step at the end of another section. */
export function withStepIn(content: PathContent, step: PathStep, place: number): PathContent {
  const rest = withoutStep(content, step.id);
  return withSection(rest, place, { steps: [...(rest.sections[place]?.steps ?? []), step] });
}

/** Returns the content without a section; its steps go to the section before it, or to the next one. */
export function withoutSection(content: PathContent, place: number): PathContent {
  const steps = content.sections[place]?.steps ?? [];
  const sections = content.sections.filter((_, index) => index !== place);
  const target = Math.max(0, place - 1);
  return {
    ...content,
    sections: sections.map((section, index) => {
      if (index !== target) return section;
      return { ...section, steps: place === 0 ? [...steps, ...section.steps] : [...section.steps, ...steps] };
    }),
  };
}

/** Returns the titles of the steps in their order, for comparing two states of a path. */
export function pathWords({ content, parts }: PathValues): string {
  const titles = stepsOf(content).map((step) => titleOfStep(step, parts));
  return titles.length === 0 ? 'No steps' : titles.join(', ');
}
