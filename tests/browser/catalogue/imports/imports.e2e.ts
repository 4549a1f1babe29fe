import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { answerOf, failAnswers, holdAnswers } from '#tests/browser/support/routes.ts';
import { administratorTest as test } from '#tests/browser/support/test.ts';

const screen = '/admin-dashboard/import';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const found = (page: Page) => page.getByRole('region', { name: 'What the check found' });
const head = 'title,description,type,accessType,price,isPublished';
const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[head, ...lines].join('\n')}\n`),
});
const choose = (page: Page, file: ReturnType<typeof csv>) =>
  page.getByLabel('File of the catalogue').setInputFiles(file);

/** Presses a button and returns the file that the browser downloads. */
async function saved(page: Page, name: string): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download');
  await button(page, name).click();
  const file = await saving;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

// Only one import runs at a time, so these tests follow each other.
test.describe('an administrator', () => {
  test('an administrator has a file checked, corrects it, imports it, and finds what it added', async ({
    page,
    newPage,
  }) => {
    const [first, second] = [newTitle('An imported report'), newTitle('An imported book')];
    await page.goto('/admin-dashboard');
    await page.getByRole('link', { name: 'Import and export' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Import and export' })).toBeVisible();

    await choose(page, csv('spring.csv', `${first},,report,free,,true`, `${second},"Two\nlines",poster,free,ten,true`));
    await expect(found(page).getByRole('row')).toHaveCount(4);
    for (const [line, words] of [
      ['2', 'Description is required'],
      ['3', 'Choose one of the resource types'],
      ['3', 'Price must be an amount of zero or more'],
    ] as const) {
      await expect(found(page).getByRole('row').filter({ hasText: words }).getByRole('cell').first()).toHaveText(
        `Line${line}`,
      );
    }
    await expect(button(page, /^Import \d/)).toHaveCount(0);
    await found(page).getByLabel('Column').selectOption('price');
    await expect(found(page).getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL(/field=price/);
    const report = await saved(page, 'Download report');
    expect(report.text.split('\r\n')).toHaveLength(5);
    await button(page, 'Discard').click();
    await expect(page.getByText('This import was cancelled.')).toBeVisible();

    await choose(page, csv('autumn.csv', `${first},Text,report,free,,true`, `${second},"Two\nlines",book,free,,true`));
    await expect(page.getByText('No problems. Nothing was changed yet.')).toBeVisible();
    // The import is still there after leaving the page and returning.
    await page.goto('/');
    await page.goto(screen);
    await button(page, 'Import 2 resources').dblclick();
    await expect(page.getByText('Imported: 2 added, 0 changed, 0 unchanged.')).toBeVisible();
    await expect(page.getByRole('row', { name: /autumn\.csv/ }).getByText('Imported', { exact: true })).toBeVisible();
    const reader = await newPage();
    await registerMember(reader.context().request);
    await reader.goto(`/browse?search=${encodeURIComponent(second)}`);
    await expect(reader.getByRole('article').filter({ hasText: second })).toBeVisible();
  });

  test('IMPORT-01 sees what becomes of the fields of a Ghost export, and imports its posts as drafts', {
    tag: ['@layout', '@long'],
  }, async ({ page, check }) => {
    const title = newTitle('A post');
    const post = {
      id: 'a',
      title,
      type: 'post',
      visibility: 'public',
      plaintext: 'How it begins.',
      feature_image: null,
    };
    const text = JSON.stringify({ db: [{ meta: { version: '6.0.0' }, data: { posts: [post] } }] });
    await page.goto(screen);
    await choose(page, { name: 'ghost.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect(found(page).getByText('From Ghost: title becomes title. Posts become articles.')).toBeVisible();
    await expect(page.getByText('No problems. Nothing was changed yet.')).toBeVisible();
    await check('a checked export of Ghost');
    await button(page, 'Import 1 resource').click();
    await expect(page.getByText('1 added, 0 changed, 0 unchanged')).toBeVisible();
    const listed = await page.request.get('/api/admin/resources', { params: { search: title } });
    expect(await listed.json()).toMatchObject([{ title, type: 'article', accessType: 'free', isPublished: false }]);
  });

  test('takes the catalogue out as a file, and a template to begin with', { tag: '@long' }, async ({
    page,
    office,
    watch,
  }) => {
    const { title } = await office.addResource({ description: 'With a "quote", and a comma' });
    await page.goto(screen);
    const file = await saved(page, 'Export as CSV');
    expect(file.name).toMatch(/^catalogue-\d{4}-\d\d-\d\d\.csv$/);
    expect(file.text).toContain(`${title},"With a ""quote"", and a comma",`);
    expect((await saved(page, 'Export as JSON')).text).toContain(`"title":"${title}"`);
    expect((await saved(page, 'Download the template')).name).toBe('catalogue-template.csv');

    await choose(page, { ...csv('a.csv'), name: 'catalogue.xlsx' });
    await expect(page.getByRole('alert')).toContainText('Choose a CSV or JSON file.');
    watch.expectRefusal('409 POST /api/admin/imports');
    await answerOf(page, '**/api/admin/imports', {
      status: 409,
      json: { code: 'imports.running', message: 'Another import is running. Please wait until it finishes.' },
    });
    await choose(page, csv('b.csv'));
    await expect(page.getByRole('alert')).toContainText('Another import is running.');
  });

  test('GEN-18 GEN-19 GEN-21 import and export fit, pass axe and have names', { tag: ['@layout', '@long'] }, async ({
    page,
    check,
    watch,
  }) => {
    const mend = await failAnswers(page, watch, /\/api\/admin\/imports\?/);
    await page.goto(screen);
    await expect(button(page, 'Try again')).toBeVisible();
    await check('imports that could not be fetched');
    await mend();
    const answer = await holdAnswers(page, /\/api\/admin\/imports\?/);
    await page.goto(screen);
    await expect(page.getByText('Every row is checked first')).toBeVisible();
    await check('imports that are on their way');
    answer();
    const long = `${'name-without-a-place-to-break-'.repeat(5)}.csv`;
    await choose(page, csv(long, `${'Verantwortungsübernahmebereitschaft'.repeat(8)},,poster,free,ten,maybe`));
    await expect(found(page).getByRole('row')).toHaveCount(6);
    await check('a file with problems');
    await found(page).getByLabel('Kind').selectOption('Warnings');
    await expect(page.getByText('No findings match these filters.')).toBeVisible();
    await check('no warnings');
    await button(page, 'Discard').click();
    await expect(page.getByText('This import was cancelled.')).toBeVisible();
    await check('a cancelled import');
    await choose(page, csv('good.csv', `${newTitle('Good')},Text,report,free,,false`));
    await expect(button(page, 'Import 1 resource')).toBeVisible();
    await check('a file without problems');
    await page.route(/\/api\/admin\/imports\/\d+$/, async (route) => {
      const response = await route.fetch();
      const working = { state: 'importing', progress: { done: 42, total: 100 } };
      await route.fulfill({ response, json: { ...(await response.json()), ...working } });
    });
    await page.reload();
    await expect(page.getByRole('progressbar', { name: /^Importing/ })).toHaveAttribute('aria-valuenow', '42');
    await check('an import at work');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await button(page, 'Discard').click();
    await expect(page.getByText('This import was cancelled.')).toBeVisible();
  });
});
