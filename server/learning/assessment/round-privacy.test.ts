import { describe, expect, it } from 'vitest';
import { usualContent } from '#server/catalogue/content/rules.ts';
import { chooser } from '#tests/support/money-lives.ts';
import { seed } from '#tests/support/seed.ts';
import { decideShown, fewestAnswered, type People } from './round-privacy-rules.ts';
import { answeredSets, closeSets } from './round-rules.ts';
import { type FullAnswers, questionsOf } from './rules.ts';

/**
 * Random organisations hold several rounds, with groups that overlap, and people who join, leave and do not answer. An
 * attacker who knows who answered adds and subtracts all shown results.
 */
const sizes = [
  { organisations: 60, earlierRounds: 2, tags: [] },
  { organisations: 1000, earlierRounds: 20, tags: ['long'] },
];
const { random, chance, oneOf } = chooser(seed);
const within = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));

const questionIds = questionsOf(usualContent.assessment).map(({ id }) => id);
const levels = ['initial', 'emerging', 'developing', 'advanced'] as const;
const anyAnswers = (): FullAnswers => Object.fromEntries(questionIds.map((id) => [id, oneOf([...levels])]));

type Round = { answers: Map<number, FullAnswers>; groups: { position: number; people: People }[] };

/** Returns rounds of one organisation whose people and groups mostly remain the same. */
function anyRounds(most: number): Round[] {
  let people = Array.from({ length: within(4, most) }, (_, index) => index + 1);
  const groupOf = () => new Set(people.filter(() => chance(0.4)));
  let groups = Array.from({ length: within(0, 4) }, groupOf);
  const answering = oneOf([0.6, 0.9, 1]);
  return Array.from({ length: within(1, 5) }, () => {
    if (chance(0.5)) people = people.filter(() => chance(0.9));
    if (chance(0.5)) people = [...people, Math.max(0, ...people) + 1];
    if (chance(0.4)) groups = groups.map((group) => (chance(0.5) ? groupOf() : group));
    const answers = new Map(people.filter(() => chance(answering)).map((person) => [person, anyAnswers()]));
    return { answers, groups: groups.map((group, index) => ({ position: index + 1, people: group })) };
  });
}

/** Closes the rounds one after the other. @returns the people of each set that is shown */
function showAll(rounds: readonly Round[]): People[] {
  const earlier: People[] = [];
  for (const round of rounds) {
    const sets = answeredSets(new Set(round.answers.keys()), round.groups);
    const decided = decideShown(
      earlier,
      sets.map(({ people }) => people),
    );
    for (const { shown } of closeSets(round.answers, sets, decided)) if (shown) earlier.push(shown.people);
  }
  return earlier;
}

/** Another prime than in the rules, so that a result does not depend on the prime. */
const prime = 1_000_003;

/** Returns the number of independent rows of a matrix. */
function rankOf(rows: readonly number[][]): number {
  const left = rows.map((row) => [...row]);
  let rank = 0;
  for (let column = 0; column < (left[0]?.length ?? 0); column += 1) {
    const index = left.findIndex((row, at) => at >= rank && row[column] !== 0);
    const pivot = left[index];
    if (!pivot) continue;
    left[index] = left[rank] ?? [];
    left[rank] = pivot;
    for (const row of left.slice(rank + 1)) {
      const [over, under] = [row[column] ?? 0, pivot[column] ?? 0];
      if (over === 0) continue;
      for (let at = column; at < row.length; at += 1) {
        row[at] = ((((row[at] ?? 0) * under - (pivot[at] ?? 0) * over) % prime) + prime) % prime;
      }
    }
    rank += 1;
  }
  return rank;
}

/** Yields every choice of 1 to 4 people. */
function* fewOf(people: readonly number[], atMost = fewestAnswered - 1): Generator<number[]> {
  for (const [index, person] of people.entries()) {
    yield [person];
    if (atMost > 1) for (const more of fewOf(people.slice(index + 1), atMost - 1)) yield [person, ...more];
  }
}

/** Whether some sum of the sets consists of 1 to 4 people: without their columns the matrix then has a lower rank. */
function isRevealing(sets: readonly People[]): boolean {
  const people = [...new Set(sets.flatMap((set) => [...set]))];
  const matrix = (columns: readonly number[]) => sets.map((set) => columns.map((person) => Number(set.has(person))));
  const full = rankOf(matrix(people));
  for (const few of fewOf(people)) {
    if (rankOf(matrix(people.filter((person) => !few.includes(person)))) < full) return true;
  }
  return false;
}

for (const { organisations, earlierRounds, tags } of sizes) {
  describe(`${organisations} random organisations`, { tags }, () => {
    it(`TEAM-04 no sum of what random organisations show over several rounds concerns fewer than five people`, () => {
      let shown = 0;
      for (let index = 0; index < organisations; index += 1) {
        const sets = showAll(anyRounds(12));
        shown += sets.length;
        expect(isRevealing(sets), `organisation ${index} of seed ${seed}`).toBe(false);
      }
      // The rule must not hide more than necessary.
      expect(shown).toBeGreaterThan(organisations);
    });

    it(`TEAM-04 differences of up to four results of large organisations concern no fewer than five people`, () => {
      for (let index = 0; index < organisations / 10; index += 1) {
        const sets = showAll(anyRounds(80));
        for (let attempt = 0; attempt < 400 && sets.length > 0; attempt += 1) {
          const chosen = Array.from({ length: within(1, 4) }, () => ({ people: oneOf(sets), times: oneOf([-1, 1]) }));
          const everybody = new Set(chosen.flatMap(({ people }) => [...people]));
          const left = [...everybody].filter(
            (person) => chosen.reduce((sum, { people, times }) => sum + (people.has(person) ? times : 0), 0) !== 0,
          );
          expect(left.length === 0 || left.length >= fewestAnswered, `organisation ${index} of seed ${seed}`).toBe(
            true,
          );
        }
      }
    });

    it(`TEAM-04 a set is hidden exactly when it would reveal fewer than five people together with those shown`, () => {
      for (let index = 0; index < organisations; index += 1) {
        const people = Array.from({ length: within(5, 12) }, (_, person) => person);
        const kept: People[] = [];
        for (let set = 0; set < 6; set += 1) {
          const candidate = new Set(people.filter(() => chance(0.7)));
          const [isShown] = decideShown(kept, [candidate]);
          expect(isShown, `set ${set} of ${index} of seed ${seed}`).toBe(
            candidate.size > 0 && !isRevealing([...kept, candidate]),
          );
          if (isShown) kept.push(candidate);
        }
      }
    });

    it(`TEAM-04 decides about 5,000 people, 30 groups and ${earlierRounds} earlier rounds`, () => {
      const people = Array.from({ length: 5000 }, (_, person) => person);
      const rounds = Array.from({ length: earlierRounds + 1 }, () => {
        const answers = new Map(people.filter(() => chance(0.8)).map((person) => [person, anyAnswers()]));
        const groups = Array.from({ length: 30 }, (_, group) => ({
          position: group + 1,
          people: new Set(people.filter((person) => person % 30 === group)),
        }));
        return { answers, groups };
      });
      expect(showAll(rounds).length).toBe(rounds.length * 31);
    });
  });
}

describe('many overlapping groups', () => {
  /** Each set has another stride through 40 people, modulo a prime: about half of them, and all overlap. */
  const people = Array.from({ length: 40 }, (_, person) => person);
  const groups = Array.from(
    { length: 30 },
    (_, group) => new Set(people.filter((person) => (person * (group + 3) + group * group) % 41 < 20)),
  );
  const sets = [new Set(people), ...groups];

  it('TEAM-02 all sets of a round share one budget of steps, and a set that it does not reach is hidden', () => {
    const [shown, first, second] = [sets.slice(0, 9), sets[9] as People, sets[10] as People];
    const budget = 1_400_000;
    expect(decideShown(shown, [first, second])).toEqual([true, true]);
    expect(decideShown(shown, [first], budget)).toEqual([true]);
    expect(decideShown([...shown, first], [second], budget)).toEqual([true]);
    expect(decideShown(shown, [first, second], budget)).toEqual([true, false]);
  });

  it('TEAM-02 a round has at most 20 million steps', { tags: 'long' }, () => {
    const decided = decideShown([], sets);
    expect(decided).toEqual(decideShown([], sets, 20_000_000));
    expect(decided).not.toEqual(decideShown([], sets, 40_000_000));
  });
});
