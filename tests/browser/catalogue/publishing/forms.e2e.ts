import { expect, type Page } from '@playwright/test';
import { errors } from '#contract/errors.ts';
import { makePdf, makePng } from '#tests/browser/support/files.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { failAnswers } from '#tests/browser/support/routes.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest as test } from '#tests/browser/support/test.ts';

const tiles = [
  'Downloadable Template',
  'Online Tool',
  'Report',
  'Insight',
  'Newsletter',
  'Book',
  'Article',
  'Bundle',
  'Learning Path',
];
const tileDialog = (page: Page) => page.getByRole('dialog', { name: 'Add Resource' });
const form = (page: Page) => page.getByRole('form', { name: /^(Add|Edit) / });
const field = (page: Page, name: string | RegExp) => form(page).getByRole('textbox', { name });
const save = (page: Page, name: string) => form(page).getByRole('button', { name }).click();

async function openForm(page: Page, tile: string) {
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: 'Add Resource' }).click();
  await tileDialog(page).getByRole('button', { name: tile, exact: true }).click();
}

test('ADM-RES-06 a new resource begins with the choice of one of nine types', { tag: '@long' }, async ({ page }) => {
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: 'Add Resource' }).click();
  await expect(tileDialog(page).getByRole('textbox')).toHaveCount(0);
  const choice = tileDialog(page).getByRole('button').filter({ hasNotText: 'Close' });
  await expect(choice).toHaveCount(tiles.length);
  for (const [index, tile] of tiles.entries()) await expect(choice.nth(index)).toHaveAccessibleName(tile);
});

test('TRIAL-01 only a subscription may have free days, and then a card is asked for unless the publisher says no', {
  tag: ['@layout', '@long'],
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
  await expectToast(page, 'Upload failed', errors['files.wrong-content'].message);
  await file.setInputFiles(await makePdf('real.pdf', 'A template.'));
  await expect(form(page).getByRole('button', { name: 'Remove real.pdf' })).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Kept');
});

test('ADM-RES-18 keeps an unsaved draft in the browser until it is discarded', {
  tag: '@long',
}, async ({ page }) => {
  // Links open the form, so that the back button stays within the app.
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
