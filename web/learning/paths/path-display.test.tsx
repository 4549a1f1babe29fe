import { expect, it } from 'vitest';
import type { OwnPath, OwnPathStep } from '#contract/learning/paths.ts';
import { resource } from '#tests/support/web/fixtures.ts';
import { nextText, placeText } from '../library/display.ts';
import { leftText, lockedText, offeredBy, opensText, stepFacts, stepsText, stepTitle } from './path-display.ts';

const step = (changed: Partial<OwnPathStep> = {}): OwnPathStep => ({
  id: 'a',
  kind: 'resource',
  number: 1,
  title: '',
  resource: resource({ id: 1, title: 'A report', estimatedDuration: 12 }),
  check: null,
  state: 'open',
  completedAt: null,
  isEarlier: false,
  canOpen: true,
  text: null,
  ...changed,
});
const pathWith = (steps: OwnPathStep[]): OwnPath => ({
  resourceId: 9,
  order: 'in_order',
  canOpen: false,
  begunAt: null,
  completedAt: null,
  isCompleted: false,
  isRefresh: false,
  required: steps.filter(({ number }) => number !== null).length,
  completed: 0,
  minutesLeft: null,
  sections: [{ title: '', summary: '', steps }],
});

it('PATH-01 says what a path opens, what of it is open already, and what the rest costs', () => {
  const sold = (id: number, price: number) => resource({ id, accessType: 'purchase', price });
  const path = pathWith([
    step({ state: 'completed' }),
    step({ id: 'b', number: 2, resource: sold(2, 19.99), canOpen: false }),
    step({ id: 'c', number: 3, resource: sold(3, 10.01), canOpen: false }),
    step({ id: 'd', number: 4, kind: 'check', resource: sold(3, 10.01), canOpen: false }),
  ]);
  const offered = offeredBy(path);
  expect(offered).toEqual({ resources: 3, checks: 1, open: 1, restPrice: 30, completed: ['A report'] });
  expect(opensText(offered)).toBe('3 resources and 1 check');
  const withSubscription = pathWith([
    step({ resource: resource({ id: 2, accessType: 'subscription' }), canOpen: false }),
  ]);
  expect(offeredBy(withSubscription).restPrice).toBeNull();
});

it('PATH-02 names steps, places and locks in words', () => {
  const check = step({ kind: 'check', check: { questions: 8, passMark: 80 } });
  const text = step({ id: 'b', number: 2, kind: 'text', title: 'Talk', resource: null, state: 'locked' });
  const path = pathWith([check, text, step({ id: 'c', number: null })]);
  expect([check, text].map(stepTitle)).toEqual(['Check: A report', 'Talk']);
  expect(stepFacts(check)).toBe('Knowledge check · 8 questions');
  expect(stepsText(path)).toBe('2 steps and 1 optional');
  expect(lockedText(path, text)).toBe('Opens when you pass the check in step 1.');
  expect(lockedText(pathWith([step(), text]), text)).toBe('Opens after step 1.');
  // Step 3 was completed before the path was begun.
  const [next, done, last] = [step({ number: 2 }), step({ number: 3, state: 'completed' }), { ...text, number: 4 }];
  expect(lockedText(pathWith([step({ state: 'completed' }), next, done, last]), last)).toBe('Opens after step 2.');
  expect([null, 0, 1, 40, 60, 185].map(leftText)).toEqual([
    '',
    '',
    'About 1 minute left.',
    'About 40 minutes left.',
    'About 1 hour left.',
    'About 3 hours left.',
  ]);
  const third = { number: 3, required: 6, kind: 'check', title: 'A report', questions: 8, checkOf: 1 } as const;
  expect([placeText(third), nextText(third)]).toEqual(['step 3 of 6', 'Next: the check, 8 questions']);
  expect(nextText({ ...third, kind: 'text', title: 'Talk' })).toBe('Next: Talk');
});
