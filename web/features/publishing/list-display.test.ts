import { expect, test } from 'vitest';
import { allResources, isNarrowed, type ResourceState, readResourceState, resourceQueryOf } from './list-display.ts';

const narrowed: ResourceState = {
  search: 'oversight',
  type: 'report',
  accessType: 'purchase',
  status: 'scheduled',
  rappPrinciples: 'adaptive',
  rappImplementationPhase: 'phase_2_design_plan',
  sort: 'title',
  page: 3,
};

test('an address with nothing in it shows everything, newest first', () => {
  expect(readResourceState({})).toEqual(allResources);
  expect(isNarrowed({ ...allResources, sort: 'title', page: 4 })).toBe(false);
  expect(Object.values(resourceQueryOf(allResources)).filter((value) => value !== undefined)).toEqual([]);
});

test('what is narrowed stands in the address and is read from it again', () => {
  const { page, ...query } = resourceQueryOf(narrowed);
  expect(readResourceState({ ...(query as Record<string, string>), page: String(page) })).toEqual(narrowed);
  expect(isNarrowed({ ...allResources, search: 'a' })).toBe(true);
  expect(isNarrowed({ ...allResources, status: 'draft' })).toBe(true);
});

test('what makes no sense in an address has its usual value', () => {
  for (const page of ['', '0', '-1', '1.5', 'two', '1e9', ['2', '3']]) {
    expect(readResourceState({ page, type: 'poster', status: ['draft', 'published'], sort: 'colour' })).toEqual(
      allResources,
    );
  }
  expect(readResourceState({ page: '12', search: 'x'.repeat(200) })).toMatchObject({
    page: 12,
    search: 'x'.repeat(100),
  });
});
