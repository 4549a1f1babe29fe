import { expect, it } from 'vitest';
import { Resource, ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { PublicResource, PublicSummary } from '#contract/pages/storefront.ts';
import { showPublicResource, showPublicSummary, sitemapParts, sitemapSlice } from './rules.ts';

const cardNames = [
  'id',
  'title',
  'description',
  'type',
  'accessType',
  'price',
  'monthlyPrice',
  'annualPrice',
  'createdAt',
  'estimatedDuration',
  'thumbnailUrl',
  'featuredImageUrl',
  'tags',
  'roleAffiliations',
  'rappPrinciples',
  'rappImplementationPhase',
];
const pageNames = [...cardNames, 'readingMinutes', 'hasPages', 'inside', 'metadata', 'bundle', 'outline', 'related'];
const metadataNames = ['slideshowImages', 'slideshowTexts', 'subscriptionBenefits'];

const card = {
  ...(Object.fromEntries(Object.keys(ResourceSummary.shape).map((name) => [name, name])) as unknown as ResourceSummary),
  addedField: 'new',
};
const metadata = Object.fromEntries(Object.keys(Resource.shape.metadata.shape).map((name) => [name, [name]]));
const whole = {
  ...(Object.fromEntries(Object.keys(Resource.shape).map((name) => [name, name])) as unknown as Resource),
  ...card,
  metadata: { ...metadata, addedField: 'new' } as unknown as Resource['metadata'],
  bundle: { parts: [card], includesLaterParts: false },
  outline: { order: 'free' as const, sections: [] },
};

it('FRONT-03 the cards and the page of a resource for visitors have these fields and no other', () => {
  expect(Object.keys(PublicSummary.shape)).toEqual(cardNames);
  expect(Object.keys(PublicResource.shape)).toEqual(pageNames);
  expect(Object.keys(PublicResource.shape.metadata.shape)).toEqual(metadataNames);
});

it('FRONT-03 a field that a resource gains stays hidden from visitors until it is named', () => {
  expect(Object.keys(showPublicSummary(card))).toEqual(cardNames);
  const page = showPublicResource(whole, [card]);
  expect(Object.keys(page)).toEqual(pageNames);
  expect(Object.keys(page.metadata)).toEqual(metadataNames);
  expect([page.bundle?.parts, page.related].map((cards) => Object.keys(cards?.[0] ?? {}))).toEqual([
    cardNames,
    cardNames,
  ]);
});

it('FRONT-05 the parts of the sitemap have at most 50,000 addresses and name every resource once', () => {
  // The first part also has the catalogue and the assessment.
  expect(sitemapSlice(1)).toEqual({ offset: 0, limit: 49_998 });
  expect(sitemapSlice(2)).toEqual({ offset: 49_998, limit: 50_000 });
  expect(sitemapSlice(3)).toEqual({ offset: 99_998, limit: 50_000 });
  expect([0, 1, 49_998, 49_999, 99_998, 99_999].map(sitemapParts)).toEqual([1, 1, 1, 2, 2, 3]);
});
