import { expect, type Page } from '@playwright/test';
import { variedArticle } from '#tests/browser/support/articles.ts';
import { makePng } from '#tests/browser/support/files.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { failAnswers, holdAnswers } from '#tests/browser/support/routes.ts';
import { administratorTest, memberTest, test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const text = /\/api\/resources\/\d+\/article$/;

test.describe.configure({ mode: 'parallel' });

memberTest(
  'GEN-18 GEN-19 GEN-21 a text to read fits, passes axe and has names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office, watch }) => {
    const article = variedArticle(await office.upload(await makePng('field.png', '#3a7d6b')));
    const { id } = await office.addResource({ type: 'article', title: newTitle('Every part'), article });
    await page.goto(`/resource/${id}/article`);
    await expect(page.getByRole('heading', { name: 'Before' })).toBeVisible();
    await check('a text');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('Contents', { exact: true }).first().click();
    await check('a text with its contents', { widths: [390] });
    const answer = await holdAnswers(page, text);
    await page.goto(`/resource/${id}/article`);
    await expect(page.getByTestId('skeleton')).toBeVisible();
    await check('a text on its way');
    answer();
    await failAnswers(page, watch, text);
    await page.goto(`/resource/${id}/article`);
    await expect(button(page, 'Try again')).toBeVisible();
    await check('a text that failed');
    watch.expectRefusal('404 GET /resource/abc/article');
    await page.goto('/resource/abc/article');
    await expect(page.getByRole('heading', { name: 'Nothing to read here' })).toBeVisible();
    await check('nothing to read');
  },
);

administratorTest(
  'GEN-18 GEN-19 GEN-21 the editor fits, passes axe and has names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office }) => {
    const article = variedArticle(await office.upload(await makePng('field.png', '#3a7d6b')));
    const { title } = await office.addResource({ type: 'article', title: newTitle('Every part'), article });
    await page.goto('/admin-dashboard');
    await button(page, `Edit ${title}`).click();
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('The end');
    await check('the editor');
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(page, 'Link').click();
    await button(page, 'Save link').click();
    await expect(page.getByRole('alert')).toContainText('Enter an https address');
    await check('a link', { isDialog: true });
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(page, 'Picture').click();
    await button(page, 'Insert picture').click();
    await expect(page.getByText('Choose a picture to upload.')).toBeVisible();
    await check('a picture', { isDialog: true });
  },
);
