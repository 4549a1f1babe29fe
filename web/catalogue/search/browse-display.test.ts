import { expect, test } from 'vitest';
import { ResourceQuery } from '#contract/catalogue/search.ts';
import { parseSearch, stringifySearch } from '#web/platform/search.ts';
import {
  asksClosest,
  type BrowseQuery,
  browseSearch,
  closestNote,
  filterCount,
  narrowed,
  nothingFound,
  showingCount,
  sortChoices,
  typeOptions,
  withCounts,
  withoutFilters,
} from './browse-display.ts';

const read = (address: string) => browseSearch.read(parseSearch(address.split('?')[1] ?? ''));
const browseAddress = (query: BrowseQuery) => `/browse${stringifySearch(browseSearch.query(query))}`;
const plain = read('/browse');

test('an empty address shows everything, newest first', () => {
  expect(plain).toEqual({
    type: [],
    accessType: [],
    rappPrinciples: [],
    rappImplementationPhase: [],
    roleAffiliations: [],
    search: '',
    sort: undefined,
    page: 1,
  });
  expect(browseAddress(plain)).toBe('/browse');
});

test('BROWSE-17 closest matches follow a search with fewer than six results', () => {
  const search = read('/browse?search=bias');
  expect([5, 6].map((totalCount) => asksClosest(search, { totalCount }))).toEqual([true, false]);
  expect(asksClosest(search, undefined)).toBe(false);
  expect(asksClosest(read('/browse?search=+'), { totalCount: 0 })).toBe(false);
  expect(closestNote(search)).toBe('These have some of the words, but not all.');
  expect(closestNote(read('/browse?search=bias&type=book'))).toContain('outside the filters');
});

test('BROWSE-12 filter=subscription selects that access type and is afterwards said in the usual way', () => {
  const query = read('/browse?filter=subscription');
  expect(query.accessType).toEqual(['subscription']);
  expect(browseAddress(query)).toBe('/browse?accessType=subscription');
});

test('BROWSE-14 a changed filter, search or sort goes back to the first page', () => {
  const onThird = { ...plain, page: 3 };
  for (const change of [{ type: ['book' as const] }, { search: 'audit' }, { sort: 'title' as const }]) {
    expect(narrowed(onThird, change)).toEqual({ ...plain, ...change, page: 1 });
  }
});

test('clearing takes every filter and the search away and leaves the sort', () => {
  const query = read(
    '/browse?type=book&accessType=free&rappPrinciples=adaptive&rappImplementationPhase=phase_2_design_plan' +
      '&roleAffiliations=policy_lead&search=audit&sort=title&page=4',
  );
  expect(withoutFilters(query)).toEqual({ ...plain, sort: 'title' });
});

test('every state comes back from its own address', () => {
  const query = {
    type: ['online_tool', 'book'] as const,
    accessType: ['purchase'] as const,
    rappPrinciples: ['responsible', 'people_centred'] as const,
    rappImplementationPhase: ['phase_1_discover_assess', 'phase_4_deploy_scale'] as const,
    roleAffiliations: ['executive_leader', 'project_manager'] as const,
    search: '50% & "more" ',
    sort: 'price_low_high' as const,
    page: 7,
  };
  const state = {
    ...query,
    type: [...query.type],
    accessType: [...query.accessType],
    rappPrinciples: [...query.rappPrinciples],
    rappImplementationPhase: [...query.rappImplementationPhase],
    roleAffiliations: [...query.roleAffiliations],
  };
  expect(read(browseAddress(state))).toEqual(state);
});

test('every state of the address is a query that the server accepts', () => {
  const query = read(`/browse?type=nonsense&type=book&sort=nonsense&page=-1&search=${'x'.repeat(300)}`);
  expect(query).toMatchObject({ type: ['book'], sort: undefined, page: 1 });
  expect(ResourceQuery.safeParse(query).success).toBe(true);
  for (const page of ['1.5', '0', 'abc', '99999999999', '']) expect(read(`/browse?page=${page}`).page).toBe(1);
});

test('the number of filters counts ticked boxes, not the search', () => {
  expect(
    filterCount(read('/browse?type=book&type=report&accessType=free&search=audit&roleAffiliations=policy_lead')),
  ).toBe(4);
});

test('the empty state names what was asked for', () => {
  expect(nothingFound(read('/browse?search=quantum&type=book&accessType=free'))).toBe(
    'Nothing matches “quantum” with 2 filters applied. Remove a filter or search for a broader term.',
  );
  expect(nothingFound(read('/browse?search=quantum'))).toBe('Nothing matches “quantum”. Try a broader term.');
  expect(nothingFound(read('/browse?type=book'))).toBe('Nothing matches the filter applied.');
  expect(nothingFound(plain)).toBe('Nothing has been published yet.');
});

test('BROWSE-07 the count says "more than" where the portal stopped counting', () => {
  expect(showingCount({ totalCount: 12, isMinimum: false })).toBe('Showing 12 resources');
  expect(showingCount({ totalCount: 5000, isMinimum: true })).toBe('Showing more than 5000 resources');
});

test('BROWSE-02 bundle, template and other have a box while something of that type matches, or while they are chosen', () => {
  const labels = (...given: Parameters<typeof typeOptions>) => typeOptions(...given).map(({ label }) => label);
  const made = ['Online Tool', 'Downloadable Template', 'Report', 'Insight', 'Newsletter', 'Book', 'Article'];
  expect(labels([], undefined)).toEqual(made);
  expect(labels([], { book: 3, template: 0 })).toEqual(made);
  expect(labels([], { other: 1 })).toEqual([...made, 'Other']);
  expect(labels([], { bundle: 2 })).toEqual([...made, 'Bundle']);
  expect(labels(['template'], undefined)).toEqual([...made.slice(0, 2), 'Template', ...made.slice(2)]);
});

test('options carry the numbers that are known, 0 when nothing was found, none while nothing is known', () => {
  const options = [{ value: 'book' }, { value: 'report' }];
  expect(withCounts(options, { book: 3 })).toEqual([
    { value: 'book', count: 3 },
    { value: 'report', count: 0 },
  ]);
  expect(withCounts(options, undefined)).toEqual(options);
});

test('BROWSE-05 a search is sorted by its best matches unless a sort is chosen, which the address then says', () => {
  const labels = (address: string) => sortChoices(read(address)).map(({ label }) => label);
  const four = ['Recently Added', 'A-Z', 'Price: Low to High', 'Price: High to Low'];
  expect(labels('/browse')).toEqual(four);
  expect(labels('/browse?search=audit')).toEqual(['Best match', ...four]);
  const searching = read('/browse?search=audit');
  expect(browseAddress(searching)).toBe('/browse?search=audit');
  const newest = narrowed(searching, { sort: 'created_at' });
  expect(browseAddress(newest)).toBe('/browse?search=audit&sort=created_at');
  expect(browseAddress(narrowed(newest, { search: '' }))).toBe('/browse');
});
