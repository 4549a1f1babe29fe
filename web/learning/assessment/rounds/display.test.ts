import { expect, it } from 'vitest';
import type { RoundQuestion, RoundResults } from '#contract/learning/assessment-rounds.ts';
import {
  changeOf,
  changeText,
  distributionText,
  endsOf,
  hiddenText,
  pointsText,
  problemOf,
  tooFewText,
} from './display.ts';

const levels: RoundResults['levels'] = [
  { level: 'initial', name: 'Initial' },
  { level: 'emerging', name: 'Emerging' },
  { level: 'developing', name: 'Developing' },
  { level: 'advanced', name: 'Advanced' },
];
const question: RoundQuestion = {
  id: 'risk_management',
  sectionId: 'governance',
  title: 'AI risk and impact management',
  distribution: { initial: 0, emerging: 19, developing: 16, advanced: 3 },
  median: 'emerging',
  spread: 0.6,
  previousMedian: 'advanced',
};

it('TEAM-03 a bar is described by its counts and its median', () => {
  expect(distributionText({ levels }, question)).toBe(
    'Initial 0, Emerging 19, Developing 16, Advanced 3. Median Emerging.',
  );
  expect(endsOf(question.distribution)).toEqual({ low: 'emerging', high: 'advanced' });
});

it('TEAM-03 a change since the round before is said in levels, and none without such a round', () => {
  expect(changeOf(question)).toBe(-2);
  expect(changeOf({ ...question, previousMedian: null })).toBeNull();
  expect([changeText(-2), changeText(0), changeText(1)]).toEqual(['2 levels down', 'No change', 'one level up']);
});

it('TEAM-03 TEAM-04 a hidden round says that fewer than 5 answered, or that it is too close to an earlier one', () => {
  expect(hiddenText({ answered: 4 })).toContain('Fewer than 5 people answered');
  expect(hiddenText({ answered: 11 })).toContain('together with an earlier round');
});

it('TEAM-04 starting a round warns while an owner and the others are too few for results', () => {
  expect(tooFewText(1)).toMatch(/^The organisation has 1 person, /);
  expect(tooFewText(5)).toMatch(/^The organisation has 5 people, /);
  expect(tooFewText(6)).toBeNull();
});

it('names the highest and the lowest section, and neither when all are alike', () => {
  const section = (title: string, percent: number) => ({ title, percent });
  const results = (...sections: object[]) =>
    ({ overall: { points: 17, most: 36 }, sections }) as unknown as RoundResults;
  expect(pointsText(results(section('A', 30), section('B', 60)))).toBe(
    'Medians add up to 17 of 36 points. Highest: B. Lowest: A.',
  );
  expect(pointsText(results(section('A', 30), section('B', 30)))).toBe('Medians add up to 17 of 36 points.');
});

it('TEAM-01 a group needs a name of its own and a person', () => {
  const group = { key: 1, name: ' Legal ', people: new Set([1]) };
  expect(problemOf(group, [group])).toBeNull();
  expect(problemOf({ ...group, name: ' ' }, [group])).toBe('Enter a name');
  expect(problemOf(group, [group, { ...group, key: 2, name: 'legal' }])).toBe('Another group has this name');
  expect(problemOf({ ...group, people: new Set() }, [group])).toBe('Choose at least one person');
});
