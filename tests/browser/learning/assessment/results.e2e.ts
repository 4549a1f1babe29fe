import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { answerTo, findAssessment, makeAttempt, questionsPath } from '#tests/browser/support/assessment.ts';
import { registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectPrints } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('ASSESS-06 ASSESS-08 ASSESS-16 GEN-31 twelve answers by keyboard alone lead to the results, which print, and the PDF', async ({
  page,
  context,
}) => {
  await makeAttempt(context.request, 'initial', { startedAt: '2026-05-20T09:00:00Z', assessedOn: '2026-05-20' });
  const { id } = await findAssessment(page.request);
  await page.goto(`/resource/${id}`);
  const opened = context.waitForEvent('page');
  await button(page, 'ACCESS TOOL').press('Enter');
  const questions = await opened;
  await button(questions, 'Launch Tool').press('Enter');
  await expect(questions).toHaveURL(questionsPath);
  expect(context.pages()).toEqual([page, questions]);
  await expect(questions.getByText('Section 1 of 4')).toBeVisible();
  await expect(questions.getByText('It is not legal advice, an audit or a certificate.')).toBeVisible();
  for (let number = 1; number <= 12; number += 1) {
    await answerTo(questions, number, 'Initial').focus();
    await questions.keyboard.press('Space');
    await questions.keyboard.press('ArrowRight');
    await expect(answerTo(questions, number, 'Emerging')).toBeChecked();
    if (number % 3 === 0 && number < 12) await button(questions, 'Next').press('Enter');
    else if (number < 12) await expect(button(questions, 'View Results')).toHaveCount(0);
  }
  await expect(button(questions, /^People and culture.*completed$/)).toBeVisible();
  await button(questions, 'View Results').press('Enter');

  await expect(questions.getByRole('heading', { level: 1, name: 'Overall maturity: Emerging' })).toBeFocused();
  expect(new URL(questions.url()).pathname).toBe(questionsPath);
  await expect(questions.getByText('It is not legal advice, an audit or a certificate.').last()).toBeVisible();
  await expect(questions.getByRole('img', { name: /^Radar/ })).toHaveCount(0);
  await questions.locator('summary').filter({ hasText: 'Your 12 answers' }).press('Enter');
  await expect(
    questions.getByRole('img', { name: /^Radar of the twelve answers.*previous attempt dashed/ }),
  ).toBeVisible();
  await expect(questions.getByRole('table', { name: 'The twelve answers' }).getByRole('row')).toHaveCount(13);
  await questions.locator('summary').filter({ hasText: 'Earlier results' }).press('Enter');
  await expect(questions.getByRole('heading', { name: 'Since 20 May 2026' })).toBeVisible();

  await expectPrints(questions, questions.getByRole('heading', { level: 1, name: 'Overall maturity: Emerging' }));
  const downloaded = questions.waitForEvent('download');
  await button(questions, 'Download report').press('Enter');
  const report = await downloaded;
  expect(report.suggestedFilename()).toMatch(/^readiness-assessment-\d{4}-\d{2}-\d{2}\.pdf$/);
  expect((await readFile(await report.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('an administrator sees what members need from counts alone, a member does not', { tag: '@long' }, async ({
  page,
  newPage,
  member,
}) => {
  await page.goto('/admin-dashboard/needs');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  const five = await Promise.all([1, 2, 3, 4, 5].map(() => newPage()));
  for (const { request } of five) {
    await registerMember(request);
    await makeAttempt(request, 'initial', { startedAt: '2026-11-02T09:00:00Z', assessedOn: '2026-11-02' });
  }
  const office = await newPage();
  await signInAsAdministrator(office.request);
  await office.goto('/admin-dashboard/needs');
  await expect(office).toHaveURL('/admin-dashboard?tab=analytics&view=needs');
  const most = office.getByRole('table', { name: 'Actions needed most' });
  await expect(most.getByRole('row', { name: /^Hold a two-hour leadership session/ })).toContainText(/[5-9]|\d\d/);
  await expect(office.getByRole('table', { name: 'Nothing published' }).getByRole('row').nth(1)).toBeVisible();
  await expect(office.getByRole('main')).not.toContainText(member.email);
});
