import { expect, type Page } from '@playwright/test';
import { makePdf, makePng } from '../support/files.ts';
import { newTitle } from '../support/office.ts';
import { failAnswers } from '../support/routes.ts';
import { expectToast } from '../support/screen.ts';
import { administratorTest as test } from '../support/test.ts';

const tiles = ['Downloadable Template', 'Online Tool', 'Report', 'Insight', 'Newsletter', 'Book', 'Article', 'Bundle'];
const tileDialog = (page: Page) => page.getByRole('dialog', { name: 'Add Resource' });
const form = (page: Page) => page.getByRole('form', { name: /^(Add|Edit) / });
const field = (page: Page, name: string | RegExp) => form(page).getByRole('textbox', { name });
const save = (page: Page, name: string) => form(page).getByRole('button', { name }).click();

async function openForm(page: Page, tile: string) {
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: 'Add Resource' }).click();
  await tileDialog(page).getByRole('button', { name: tile, exact: true }).click();
}

test('ADM-RES-06 a new resource begins with the choice of one of eight types', { tag: '@long' }, async ({ page }) => {
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: 'Add Resource' }).click();
  await expect(tileDialog(page).getByRole('textbox')).toHaveCount(0);
  const choice = tileDialog(page).getByRole('button').filter({ hasNotText: 'Close' });
  await expect(choice).toHaveCount(tiles.length);
  for (const [index, tile] of tiles.entries()) await expect(choice.nth(index)).toHaveAccessibleName(tile);
});

test('ADM-RES-08 ADM-TPL-02 ADM-TPL-04 missing values are reported beside their fields, and nothing is sent', {
  tag: '@long',
}, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await openForm(page, 'Insight');
  await save(page, 'Create Resource');
  await expect(field(page, 'Title')).toHaveAccessibleDescription('Title is required');
  await expect(field(page, 'Description')).toHaveAccessibleDescription('Description is required');
  await expect(field(page, 'Title')).toBeFocused();

  await openForm(page, 'Downloadable Template');
  await field(page, 'Description').fill('Too short');
  await save(page, 'Create Template');
  await expect(field(page, 'Title')).toHaveAccessibleDescription('Title is required');
  await expect(field(page, 'Description')).toHaveAccessibleDescription('Description must be at least 10 characters');
  await expect(form(page).getByLabel('Template File')).toHaveAccessibleDescription(/Template file is required/);
  expect(sent).toEqual([]);
});

test('LABEL-13 ADM-TPL-01 ADM-TOOL-02 the forms call their fields by the agreed names', async ({ page }) => {
  const everywhere = ['Title', 'Access Type', 'Featured Image', 'Tags'];
  const groups = ['Philosophies', 'Implementation Phases', 'Role Affiliations'];
  const tool = ['Online Product', 'Additional Details', 'Slideshow Images', 'Instructional Video URL'];
  const forms = {
    'Downloadable Template': ['Description', 'Template File', 'Published'],
    'Online Tool': [...tool, 'Estimated Duration (minutes)', 'Publish Resource'],
    Report: ['Description', 'File', 'Estimated Duration (minutes)', 'Published'],
  };
  for (const [tile, names] of Object.entries(forms)) {
    await openForm(page, tile);
    for (const name of [...everywhere, ...names]) {
      await expect(form(page).getByLabel(name, { exact: true })).toHaveCount(1);
    }
    for (const name of groups) await expect(form(page).getByRole('group', { name })).toBeVisible();
  }
});

test('ADM-TOOL-07 ADM-TPL-03 the prices are those of the access type', async ({ page }) => {
  await openForm(page, 'Online Tool');
  const prices = form(page).getByRole('spinbutton', { name: /Price/ });
  const shown: [string, string[]][] = [
    ['Free', []],
    ['Purchase', ['Price']],
    ['Subscription', ['Monthly Price', 'Annual Price']],
  ];
  for (const [accessType, names] of shown) {
    await form(page).getByRole('combobox', { name: 'Access Type' }).selectOption(accessType);
    await expect(prices).toHaveCount(names.length);
    for (const [index, name] of names.entries()) {
      await expect(prices.nth(index)).toHaveAccessibleName(new RegExp(`^${name}`));
      await expect(prices.nth(index)).toHaveAttribute('step', '0.01');
    }
    await expect(field(page, 'Subscription Benefits')).toHaveCount(accessType === 'Subscription' ? 1 : 0);
  }
});

test('TRIAL-01 only a subscription may have free days, and then a card is asked for unless the publisher says no', {
  tag: '@layout',
}, async ({ page, check }) => {
  await openForm(page, 'Online Tool');
  const days = form(page).getByRole('spinbutton', { name: /^Free Trial \(days\)/ });
  const card = form(page).getByRole('switch', { name: 'Ask for a Card' });
  await expect(days).toHaveCount(0);
  await form(page).getByRole('combobox', { name: 'Access Type' }).selectOption('Subscription');
  await expect(card).toHaveCount(0);
  await days.fill('14');
  await expect(card).toBeChecked();
  await check('the form of a tool with a free trial');
});

test('ADM-TOOL-01 ADM-TOOL-03 ADM-TOOL-08 an online tool has its fields in their sections, and takes images', async ({
  page,
}) => {
  await openForm(page, 'Online Tool');
  await form(page).getByRole('combobox', { name: 'Access Type' }).selectOption('Subscription');
  const section = (name: string) => form(page).getByRole('heading', { name, exact: true }).locator('..');
  const basic = section('Basic Information');
  for (const name of ['Online Product', 'Access Type']) {
    await expect(basic.getByRole('combobox', { name })).toBeVisible();
  }
  for (const name of [/^Monthly Price/, /^Annual Price/]) {
    await expect(basic.getByRole('spinbutton', { name })).toBeVisible();
  }
  await expect(basic.getByRole('textbox', { name: 'Subscription Benefits' })).toBeVisible();
  const rapp = section('RAPP Configuration');
  for (const name of ['Philosophies', 'Implementation Phases', 'Role Affiliations']) {
    await expect(rapp.getByRole('group', { name })).toBeVisible();
  }
  await expect(rapp.getByLabel('Tags', { exact: true })).toBeVisible();
  await expect(rapp.getByLabel('Publish Resource', { exact: true })).toHaveCount(1);
  const slides = form(page).getByLabel('Slideshow Images', { exact: true });
  await expect(form(page).getByLabel('Featured Image', { exact: true })).toHaveAttribute('accept', /png/);
  await expect(slides).toHaveAttribute('accept', /png/);
  await expect(slides).toHaveAttribute('multiple', '');
});

test('ADM-RES-08 the Type field offers the generic types, and a change of it is saved with the text', {
  tag: '@long',
}, async ({ page, office }) => {
  const title = newTitle('Retyped');
  await openForm(page, 'Article');
  const type = form(page).getByRole('combobox', { name: 'Type', exact: true });
  await expect(type.locator('option')).toHaveText(['Report', 'Insight', 'Newsletter', 'Book', 'Article', 'Other']);
  await expect(type).toHaveValue('article');
  await field(page, 'Title').fill(title);
  await field(page, 'Description').fill('Of another type.');
  await type.selectOption('Book');
  await expect(form(page)).toHaveAccessibleName('Add Book');
  await expect(form(page).getByText('Text', { exact: true })).toHaveCount(0);
  const created = page.waitForResponse('/api/admin/resources');
  await save(page, 'Create Resource');
  const { id } = await (await created).json();
  expect(await office.getResource(id)).toMatchObject({ title, type: 'book' });
  await expect(form(page)).toHaveCount(0);

  await page.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await expect(type).toHaveValue('book');
  await type.selectOption('Other');
  const saved = page.waitForResponse(`/api/admin/resources/${id}`);
  await save(page, 'Update Resource');
  await saved;
  expect(await office.getResource(id)).toMatchObject({ title, type: 'other', description: 'Of another type.' });
  await expect(form(page)).toHaveCount(0);
  for (const tile of ['Online Tool', 'Downloadable Template']) {
    await openForm(page, tile);
    await expect(type).toHaveCount(0);
  }
});

test('ADM-TOOL-06 ADM-TOOL-10 an online tool needs a product and starts with its name', { tag: '@long' }, async ({
  page,
}) => {
  await openForm(page, 'Online Tool');
  const product = form(page).getByRole('combobox', { name: 'Online Product' });
  await save(page, 'Create Online Tool');
  await expect(product).toHaveAccessibleDescription('Please select an online product');
  await product.selectOption({ index: 1 });
  const name = await product.locator('option:checked').textContent();
  await expect(field(page, 'Title')).toHaveValue(name ?? '');
  await expect(product).toHaveAccessibleDescription('');
});

test('ADM-TOOL-05 ADM-TPL-05 a tag is added by Enter, once, and never when it is blank', async ({ page, office }) => {
  const title = newTitle('Tagged');
  await openForm(page, 'Article');
  await field(page, 'Title').fill(title);
  await field(page, 'Description').fill('With tags.');
  const tags = field(page, 'Tags');
  for (const typed of ['governance', '   ', ' governance ', 'care']) {
    await tags.fill(typed);
    await tags.press('Enter');
    await expect(tags).toHaveValue('');
  }
  const chips = form(page).getByRole('button', { name: /^Remove tag / });
  await expect(chips).toHaveText([/governance/, /care/]);
  await form(page).getByRole('button', { name: 'Remove tag governance' }).click();
  const saved = page.waitForResponse('/api/admin/resources');
  await save(page, 'Create Resource');
  const { id } = await (await saved).json();
  expect(await office.getResource(id)).toMatchObject({ title, tags: ['care'], isPublished: false, accessType: 'free' });
});

test('UPLOAD-06 an upload that fails or is refused says so, and the form keeps what was typed', async ({
  page,
  watch,
}) => {
  await openForm(page, 'Downloadable Template');
  await field(page, 'Title').fill('Kept');
  const file = form(page).getByLabel('Template File');
  await file.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') });
  await expectToast(page, 'Upload failed', 'This type of file is not accepted.');

  const mend = await failAnswers(page, watch, '/api/admin/upload');
  await form(page)
    .getByLabel('Featured Image')
    .setInputFiles(await makePng('cover.png', '#1b4d3e'));
  await expectToast(page, 'Upload failed', 'There was an error uploading your image.');
  await mend();
  watch.expectRefusal('415 POST /api/admin/upload');
  await file.setInputFiles({ name: 'fake.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html></html>') });
  await expectToast(page, 'Upload failed', 'The content of this file does not match its name.');
  await file.setInputFiles(await makePdf('real.pdf', 'A template.'));
  await expect(form(page).getByRole('button', { name: 'Remove real.pdf' })).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Kept');
});

test('ADM-RES-18 what is typed and not saved is kept in the browser, until it is saved or discarded', {
  tag: '@long',
}, async ({ page }) => {
  // Through the app, so that the back button stays within it.
  await page.goto('/');
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.getByRole('button', { name: 'Add Resource' }).click();
  await tileDialog(page).getByRole('button', { name: 'Article', exact: true }).click();
  await expect(field(page, 'Title')).toBeFocused();
  await field(page, 'Title').fill('Half a thought');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hours of work');
  await page.goBack();
  await expect(page).toHaveURL('/admin-dashboard');
  await page.goForward();
  await expect(page.getByText('which is not saved yet')).toBeVisible();
  await page.reload();
  await expect(field(page, 'Title')).toHaveValue('Half a thought');
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('Hours of work');
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(field(page, 'Title')).toHaveValue('');
  await page.reload();
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(page.getByText('which is not saved yet')).toHaveCount(0);
});

test('ADM-RES-18 the page of a resource leads administrators to its form, and saving leads back', async ({
  page,
  office,
}) => {
  const { id, title } = await office.addResource();
  await page.goto(`/resource/${id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await field(page, 'Title').fill(`${title}, second edition`);
  await expect(page.getByText(/Draft kept .* Members see the version of/)).toBeVisible();
  await save(page, 'Update Resource');
  await expectToast(page, 'Resource updated', `${title}, second edition`);
  await expect(page).toHaveURL(`/resource/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: `${title}, second edition` })).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(field(page, 'Title')).toHaveValue(`${title}, second edition`);
  await expect(page.getByText('which is not saved yet')).toHaveCount(0);
});
