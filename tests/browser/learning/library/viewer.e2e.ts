import { expect, type Page } from '@playwright/test';
import { makeBook, makePdf } from '#tests/browser/support/files.ts';
import { newTitle, type Office } from '#tests/browser/support/office.ts';
import { buy } from '#tests/browser/support/payments.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { failAnswers, holdAnswers } from '#tests/browser/support/routes.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const pageCount = 8;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pageField = (page: Page) => page.getByRole('textbox', { name: 'Page' });
const sheet = (page: Page, number: number) => page.getByRole('article', { name: `Page ${number} of ${pageCount}` });
const wordsOf = (page: Page, number: number) => sheet(page, number).getByText(`These are the words of page ${number}.`);
const answerTo = (page: Page, position: number) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/reading-position') &&
      response.request().postDataJSON().position === position &&
      response.ok(),
  );

const addBook = async (office: Office, fields: Parameters<Office['addResource']>[0] = {}) =>
  office.addResource({
    type: 'book',
    title: newTitle('A book'),
    fileUrl: await office.upload(await makeBook('book.pdf', pageCount)),
    ...fields,
  });

test('a book is read to page 3, and opens there again after a reload and another day', async ({ page, office }) => {
  const { id, title } = await addBook(office);
  await page.goto(`/resource/${id}`);
  await page.getByRole('link', { name: 'READ' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeFocused();
  await expect(wordsOf(page, 1)).toBeVisible();
  await expect(sheet(page, 1).locator('canvas')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  const isKept = answerTo(page, 3);
  await page.keyboard.press('ArrowRight');
  await expect(pageField(page)).toHaveValue('3');
  await isKept;
  await expect(page).toHaveURL(`/resource/${id}/read?page=3`);
  await page.reload();
  await expect(wordsOf(page, 3)).toBeInViewport();
  await page.goto(`/resource/${id}/read`);
  await expect(pageField(page)).toHaveValue('3');
  await expect(wordsOf(page, 3)).toBeInViewport();
  await page.getByRole('link', { name: 'Back to the resource' }).click();
  await expect(page.getByRole('progressbar', { name: 'Your progress' })).toHaveAttribute('aria-valuenow', '37');
  await page.goto('/');
  const unfinished = page.getByRole('region', { name: 'Continue' });
  await expect(unfinished.getByText(`Page 3 of ${pageCount}`)).toBeVisible();
  await unfinished.getByRole('link', { name: `Continue ${title}` }).click();
  await expect(wordsOf(page, 3)).toBeInViewport();
});

test('DETAIL-28 the words of a book are read in lines as wide as the screen, at the same place', {
  tag: ['@layout', '@long'],
}, async ({ page, office, check }) => {
  const { id } = await addBook(office);
  await page.goto(`/resource/${id}/read?page=3`);
  await button(page, 'Read as text').click();
  const words = (number: number) => page.getByText(`These are the words of page ${number}.`);
  await expect(words(3)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await check('viewer as text');
  await page.keyboard.press('ArrowRight');
  await expect(words(4)).toBeVisible();
  const isKept = answerTo(page, 5);
  await button(page, 'Next page').last().click();
  await isKept;
  await expect(page).toHaveURL(`/resource/${id}/read?page=5&as=text`);
  await button(page, 'Contents').click();
  await page.getByRole('link', { name: 'Chapter 8' }).click();
  await expect(words(8)).toBeVisible();
  await expect(button(page, 'Mark as finished').or(page.getByText('Finished', { exact: true }))).toBeVisible();
  await button(page, 'Show pages').click();
  await expect(wordsOf(page, 8)).toBeInViewport();
  await button(page, 'Read as text').click();
  await expect(words(8)).toBeVisible();

  // The browser remembers the choice, also for another book. On phones the toolbar is one row.
  const other = await addBook(office);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/resource/${other.id}/read`);
  await expect(button(page, 'Show pages')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  const [before, after] = [
    await button(page, 'Contents').boundingBox(),
    await button(page, 'Show pages').boundingBox(),
  ];
  expect(Math.abs((before?.y ?? 0) - (after?.y ?? 0))).toBeLessThan(10);
  await button(page, 'Show pages').click();
  await expect(wordsOf(page, 1)).toBeInViewport();
  await page.reload();
  await expect(button(page, 'Read as text')).toBeInViewport({ ratio: 1 });
  await check('viewer on a phone');
});

test('leaving before the address shows the page number does not lead back to the viewer', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const { id, title } = await addBook(office);
  await page.clock.install();
  await page.goto(`/resource/${id}/read`);
  await expect(wordsOf(page, 1)).toBeVisible();
  const release = await holdAnswers(page, /DetailScreen[^/]*\.js$/);
  const back = page.getByRole('link', { name: 'Back to the resource' });
  await back.hover();
  await page.keyboard.press('ArrowRight');
  await back.click();
  await expect(page).toHaveURL(`/resource/${id}`);
  await page.clock.runFor(1000);
  release();
  await expect(page.getByRole('tablist')).toBeVisible();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/resource/${id}`);
});

test('the last page finishes a book, and the progress stays when its reader goes back', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const { id } = await addBook(office);
  await page.goto(`/resource/${id}/read`);
  await expect(wordsOf(page, 1)).toBeVisible();
  const isKept = answerTo(page, pageCount);
  await page.keyboard.press('End');
  await expect(pageField(page)).toHaveValue(String(pageCount));
  await isKept;
  const isBack = answerTo(page, 1);
  await page.keyboard.press('Home');
  await isBack;
  await page.getByRole('link', { name: 'Back to the resource' }).click();
  await expect(button(page, 'Mark as not finished')).toBeVisible();
});

test('pages are named by a number, by the contents, by links and by the address', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const { id } = await addBook(office);
  await page.goto(`/resource/${id}/read?page=2`);
  await expect(wordsOf(page, 2)).toBeInViewport();
  await pageField(page).fill('5');
  await pageField(page).press('Enter');
  await expect(wordsOf(page, 5)).toBeInViewport();
  for (const [typed, shown] of [
    ['x', '5'],
    ['0', '5'],
    ['99', String(pageCount)],
  ] as const) {
    await pageField(page).fill(typed);
    await pageField(page).press('Enter');
    await expect(pageField(page)).toHaveValue(shown);
  }
  await expect(button(page, 'Next page')).toBeDisabled();
  await button(page, 'Previous page').click();
  await expect(pageField(page)).toHaveValue(String(pageCount - 1));
  await button(page, 'Contents').click();
  await page.getByRole('dialog', { name: 'Contents' }).getByRole('link', { name: 'Chapter 1' }).click();
  await expect(wordsOf(page, 1)).toBeInViewport();
  await sheet(page, 1)
    .getByRole('link', { name: `Go to page ${pageCount}` })
    .click();
  await expect(wordsOf(page, pageCount)).toBeInViewport();
  await page.goBack();
  await expect(wordsOf(page, 1)).toBeInViewport();
});

test('pages grow and shrink with their words, and only those near the view are drawn', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const { id } = await addBook(office);
  await page.goto(`/resource/${id}/read?page=4`);
  await expect(wordsOf(page, 4)).toBeVisible();
  const widthOf = async () => (await sheet(page, 4).boundingBox())?.width ?? 0;
  const wordsWide = async () => (await wordsOf(page, 4).boundingBox())?.width ?? 0;
  // The text is laid out again whenever the page is drawn.
  await expect.poll(wordsWide).toBeGreaterThan(0);
  const [fitted, fittedWords] = [await widthOf(), await wordsWide()];
  await page.keyboard.press('+');
  await expect(page.getByText('150 %')).toBeVisible();
  await expect.poll(widthOf).toBeGreaterThan(fitted);
  const differing = async () => Math.abs((await wordsWide()) / fittedWords - (await widthOf()) / fitted);
  await expect.poll(differing).toBeLessThan(0.05);
  await expect(pageField(page)).toHaveValue('4');
  await button(page, 'Fit width').click();
  await expect.poll(widthOf).toBe(fitted);
  await expect(sheet(page, 1)).toHaveCount(0);
  await expect(sheet(page, pageCount)).toHaveCount(0);
});

test('ACCESS-15 a member without access, or whose access ended, sees a notice instead of the pages', {
  tag: '@long',
}, async ({ page, member, office, newPage, watch }) => {
  const { id } = await addBook(office, { accessType: 'purchase', price: '19.99' });
  await page.goto(`/resource/${id}/read`);
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
  await buy(page.request, id);
  await page.goto(`/resource/${id}/read`);
  await expect(wordsOf(page, 1)).toBeVisible();
  const administrator = (await newPage()).request;
  await signInAsAdministrator(administrator);
  const [purchase] = await (await administrator.get(`/api/admin/users/${member.id}/purchases`)).json();
  await expect(await administrator.delete(`/api/admin/users/${member.id}/purchases/${purchase.id}`)).toBeOK();
  watch.expectRefusal(`403 PUT /api/resources/${id}/reading-position`);
  await page.keyboard.press('End');
  await expectToast(page, 'Your place was not kept', 'You do not have access to this resource.');
  watch.allowRefusal(`403 GET /api/resources/${id}/pages`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the resource' }).click();
  await expect(button(page, 'PURCHASE NOW')).toBeVisible();
});

test('a file on its way, a portal that does not answer, and files that are none', { tag: '@long' }, async ({
  page,
  office,
  watch,
}) => {
  const { id } = await addBook(office);
  const release = await holdAnswers(page, /\/pages$/);
  await page.goto(`/resource/${id}/read`);
  await expect(page.getByTestId('skeleton')).toBeVisible();
  release();
  await expect(wordsOf(page, 1)).toBeVisible();
  const mend = await failAnswers(page, watch, /\/pages$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to open the file' })).toBeVisible();
  await page.unroute(/\/pages$/);
  await mend();
  await button(page, 'Try again').click();
  await expect(wordsOf(page, 1)).toBeVisible();
  await page.route(/\/pages$/, (route) => route.fulfill({ status: 206, body: 'no file of pages' }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This file cannot be shown here' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toBeVisible();
  watch.allowRefusal('404 GET /resource/2147483647/read');
  watch.expectRefusal('404 GET /api/resources/2147483647');
  watch.expectRefusal('404 GET /api/resources/2147483647/access');
  watch.expectRefusal('404 GET /api/resources/2147483647/progress');
  await page.goto('/resource/2147483647/read');
  await expect(page.getByRole('heading', { name: 'Resource Not Found' })).toBeVisible();
});

test('DETAIL-19 DETAIL-28 all files except PDF reports and books are downloaded, and these can be downloaded too', {
  tag: '@long',
}, async ({ page, office }) => {
  const fileUrl = await office.upload(await makePdf('sheet.pdf', 'A sheet.'));
  const template = await office.addResource({ type: 'downloadable_template', title: newTitle('A sheet'), fileUrl });
  const { id } = await addBook(office);
  await page.goto(`/resource/${template.id}`);
  await expect(button(page, 'DOWNLOAD')).toBeVisible();
  await expect(page.getByRole('link', { name: 'READ' })).toHaveCount(0);
  await page.goto(`/resource/${id}`);
  const downloading = page.waitForEvent('download');
  await expect(button(page, 'ACCESS')).toHaveAccessibleDescription(/^Download PDF, \d+ kB$/);
  await button(page, 'ACCESS').click();
  expect((await downloading).suggestedFilename()).toContain('.pdf');
  await expectToast(page, 'Download Started');
});

test('DETAIL-25 below the last page a book says that it is finished, and begins anew', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const { id } = await addBook(office);
  await page.goto(`/resource/${id}/read?page=${pageCount}`);
  await expect(page.getByRole('heading', { name: 'Finished' })).toBeAttached();
  await expect(page.getByRole('region', { name: 'What comes next' }).getByRole('listitem')).toHaveCount(3);
  await button(page, 'Read again').click();
  await expect(pageField(page)).toHaveValue('1');
  await expect(wordsOf(page, 1)).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Finished' })).toHaveCount(0);
});
