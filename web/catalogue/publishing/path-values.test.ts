import { expect, it } from 'vitest';
import type { PathStep } from '#contract/catalogue/paths.ts';
import {
  assessmentStep,
  blankPath,
  newStepId,
  type PickedPart,
  resourceStep,
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
