import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import {
  countResources,
  listClosestResources,
  listResources,
  suggestResources,
} from '#contract/catalogue/search.endpoints.ts';
import { forBrowse, forResource } from '#tests/support/web/answers.ts';
import { resource, resourceCounts, resources, wholeResource } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, hold, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress } from '#tests/support/web/screen.ts';

const findBox = (name: string) => screen.findByRole('checkbox', { name });
const findSearch = () => screen.findByRole('searchbox', { name: 'Search resources' });
const findCount = (count: number) => screen.findByText(`Showing ${count} resources`);
const lastQuery = () => callsOf(listResources).at(-1)?.query.toString();

test('BROWSE-08 six placeholders are shown while the first list loads', async () => {
  const held = hold(answer(listResources, resources(12)));
  await renderPortal('/browse', { answers: [...forBrowse(), held] });
  await waitFor(() => expect(screen.getAllByTestId('skeleton')).toHaveLength(6));
  held.release();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
  expect(screen.queryByTestId('skeleton')).toBeNull();
});

test('BROWSE-13 a list that cannot be fetched says so, keeps the filters and can be tried again', async () => {
  const { user } = await renderPortal('/browse?type=book', { answers: [...forBrowse(), fail(listResources)] });
  expect(await screen.findByText('Failed to fetch resources')).toBeVisible();
  expect(await findBox('Book')).toBeChecked();
  serve(answer(listResources, resources(2)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  expect(screen.queryByText('Failed to fetch resources')).toBeNull();
  expect(lastQuery()).toContain('type=book');
});

const groups = {
  Type: ['Online Tool', 'Downloadable Template', 'Report', 'Insight', 'Newsletter', 'Book', 'Article'],
  'Access type': ['Free', 'Purchase', 'Subscription'],
  'RAPP principles': ['Responsible', 'Adaptive', 'People-centred', 'Purpose-driven'],
};

test('BROWSE-02 BROWSE-04 BROWSE-07 each group of filters asks for its values, and the count follows', async () => {
  const { user } = await renderPortal('/browse', {
    answers: [...forBrowse(), answer(listResources, resources(12), { totalCount: 40 })],
  });
  expect(await findCount(40)).toBeVisible();
  for (const [legend, names] of Object.entries(groups)) {
    const group = within(screen.getByRole('group', { name: legend }));
    expect(group.getAllByRole('checkbox')).toHaveLength(names.length);
    for (const name of names) expect(group.getByRole('checkbox', { name })).not.toBeChecked();
  }
  for (const [name, count, query] of [
    ['Book', 4, { type: ['book'] }],
    ['Report', 9, { type: ['report', 'book'] }],
    ['Free', 3, { type: ['report', 'book'], accessType: ['free'] }],
    ['People-centred', 1, { type: ['report', 'book'], accessType: ['free'], rappPrinciples: ['people_centred'] }],
  ] as const) {
    serve(answer(listResources, resources(count)));
    await user.click(await findBox(name));
    expect(await screen.findByText(count === 1 ? /^Showing 1 resource/ : `Showing ${count} resources`)).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(count));
    for (const [group, values] of Object.entries(query)) {
      expect(callsOf(listResources).at(-1)?.query.getAll(group).toSorted()).toEqual(values.toSorted());
    }
  }
});

test('LABEL-05 each box is named after its value and says how many resources it would find', async () => {
  await renderPortal('/browse', {
    answers: [
      ...forBrowse(),
      answer(countResources, resourceCounts({ accessType: { free: 7 }, type: { newsletter: 2 } })),
    ],
  });
  await waitFor(async () => expect(await findBox('Free')).toHaveAccessibleDescription('7'));
  expect(await findBox('Newsletter')).toHaveAccessibleDescription('2');
  expect(screen.getAllByRole('checkbox', { name: 'Book' })).toHaveLength(1);
});

test('BROWSE-03 BROWSE-09 a search without results says so, and Clear all filters shows everything again', async () => {
  const { user } = await renderPortal('/browse?type=book&rappPrinciples=adaptive', {
    answers: [...forBrowse(), answer(suggestResources, { resources: [], topics: [] })],
  });
  expect(await findBox('Book')).toBeChecked();
  serve(answer(listResources, []));
  await user.type(await findSearch(), 'no such words anywhere{Enter}');
  expect(await screen.findByRole('heading', { name: 'No resources found' })).toBeVisible();
  expect(await findCount(0)).toBeVisible();
  serve(answer(listResources, resources(12)));
  const clear = within(screen.getByRole('main')).getAllByRole('button', { name: 'Clear all filters' });
  await user.click(clear.at(-1) as HTMLElement);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
  expect(await findSearch()).toHaveValue('');
  expect(await findCount(12)).toHaveFocus();
  await expectAddress('/browse');
});

test('BROWSE-03 keeps the search empty when Clear all filters follows just after typing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user } = await renderPortal('/browse?type=book', {
    answers: [...forBrowse(), answer(suggestResources, { resources: [], topics: [] })],
  });
  await user.type(await findSearch(), 'zzzz');
  const [clear] = screen.getAllByRole('button', { name: 'Clear all filters' });
  await user.click(clear as HTMLElement);
  expect(screen.getByRole('heading', { name: 'Filters' })).toHaveFocus();
  expect(await findSearch()).toHaveValue('');
  // Typed text is searched for after a pause of less than a second.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await findSearch()).toHaveValue('');
  await expectAddress('/browse');
});

test('BROWSE-09 a search alone without results is cleared by Clear all filters, which an empty catalogue does not offer', async () => {
  const { user } = await renderPortal('/browse?search=quokka+census', {
    answers: [...forBrowse(), answer(listResources, []), answer(listClosestResources, [])],
  });
  expect(await screen.findByRole('heading', { name: 'No resources found' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await expectAddress('/browse');
  expect(await findSearch()).toHaveValue('');
  expect(await screen.findByRole('heading', { name: 'No resources found' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear all filters' })).toBeNull();
});

test('BROWSE-17 a search with few results shows the closest matches below them, and counts them in no total', async () => {
  const found = resource({ id: 51, title: 'Monitoring plan' });
  const near = resource({ id: 52, title: 'Indicators of harm' });
  await renderPortal('/browse?search=monitoring+kpis&type=report', {
    answers: [...forBrowse(), answer(listResources, [found]), answer(listClosestResources, [near])],
  });
  const closest = within(await screen.findByRole('region', { name: 'Closest matches' }));
  expect(closest.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)).toEqual([
    'Indicators of harm',
  ]);
  expect(closest.getByText(/^From the whole catalogue/)).toBeVisible();
  expect(await findCount(1)).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(2);
  const asked = callsOf(listClosestResources).at(-1)?.query;
  expect([asked?.get('search'), asked?.getAll('type')]).toEqual(['monitoring kpis', ['report']]);
});

test('BROWSE-17 no closest matches are asked for below six results or without a search', async () => {
  await renderPortal('/browse?search=plan', { answers: [...forBrowse(), answer(listResources, resources(6))] });
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6));
  expect(callsOf(listClosestResources)).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'Closest matches' })).toBeNull();
});

test('BROWSE-10 BROWSE-11 the pager shows twelve at a time and ends at both ends', async () => {
  const all = resources(18);
  const { user } = await renderPortal('/browse', {
    answers: [
      ...forBrowse(),
      answer(listResources, ({ query }) => (query.get('page') === '2' ? all.slice(12) : all.slice(0, 12)), {
        totalCount: 18,
      }),
    ],
  });
  const pager = within(await screen.findByRole('navigation', { name: 'Pages of resources' }));
  const button = (name: string) => pager.getByRole('button', { name });
  const titles = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
  expect(pager.getAllByRole('button').map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)).toEqual([
    'Previous',
    'Page 1',
    'Page 2',
    'Next',
  ]);
  expect(button('Previous')).toBeDisabled();
  const first = titles();
  expect(first).toHaveLength(12);

  await user.click(button('Next'));
  await waitFor(() => expect(titles()).toHaveLength(6));
  expect(button('Page 2')).toHaveAttribute('aria-current', 'page');
  expect(button('Next')).toBeDisabled();
  expect(titles().filter((title) => first.includes(title))).toEqual([]);

  await user.click(button('Previous'));
  await waitFor(() => expect(titles()).toEqual(first));
  expect(button('Next')).toBeEnabled();
  await user.click(button('Page 2'));
  await expectAddress('/browse?page=2');
});

test('BROWSE-11 an address beyond the last page leads to the last page', async () => {
  const found = answer(listResources, ({ query }) => (query.get('page') === '2' ? resources(6) : []), {
    totalCount: 18,
  });
  await renderPortal('/browse?page=9', { answers: [...forBrowse(), found] });
  await expectAddress('/browse?page=2');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6));
});

test('BROWSE-11 a list of one page has no pager', async () => {
  await renderPortal('/browse', { answers: forBrowse() });
  expect(await findCount(12)).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Pages of resources' })).toBeNull();
});

const suggested = answer(suggestResources, {
  resources: [
    { id: 3, title: 'Readiness check', type: 'report' },
    { id: 4, title: 'Ready or not', type: 'book' },
  ],
  topics: ['readiness'],
});
const options = () => within(screen.getByRole('listbox', { name: 'Suggestions' })).getAllByRole('option');

test('typing into the search suggests resources, and the keyboard chooses one of them', async () => {
  const { user } = await renderPortal('/browse', {
    answers: [...forBrowse(), suggested, ...forResource(wholeResource({ id: 3, title: 'Readiness check' }))],
  });
  const box = await findSearch();
  await user.type(box, 'readi');
  expect(await screen.findByRole('option', { name: /^Readiness check/ })).toBeVisible();
  expect(screen.getByText(/^3 suggestions, use the arrow keys/)).toBeInTheDocument();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(options()[0]).toHaveAttribute('aria-selected', 'true'));
  expect(box).toHaveAttribute('aria-activedescendant', options()[0]?.id);
  expect(box).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(box).not.toHaveAttribute('aria-activedescendant'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option', { name: /^Readiness check/ })).toBeNull());
  expect(box).toHaveValue('readi');
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(options()[0]).toHaveAttribute('aria-selected', 'true'));
  await user.keyboard('{Enter}');
  await expectAddress('/resource/3');
});

test('Enter in the search searches for what is typed, and suggestions that come later open nothing', async () => {
  const held = hold(suggested);
  const { user } = await renderPortal('/browse', { answers: [...forBrowse(), held] });
  await user.type(await findSearch(), 'risk');
  await waitFor(() => expect(callsOf(suggestResources)).toHaveLength(1));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.search).toContain('search=risk'));
  held.release();
  expect(await findCount(12)).toBeVisible();
  await waitFor(() => expect(lastQuery()).toContain('search=risk'));
  expect(screen.queryByRole('option', { name: /^Readiness check/ })).toBeNull();
});

test('the search works without suggestions', async () => {
  const { user } = await renderPortal('/browse', {
    answers: [...forBrowse(), fail(suggestResources, { status: 503 })],
  });
  await user.type(await findSearch(), 'risk');
  await waitFor(() => expect(callsOf(suggestResources)).not.toHaveLength(0));
  await waitFor(() => expect(location.search).toContain('search=risk'));
  expect(screen.queryByText(/broken|503/)).toBeNull();
  expect((await screen.findAllByRole('article'))[0]).toBeVisible();
});

test('BROWSE-18 the breadcrumb leads to the whole catalogue when the list was not visited before', async () => {
  await renderPortal('/resource/3', { answers: forResource(wholeResource({ id: 3 })) });
  const trail = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  expect(await trail.findByRole('link', { name: 'Browse Resources' })).toHaveAttribute('href', '/browse');
});
