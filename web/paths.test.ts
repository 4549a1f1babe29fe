import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('an address repeats lists and leaves out what is empty', () => {
  expect(paths.browse()).toBe('/browse');
  expect(paths.browse({ type: ['book', 'report'], search: 'a & b', page: 2, accessType: [] })).toBe(
    '/browse?type=book&type=report&search=a+%26+b&page=2',
  );
  expect(paths.resource(7, { tab: '' })).toBe('/resource/7');
});
