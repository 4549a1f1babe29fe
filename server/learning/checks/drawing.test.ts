import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CheckContent, CheckQuestion } from '#contract/learning/checks-content.ts';
import { defaultCheckSettings } from '#contract/learning/checks-limits.ts';
import { drawQuestions, idsOf, shownQuestion } from './drawing.ts';

const common = { text: 'Which?', picture: null, explanation: '', pointer: null };
const words = ['Plan', 'Build', 'Test', 'Release'];
const question = {
  order: { ...common, id: 'o', kind: 'order', items: words },
  match: { ...common, id: 'm', kind: 'match', pairs: words.map((word) => ({ left: word, right: `${word} right` })) },
  one: { ...common, id: 'c', kind: 'one', options: words.map((text, place) => ({ text, isRight: place === 0 })) },
  trueFalse: { ...common, id: 't', kind: 'true_false', isTrue: true },
} satisfies Record<string, CheckQuestion>;

const seeds = Array.from({ length: 240 }, (_, number) => createHash('sha256').update(`${number}`).digest());
const shown = (one: CheckQuestion, shuffles: boolean) =>
  seeds.map((seed) => shownQuestion(one, { seed, idOf: idsOf(seed), shuffles }));
const optionsOf = (one: CheckQuestion, shuffles: boolean) =>
  shown(one, shuffles).map(({ options }) => options.map(({ text }) => text));

/** Expects that each text is at each place in about its share of the rows; the seeds are fixed, so the counts are. */
function expectMixed(rows: readonly string[][], texts: readonly string[]): void {
  for (const row of rows) expect(row.toSorted()).toEqual(texts.toSorted());
  const share = rows.length / texts.length;
  for (const text of texts) {
    for (const place of texts.keys()) {
      const count = rows.filter((row) => row[place] === text).length;
      expect(count).toBeGreaterThan(share / 2);
      expect(count).toBeLessThan(share * 2);
    }
  }
}

it('CHECK-04 the items of an order and the right sides of a match come mixed, whatever the settings say', () => {
  for (const shuffles of [true, false]) {
    expectMixed(optionsOf(question.order, shuffles), words);
    const matches = shown(question.match, shuffles);
    const rights = matches.map(({ counterparts }) => counterparts.map(({ text }) => text));
    expectMixed(
      rights,
      question.match.pairs.map(({ right }) => right),
    );
    // Lines that belong together are beside each other as often as chance puts them there.
    const beside = matches.flatMap(({ options, counterparts }) =>
      options.filter(({ text }, place) => counterparts[place]?.text === `${text} right`),
    ).length;
    expect(beside / (matches.length * words.length)).toBeCloseTo(0.25, 1);
  }
});

it('CHECK-01 CHECK-04 options and left sides are mixed where the check shuffles, True and False never', () => {
  expectMixed(optionsOf(question.one, true), words);
  expectMixed(optionsOf(question.match, true), words);
  for (const row of optionsOf(question.one, false)) expect(row).toEqual(words);
  for (const row of optionsOf(question.match, false)) expect(row).toEqual(words);
  for (const row of optionsOf(question.trueFalse, true)) expect(row).toEqual(['True', 'False']);
});

it('CHECK-01 CHECK-04 each question is drawn as often as others, and an attempt has them mixed where the check shuffles', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const content = (shuffles: boolean, drawn: number | null): CheckContent => ({
    settings: { ...defaultCheckSettings, shuffles, drawn },
    questions: ids.map((id) => ({ ...question.trueFalse, id })),
  });
  const draw = (shuffles: boolean, drawn: number | null, voided: string[] = []) =>
    seeds.map((seed) => drawQuestions(content(shuffles, drawn), { seed, voided }));
  for (const shuffles of [true, false]) {
    const drawn = draw(shuffles, 2);
    for (const row of drawn) expect(new Set(row).size).toBe(2);
    for (const id of ids) {
      const count = drawn.filter((row) => row.includes(id)).length;
      expect(count).toBeGreaterThan(seeds.length / 6);
      expect(count).toBeLessThan(seeds.length / 2);
    }
  }
  expectMixed(draw(true, null), ids);
  for (const row of draw(false, null)) expect(row).toEqual(ids);
  for (const row of draw(false, 2)) expect(row).toEqual(row.toSorted());
  for (const row of draw(true, 5, ['b'])) expect(row.toSorted()).toEqual(['a', 'c', 'd', 'e', 'f']);
});
