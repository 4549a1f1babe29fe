import { expect, type Page } from '@playwright/test';
import { longArticle } from '../../support/articles.ts';
import { verifyEmail } from '../../support/mails.ts';
import { newTitle } from '../../support/office.ts';
import { signInAsAdministrator } from '../../support/people.ts';
import { expectToast } from '../../support/screen.ts';
import { memberTest as test } from '../../support/test.ts';

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Writes and publishes a check of two questions in the editor. */
async function writeCheck(page: Page, id: number) {
  await page.goto(`/admin-dashboard/resources/${id}/edit`);
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Add question' }).click();
  await expect(page.getByLabel('Question', { exact: true })).toBeFocused();
  await page.keyboard.type('Who decides?');
  await page.getByLabel('Answer 1', { exact: true }).fill('The sponsor');
  // Enter adds an answer below.
  await page.getByLabel('Answer 2', { exact: true }).fill('The reviewer');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Reviewer');
  await page.getByRole('button', { name: 'Publish check' }).click();
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('Mark the right answer.');
  await page.getByRole('radio', { name: 'Right: The sponsor' }).check();
  await page.getByLabel('Explanation').fill('The sponsor decides, and says so.');
  await page.getByLabel('Points to').selectOption('Second');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByLabel('Question', { exact: true }).fill('Put the steps in order.');
  await page.getByLabel('Kind').selectOption('Order');
  await page.getByLabel('Line 1', { exact: true }).fill('Ask');
  await page.getByLabel('Line 2', { exact: true }).fill('Test');
  await page.getByLabel('Points to').selectOption('Third');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview as a member' });
  await expect(preview.getByText('Question 1 of 2')).toBeVisible();
  await preview.getByRole('button', { name: 'Next' }).click();
  await preview.getByRole('button', { name: 'See the score' }).click();
  await expect(preview.getByText('Not passed with 0%')).toBeVisible();
  await preview.getByRole('button', { name: 'Close the preview' }).click();
  await page.getByRole('button', { name: 'Publish check' }).click();
  await expectToast(page, 'Check published');
}

/** Answers both questions of the open attempt in the view of all questions. */
async function answer(page: Page, { decides, first }: { decides: string; first: string }) {
  await page.getByRole('radio', { name: decides }).check();
  const order = page.getByRole('list', { name: 'Your order' });
  await expect(order.getByRole('listitem')).toHaveCount(2);
  const isFirst = (await order.getByRole('listitem').first().textContent())?.includes(first);
  if (isFirst) await page.getByRole('button', { name: 'Keep this order' }).click();
  else await page.getByRole('button', { name: `Move up: ${first}` }).click();
  await expect(page.getByText('All questions are answered')).toBeVisible();
}

test('CHECK-01 CHECK-03 CHECK-05 CHECK-06 CHECK-07 CHECK-08 a publisher writes a check; a member fails it, reads, passes, confirms and gets the certificate', {
  tag: '@layout',
}, async ({ page, member, newPage, office, check }) => {
  const title = newTitle('Deciding with Care');
  const { id } = await office.addResource({
    type: 'article',
    accessType: 'free',
    title,
    article: longArticle('First', 'Second', 'Third'),
  });
  const publisher = await newPage();
  await signInAsAdministrator(publisher.context().request);
  await writeCheck(publisher, id);

  const { request } = page.context();
  await verifyEmail(request, member.email);
  const made = await request.post('/api/organisations', { data: { name: newTitle('Northmere Council') } });
  const organisation: { id: number } = await made.json();
  const form = { resourceIds: [id], all: true, dueOn: dayIn(10), asksConfirmation: true };
  await expect(await request.post(`/api/organisations/${organisation.id}/assignments`, { data: form })).toBeOK();

  await page.goto(`/resource/${id}`);
  const part = page.getByRole('region', { name: 'Knowledge check' });
  await expect(part).toContainText('2 questions, pass mark 80%');
  await part.getByRole('link', { name: 'Take the check' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await check('a check before its start');
  await page.getByRole('button', { name: 'Start the check' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${title}: check` })).toBeVisible();
  await page.getByRole('radio', { name: 'Reviewer' }).check();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  // A reload, or another device, continues with the saved answers.
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Reviewer' })).toBeChecked();
  await page.getByRole('button', { name: 'Review and hand in' }).click();
  await expect(page.getByRole('region', { name: 'Not answered' }).getByRole('button')).toHaveCount(1);
  await check('the summary before handing in');
  await page.getByRole('button', { name: /Put the steps in order/ }).click();
  await expect(page.getByRole('group', { name: /Put the steps in order/ })).toBeInViewport();
  await answer(page, { decides: 'Reviewer', first: 'Ask' });
  await check('the questions of a check');
  await page.getByRole('button', { name: 'Review and hand in' }).click();
  await page.getByRole('button', { name: 'Hand in' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Not passed yet' })).toBeVisible();
  await expect(page.getByText('1 of 2 questions is right. You need 2, because the pass mark is 80%.')).toBeVisible();
  await expect(page.getByText('The sponsor decides, and says so.')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Worth reading again' }).getByRole('listitem')).toHaveText([/^Second/]);
  await check('a check that was not passed');
  await page.getByRole('link', { name: 'Read it again' }).click();
  await expect(page).toHaveURL(`/resource/${id}/article#section-second`);

  await page.goto(`/resource/${id}`);
  await part.getByRole('link', { name: 'Take the check again' }).click();
  await page.getByRole('button', { name: 'Start another attempt' }).click();
  await answer(page, { decides: 'The sponsor', first: 'Ask' });
  await page.getByRole('button', { name: 'Review and hand in' }).click();
  await page.getByRole('button', { name: 'Hand in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Passed' })).toBeVisible();
  await page.getByText('2 right answers with their explanations').click();
  await expect(page.getByText('The sponsor decides, and says so.')).toBeVisible();
  await check('a passed check');
  await page.getByRole('checkbox', { name: 'I have read and understood this.' }).check();
  await page.getByRole('button', { name: `Confirm for ${title}` }).click();
  await expectToast(page, 'Confirmed');
  await page.getByRole('button', { name: `Certificate for ${title}` }).click();
  await expect(page.getByRole('dialog')).toContainText('Passed the check with 100 %, pass mark 80 %, version 1');

  await page.goto('/organisation?tab=learning');
  const row = page.getByRole('table', { name: 'Assignments' }).getByRole('row').filter({ hasText: member.email });
  await expect(row).toContainText('2 attempts, best score 100%');
});
