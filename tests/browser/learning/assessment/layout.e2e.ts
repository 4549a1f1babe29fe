import { expect } from '@playwright/test';
import { addToPlan, answer, makeAttempt, questionsAddress, questionsPath } from '#tests/browser/support/assessment.ts';
import { answerOf, failAnswers, holdAnswers } from '#tests/browser/support/routes.ts';
import { administratorTest, memberTest, test } from '#tests/browser/support/test.ts';

const resultAddress = /\/api\/assessment\/attempts\/\d+$/;

test.describe.configure({ mode: 'parallel' });

memberTest(
  'GEN-18 GEN-19 GEN-21 the assessment fits, passes axe and has names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, watch }) => {
    await page.goto(await questionsAddress(page.request));
    await answer(page, 1, 'Developing');
    await check('the questions');
    watch.expectRefusal('503 POST /api/tools/update-session');
    await answerOf(page, '**/api/tools/update-session', {
      status: 503,
      json: { code: 'request.busy', message: 'Busy' },
    });
    await answer(page, 2, 'Initial');
    await expect(page.getByText(/^Not saved/)).toBeVisible();
    await check('unsaved answers');
  },
);

memberTest(
  'GEN-18 GEN-19 GEN-21 the results of an assessment fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, watch }) => {
    await makeAttempt(page.request, 'initial', { startedAt: '2026-05-20T09:00:00Z', assessedOn: '2026-05-20' });
    const days = { startedAt: '2026-11-02T09:00:00Z', assessedOn: '2026-11-02' };
    const id = await makeAttempt(page.request, 'developing', days);
    const address = `${questionsPath}?attempt=${id}`;
    const letThrough = await holdAnswers(page, resultAddress);
    await page.goto(address);
    await expect(page.getByText('Loading your results')).toBeAttached();
    await check('results while loading');
    letThrough();
    await expect(page.getByRole('heading', { level: 1, name: /^Overall maturity/ })).toBeVisible();
    for (const group of await page.locator('summary').all()) await group.click();
    await check('results');
    await failAnswers(page, watch, resultAddress);
    await page.goto(address);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await check('results that failed');
    await page.goto(`${questionsPath}?attempt=none`);
    await expect(page.getByRole('heading', { name: 'Result not found' })).toBeVisible();
    await check('no result');
  },
);

memberTest(
  'GEN-18 GEN-19 GEN-21 My plan fits, passes axe and has names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, watch }) => {
    await page.goto('/my-plan');
    await expect(page.getByRole('heading', { name: 'No result yet' })).toBeVisible();
    await check('no result yet');
    await makeAttempt(page.request, 'initial', { startedAt: '2026-05-20T09:00:00Z', assessedOn: '2026-05-20' });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No actions in your plan yet' })).toBeVisible();
    await check('an empty plan');
    const days = { startedAt: '2026-11-02T09:00:00Z', assessedOn: '2026-11-02' };
    await addToPlan(page.request, await makeAttempt(page.request, 'developing', days));
    const letThrough = await holdAnswers(page, resultAddress);
    await page.goto('/my-plan');
    await expect(page.getByText('Loading your plan')).toBeAttached();
    await check('a plan while loading');
    letThrough();
    await page
      .getByRole('button', { name: /^Set a due date/ })
      .first()
      .click();
    await check('a plan');
    await failAnswers(page, watch, resultAddress);
    await page.goto('/my-plan');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await check('a plan that failed');
  },
);

administratorTest(
  'GEN-18 GEN-19 GEN-21 What members need fits, passes axe and has names',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    await page.goto('/admin-dashboard/needs');
    await expect(page.getByRole('heading', { name: 'Nothing published' })).toBeVisible();
    await check('what members need');
  },
);
