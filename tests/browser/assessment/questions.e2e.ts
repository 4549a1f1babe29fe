import { expect, type Page } from '@playwright/test';
import type { ProgressSession } from '#contract/progress.ts';
import {
  answer,
  answerTo,
  findAssessment,
  questionsAddress,
  questionsPath,
  sectionTitles,
} from '../support/assessment.ts';
import { answerOf } from '../support/routes.ts';
import { expectAllLoaded, expectToast } from '../support/screen.ts';
import { welcomeOf } from '../support/sign-in.ts';
import { memberTest as test } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const saved = (page: Page) => page.getByText('Saved', { exact: true });

test('ASSESS-01 ASSESS-02 without a valid token the access is denied and the dashboard is shown', async ({
  page,
  member,
  watch,
}) => {
  await page.goto(questionsPath);
  await expectToast(page, 'Access Denied', 'No access token provided. Please access this tool through the platform.');
  await expect(welcomeOf(page)).toContainText(member.firstName);
  expect(new URL(page.url()).pathname).toBe('/');
  watch.expectRefusal('403 POST /api/tools/validate-token');
  await page.goto(`${questionsPath}?token=made-up`);
  await expectToast(
    page,
    'Access Denied',
    'Invalid or expired access token. Please request new access through the platform.',
  );
  await expect(welcomeOf(page)).toBeVisible();
});

test('ASSESS-03 ASSESS-05 ASSESS-07 names the tool, the member and the sections, any of which can be opened', async ({
  page,
  member,
}) => {
  await page.goto(await questionsAddress(page.request));
  await expect(page.getByRole('heading', { level: 1, name: 'Responsible AI Readiness Assessment' })).toBeVisible();
  await expect(page.getByText(`Welcome, ${member.firstName}`)).toBeVisible();
  expect(page.url()).not.toContain('token');
  for (const [index, name] of sectionTitles.entries()) {
    await button(page, new RegExp(`^${name} ?3 questions`)).click();
    await expect(page.getByText(`Section ${index + 1} of 4`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name })).toBeFocused();
    await expect(page.getByRole('radio')).toHaveCount(12);
  }
  await expect(button(page, 'Next')).toBeDisabled();
  await button(page, 'Previous').click();
  await expect(page.getByText('Section 3 of 4')).toBeVisible();
  await button(page, new RegExp(`^${sectionTitles[0]}`)).click();
  await expect(button(page, 'Previous')).toBeDisabled();
});

test('ASSESS-04 ASSESS-09 ASSESS-10 each change is saved, and another device goes on where the first one stopped', async ({
  page,
  member,
  newPage,
}) => {
  await page.goto(await questionsAddress(page.request));
  await page.getByRole('textbox', { name: 'Scope' }).fill('Whole organisation');
  await page.getByLabel('Date').fill('2026-11-20');
  await answer(page, 1, 'Developing');
  await answer(page, 2, 'Initial');
  await button(page, 'Next').click();
  await answer(page, 4, 'Advanced');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await expect(saved(page)).toBeVisible();
  const { id } = await findAssessment(page.request);
  const sessions: ProgressSession[] = await (await page.request.get('/api/user/sessions')).json();
  expect(sessions.find(({ resourceId }) => resourceId === id)?.completionPercentage).toBe(25);

  await page.reload();
  await expect(page.getByText('Section 2 of 4')).toBeVisible();
  const other = await newPage();
  await other.request.post('/api/login', { data: { email: member.email, password: member.password } });
  await other.goto(await questionsAddress(other.request));
  await expect(other.getByText('Section 2 of 4')).toBeVisible();
  await expect(answerTo(other, 4, 'Advanced')).toBeChecked();
  await expect(button(other, /^Leadership and direction.*completed$/)).toBeVisible();
  await button(other, 'Previous').click();
  await expect(answerTo(other, 1, 'Developing')).toBeChecked();
  await expect(other.getByRole('textbox', { name: 'Scope' })).toHaveValue('Whole organisation');
  await expect(other.getByLabel('Date')).toHaveValue('2026-11-20');
});

test('without a connection the answers are kept, said to be unsaved, and sent when it is back', {
  tag: '@long',
}, async ({ page, context, watch }) => {
  await page.goto(await questionsAddress(page.request));
  await answer(page, 1, 'Emerging');
  await expect(saved(page)).toBeVisible();
  await expectAllLoaded(page);
  watch.expectRefusal('failed POST /api/tools/update-session');
  await context.setOffline(true);
  await answer(page, 2, 'Advanced');
  await expect(page.getByText(/^Not saved\. Your answers are kept on this device/)).toBeVisible();
  await answer(page, 3, 'Initial');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(answerTo(page, 2, 'Advanced')).toBeChecked();
  await expect(answerTo(page, 3, 'Initial')).toBeChecked();
});

test('answers that could not be sent before the page was closed are sent by the next visit', async ({
  page,
  watch,
}) => {
  await page.goto(await questionsAddress(page.request));
  await expect(saved(page)).toBeVisible();
  watch.expectRefusal('503 POST /api/tools/update-session');
  await answerOf(page, '**/api/tools/update-session', { status: 503, json: { code: 'request.busy', message: 'Busy' } });
  await answer(page, 1, 'Advanced');
  await expect(page.getByText(/^Not saved/)).toBeVisible();
  await page.goto('/');
  await page.unroute('**/api/tools/update-session');
  const sent = page.waitForResponse('**/api/tools/update-session');
  await page.goto(await questionsAddress(page.request));
  await expect(answerTo(page, 1, 'Advanced')).toBeChecked();
  expect((await sent).status()).toBe(200);
  await expect(saved(page)).toBeVisible();
});

test('ASSESS-09 with an ended token the page obtains a new one and saves again', async ({ page, watch }) => {
  await page.goto(await questionsAddress(page.request));
  await expect(saved(page)).toBeVisible();
  watch.expectRefusal('403 POST /api/tools/update-session');
  let isFirst = true;
  await page.route('**/api/tools/update-session', async (route) => {
    const refusal = { code: 'tools.token-invalid', message: 'Invalid or expired token' };
    if (isFirst) await route.fulfill({ status: 403, json: refusal });
    else await route.continue();
    isFirst = false;
  });
  const renewed = page.waitForResponse('**/api/tools/generate-token');
  await answer(page, 1, 'Developing');
  expect((await renewed).status()).toBe(200);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(answerTo(page, 1, 'Developing')).toBeChecked();
});

test('ASSESS-20 a skipped question is named with a way to it, from its own section and from another, by keyboard', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(await questionsAddress(page.request));
  await expect(page.getByText('0 of 3 answered', { exact: true })).toBeInViewport();
  await expect(button(page, /^go to question/)).toHaveCount(0);
  await answer(page, 1, 'Developing');
  await answer(page, 3, 'Initial');
  await expect(page.getByText('2 of 3 answered', { exact: true })).toBeInViewport();
  await expect(page.getByRole('progressbar')).toBeInViewport();
  await expect(page.getByText('Not answered yet')).toHaveCount(1);
  await button(page, 'go to question 2').press('Enter');
  await expect(answerTo(page, 2, 'Initial')).toBeFocused();
  await expect(answerTo(page, 2, 'Initial')).toBeInViewport();

  await button(page, 'Next').click();
  await answer(page, 4, 'Advanced');
  await button(page, 'go to question 2').press('Enter');
  await expect(page.getByText('Section 1 of 4')).toBeVisible();
  await expect(answerTo(page, 2, 'Initial')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('3 of 3 answered', { exact: true })).toBeVisible();
  await expect(page.getByText('Not answered yet')).toHaveCount(0);
  await expect(button(page, /^go to question/)).toHaveCount(0);
});

test('ASSESS-20 PLAN-04 “Save and leave” keeps the answers, and My plan and the dashboard lead back to them', async ({
  page,
}) => {
  await page.goto(await questionsAddress(page.request));
  await answer(page, 1, 'Developing');
  await answer(page, 2, 'Initial');
  await answer(page, 3, 'Initial');
  await button(page, 'Save and leave').click();
  await expectToast(page, 'Your answers are kept', 'Continue from My plan at any time.');
  await expect(page.getByRole('heading', { name: '25% of the assessment answered' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await button(page, 'Continue the assessment').click();
  await expect(answerTo(page, 1, 'Developing')).toBeChecked();
});
