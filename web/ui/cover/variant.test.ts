import { expect, test } from 'vitest';
import { chooseBySeed, coverVariant } from './variant.ts';

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
