import { expect, type Page } from '@playwright/test';
import { expectAtHeading, type Keyboard, keyboardOf } from '#tests/browser/support/keyboard.ts';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const common = { picture: null, explanation: '', pointer: null };
const options = [
  { text: 'The board', isRight: false },
  { text: 'The sponsor', isRight: true },
  { text: 'The reviewer', isRight: true },
];
const lines = ['Ask', 'Test', 'Decide'];
const pairs = [
  { left: 'Pays', right: 'Sponsor' },
  { left: 'Reads', right: 'Reviewer' },
  { left: 'Asks', right: 'Auditor' },
];
const questions = [
  { ...common, id: 'one', kind: 'one', text: 'Who decides?', options: options.slice(0, 2) },
  { ...common, id: 'several', kind: 'several', text: 'Who signs?', options },
  { ...common, id: 'order', kind: 'order', text: 'In which order?', items: lines },
  { ...common, id: 'match', kind: 'match', text: 'Which belong together?', pairs },
  { ...common, id: 'text', kind: 'text', text: 'Who pays?', accepted: ['The sponsor'] },
  { ...common, id: 'number', kind: 'number', text: 'How many?', value: 12.5, tolerance: 0.5 },
];
const settings = {
  passMark: 100,
  drawn: null,
  attemptsPerDay: 0,
  shuffles: false,
  showsAnswers: 'after_each_attempt',
  timeLimit: null,
};

/** Keeps the order that is shown, as who finds it right does, then puts the lines into order by picking each up. */
async function putInOrder(page: Page, keyboard: Keyboard) {
  const rows = page.getByRole('list', { name: 'Your order' }).getByRole('listitem');
  await expect(rows).toHaveCount(lines.length);
  const keep = page.getByRole('button', { name: 'Keep this order' });
  await keyboard.tabTo(keep);
  await keyboard.press('Enter');
  await expect(keep).toHaveCount(0);
  for (const [place, line] of lines.entries()) {
    const present = (await rows.allTextContents()).findIndex((text) => text.includes(line));
    const handle = page.getByRole('button', { name: `Pick up ${line}` });
    // The rows above are in order already, so each next handle is further down.
    await keyboard.tabTo(handle);
    await keyboard.press('Space');
    await expect(handle).toHaveAttribute('aria-pressed', 'true');
    for (let step = present; step > place; step -= 1) await keyboard.press('ArrowUp');
    await keyboard.press('Space');
    await expect(handle).toBeFocused();
    await expect(rows.nth(place)).toContainText(line);
  }
}

test(
  'CHECK-05 LEARN-04 a member answers each kind of question by keyboard alone, passes the check and opens the certificate',
  { tag: '@long' },
  async ({ page, member, newPage, office }, info) => {
    const title = newTitle('Deciding by Keys');
    const { id } = await office.addResource({ accessType: 'free', title });
    const { request: publisher } = (await newPage()).context();
    await signInAsAdministrator(publisher);
    const path = `/api/admin/resources/${id}/check`;
    const saved = await publisher.put(path, { data: { content: { settings, questions } } });
    await expect(saved).toBeOK();
    const { updatedAt } = await saved.json();
    await expect(await publisher.post(`${path}/versions`, { data: { updatedAt } })).toBeOK();
    const { request } = page.context();
    await verifyEmail(request, member.email);
    const made = await request.post('/api/organisations', { data: { name: newTitle('Northmere Council') } });
    const organisation: { id: number } = await made.json();
    const dueOn = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const assigned = { resourceIds: [id], all: true, dueOn };
    await expect(await request.post(`/api/organisations/${organisation.id}/assignments`, { data: assigned })).toBeOK();

    const keyboard = keyboardOf(page, info);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`/resource/${id}`);
    await keyboard.task('begin', async () => {
      await keyboard.tabTo(page.getByRole('link', { name: 'Take the check' }));
      await keyboard.press('Enter');
      await keyboard.tabTo(button('Start the check'));
      await keyboard.press('Enter');
      await expectAtHeading(page, `${title}: check`);
    });

    await keyboard.task('answer', async () => {
      await keyboard.tabTo(page.getByRole('radio', { name: 'The board' }));
      await keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: 'The sponsor' })).toBeChecked();
      for (const name of ['The sponsor', 'The reviewer']) {
        await keyboard.tabTo(page.getByRole('checkbox', { name }));
        await keyboard.press('Space');
        await expect(page.getByRole('checkbox', { name })).toBeChecked();
      }
      await putInOrder(page, keyboard);
      for (const { left, right } of pairs) {
        const select = page.getByRole('combobox', { name: left });
        await keyboard.tabTo(select);
        await keyboard.type(right);
        await expect(select.locator('option:checked')).toHaveText(right);
      }
      await keyboard.tabTo(page.getByRole('textbox', { name: 'Your answer' }));
      await keyboard.type('the sponsor');
      await keyboard.tabTo(page.getByRole('textbox', { name: 'Your number' }));
      await keyboard.type('12.4');
      await expect(page.getByText('All questions are answered')).toBeVisible();
    });

    await keyboard.task('hand in and open the certificate', async () => {
      await keyboard.tabTo(button('Review and hand in'));
      await keyboard.press('Enter');
      await keyboard.tabTo(button('Hand in'));
      await keyboard.press('Enter');
      await expectAtHeading(page, 'Passed');
      const certificate = page.getByRole('button', { name: `Certificate for ${title}` });
      await keyboard.tabTo(certificate);
      await keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog).toContainText('Passed the check with 100 %, pass mark 100 %, version 1');
      await expect(dialog.locator(':focus')).toHaveCount(1);
      await keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(certificate).toBeFocused();
    });
  },
);
