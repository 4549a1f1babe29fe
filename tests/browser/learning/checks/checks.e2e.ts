import { expect, type Page } from '@playwright/test';
import { longArticle } from '#tests/browser/support/articles.ts';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest as test } from '#tests/browser/support/test.ts';

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
  await page.keyboard.type('The board');
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

test('CHECK-01 CHECK-03 CHECK-05 CHECK-06 CHECK-07 CHECK-08 BADGE-01 a publisher writes a check; a member fails it, reads, passes, confirms, and gets the certificate and a badge that anyone can check', {
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
  await expect(page.getByRole('button', { name: 'Start the check' })).toBeVisible();
  await check('a check before its start');
  await page.getByRole('button', { name: 'Start the check' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${title}: check` })).toBeVisible();
  await page.getByRole('radio', { name: 'The board' }).check();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  // A reload, or another device, continues with the saved answers.
  await page.reload();
  await expect(page.getByRole('radio', { name: 'The board' })).toBeChecked();
  await page.getByRole('button', { name: 'Review and hand in' }).click();
  await expect(page.getByRole('region', { name: 'Not answered' }).getByRole('button')).toHaveCount(1);
  await check('the summary before handing in');
  await page.getByRole('button', { name: /Put the steps in order/ }).click();
  await expect(page.getByRole('group', { name: /Put the steps in order/ })).toBeInViewport();
  await answer(page, { decides: 'The board', first: 'Ask' });
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
  const certificate = page.getByRole('dialog', { name: title });
  await expect(certificate).toContainText('Passed the check with 100 %, pass mark 80 %, version 1');
  await certificate.getByRole('button', { name: 'Open badge' }).click();
  await certificate.getByRole('button', { name: 'Make badge' }).click();
  const loading = page.waitForEvent('download');
  await certificate.getByRole('button', { name: 'Download picture' }).click();
  await publisher.goto('/verify');
  await publisher.getByLabel('File of the badge').setInputFiles(await (await loading).path());
  await expect(publisher.getByRole('heading', { name: 'This badge is valid' })).toBeVisible();

  await page.goto('/organisation?tab=learning');
  const row = page.getByRole('table', { name: 'Assignments' }).getByRole('row').filter({ hasText: member.email });
  await expect(row).toContainText('2 attempts, best score 100%');
});

const common = { picture: null, explanation: 'The reason, in a sentence.', pointer: null };
const long = 'A quite long answer with Verantwortungsübernahmebereitschaft, as answers may come';
const options = [
  { text: long, isRight: true },
  { text: 'Another one', isRight: false },
];

/** One question of each kind. */
const questions = [
  { ...common, id: 'one', kind: 'one', text: 'Which answer is right?', options },
  { ...common, id: 'several', kind: 'several', text: 'Which answers are right?', options },
  { ...common, id: 'truth', kind: 'true_false', text: 'Is it true?', isTrue: true },
  { ...common, id: 'order', kind: 'order', text: 'Which order is right?', items: [long, 'Test', 'Decide'] },
  {
    ...common,
    id: 'match',
    kind: 'match',
    text: 'Which belong together?',
    pairs: [
      { left: long, right: 'Sponsor' },
      { left: 'Go', right: long },
    ],
  },
  { ...common, id: 'text', kind: 'text', text: 'Who decides?', accepted: ['The sponsor'] },
  { ...common, id: 'number', kind: 'number', text: 'How many?', value: 12.5, tolerance: 0.5 },
];

const settings = {
  passMark: 50,
  drawn: null,
  attemptsPerDay: 0,
  shuffles: false,
  showsAnswers: 'after_each_attempt',
  timeLimit: 30,
};

administratorTest(
  'GEN-18 GEN-19 GEN-21 every kind of question fits, passes axe and has names in the editor and in an attempt',
  { tag: ['@layout', '@long'] },
  async ({ page, office, check }) => {
    const { id } = await office.addResource({ accessType: 'free', title: newTitle('Every kind of question') });
    const { request } = page.context();
    const saved = await request.put(`/api/admin/resources/${id}/check`, { data: { content: { settings, questions } } });
    await expect(saved).toBeOK();
    const { updatedAt } = await saved.json();
    await page.goto(`/admin-dashboard/resources/${id}/edit?section=check`);
    for (const [index, { text }] of questions.entries()) {
      await page.getByRole('button', { name: `Question ${index + 1}: ${text}` }).click();
      await expect(page.getByLabel('Explanation')).toBeVisible();
      await check(`the editor of question ${index + 1}`);
    }
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import questions' });
    await dialog.getByLabel('Text').fill('What is this? {}');
    await dialog.getByRole('button', { name: 'Check the file' }).click();
    await expect(dialog.getByText('Line 1', { exact: true })).toBeVisible();
    await check('a file with a mistake', { isDialog: true });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More time for a member' }).click();
    await expect(page.getByText('No member has more time for this check.')).toBeVisible();
    await check('more time for a member', { isDialog: true });
    const published = await request.post(`/api/admin/resources/${id}/check/versions`, { data: { updatedAt } });
    await expect(published).toBeOK();
    await page.goto(`/resource/${id}/check`);
    await page.getByRole('button', { name: 'Start the check' }).click();
    await expect(page.getByRole('group', { name: /How many/ })).toBeVisible();
    await check('an attempt with every kind of question');
    await page.getByRole('radio', { name: 'One at a time' }).first().check();
    await page.getByRole('button', { name: /^Question 4, / }).click();
    await page.getByRole('button', { name: 'Pick up Test' }).press('Space');
    await check('a question with a line picked up');
    await page.getByRole('button', { name: 'Pick up Test' }).press('Escape');
    await page.getByRole('button', { name: /^Question 7, / }).click();
    await page.getByRole('button', { name: 'Review and hand in' }).click();
    await page.getByRole('button', { name: 'Hand in' }).click();
    await expect(page.getByRole('heading', { name: 'Your answers' })).toBeVisible();
    await check('the right answers of every kind');
  },
);

administratorTest(
  'CHECK-05 GEN-18 forty questions fit a phone one at a time, and each can be left for the next',
  { tag: '@layout' },
  async ({ page, office, check }) => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...common,
      id: `q${index}`,
      kind: 'one',
      text: `Question ${index + 1}: ${long}. `.repeat(6),
      options: [1, 2, 3, 4].map((one) => ({ text: `${one}. ${long}. `.repeat(3), isRight: one === 1 })),
    }));
    const { id } = await office.addResource({ accessType: 'free', title: newTitle('Forty questions') });
    const { request } = page.context();
    const path = `/api/admin/resources/${id}/check`;
    const saved = await request.put(path, { data: { content: { settings, questions: many } } });
    await expect(saved).toBeOK();
    const { updatedAt } = await saved.json();
    await expect(await request.post(`${path}/versions`, { data: { updatedAt } })).toBeOK();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/resource/${id}/check`);
    await page.getByRole('button', { name: 'Start the check' }).click();
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    for (const number of [1, 2]) {
      await expect(page.getByText(`Question ${number} of 40`)).toBeVisible();
      expect(await width()).toBe(390);
      await page.getByRole('button', { name: 'Next', exact: true }).click();
    }
    await page.getByRole('button', { name: /^Question 40, / }).click();
    await expect(page.getByText('Question 40 of 40')).toBeVisible();
    expect(await width()).toBe(390);
    await check('forty questions, one at a time');
  },
);
