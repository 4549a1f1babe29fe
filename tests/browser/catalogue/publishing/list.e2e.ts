import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { makePdf, makePng } from '#tests/browser/support/files.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { buy } from '#tests/browser/support/payments.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { failAnswers } from '#tests/browser/support/routes.ts';
import { expectToast, ownWords } from '#tests/browser/support/screen.ts';
import { administratorTest as test } from '#tests/browser/support/test.ts';

const row = (page: Page, title: string) => page.getByRole('article', { name: title });
const titles = (page: Page) => page.getByRole('article').getByRole('heading');

test('the list is searched, filtered and sorted by its address, and Back undoes it', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const words = newTitle('Lantern');
  const prices = { dear: '30', cheap: '10' };
  for (const [name, price] of Object.entries(prices)) {
    await office.addResource({ title: `${words} ${name}`, accessType: 'purchase', price, isPublished: false });
  }
  await office.addResource({ title: `${words} open`, type: 'book', rappPrinciples: ['adaptive'] });
  await page.goto('/admin-dashboard');
  await page.getByRole('searchbox', { name: 'Search resources' }).fill(words.toUpperCase());
  await expect(titles(page)).toHaveText([`${words} open`, `${words} cheap`, `${words} dear`]);
  await expect(page.getByText('Showing 1 to 3 of 3 resources')).toBeVisible();

  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('Draft');
  await expect(titles(page)).toHaveText([`${words} cheap`, `${words} dear`]);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: High to Low');
  await expect(titles(page)).toHaveText([`${words} dear`, `${words} cheap`]);
  await expect(page).toHaveURL(/status=draft&sort=price_high_low$/);
  await page.reload();
  await expect(titles(page)).toHaveText([`${words} dear`, `${words} cheap`]);
  await page.goBack();
  await expect(titles(page)).toHaveText([`${words} cheap`, `${words} dear`]);
  await page.goBack();
  await expect(titles(page)).toHaveCount(3);
  await expect(page.getByRole('combobox', { name: 'Filter by status' })).toHaveValue('');
  await page.goForward();
  await expect(titles(page)).toHaveText([`${words} cheap`, `${words} dear`]);

  await page.getByRole('combobox', { name: 'Filter by principle' }).selectOption('Adaptive');
  await expect(page.getByRole('heading', { name: 'No resources match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(row(page, `${words} open`)).toBeVisible();
  await expect(page).toHaveURL('/admin-dashboard');
});

test('a page beyond the end of a narrowed list leads to its last', { tag: '@long' }, async ({ page, office }) => {
  const { title } = await office.addResource({ title: newTitle('Beyond') });
  await page.goto(`/admin-dashboard?search=${encodeURIComponent(title)}&page=7`);
  await expect(row(page, title)).toBeVisible();
  await expect(page).toHaveURL(/\?search=[^&]+$/);
});

test.describe('several at once', () => {
  const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` });
  const bar = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('ADM-05 ADM-RES-16 several resources are published together, and what may not be says why', {
    tag: '@long',
  }, async ({ page, office }) => {
    const words = newTitle('Together');
    const add = (name: string, fields: object = {}) =>
      office.addResource({ title: `${words} ${name}`, isPublished: false, ...fields });
    const [first, second] = [await add('one'), await add('two')];
    const unpriced = await add('three', { accessType: 'purchase' });
    await page.goto(`/admin-dashboard?search=${encodeURIComponent(words)}&sort=title`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeAttached();
    await bar(page, 'Publish').click();
    const dialog = page.getByRole('dialog', { name: 'Publish 3 resources?' });
    await expect(dialog.getByRole('listitem')).toHaveText([first.title, unpriced.title, second.title]);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expectToast(page, '2 resources published');
    const left = page.getByRole('dialog', { name: '1 resource left as it was' });
    await expect(left).toContainText(`${unpriced.title}A resource for purchase needs a price`);
    await left.getByRole('button', { name: 'Done' }).click();
    await expect(row(page, first.title).getByText('Published', { exact: true })).toBeVisible();
    await expect(row(page, unpriced.title).getByText('Draft', { exact: true })).toBeVisible();
    await expect(box(page, first.title)).not.toBeChecked();
  });

  test('a tag is added to those between two ticks with the Shift key', { tag: '@long' }, async ({ page, office }) => {
    const words = newTitle('Between');
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push((await office.addResource({ title: `${words} ${name}` })).id);
    await page.goto(`/admin-dashboard?search=${encodeURIComponent(words)}&sort=title`);
    await box(page, `${words} a`).click();
    await box(page, `${words} c`).click({ modifiers: ['Shift'] });
    await box(page, `${words} b`).click();
    await bar(page, 'Add tag').click();
    const dialog = page.getByRole('dialog', { name: 'Add a tag to 2 resources?' });
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Tag' })).toHaveAccessibleDescription('A tag is required');
    await dialog.getByRole('textbox', { name: 'Tag' }).fill('evening');
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await expectToast(page, 'Tag added to 2 resources');
    const tags = [];
    for (const id of ids) tags.push((await office.getResource(id)).tags);
    expect(tags).toEqual([['evening'], [], ['evening']]);
  });

  test('ADM-RES-15 several resources are withdrawn after a dialog has said how many members own', {
    tag: '@long',
  }, async ({ page, office, newPage }) => {
    const words = newTitle('Withdrawn');
    const owned = await office.addResource({ title: `${words} owned`, accessType: 'purchase', price: '5' });
    const other = await office.addResource({ title: `${words} other` });
    const buyer = await newPage();
    await registerMember(buyer.context().request);
    await buy(buyer.context().request, owned.id);
    await page.goto(`/admin-dashboard?search=${encodeURIComponent(words)}`);
    await box(page, owned.title).check();
    await box(page, other.title).check();
    await bar(page, 'Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 resources?' });
    await expect(dialog).toContainText('1 of these is owned by members and will be withdrawn: they keep it.');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, '2 resources deleted');
    await expect(page.getByRole('heading', { name: 'No resources match' })).toBeVisible();
    await buyer.goto(`/resource/${owned.id}`);
    await expect(ownWords(buyer, 'You have access')).toBeVisible();
  });
});

test('ADM-12 a title has two lines in a wide window and is whole on hover, and the quiet buttons are in the order of Tab', async ({
  page,
  office,
}) => {
  const { title } = await office.addResource({
    title: newTitle(`A title ${'that goes on and on '.repeat(8)}`),
    type: 'downloadable_template',
    accessType: 'subscription',
    fileUrl: await office.upload(await makePdf('one-line.pdf', 'One line.')),
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
  const heading = row(page, title).getByRole('heading');
  await expect(heading).toHaveAttribute('title', title);
  const heightOf = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().height);
  expect(await heightOf(heading)).toBe(40);
  expect(await heightOf(row(page, title))).toBeLessThan(60);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440);
  const colour = () => page.evaluate<string>(`getComputedStyle(document.querySelector('article button')).color`);
  await page.mouse.move(0, 0);
  const quiet = await colour();
  await heading.getByRole('link').focus();
  for (const name of ['Unpublish', 'Edit', 'Delete', 'More actions for']) {
    await page.keyboard.press('Tab');
    const button = row(page, title).getByRole('button', { name: `${name} ${title}` });
    await expect(button).toBeFocused();
    expect((await button.boundingBox())?.width).toBe(30);
  }
  await expect.poll(colour).not.toBe(quiet);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await heightOf(heading)).toBeGreaterThan(60);
});

test('ADM-13 ADM-RES-19 the figures narrow the list to a status, with its search', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const words = newTitle('Counted');
  await office.addResource({ title: `${words} open` });
  await office.addResource({ title: `${words} draft`, isPublished: false });
  await page.goto(`/admin-dashboard?search=${encodeURIComponent(words)}&sort=title`);
  const counter = (name: string) => page.getByRole('button', { name: new RegExp(`^\\d+ ${name}$`) });
  await expect(counter('All')).toHaveAttribute('aria-pressed', 'true');
  await expect(titles(page)).toHaveText([`${words} draft`, `${words} open`]);
  await counter('Draft').click();
  await expect(titles(page)).toHaveText([`${words} draft`]);
  await expect(counter('Draft')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/status=draft/);
  await counter('Published').click();
  await expect(titles(page)).toHaveText([`${words} open`]);
  await page.reload();
  await expect(counter('Published')).toHaveAttribute('aria-pressed', 'true');
  await counter('All').click();
  await expect(titles(page)).toHaveCount(2);
});

test('ADM-14 the columns are chosen in a menu that stays open, and a reload keeps them', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const { title } = await office.addResource({ accessType: 'purchase', price: '7' });
  await page.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
  const shows = (words: string | RegExp) => row(page, title).getByText(words, { exact: true });
  await expect(shows('£7.00')).toBeVisible();
  await expect(shows(/^Changed \d\d \w+ \d{4}$/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const item = (name: string) => page.getByRole('menuitemcheckbox', { name });
  await expect(page.getByRole('menuitemcheckbox')).toHaveText([
    'Type',
    'Access',
    'Price',
    'Status',
    'Created',
    'Changed',
  ]);
  await item('Price').click();
  await item('Changed').press('Enter');
  await expect(item('Price')).not.toBeChecked();
  await expect(item('Changed')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeFocused();
  await page.reload();
  await expect(shows(/^Changed \d\d \w+ \d{4}$/)).toBeVisible();
  await expect(shows('£7.00')).toHaveCount(0);
  await expect(shows('Published')).toBeVisible();
});

test('ADM-15 the file has the rows of the list with the chosen columns, and a refusal is said', {
  tag: '@long',
}, async ({ page, office, watch }) => {
  const words = newTitle('Exported');
  // Only three, because a page of new resources would push those of other tests from the first page of the list.
  for (const name of ['a', 'b', 'c']) {
    await office.addResource({ title: `${words} ${name}`, isPublished: name !== 'b' });
  }
  await page.goto(`/admin-dashboard?search=${encodeURIComponent(words)}&sort=title&status=published`);
  await expect(page.getByText('Showing 1 to 2 of 2 resources')).toBeVisible();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  for (const name of ['Type', 'Access', 'Price']) await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^resources-\d{4}-\d\d-\d\d\.csv$/);
  const [heading, ...lines] = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\n');
  expect(heading).toBe('\uFEFFId,Title,Status,Publishes (UTC)');
  expect(lines.map((line) => line.replace(/^\d+,/, ''))).toEqual([`${words} a,published,`, `${words} c,published,`]);
  await expectToast(page, 'Export Complete', 'The file has all 2 resources of the list.');

  const mend = await failAnswers(page, watch, /\/api\/admin\/resources\/csv/);
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expectToast(page, 'Export failed');
  await mend();
});

test('a copy of a resource is a draft at the top of the list', { tag: '@long' }, async ({ page, office }) => {
  const { title } = await office.addResource({ tags: ['kept'], accessType: 'purchase', price: '4' });
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expectToast(page, 'Resource duplicated', `Copy of ${title}`);
  // Other tests may add resources at the same time, but only above the copy.
  await expect(row(page, `Copy of ${title}`)).toBeVisible();
  const shown = await titles(page).allTextContents();
  expect(shown.filter((one) => one.endsWith(title))).toEqual([`Copy of ${title}`, title]);
  await expect(row(page, `Copy of ${title}`).getByText('Draft', { exact: true })).toBeVisible();
  await expect(row(page, `Copy of ${title}`)).toContainText('£4.00');
});

test('a draft is given a time to publish, shown with it, and loses it again', { tag: '@long' }, async ({
  page,
  office,
  watch,
}) => {
  const { id, title } = await office.addResource({ isPublished: false });
  await page.goto('/admin-dashboard');
  const edit = () =>
    row(page, title)
      .getByRole('button', { name: `Edit ${title}` })
      .click();
  const form = page.getByRole('form', { name: 'Edit Report' });
  const time = form.getByLabel('Publish at a set time', { exact: true });
  await edit();
  watch.expectRefusal(`400 PUT /api/admin/resources/${id}`);
  await time.fill('2020-01-01T09:00');
  await form.getByRole('button', { name: 'Update Resource' }).click();
  await expectToast(page, 'Error', 'The publication time is in the past. Choose a later time.');
  await time.fill('2126-12-03T09:00');
  await expect(form.getByText(/^Publishes 3 Dec 2126, 09:00 \(/)).toBeVisible();
  await form.getByRole('button', { name: 'Update Resource and publish on 3 Dec 2126, 09:00' }).click();
  await expectToast(page, 'Resource scheduled', `${title} will be published on 3 Dec 2126, 09:00.`);
  await expect(row(page, title).getByText('Scheduled', { exact: true })).toBeVisible();
  await expect(row(page, title)).toContainText('Publishes 3 Dec 2126, 09:00');

  await edit();
  await expect(time).toHaveValue('2126-12-03T09:00');
  await form.getByRole('switch', { name: 'Published' }).check();
  await expect(time).toHaveCount(0);
  await form.getByRole('switch', { name: 'Published' }).uncheck();
  await form.getByRole('button', { name: 'Clear the time' }).click();
  await form.getByRole('button', { name: 'Update Resource' }).click();
  await expect(row(page, title).getByText('Draft', { exact: true })).toBeVisible();
  expect((await office.getResource(id)).isPublished).toBe(false);
});

test('a draft is previewed as members will see it, and nothing of the look is counted', { tag: '@long' }, async ({
  page,
  office,
  newPage,
  watch,
}) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '9', isPublished: false });
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET' || /^\/api\/.*(progress|sessions|\/access$)/.test(path))
      asked.push(`${request.method()} ${path}`);
  });
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Preview' }).click();
  await expect(page.getByText('Preview: members do not see this yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(ownWords(page, 'Purchase Required')).toBeVisible();
  await expect(page.getByRole('button', { name: 'PURCHASE NOW' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('tab', { name: 'APPLICABILITY' }).click();
  await expect(page.getByText('Preview: members do not see this yet.')).toBeVisible();
  expect(asked).toEqual([]);

  const member = await newPage();
  await registerMember(member.context().request);
  watch.expectRefusal(`404 GET /resource/${id}`);
  watch.expectRefusal(`404 GET /api/resources/${id}`);
  await member.goto(`/resource/${id}?preview=true`);
  await expect(member.getByRole('heading', { name: 'Resource Not Found' })).toBeVisible();
});

test('ADM-TOOL-08 slideshow images are put in order by keyboard and by dragging, and a failed one is sent again', {
  tag: '@long',
}, async ({ page, office, watch }) => {
  const addresses: string[] = [];
  for (const colour of ['#1b4d3e', '#8a2846', '#2a3f7a']) {
    addresses.push(await office.upload(await makePng('slide.png', colour)));
  }
  const [first, second, third] = addresses;
  const { title, id } = await office.addResource({
    type: 'online_tool',
    onlineProductId: 1,
    metadata: { slideshowImages: addresses, instructionalVideoUrl: null, videoUrl: null, subscriptionBenefits: [] },
  });
  await page.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const form = page.getByRole('form', { name: 'Edit Online Tool' });
  const slides = form.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move up: Image/ }) });
  await form.getByRole('button', { name: 'Move down: Image 1' }).press('Enter');
  await expect(form.getByText('Image 1 moved to position 2 of 3.')).toBeAttached();
  await expect(form.getByRole('button', { name: 'Move down: Image 2' })).toBeFocused();
  // The text of an image moves with the image.
  await form.getByRole('textbox', { name: 'What image 1 shows' }).fill('The second slide');
  await slides.nth(2).getByRole('button', { name: 'Pick up Image 3' }).dragTo(slides.nth(0));
  await expect(form.getByText('Image 3 moved to position 1 of 3.')).toBeAttached();

  const mend = await failAnswers(page, watch, '/api/admin/upload');
  await form.getByLabel('Slideshow Images', { exact: true }).setInputFiles(await makePng('late.png', '#b8860b'));
  await expectToast(page, 'Upload failed');
  await mend();
  await form.getByRole('button', { name: 'Upload late.png again' }).click();
  await expect(slides).toHaveCount(4);
  await form.getByRole('button', { name: 'Update Online Tool' }).click();
  await expectToast(page, 'Resource updated', title);
  const { slideshowImages, slideshowTexts } = (await office.getResource(id)).metadata;
  expect(slideshowImages.slice(0, 3)).toEqual([third, second, first]);
  expect(slideshowImages).toHaveLength(4);
  expect(slideshowTexts).toEqual(['', 'The second slide', '', '']);
});

test('ADM-01 search, filters and tabs work at /admin as at /admin-dashboard', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const title = newTitle('Harbour');
  await office.addResource({ title, isPublished: false });
  await page.goto('/admin?sort=title');
  await page.getByRole('searchbox', { name: 'Search resources' }).fill(title);
  await expect(titles(page)).toHaveText([title]);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('title');
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('Published');
  await expect(page.getByRole('heading', { name: 'No resources match' })).toBeVisible();

  await page.goto('/admin?tab=users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('administrator@example.org');
  await expect(page.getByText('1 of 1 user')).toBeVisible();
  await page.getByRole('combobox', { name: 'Filter by role' }).selectOption('User');
  await expect(page.getByRole('heading', { name: 'No users match' })).toBeVisible();
});
