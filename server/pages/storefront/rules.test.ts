import { expect, it } from 'vitest';
import { sitemapParts, sitemapSlice } from './rules.ts';

it('FRONT-05 the parts of the sitemap have at most 50,000 addresses and name every resource once', () => {
  // The first part also has the catalogue and the assessment.
  expect(sitemapSlice(1)).toEqual({ offset: 0, limit: 49_998 });
  expect(sitemapSlice(2)).toEqual({ offset: 49_998, limit: 50_000 });
  expect(sitemapSlice(3)).toEqual({ offset: 99_998, limit: 50_000 });
  expect([0, 1, 49_998, 49_999, 99_998, 99_999].map(sitemapParts)).toEqual([1, 1, 1, 2, 2, 3]);
});
