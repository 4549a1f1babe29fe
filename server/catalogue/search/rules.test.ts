import { describe, expect, it } from 'vitest';
import { rappPrinciples } from '#contract/catalogue/catalogue.ts';
import type { ResourceQuery } from '#contract/catalogue/search.ts';
import {
  bitsOfAny,
  countMatches,
  countsOf,
  type FoundCount,
  keyOf,
  noFilter,
  pageOf,
  withoutAudience,
} from './rules.ts';

const query: ResourceQuery = {
  type: [],
  accessType: [],
  rappPrinciples: [],
  rappImplementationPhase: [],
  roleAffiliations: [],
  search: '',
  sort: 'created_at',
};
const asked = (changes: object) => keyOf({ ...query, ...changes });

describe('the cache key of a query', () => {
  it('a query has the same key in any order of its values, repeated or not', () => {
    expect(asked({ type: ['book', 'report', 'book'], search: 'Risk  Plan' })).toBe(
      asked({ type: ['report', 'book'], search: 'risk plan' }),
    );
    expect(asked({ type: ['book'] })).not.toBe(asked({ type: ['report'] }));
    expect(asked({ roleAffiliations: ['policy_lead'] })).not.toBe(asked({ roleAffiliations: ['technical_lead'] }));
    expect(asked({ rappImplementationPhase: ['phase_2_design_plan'] })).not.toBe(asked({}));
    expect(asked({ search: 'risk plan' })).not.toBe(asked({ search: 'riskplan' }));
    expect(asked({ page: 2, pageSize: 12 })).not.toBe(asked({ page: 1, pageSize: 12 }));
  });

  it('API-09 a query gets 12 resources when it names only a page, and the first 1,000 when it names none', () => {
    expect(pageOf({ ...query, page: 3 })).toEqual({ offset: 24, limit: 12 });
    expect(pageOf({ ...query, pageSize: 5 })).toEqual({ offset: 0, limit: 5 });
    expect(pageOf(query)).toEqual({ offset: 0, limit: 1000 });
  });

  it('API-09 pages end at the resource 2,400 of a list, and later ones are empty', () => {
    expect(pageOf({ ...query, page: 13, pageSize: 190 })).toEqual({ offset: 2280, limit: 120 });
    expect(pageOf({ ...query, page: 201, pageSize: 12 })).toEqual({ offset: 2400, limit: 0 });
  });
});

it('a filter for principles matches every set that holds one of them', () => {
  expect(bitsOfAny([])).toEqual([]);
  expect(bitsOfAny(['responsible'])).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
  expect(bitsOfAny(rappPrinciples)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
});

it('BROWSE-04 counts alternatives of one group together and restricts by each group', () => {
  const counts = withoutAudience([
    { type: 'book', access_type: 'free', principles_bits: 1, resources: 5 },
    { type: 'book', access_type: 'purchase', principles_bits: 3, resources: 7 },
    { type: 'report', access_type: 'free', principles_bits: 2, resources: 11 },
  ]);
  expect(countMatches(counts, noFilter)).toBe(23);
  expect(countMatches(counts, { ...noFilter, types: ['book', 'report'] })).toBe(23);
  expect(countMatches(counts, { ...noFilter, types: ['book'], accessTypes: ['free'] })).toBe(5);
  expect(countMatches(counts, { ...noFilter, principlesBits: bitsOfAny(['adaptive']) })).toBe(18);
});

const found: FoundCount[] = [
  {
    type: 'book',
    access_type: 'free',
    principles_bits: 3,
    phases: ['phase_1_discover_assess'],
    roles: [],
    resources: 5,
  },
  {
    type: 'report',
    access_type: 'free',
    principles_bits: 0,
    phases: ['phase_1_discover_assess', 'phase_2_design_plan'],
    roles: ['policy_lead'],
    resources: 7,
  },
  { type: 'report', access_type: 'purchase', principles_bits: 2, phases: [], roles: ['policy_lead'], resources: 11 },
];

it('each value counts the resources that hold it, a resource with several values for each of them', () => {
  expect(countsOf(found, noFilter)).toEqual({
    type: { book: 5, report: 18 },
    accessType: { free: 12, purchase: 11 },
    rappPrinciples: { responsible: 5, adaptive: 16 },
    rappImplementationPhase: { phase_1_discover_assess: 12, phase_2_design_plan: 7 },
    roleAffiliations: { policy_lead: 18 },
  });
});

it('BROWSE-04 the counts of a group are restricted by the other groups and not by its own values', () => {
  const filter = { ...noFilter, types: ['report' as const], principlesBits: bitsOfAny(['adaptive']) };
  const counts = countsOf(found, filter);
  expect(counts.type).toEqual({ book: 5, report: 11 });
  expect(counts.rappPrinciples).toEqual({ adaptive: 11 });
  expect(counts.accessType).toEqual({ purchase: 11 });
  expect(countMatches(found, filter)).toBe(11);
  expect(countsOf(found, { ...noFilter, roles: ['policy_lead'] }).rappImplementationPhase).toEqual({
    phase_1_discover_assess: 7,
    phase_2_design_plan: 7,
  });
});
