import { expect, test } from 'vitest';
import { chooseBySeed, compositions, coverVariant, motifsOf } from './compositions.ts';

const types = Object.keys(compositions) as (keyof typeof compositions)[]; // Safe because the keys are those of a Record of ResourceType.
const fewIds = [1, 2, 3, 4, 5, 6, 7, 8];

test('every type draws for every number of principles, with colours of the theme only', () => {
  const principleSets = [[], ['adaptive'], ['purpose_driven', 'people_centred']] as const;
  for (const type of types) {
    for (const principles of principleSets) {
      for (const id of fewIds) {
        const pieces = compositions[type].draw(motifsOf(principles), coverVariant(id).seed);
        expect(pieces.length).toBeGreaterThan(2);
        for (const piece of pieces) expect(piece.fill).toMatch(/^var\(--[a-z-]+\)$/);
      }
    }
  }
});

test('template and other take the drawings of the downloadable template and the article', () => {
  const motifs = motifsOf(['responsible', 'adaptive']);
  expect(compositions.template.draw(motifs, 7)).toEqual(compositions.downloadable_template.draw(motifs, 7));
  expect(compositions.other.draw(motifs, 7)).toEqual(compositions.article.draw(motifs, 7));
});

test('the first principle gives the first motif, and missing ones repeat the last', () => {
  const one = motifsOf(['adaptive']);
  expect(one.second).toEqual(one.first);
  const two = motifsOf(['people_centred', 'responsible']);
  expect([two.first.shape, two.second.shape, two.third.shape]).toEqual(['circle', 'keystone', 'keystone']);
});

const ids = Array.from({ length: 200 }, (_, index) => index + 1);

test('an id keeps its variant', () => {
  expect(coverVariant(42)).toEqual(coverVariant(42));
});

test('about half of the covers are mirrored, and neighbours do not alternate', () => {
  const mirrored = ids.map((id) => coverVariant(id).isMirrored);
  const mirroredCount = mirrored.filter(Boolean).length;
  expect(mirroredCount).toBeGreaterThan(70);
  expect(mirroredCount).toBeLessThan(130);
  const changes = mirrored.filter((value, index) => index > 0 && value !== mirrored[index - 1]).length;
  expect(changes).toBeLessThan(150);
});

test('every choice is taken by some id', () => {
  const taken = new Set(ids.map((id) => chooseBySeed(['a', 'b', 'c'], coverVariant(id).seed, 1)));
  expect([...taken].sort()).toEqual(['a', 'b', 'c']);
});
