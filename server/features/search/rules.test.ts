import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rappPrinciples } from '#contract/catalogue.ts';
import type { ResourceQuery } from '#contract/search.ts';
import { sliceOf } from '#server/features/catalogue/rules.ts';
import { bitsOfAny, countMatches, fittingOf, keyOf, noFilter, type Way, wayTo } from './rules.ts';

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

describe('the way to a slice of a list', () => {
  const rows = fc.array(fc.boolean(), { maxLength: 60 });
  const slices = fc.record({ offset: fc.nat(70), limit: fc.integer({ min: 1, max: 20 }) });

  it('BROWSE-11 shows the same resources whichever way it takes, from whichever mark', () => {
    fc.assert(
      fc.property(rows, slices, fc.array(fc.nat(60)), (fits, slice, places) => {
        const matches = [...fits.keys()].filter((row) => fits[row]);
        const marks = places.filter((position) => position < matches.length).map((position) => markAt(position));
        const way = wayTo(slice, { listed: fits.length, matching: matches.length, marks });
        const expected = matches.slice(slice.offset, slice.offset + slice.limit);
        expect(way === null).toBe(expected.length === 0);
        if (way) expect(follow(way, matches)).toEqual(expected);
      }),
    );
  });

  const markAt = (position: number) => ({ position, key: String(position), id: position });
  const follow = (way: Way, matches: number[]) => {
    if (way.kind === 'gather') return matches.slice(way.offset, way.offset + way.limit);
    const onwards = matches.slice(way.from?.position ?? 0);
    const back = matches.slice(0, way.from?.position ?? matches.length).reverse();
    const found = (way.kind === 'walk' ? onwards : back).slice(way.offset, way.offset + way.limit);
    return way.kind === 'walk' ? found : found.reverse();
  };

  it('passes at most half of a list, and never more than it would gather', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), slices, (matching, others, slice) => {
        const listed = matching + others;
        const way = wayTo(slice, { listed, matching });
        const passed = way && way.kind !== 'gather' ? ((way.offset + way.limit) * listed) / matching : 0;
        expect(passed).toBeLessThanOrEqual(matching);
      }),
    );
  });

  it('walks on from the nearest mark, or back from it', () => {
    const surroundings = { listed: 1e6, matching: 1e6, marks: [markAt(3_000), markAt(500_000)] };
    expect(wayTo({ offset: 500_012, limit: 12 }, surroundings)).toMatchObject({ kind: 'walk', offset: 12 });
    expect(wayTo({ offset: 499_976, limit: 12 }, surroundings)).toMatchObject({ kind: 'walk-back', offset: 12 });
  });

  it('gathers what is rare and walks from the nearer end otherwise', () => {
    expect(wayTo({ offset: 0, limit: 12 }, { listed: 1e6, matching: 1e6 })).toEqual({
      kind: 'walk',
      offset: 0,
      limit: 12,
      from: null,
    });
    expect(wayTo({ offset: 999_996, limit: 12 }, { listed: 1e6, matching: 1e6 })).toEqual({
      kind: 'walk-back',
      offset: 0,
      limit: 4,
      from: null,
    });
    expect(wayTo({ offset: 0, limit: 12 }, { listed: 1e6, matching: 500 })?.kind).toBe('gather');
    expect(wayTo({ offset: 12, limit: 12 }, { listed: 30, matching: 12 })).toBeNull();
  });
});

describe('the question behind a query', () => {
  it('is the same in whatever order and however often the values come', () => {
    expect(asked({ type: ['book', 'report', 'book'], search: 'Risk  Plan' })).toBe(
      asked({ type: ['report', 'book'], search: 'risk plan' }),
    );
    expect(asked({ type: ['book'] })).not.toBe(asked({ type: ['report'] }));
    expect(asked({ roleAffiliations: ['policy_lead'] })).not.toBe(asked({ roleAffiliations: ['technical_lead'] }));
    expect(asked({ rappImplementationPhase: ['phase_2_design_plan'] })).not.toBe(asked({}));
    expect(asked({ search: 'risk plan' })).not.toBe(asked({ search: 'riskplan' }));
    expect(asked({ page: 2, pageSize: 12 })).not.toBe(asked({ page: 1, pageSize: 12 }));
  });

  it('API-09 is a page of 12 when only a page is named, and the first 1,000 when none is', () => {
    expect(sliceOf({ page: 3 })).toEqual({ offset: 24, limit: 12 });
    expect(sliceOf({ pageSize: 5 })).toEqual({ offset: 0, limit: 5 });
    expect(sliceOf({})).toEqual({ offset: 0, limit: 1000 });
  });
});

it('any of some principles is every set that holds one of them', () => {
  expect(bitsOfAny([])).toEqual([]);
  expect(bitsOfAny(['responsible'])).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
  expect(bitsOfAny(rappPrinciples)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
});

it('BROWSE-04 counts alternatives of one group together and restricts by each group', () => {
  const counts = [
    { type: 'book', access_type: 'free', principles_bits: 1, resources: 5 },
    { type: 'book', access_type: 'purchase', principles_bits: 3, resources: 7 },
    { type: 'report', access_type: 'free', principles_bits: 2, resources: 11 },
  ] as const;
  expect(countMatches(counts, noFilter)).toBe(23);
  expect(countMatches(counts, { ...noFilter, types: ['book', 'report'] })).toBe(23);
  expect(countMatches(counts, { ...noFilter, types: ['book'], accessTypes: ['free'] })).toBe(5);
  expect(countMatches(counts, { ...noFilter, principlesBits: bitsOfAny(['adaptive']) })).toBe(18);
});

it('about as many fit a filter as have any of its phases and any of its roles', () => {
  const audiences = [
    { audience: 'phase_1_discover_assess', resources: 40 },
    { audience: 'phase_2_design_plan', resources: 80 },
    { audience: 'policy_lead', resources: 10 },
  ];
  const both = { ...noFilter, phases: ['phase_1_discover_assess' as const, 'phase_2_design_plan' as const] };
  expect(fittingOf(noFilter, 100, audiences)).toBe(100);
  expect(fittingOf(both, 100, audiences)).toBe(100);
  expect(fittingOf({ ...both, roles: ['policy_lead', 'project_manager'] }, 100, audiences)).toBe(10);
  expect(fittingOf({ ...noFilter, phases: ['phase_1_discover_assess'], roles: ['policy_lead'] }, 100, audiences)).toBe(
    4,
  );
  expect(fittingOf({ ...noFilter, roles: ['project_manager'] }, 100, audiences)).toBe(0);
});
