import { expect, type Page } from '@playwright/test';
import type { ProgressSession } from '#contract/learning/progress.ts';
import { answer, answerTo, findAssessment, questionsAddress } from '#tests/browser/support/assessment.ts';
import { keyboardOf } from '#tests/browser/support/keyboard.ts';
import { expectAllLoaded } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const saved = (page: Page) => page.getByText('Saved', { exact: true });

test('ASSESS-04 ASSESS-09 ASSESS-10 each change is saved, and another device goes on where the first one stopped', {
  tag: '@long',
}, async ({ page, member, newPage }) => {
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

test('the answers without a connection are kept, said to be unsaved, and sent when it is back', {
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

test(
  'ASSESS-20 question 1 is never below the bar when the keyboard reaches it or goes to it, in a window of 1280 x 800',
  {
    tag: '@long',
  },
  async ({ page }, info) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(await questionsAddress(page.request));
    const keyboard = keyboardOf(page, info);
    const first = answerTo(page, 1, 'Initial');
    const isOnTop = () =>
      first.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2) === element;
      });
    await keyboard.tabTo(first);
    expect(await isOnTop()).toBe(true);
    await keyboard.press('ArrowDown', 'ArrowUp');
    await expect(first).toBeChecked();
    await keyboard.tabTo(button(page, 'Next'));
    await keyboard.tabBackTo(first);
    expect(await isOnTop()).toBe(true);

    await page.getByRole('textbox', { name: 'Scope' }).focus();
    await keyboard.tabTo(button(page, 'Next'));
    await keyboard.press('Enter');
    await answer(page, 4, 'Advanced');
    await button(page, 'go to question 2').press('Enter');
    const second = answerTo(page, 2, 'Initial');
    await expect(second).toBeFocused();
    await keyboard.tabBackTo(first);
    expect(await isOnTop()).toBe(true);
  },
);
