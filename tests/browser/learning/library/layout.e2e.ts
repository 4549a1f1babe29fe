import { expect, type Page } from '@playwright/test';
import { makeBook } from '#tests/browser/support/files.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { buy } from '#tests/browser/support/payments.ts';
import { failAnswers, holdAnswers } from '#tests/browser/support/routes.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name });
const list = /\/api\/user\/library\?/;

test.describe.configure({ mode: 'parallel' });

test('GEN-18 GEN-19 GEN-21 My Resources and Saved Resources fit, pass axe and have names', {
  tag: ['@layout', '@long'],
}, async ({ page, check, office, watch }) => {
  const title = newTitle('A quite long title with Verantwortungsübernahmebereitschaft, as titles may come');
  const { id } = await office.addResource({ accessType: 'purchase', price: '19.99', title });
  await page.goto('/my-resources');
  await expect(page.getByRole('heading', { name: 'No purchased resources' })).toBeVisible();
  await check('an empty tab');
  await buy(page.request, id);
  await page.goto('/my-resources');
  await expect(button(page, `Start ${title}`)).toBeVisible();
  await check('what was purchased');
  await page.goto('/my-resources?tab=free');
  await expect(page.getByRole('article').first()).toBeVisible();
  await check('what is free');
  const answer = await holdAnswers(page, list);
  await page.goto('/my-resources');
  await expect(page.getByTestId('skeleton')).toHaveCount(6);
  await check('resources on their way');
  answer();
  await page.goto('/my-resources/saved');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await check('nothing saved');
  await page.goto(`/resource/${id}`);
  await button(page, 'Save for later').first().click();
  await expect(button(page, 'Save for later').first()).toHaveAttribute('aria-pressed', 'true');
  await check('a saved resource');
  await page.goto('/my-resources/saved');
  await expect(page.getByRole('article')).toHaveCount(1);
  await check('what was saved');
  await failAnswers(page, watch, /\/api\/user\/saved-resources\?/);
  await page.goto('/my-resources/saved');
  await expect(button(page, 'Try again')).toBeVisible();
  await check('saved resources that failed');
  await failAnswers(page, watch, list);
  await page.goto('/my-resources');
  await expect(button(page, 'Try again')).toBeVisible();
  await check('resources that failed');
});

test('GEN-18 GEN-19 GEN-21 the viewer fits, passes axe and has names', { tag: ['@layout', '@long'] }, async ({
  page,
  check,
  office,
  watch,
}) => {
  const fileUrl = await office.upload(await makeBook('book.pdf', 6));
  const title = newTitle('A quite long title with Verantwortungsübernahmebereitschaft, as titles may come');
  const { id } = await office.addResource({ type: 'book', title, fileUrl });
  const paid = await office.addResource({ type: 'book', accessType: 'purchase', price: '19.99', fileUrl });
  await page.goto(`/resource/${id}/read?page=2`);
  await expect(page.getByText('These are the words of page 2.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Page 2 of 6' }).locator('canvas')).toBeVisible();
  await check('the viewer');
  await button(page, 'Contents').click();
  await expect(page.getByRole('dialog', { name: 'Contents' })).toBeVisible();
  await check('contents of a file', { isDialog: true });
  await page.keyboard.press('Escape');
  const isKept = page.waitForResponse((response) => response.url().endsWith('/reading-position'));
  await page.goto(`/resource/${id}/read?page=3`);
  await isKept;
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Continue' })).toBeVisible();
  await check('the dashboard with something begun');
  await page.goto(`/resource/${paid.id}/read`);
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
  await check('a viewer without access');
  await failAnswers(page, watch, /\/pages$/);
  await page.goto(`/resource/${id}/read`);
  await expect(button(page, 'Try again')).toBeVisible();
  await check('a file that failed');
});
