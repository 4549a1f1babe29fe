import { expect, type Page } from '@playwright/test';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { openBarePages } from '#tests/browser/support/routes.ts';
import { cardOf } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const count = (page: Page) => page.getByRole('status').filter({ hasText: /^Showing \d+ resources$/ });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search resources' });
const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort by' });
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages of resources' });
/** Cards of the results, without the closest matches below them. */
const cards = (page: Page) => page.locator('article:not([aria-labelledby="closest-matches"] article)');

const resultOf = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/**
 * Does something and waits until the list that it loads is shown.
 * @returns the number of resources that were found
 */
async function listAfter(page: Page, act: () => Promise<unknown>): Promise<number> {
  await openBarePages(page);
  const answering = page.waitForResponse(/\/api\/resources\?/);
  await act();
  const answer = await answering;
  const found = Number((await answer.headerValue('x-total-count')) ?? Number.NaN);
  const listed: Resource[] = await answer.json();
  await expect(count(page)).toHaveText(`Showing ${found} resources`);
  // The former list stays visible until the new one arrives, and may have the same length.
  await expect(cards(page).getByRole('heading')).toHaveText(listed.map(({ title }) => title));
  return found;
}

test('BROWSE-02 BROWSE-04 BROWSE-07 values of one group add up, groups restrict each other, the count follows', {
  tag: '@long',
}, async ({ page }) => {
  const all = await listAfter(page, () => page.goto('/browse'));
  for (const [legend, names] of Object.entries(groups)) {
    const group = page.getByRole('group', { name: legend, exact: true });
    // Other tests may publish something of the four types whose checkboxes are not always there.
    await expect(group.getByRole('checkbox', { name: /^(?!Bundle$|Learning Path$|Template$|Other$)/ })).toHaveCount(
      names.length,
    );
    for (const name of names) await expect(group.getByRole('checkbox', { name, exact: true })).not.toBeChecked();
  }

  const books = await listAfter(page, () => box(page, 'Book').check());
  expect(books).toBeLessThan(all);
  const booksAndReports = await listAfter(page, () => box(page, 'Report').check());
  expect(booksAndReports).toBeGreaterThan(books);
  await expect(cards(page).filter({ hasText: /^(Book|Report)/ })).toHaveCount(12);

  const free = await listAfter(page, () => box(page, 'Free').check());
  expect(free).toBeLessThan(booksAndReports);
  await expect(cards(page).getByText('Available', { exact: true })).toHaveCount(Math.min(free, 12));
  const peopleCentred = await listAfter(page, () => box(page, 'People-centred').check());
  expect(peopleCentred).toBeLessThan(free);
});

test('filters by phase and role are folded below the others, and are kept in the address', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const { title } = await office.addResource({
    title: newTitle('Zymurgical plan'),
    rappImplementationPhase: ['phase_2_design_plan'],
    roleAffiliations: ['policy_public_interest_lead'],
  });
  await page.goto('/browse?search=zymurgical');
  const panel = page.getByRole('region', { name: 'Filters' });
  await expect(box(page, 'Design & Plan')).toBeHidden();
  await panel.locator('summary', { hasText: 'Implementation phase' }).click();
  await listAfter(page, () => box(page, 'Design & Plan').check());
  await panel.locator('summary', { hasText: 'Role' }).focus();
  await page.keyboard.press('Enter');
  await listAfter(page, () => box(page, 'Policy or public interest lead').check());
  await expect(resultOf(page, title)).toBeVisible();
  await expect(page).toHaveURL(
    /rappImplementationPhase=phase_2_design_plan&roleAffiliations=policy_public_interest_lead/,
  );

  await listAfter(page, () => page.reload());
  await expect(box(page, 'Design & Plan')).toBeChecked();
  await expect(box(page, 'Policy or public interest lead')).toBeChecked();
  await listAfter(page, () => page.getByRole('button', { name: 'Remove filter Design & Plan' }).click());
  await expect(box(page, 'Design & Plan')).not.toBeChecked();
  await listAfter(page, () => box(page, 'Executive leader').check());
  await listAfter(page, () => box(page, 'Policy or public interest lead').uncheck());
  await expect(resultOf(page, title)).toHaveCount(0);
});

const groups = {
  Type: ['Online Tool', 'Downloadable Template', 'Report', 'Insight', 'Newsletter', 'Book', 'Article'],
  'Access type': ['Free', 'Purchase', 'Subscription'],
  'RAPP principles': ['Responsible', 'Adaptive', 'People-centred', 'Purpose-driven'],
};

test('BROWSE-09 BROWSE-17 a search alone that finds nothing offers the closest matches, and Clear all filters shows all resources', {
  tag: '@long',
}, async ({ page, office }) => {
  const { title } = await office.addResource({ title: newTitle('Thylacine census') });
  await page.goto('/browse?search=thylacine+nosuchword');
  await expect(page.getByRole('heading', { name: 'No resources found' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Closest matches' })).toBeVisible();
  await expect(count(page)).toHaveText('Showing 0 resources');
  await cardOf(page, title).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(cards(page)).toHaveCount(12);
  await expect(page).toHaveURL('/browse');
});

test('BROWSE-03 the filters beside the results are cleared with one press', { tag: '@long' }, async ({ page }) => {
  await page.goto('/browse?type=book&accessType=free&rappPrinciples=adaptive&search=a');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(cards(page)).toHaveCount(12);
  await expect(page).toHaveURL('/browse');
});

test('BROWSE-01 a search finds parts of words in titles and tags, whatever their case', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const byTitle = await office.addResource({ title: newTitle('Quizzaciously kept 100%') });
  const byTag = await office.addResource({ title: newTitle('Plain'), tags: ['Quizzacious'] });
  await page.goto('/browse');
  await search(page).fill('uizzaciou');
  await expect(resultOf(page, byTitle.title)).toBeVisible();
  await expect(resultOf(page, byTag.title)).toBeVisible();
  await search(page).fill('QUIZZACIOUSLY 100%');
  await expect(resultOf(page, byTag.title)).toHaveCount(0);
  await expect(resultOf(page, byTitle.title)).toBeVisible();
});

test('BROWSE-05 four sort orders, the newest first by default', { tag: '@long' }, async ({ page }) => {
  await page.goto('/browse');
  await expect(sort(page).getByRole('option')).toHaveText([
    'Recently Added',
    'A-Z',
    'Price: Low to High',
    'Price: High to Low',
  ]);
  await expect(sort(page)).toHaveValue('created_at');
  // Only resources for purchase, because each card shows one price.
  await listAfter(page, () => box(page, 'Purchase').check());
  const prices = async () => {
    const texts = await cards(page).getByText(/^£\d/).allTextContents();
    return texts.map((text) => Number(text.slice(1)));
  };
  await listAfter(page, () => sort(page).selectOption('Price: High to Low'));
  const falling = await prices();
  expect(falling).toHaveLength(12);
  expect(falling).toEqual(falling.toSorted((one, other) => other - one));
  await listAfter(page, () => sort(page).selectOption('Price: Low to High'));
  const rising = await prices();
  expect(rising).toEqual(rising.toSorted((one, other) => one - other));
  await listAfter(page, () => sort(page).selectOption('A-Z'));
  const titles = await cards(page).getByRole('heading').allTextContents();
  expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other, 'en-GB')));
});

test('a search shows its best matches first until the member chooses a sort order', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const word = newTitle('Sesquipedal').replaceAll(/\W/g, '');
  const inTitle = await office.addResource({ title: newTitle(`${word} words`) });
  const inTags = await office.addResource({ title: newTitle('Tagged'), tags: [word] });
  const inText = await office.addResource({ title: newTitle('Described'), description: `About ${word}.` });
  await page.goto('/browse');
  await search(page).fill(word);
  const headings = cards(page).getByRole('heading');
  await expect(headings).toHaveText([inTitle.title, inTags.title, inText.title]);
  await expect(sort(page).getByRole('option', { selected: true })).toHaveText('Best match');
  await sort(page).selectOption('Recently Added');
  await expect(headings).toHaveText([inText.title, inTags.title, inTitle.title]);
  await expect(page).toHaveURL(`/browse?search=${word}&sort=created_at`);
  await sort(page).selectOption('Best match');
  await expect(page).toHaveURL(`/browse?search=${word}`);
  await expect(headings.first()).toHaveText(inTitle.title);
});

test('BROWSE-10 BROWSE-11 the pager shows twelve at a time and ends at both ends', { tag: '@long' }, async ({
  page,
}) => {
  // No other test publishes such resources, so nothing moves from page to page during this test.
  const found = await listAfter(page, () => page.goto('/browse?accessType=free&rappPrinciples=responsible'));
  expect(found).toBeGreaterThan(12);
  expect(found).toBeLessThanOrEqual(24);
  const button = (name: string) => pager(page).getByRole('button', { name, exact: true });
  await expect(pager(page).getByRole('button')).toHaveText(['Previous', 'Page 1', 'Page 2', 'Next']);
  await expect(button('Previous')).toBeDisabled();
  const first = await cards(page).getByRole('heading').allTextContents();

  await button('Next').click();
  await expect(button('Page 2')).toHaveAttribute('aria-current', 'page');
  await expect(cards(page).getByRole('heading').first()).not.toHaveText(first[0] ?? '');
  await expect(cards(page)).toHaveCount(found - 12);
  await expect(button('Next')).toBeDisabled();
  const second = await cards(page).getByRole('heading').allTextContents();
  expect(second.filter((title) => first.includes(title))).toEqual([]);

  await button('Previous').click();
  await expect(cards(page).getByRole('heading')).toHaveText(first);
  await expect(button('Next')).toBeEnabled();
  await button('Page 2').click();
  await expect(page).toHaveURL(/[?&]page=2$/);

  const few = await listAfter(page, () => page.goto('/browse?type=book&rappPrinciples=responsible'));
  expect(few).toBeLessThanOrEqual(12);
  await expect(pager(page)).toHaveCount(0);
});
