import { expect, type Page } from '@playwright/test';
import { addToPlan, answer, makeAttempt, questionsPath } from '#tests/browser/support/assessment.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const assessed = { startedAt: '2026-10-01T09:00:00Z', assessedOn: '2026-10-01' };

test('PLAN-03 PLAN-06 GEN-31 an action goes into the plan by keyboard alone, gets a day and an owner, which print, is done, and leaves with a way back', async ({
  page,
}) => {
  const attempt = await makeAttempt(page.request, 'initial', assessed);
  await page.goto(`${questionsPath}?attempt=${attempt}`);
  const first = page.getByRole('region', { name: 'Recommendations' }).getByRole('listitem').first();
  const text = await first.getByRole('heading').innerText();
  await first.getByRole('button', { name: /^Add to my plan/ }).press('Enter');
  await expect(first.getByRole('link', { name: /^In my plan/ })).toBeFocused();
  await page.getByRole('link', { name: 'Open my plan' }).first().press('Enter');
  await expect(page).toHaveURL('/my-plan');
  await expect(page.getByRole('heading', { name: 'No due date 1' })).toBeVisible();
  const mainLinks = page.getByRole('navigation', { name: 'Main' });
  await expect(mainLinks.getByRole('link', { name: 'My plan' })).toHaveAttribute('aria-current', 'page');

  await button(page, `Set a due date for: ${text}`).press('Enter');
  await expect(page.getByLabel('Due date')).toBeFocused();
  await page.getByLabel('Due date').fill('2031-12-01');
  await page.getByRole('textbox', { name: 'Owner' }).fill('Amara Osei');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Later 1' })).toBeVisible();
  await expect(button(page, `1 Dec 2031 for: ${text}`)).toBeFocused();
  await expect(button(page, `Amara Osei for: ${text}`)).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('1 Dec 2031')).toBeVisible();
  await expect(page.getByText('Amara Osei')).toBeVisible();
  await page.emulateMedia({ media: null });

  const done = page.getByRole('checkbox', { name: `Done: ${text}` });
  await done.press('Space');
  await expect(page.getByText('1 of 1 done')).toBeVisible();
  await expect(done).toBeFocused();
  await page.reload();
  await expect(page.getByText('Every action of the plan is done.')).toBeVisible();
  await page.locator('summary').filter({ hasText: 'Done' }).press('Enter');
  await done.press('Space');
  await expect(page.getByText('0 of 1 done')).toBeVisible();

  await button(page, `Amara Osei for: ${text}`).press('Enter');
  await button(page, 'Take out of my plan').press('Enter');
  await expect(page.getByRole('heading', { name: 'No actions in your plan yet' })).toBeVisible();
  await button(page, 'Undo').click();
  await expect(button(page, `Amara Osei for: ${text}`)).toBeVisible();
});

test('PLAN-03 the plan shows the latest result and the ones before, in the order of effect when that is chosen', {
  tag: '@long',
}, async ({ page }) => {
  await makeAttempt(page.request, 'initial', { startedAt: '2026-05-20T09:00:00Z', assessedOn: '2026-05-20' });
  const latest = await makeAttempt(page.request, 'developing', assessed);
  const texts = await addToPlan(page.request, latest);
  await page.goto('/my-plan');
  await expect(page.getByRole('heading', { level: 2, name: 'Developing' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Result of 20 May 2026' })).toBeVisible();
  await button(page, 'By effect').click();
  await expect(page.getByRole('checkbox')).toHaveCount(texts.length);
  for (const [index, text] of texts.entries()) {
    await expect(page.getByRole('checkbox').nth(index)).toHaveAccessibleName(`Done: ${text}`);
  }
  await page.getByRole('link', { name: 'Result of 20 May 2026' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overall maturity: Initial' })).toBeVisible();
});

test('PLAN-04 My plan offers the assessment without a result, and with saved answers to continue it in the same tab', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.goto('/my-plan');
  await expect(page.getByRole('main')).toContainText('12 questions · about 10 minutes');
  await button(page, 'Start the assessment').dblclick();
  await expect(page.getByText('Section 1 of 4')).toBeVisible();
  expect(context.pages()).toEqual([page]);
  await answer(page, 1, 'Emerging');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto('/my-plan');
  await expect(page.getByRole('heading', { name: '8% of the assessment answered' })).toBeVisible();
  await button(page, 'Continue the assessment').click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
});
