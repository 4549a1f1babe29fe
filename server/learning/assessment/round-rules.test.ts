import { describe, expect, it } from 'vitest';
import type { LevelCounts } from '#contract/learning/assessment-rounds.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import { decideShown, type People } from './round-privacy-rules.ts';
import {
  answeredSets,
  closeSets,
  countAnswers,
  medianAnswers,
  medianOf,
  mostDisagreed,
  spreadOf,
} from './round-rules.ts';
import { type FullAnswers, questionsOf } from './rules.ts';

const content = usualContent.assessment;
const counts = (initial: number, emerging: number, developing: number, advanced: number): LevelCounts => ({
  initial,
  emerging,
  developing,
  advanced,
});
const all = (level: 'initial' | 'advanced', changed: object = {}): FullAnswers => ({
  ...Object.fromEntries(questionsOf(content).map(({ id }) => [id, level])),
  ...changed,
});
const range = (from: number, to: number) => new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index));

describe('median and spread', () => {
  it('TEAM-03 the median is the level of the person in the middle, of two the lower one', () => {
    expect(medianOf(counts(11, 8, 9, 13))).toBe('developing');
    expect(medianOf(counts(3, 0, 0, 3))).toBe('initial');
    expect(medianOf(counts(0, 0, 0, 5))).toBe('advanced');
    expect(medianOf(counts(2, 1, 2, 0))).toBe('emerging');
  });

  it('TEAM-03 the spread is the standard deviation in levels', () => {
    expect(spreadOf(counts(12, 9, 7, 13))).toBe(1.21);
    expect(spreadOf(counts(0, 7, 0, 0))).toBe(0);
    expect(spreadOf(counts(4, 0, 0, 4))).toBe(1.5);
  });

  it('TEAM-03 questions are ranked by spread, and those that all answered alike are left out', () => {
    const [first, second, third] = questionsOf(content).map(({ id }) => id) as [string, string, string];
    const answers = [
      all('initial', { [first]: 'emerging', [second]: 'advanced', [third]: 'developing' }),
      ...Array.from({ length: 4 }, () => all('initial')),
    ];
    expect(mostDisagreed(content, countAnswers(answers))).toEqual([second, third, first]);
    expect(mostDisagreed(content, countAnswers(answers.slice(1)))).toEqual([]);
    expect(medianAnswers(content, countAnswers(answers))).toEqual(all('initial'));
  });
});

describe('what is shown', () => {
  it('TEAM-04 hides groups under five, what the whole leaves of them, and keeps five and more', () => {
    const whole = range(1, 20);
    expect(decideShown([], [range(1, 4)])).toEqual([false]);
    expect(decideShown([], [range(1, 5)])).toEqual([true]);
    // 20 people less 16 leave 4; less 15, they leave 5.
    expect(decideShown([], [whole, range(1, 16)])).toEqual([true, false]);
    expect(decideShown([], [whole, range(1, 15), range(16, 20)])).toEqual([true, true, true]);
    // Three people are in no group, so one of the groups is hidden.
    expect(decideShown([], [whole, range(1, 10), range(11, 17)])).toEqual([true, true, false]);
  });

  it('TEAM-04 hides groups whose overlap or union would reveal fewer than five', () => {
    // The groups cover all people, so their overlap of two is their sum less the whole.
    expect(decideShown([], [range(1, 20), range(1, 11), range(10, 20)])).toEqual([true, true, false]);
    expect(decideShown([], [range(1, 20), range(1, 9), range(3, 11)])).toEqual([true, true, false]);
  });

  it('TEAM-04 hides what differs from an earlier shown set by 1 to 4 people, also by way of several rounds', () => {
    expect(decideShown([range(1, 10)], [range(1, 10)])).toEqual([true]);
    expect(decideShown([range(1, 10)], [range(1, 11)])).toEqual([false]);
    expect(decideShown([range(1, 10)], [range(3, 12)])).toEqual([false]);
    expect(decideShown([range(1, 10)], [range(1, 15)])).toEqual([true]);
    expect(decideShown([range(1, 10), range(11, 20)], [range(1, 21)])).toEqual([false]);
  });

  it('TEAM-04 TEAM-03 no group of a round is shown without the whole, and hidden sets keep no counts', () => {
    const answers = new Map([...range(1, 11)].map((person) => [person, all('initial')]));
    const close = (people: People, earlier: People[]) => {
      const sets = answeredSets(new Set(answers.keys()), [{ position: 1, people }]);
      const decided = decideShown(
        earlier,
        sets.map((set) => set.people),
      );
      return [...closeSets(answers, sets, decided)];
    };
    expect(close(range(1, 6), [range(1, 10)])).toEqual([
      { position: 0, shown: null },
      { position: 1, shown: null },
    ]);
    const first = close(range(5, 40), []);
    expect(first.map(({ shown }) => shown?.people.size)).toEqual([11, undefined]);
    expect(first[0]?.shown?.counts[questionsOf(content)[0]?.id ?? '']).toEqual(counts(11, 0, 0, 0));
  });
});
