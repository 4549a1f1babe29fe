import { expect, it } from 'vitest';
import type { PathStep } from '#contract/catalogue/paths.ts';
import {
  assessmentStep,
  assessmentWarning,
  blankPath,
  newStepId,
  type PickedPart,
  resourceStep,
  saleProblem,
  stepWarning,
  textStep,
  withoutSection,
  withoutStep,
  withSection,
  withStepIn,
} from './path-values.ts';

const part: PickedPart = {
  id: 7,
  title: 'A report',
  type: 'report',
  accessType: 'free',
  state: 'listed',
  hasCheck: null,
};

it('PATH-04 warns about steps that are drafts, deleted, without a published check, or closed to those who have the path', () => {
  const read = resourceStep('a', 7);
  const warns = (
    changed: Partial<PickedPart>,
    access: 'free' | 'purchase' | 'subscription' = 'free',
    step: PathStep = read,
  ) => stepWarning(step, [{ ...part, ...changed }], access);
  expect(warns({})).toBeNull();
  expect(warns({ state: 'draft' })).toMatch(/draft/);
  expect(warns({ state: 'withdrawn' })).toMatch(/deleted/);
  expect(
    warns({ hasCheck: false }, 'free', { ...resourceStep('a', 7), kind: 'check', resourceId: 7 } as PathStep),
  ).toMatch(/not published/);
  expect(warns({ accessType: 'subscription' })).toMatch(/path is free/);
  expect(warns({ accessType: 'purchase' }, 'subscription')).toMatch(/does not open/);
  expect(warns({ accessType: 'subscription' }, 'purchase')).toBeNull();
  expect(stepWarning(textStep('b'), [], 'free')).toBeNull();
});

it('PATH-01 PATH-04 warns about an assessment that members of the path cannot take', () => {
  const content = withSection(blankPath.content, 0, { steps: [assessmentStep('a')] });
  const withTool = withSection(blankPath.content, 0, { steps: [assessmentStep('a'), resourceStep('b', 7)] });
  const sold = { id: 7, accessType: 'purchase' } as const;
  const closed = { isPublic: false, tool: null };
  expect(assessmentWarning(content, 'free', closed)).toMatch(/^No resource opens the assessment/);
  expect(assessmentWarning(content, 'free', { ...closed, isPublic: true })).toBeNull();
  expect(assessmentWarning(content, 'free', { ...closed, tool: { id: 7, accessType: 'free' } })).toBeNull();
  expect(assessmentWarning(content, 'purchase', { ...closed, tool: sold })).toMatch(/only with access to it/);
  expect(assessmentWarning(content, 'purchase', { isPublic: true, tool: sold })).toBeNull();
  // Buying the path gives the tool as well.
  expect(assessmentWarning(withTool, 'purchase', { ...closed, tool: sold })).toBeNull();
  expect(assessmentWarning(withTool, 'free', { ...closed, tool: sold })).toMatch(/only with access to it/);
});

it('PATH-01 says at the access type that a path of free resources cannot be sold', () => {
  const content = withSection(blankPath.content, 0, { steps: [resourceStep('a', 7), textStep('b')] });
  const says = (accessType: 'free' | 'purchase', ...parts: PickedPart[]) => saleProblem({ content, parts }, accessType);
  expect(says('free', part)).toBeNull();
  expect(says('purchase', part)).toMatch(/is free, so everybody has the path/);
  expect(says('purchase', { ...part, accessType: 'subscription' })).toBeNull();
  expect(says('purchase', { ...part, state: 'draft' })).toBeNull();
  const second = { content: withSection(content, 0, { steps: [resourceStep('a', 7), resourceStep('c', 8)] }) };
  const with8 = (changed: Partial<PickedPart>) =>
    saleProblem({ ...second, parts: [part, { ...part, id: 8, ...changed }] }, 'purchase');
  expect(with8({ state: 'withdrawn', accessType: 'purchase' })).toMatch(/everybody/);
  expect(with8({ state: 'draft', accessType: 'purchase' })).toBeNull();
  // A resource whose step was removed does not count.
  expect(says('purchase', part, { ...part, id: 8, accessType: 'purchase' })).toMatch(/everybody/);
});

it('PATH-04 moves steps between sections and keeps them when a section is removed', () => {
  const [a, b] = [resourceStep('a', 7), assessmentStep('b')];
  const second = { title: 'Second', summary: '', steps: [b] };
  const content = { ...withSection(blankPath.content, 0, { steps: [a] }) };
  const two = { ...content, sections: [...content.sections, second] };
  const idsIn = ({ sections }: typeof two) => sections.map(({ steps }) => steps.map(({ id }) => id));
  expect(idsIn(withStepIn(two, a, 1))).toEqual([[], ['b', 'a']]);
  expect(idsIn(withoutSection(two, 0))).toEqual([['a', 'b']]);
  expect(idsIn(withoutSection(two, 1))).toEqual([['a', 'b']]);
  expect(idsIn(withoutStep(two, 'a'))).toEqual([[], ['b']]);
  const draws = [...Array(8).fill(0), ...Array(8).fill(0.5)];
  const taken = { ...two, sections: [{ ...second, steps: [textStep('aaaaaaaa')] }] };
  expect(newStepId(taken, () => draws.shift())).not.toBe('aaaaaaaa');
});
