import { expect, type Page } from '@playwright/test';
import { answer } from '#tests/browser/support/assessment.ts';
import { newPerson } from '#tests/browser/support/people.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function takeAssessment(page: Page, level = 'Developing'): Promise<void> {
  await button(page, 'Start the assessment').click();
  for (let number = 1; number <= 12; number += 1) {
    await answer(page, number, level);
    if (number % 3 === 0 && number < 12) await button(page, 'Next').click();
  }
  await button(page, 'View Results').click();
  await expect(page.getByRole('heading', { name: 'Keep this result' })).toBeVisible();
}

async function register(page: Page): Promise<void> {
  const { firstName, lastName, email, password } = newPerson();
  await page.getByRole('textbox', { name: 'First Name' }).fill(firstName);
  await page.getByRole('textbox', { name: 'Last Name' }).fill(lastName);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await button(page, 'Create Account').click();
}

const attempts = async (page: Page) => (await (await page.request.get('/api/assessment/attempts')).json()).length;

test('TRY-01 sends nothing before the visitor asks for the result, and keeps the answers after a reload', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/assessment');
  await expect(page.getByRole('heading', { name: 'What it looks at' })).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.getByRole('radio', { name: 'One part of it' }).check();
  await page.getByRole('textbox', { name: 'Which part' }).fill('Field services');
  await button(page, 'Start the assessment').click();
  await expect(page.getByText('About: Field services')).toBeVisible();
  await answer(page, 1, 'Advanced');
  await answer(page, 2, 'Initial');
  await page.reload();
  await expect(page.getByRole('progressbar', { name: 'Assessment progress' })).toHaveAttribute('aria-valuenow', '17');
  await page.goto('/assessment');
  await expect(page.getByText('You have answered 2 of 12.')).toBeVisible();
  expect(sent).toEqual([]);
  await button(page, 'Start again').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start again' }).click();
  await expect(button(page, 'Start the assessment')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('assessment visitor'))).toBeNull();
});

test('TRY-01 a choice made before the app has taken over the page counts', { tag: '@long' }, async ({ page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/assessment', { waitUntil: 'commit' });
  const part = page.getByRole('radio', { name: 'One part of it' });
  await part.check();
  release();
  await page.getByRole('textbox', { name: 'Which part' }).fill('Field services');
  await expect(part).toBeChecked();
  await button(page, 'Start the assessment').click();
  await expect(page.getByText('About: Field services')).toBeVisible();
});

test('TRY-01 the page without script says what the assessment is and links to resources', { tag: '@long' }, async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/assessment');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('How ready is your organisation');
  // Searches by text leave noscript out.
  await expect(page.locator('noscript p')).toContainText('The questions need JavaScript');
  // Without the app nothing handles the press.
  await expect(button(page, 'Start the assessment')).toBeDisabled();
  await page.getByRole('complementary', { name: 'Example of a result' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/catalogue\/\d+\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});

test('TRY-02 TRY-03 a visitor goes back and forth between answers and result, and keeps the result once by registering', async ({
  page,
  context,
}) => {
  await page.goto('/assessment');
  await takeAssessment(page);
  await expect(page.getByText('24 points lie in Developing, 18 to 26.')).toBeAttached();
  const level = page.getByRole('heading', { level: 1, name: 'Developing' });
  await expect(level).toBeFocused();
  await expect(level).toBeInViewport();
  await button(page, 'Change answers').click();
  await expect(level).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('Section 4 of 4')).toBeVisible();
  await page.goForward();
  await link(page, 'Register and keep it').click();
  await expect(page).toHaveURL(/next=%2Fassessment%2Fkeep/);
  await register(page);
  await expect(page).toHaveURL(/\/tools\/responsible-ai-assessment\?attempt=\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Overall maturity: Developing' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recommendations' })).toBeVisible();
  expect(await attempts(page)).toBe(1);
  await page.reload();
  const second = await context.newPage();
  await second.goto('/assessment/keep');
  await expect(second.getByText('No finished answers in this browser')).toBeVisible();
  await link(second, 'Latest results').click();
  await expect(second.getByRole('heading', { level: 1, name: 'Overall maturity: Developing' })).toBeVisible();
  expect(await attempts(page)).toBe(1);
});

memberTest(
  'TRY-03 two tabs of a member that keep the same answers make one attempt',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto('/');
    await page.goto('/assessment');
    await takeAssessment(page);
    const second = await context.newPage();
    await second.goto('/assessment?view=result');
    await expect(link(second, 'Keep this result')).toBeVisible();
    await Promise.all([link(page, 'Keep this result').dblclick(), link(second, 'Keep this result').click()]);
    for (const tab of [page, second]) {
      await expect(tab.getByRole('heading', { level: 1, name: /Overall maturity|Keep your result/ })).toBeVisible();
    }
    await expect.poll(() => attempts(page)).toBe(1);
  },
);

test('FRONT-08 the sign-in screen leads to the assessment', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth');
  await link(page, 'try the assessment').click();
  await expect(page).toHaveURL('/assessment');
  await expect(button(page, 'Start the assessment')).toBeVisible();
});

test('GEN-18 GEN-19 GEN-21 the pages of the public assessment fit, pass axe and have names', {
  tag: ['@layout', '@long'],
}, async ({ page, check }) => {
  await page.goto('/assessment');
  await page.getByRole('radio', { name: 'One part of it' }).check();
  await check('start of the public assessment');
  await button(page, 'Start the assessment').click();
  await answer(page, 1, 'Developing');
  await check('questions of the public assessment');
  await page.goto('/assessment');
  await button(page, 'Start again').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start again' }).click();
  await takeAssessment(page, 'Initial');
  await check('result of the public assessment');
});

memberTest(
  'GEN-18 GEN-19 GEN-21 the screen without answers to keep fits, passes axe and has names',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    await page.goto('/assessment/keep');
    await expect(link(page, 'Take the assessment')).toBeVisible();
    await check('nothing to keep');
  },
);
