import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  getAdminCheck,
  getCheckStatistics,
  importCheckFile,
  previewCheck,
  previewCheckFile,
  publishCheck,
  saveCheck,
  voidQuestion,
} from '#contract/learning/checks-admin.endpoints.ts';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import { adminCheck, attemptQuestion, writtenQuestion } from '#tests/support/web/check-fixtures.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const address = '/admin-dashboard/resources/1/edit?section=check';
const two = [writtenQuestion('a', 'Who decides?'), writtenQuestion('b', 'Who asks?')];
const version = { version: 3, publishedAt: '2026-01-05T09:00:00.000Z', publishedBy: 'Ada Venn', attempts: 64 };
const published: Partial<AdminCheck> = { published: version, hasChanges: false, versions: [version] };

/** Opens the editor; the draft is saved as it is sent. */
function openEditor(check: AdminCheck, ...answers: Parameters<typeof serve>) {
  const all = [
    answer(getAdminCheck, check),
    answer(saveCheck, ({ body }) => ({ ...check, content: body.content, updatedAt: '2026-01-05T09:05:00.000Z' })),
    ...answers,
  ];
  return renderPortal(address, { as: administrator(), answers: all });
}

const titles = () =>
  screen
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => /(Who \w+\?|New question)/.exec(textContent)?.[0]);
const lastSaved = () => callsOf(saveCheck).at(-1)?.body.content;

test('CHECK-03 a question is written by keyboard, and each change is saved', async () => {
  const { user } = await openEditor(adminCheck([], { updatedAt: null }));
  await user.click(await screen.findByRole('button', { name: 'Add question' }));
  expect(screen.getByRole('link', { name: 'Check' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Resource' })).not.toHaveAttribute('aria-current');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Question' })).toHaveFocus());
  await user.keyboard('Who decides?');
  await user.click(screen.getByRole('textbox', { name: 'Answer 2' }));
  await user.keyboard('Sponsor{Enter}Reviewer');
  await user.click(screen.getByRole('radio', { name: 'Right: Sponsor' }));
  await waitFor(() =>
    expect(lastSaved()?.questions).toMatchObject([
      {
        kind: 'one',
        text: 'Who decides?',
        options: [
          { text: '', isRight: false },
          { text: 'Sponsor', isRight: true },
          { text: 'Reviewer', isRight: false },
        ],
      },
    ]),
  );
  expect(await screen.findByRole('region', { name: 'Warnings' })).toHaveTextContent('Fill in every answer');
  await user.click(screen.getByRole('button', { name: 'Remove: Answer 1' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Warnings' })).toBeNull());
});

test('CHECK-03 a check that does not load has a way back, and keeps the focus in the page when it loads at last', async () => {
  const { user } = await renderPortal(address, { as: administrator(), answers: [fail(getAdminCheck)] });
  expect(await screen.findByRole('link', { name: 'Resources' })).toHaveAttribute('href', '/admin-dashboard');
  serve(answer(getAdminCheck, adminCheck(two)));
  screen.getByRole('button', { name: 'Try again' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: /^Question 1: / })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('CHECK-03 Alt with an arrow moves a question, also from its fields', async () => {
  const { user } = await openEditor(adminCheck(two));
  await user.click(await screen.findByRole('button', { name: /^Question 2: / }));
  await user.click(screen.getByRole('textbox', { name: 'Question' }));
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(titles()).toEqual(['Who asks?', 'Who decides?']);
  await waitFor(() => expect(lastSaved()?.questions.map(({ id }) => id)).toEqual(['b', 'a']));
});

test('CHECK-03 a deleted question comes back with Undo', async () => {
  const { user } = await openEditor(adminCheck(two));
  await user.click(await screen.findByRole('button', { name: /^Question 1: / }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(titles()).toEqual(['Who asks?']);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(titles()).toEqual(['Who decides?', 'Who asks?']);
});

test('CHECK-03 a problem that blocks is shown instead of publishing; without one the saved draft is published', async () => {
  const wrong = { ...writtenQuestion('a', 'Who decides?'), text: '' };
  const { user } = await openEditor(
    adminCheck([wrong]),
    answer(publishCheck, adminCheck(two, { ...published, updatedAt: '2026-01-05T09:05:00.000Z' })),
    answer(getCheckStatistics, { version: 3, attempts: 0, members: 0, passed: 0, fewest: 5, questions: [] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Publish check' }));
  const text = await screen.findByRole('textbox', { name: 'Question' });
  // The problem's question is open already.
  await user.click(screen.getByRole('button', { name: 'Publish check' }));
  expect(screen.getByRole('button', { name: /^Question 1: / })).toHaveFocus();
  expect(callsOf(publishCheck)).toEqual([]);
  await user.type(text, 'Who decides?');
  await user.click(screen.getByRole('button', { name: 'Publish check' }));
  await expectToast('Check published', 'Members take version 3 from now on.');
  expect(callsOf(publishCheck).map(({ body }) => body)).toEqual([{ updatedAt: '2026-01-05T09:05:00.000Z' }]);
});

test('CHECK-03 after another administrator has saved, nothing is overwritten before the author chooses', async () => {
  const { user } = await openEditor(adminCheck(two), refuse(saveCheck, 'checks.conflict'));
  await user.click(await screen.findByRole('button', { name: /^Question 1: / }));
  await user.type(screen.getByRole('textbox', { name: 'Question' }), '!');
  expect(await screen.findByRole('alert')).toHaveTextContent('Another administrator changed this check');
  serve(answer(getAdminCheck, adminCheck([writtenQuestion('c', 'Who stops?')])));
  await user.click(screen.getByRole('button', { name: 'Load their version' }));
  await waitFor(() => expect(titles()).toEqual(['Who stops?']));
  expect(callsOf(saveCheck)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('CHECK-01 CHECK-03 settings are saved and published when they are within their limits', async () => {
  const { user } = await openEditor(adminCheck(two));
  const mark = await screen.findByRole('textbox', { name: 'Pass mark' });
  await user.clear(mark);
  await user.type(mark, '101');
  expect(screen.getByText('Enter a whole number from 1 to 100')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Publish check' }));
  expect(mark).toHaveFocus();
  expect(callsOf(publishCheck)).toEqual([]);
  await user.clear(mark);
  await user.type(mark, '50');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Questions in each attempt' }), '1, drawn at random');
  await user.click(screen.getByRole('radio', { name: 'After each attempt' }));
  await user.click(screen.getByRole('switch', { name: 'Time limit' }));
  await waitFor(() =>
    expect(lastSaved()?.settings).toMatchObject({
      passMark: 50,
      drawn: 1,
      showsAnswers: 'after_each_attempt',
      timeLimit: 30,
    }),
  );
});

test('CHECK-03 statistics are beside each question, and a faulty one can be made right for everybody', async () => {
  const statistics = {
    version: 3,
    attempts: 64,
    members: 41,
    passed: 50,
    fewest: 5,
    questions: two.map(({ id, text }) => ({
      questionId: id,
      kind: 'one' as const,
      text,
      attempts: 64,
      rightPercent: 48,
      mostChosenWrong: { answer: 'Reviewer', percent: 45 },
    })),
  };
  const voided = [{ questionId: 'a', reason: 'Two are right', voidedAt: '2026-01-06T09:00:00.000Z', voidedBy: 'Ada' }];
  const { user } = await openEditor(
    adminCheck(two, { ...published, versions: [version, { ...version, version: 1 }] }),
    answer(getCheckStatistics, statistics),
    answer(voidQuestion, adminCheck(two, { ...published, voided })),
  );
  expect(await screen.findByText('64 attempts by 41 members, 78% passed')).toBeVisible();
  expect(screen.getAllByText('48% right of 64 attempts')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'More for question 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'This question is faulty' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Count as right for everybody' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Say what is wrong with the question');
  expect(callsOf(voidQuestion)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Two are right');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Version that asked it wrongly' }), '1');
  await user.click(within(dialog).getByRole('button', { name: 'Count as right for everybody' }));
  expect(await screen.findByText('Counts as right for everybody')).toBeVisible();
  expect(callsOf(voidQuestion)).toMatchObject([
    { params: { questionId: 'a' }, body: { reason: 'Two are right', version: 1 } },
  ]);
});

test('CHECK-02 a faulty question that the draft does not have any more is made right from the list of versions', async () => {
  const former = { questionId: 'z', kind: 'one' as const, text: 'Who left?', attempts: 9, rightPercent: 20 };
  const counts = { attempts: 9, members: 9, passed: 1, fewest: 5 };
  const { user } = await openEditor(
    adminCheck(two, { ...published, versions: [version, { ...version, version: 1, attempts: 9 }] }),
    answer(getCheckStatistics, { ...counts, version: 3, questions: [] }),
    answer(
      getCheckStatistics,
      { ...counts, version: 1, questions: [{ ...former, mostChosenWrong: null }] },
      { query: { version: 1 } },
    ),
    refuse(voidQuestion, 'checks.already-void'),
  );
  await user.click(await screen.findByRole('button', { name: 'A question of version 1 is faulty' }));
  const dialog = await screen.findByRole('dialog', { name: 'Let a question of version 1 count as right?' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Two are right');
  const submit = within(dialog).getByRole('button', { name: 'Count as right for everybody' });
  await within(dialog).findByRole('combobox', { name: 'Faulty question' });
  await user.click(submit);
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose the faulty question');
  expect(callsOf(voidQuestion)).toEqual([]);
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Faulty question' }), 'Who left?');
  await user.click(submit);
  await expectToast('The question still counts');
  expect(dialog).toBeVisible();
  serve(answer(voidQuestion, adminCheck(two, published)));
  await user.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf(voidQuestion).at(-1)).toMatchObject({
    params: { questionId: 'z' },
    body: { reason: 'Two are right', version: 1 },
  });
});

test('CHECK-02 a file is imported once it has no mistake', async () => {
  const mistakes = [{ line: 3, path: null, sentence: 'The right answer “E” does not exist.' }];
  const notes = [{ line: 7, path: null, sentence: 'The title “Who?” becomes the id “Who”.' }];
  const none = { mistakes: [], mistakeCount: 0, notes: [], settings: null };
  const { user } = await openEditor(
    adminCheck(two),
    answer(previewCheckFile, ({ body }) =>
      body.text.includes('E')
        ? { ...none, mistakes, mistakeCount: 1, questions: [] }
        : { ...none, notes, questions: two },
    ),
    answer(importCheckFile, adminCheck([...two, writtenQuestion('c', 'Who stops?')])),
  );
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import questions' });
  const text = within(dialog).getByRole('textbox', { name: 'Text' });
  await user.type(text, 'ANSWER: E');
  await user.click(within(dialog).getByRole('button', { name: 'Check the file' }));
  expect(await within(dialog).findByText('Line 3')).toBeVisible();
  expect(within(dialog).getByText('The right answer “E” does not exist.')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: /^Import/ })).toBeNull();
  await user.clear(text);
  await user.type(text, 'good');
  await user.click(within(dialog).getByRole('button', { name: 'Check the file' }));
  expect(await within(dialog).findByText('The title “Who?” becomes the id “Who”.')).toBeVisible();
  expect(within(dialog).getByText('Line 7')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Import 2 questions' }));
  await waitFor(() => expect(titles()).toContain('Who stops?'));
  expect(callsOf(importCheckFile).map(({ body }) => body)).toEqual([
    { format: 'gift', text: 'good', way: 'append', updatedAt: '2026-01-05T09:00:00.000Z' },
  ]);
});

test('CHECK-03 the preview asks as members are asked, and scores without saving anything', async () => {
  const options = [
    { id: '0', text: 'Sponsor' },
    { id: '1', text: 'Reviewer' },
  ];
  const preview = { questions: [attemptQuestion(1, { text: 'Who decides?', options })], questionIds: ['a'] };
  const { user } = await openEditor(adminCheck(two.slice(0, 1)), answer(previewCheck, preview));
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  const dialog = await screen.findByRole('dialog', { name: 'Preview as a member' });
  await user.click(await within(dialog).findByRole('radio', { name: 'Sponsor' }));
  await user.click(within(dialog).getByRole('button', { name: 'See the score' }));
  expect(await within(dialog).findByText('Passed with 100%')).toBeVisible();
});
