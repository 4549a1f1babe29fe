import { screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  getAttemptResult,
  getCheck,
  getOpenAttempt,
  handInAttempt,
  listOwnCheckAttempts,
  saveCheckAnswer,
  startCheck,
} from '#contract/learning/checks.endpoints.ts';
import { listCertificates } from '#contract/learning/learning-certificates.endpoints.ts';
import { forResource } from '#tests/support/web/answers.ts';
import { setWindowWidth } from '#tests/support/web/browser.ts';
import {
  attemptQuestion,
  attemptResult,
  checkState,
  matchQuestion,
  openAttempt,
  orderQuestion,
  underWay,
} from '#tests/support/web/check-fixtures.ts';
import { answer, callsOf, fail, hold, refuse, serve, unreachable } from '#tests/support/web/network.ts';
import { openAnew, renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const address = '/resource/1/check';
const saved = answer(saveCheckAnswer, { savedAt: '2026-01-05T09:01:00.000Z', answered: 1, questions: 2 });

const forAttempt = (...questions: Parameters<typeof openAttempt>[0]) => [
  answer(getCheck, underWay({ questions: questions.length })),
  answer(getOpenAttempt, openAttempt(questions)),
  answer(listOwnCheckAttempts, []),
  answer(listCertificates, []),
  saved,
];

/** Chooses the view of one question a screen. */
const byOne = () => localStorage.setItem('check-view', 'one');

test('CHECK-05 a check says its rules before it starts, and starts with one press', async () => {
  const attempt = openAttempt([attemptQuestion(1), attemptQuestion(2)]);
  let isStarted = false;
  const answers = [
    ...forAttempt(...attempt.questions),
    answer(getCheck, () => (isStarted ? underWay() : checkState({ timeLimit: 30 }))),
    answer(startCheck, () => {
      isStarted = true;
      return attempt;
    }),
  ];
  const { user } = await renderPortal(address, { answers });
  expect(await screen.findByText('pass mark 80%')).toBeVisible();
  expect(screen.getByText('30 minutes')).toBeVisible();
  expect(screen.getByText('You can start 3 attempts today.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Your attempts' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Start the check' }));
  expect(await screen.findByRole('group', { name: /Who decides on 1/ })).toBeVisible();
  expect(callsOf(startCheck)).toHaveLength(1);
});

test('CHECK-05 each answer is saved as it is given, and can be taken back', async () => {
  const { user } = await renderPortal(address, { answers: forAttempt(attemptQuestion(1), attemptQuestion(2)) });
  await user.click(within(await screen.findByRole('group', { name: /on 2/ })).getByRole('radio', { name: 'Reviewer' }));
  await waitFor(() => expect(callsOf(saveCheckAnswer)).toHaveLength(1));
  expect(callsOf(saveCheckAnswer)[0]).toMatchObject({
    params: { id: '12', number: '2' },
    body: { answer: { options: ['id-Reviewer'] } },
  });
  expect(screen.getByRole('progressbar', { name: 'Answered questions' })).toHaveAttribute('aria-valuenow', '1');
  expect(screen.getByRole('button', { name: /^Question 2, answered/ })).toBeVisible();
  expect(screen.getByRole('button', { name: '1 not answered' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear answer' }));
  await waitFor(() => expect(callsOf(saveCheckAnswer).at(-1)?.body).toEqual({ answer: null }));
  expect(screen.getByRole('button', { name: '2 not answered' })).toBeVisible();
  expect(screen.getByText('Who decides on 2?', { selector: 'legend *' }).closest('legend')).toHaveFocus();
});

test('CHECK-05 several answers, a match and a typed answer are saved', async () => {
  const questions = [
    attemptQuestion(1, { kind: 'several' }),
    matchQuestion(2),
    attemptQuestion(3, { kind: 'number', text: 'How many?', options: [] }),
  ];
  const { user } = await renderPortal(address, { answers: forAttempt(...questions) });
  await user.click(await screen.findByRole('checkbox', { name: 'Reviewer' }));
  await user.click(screen.getByRole('checkbox', { name: 'Sponsor' }));
  await user.selectOptions(screen.getByRole('combobox', { name: '1. Stop' }), 'Red');
  await user.selectOptions(screen.getByRole('combobox', { name: '2. Go' }), 'Red (now at line 1)');
  expect(screen.getByRole('combobox', { name: '1. Stop' })).toHaveDisplayValue('Choose one');
  await user.type(screen.getByRole('textbox', { name: 'Your number' }), '4,5');
  await waitFor(() => expect(callsOf(saveCheckAnswer).at(-1)?.body).toEqual({ answer: { text: '4,5' } }));
  const bodies = callsOf(saveCheckAnswer).map(({ params, body }) => ({ number: params.number, body }));
  expect(bodies).toContainEqual({ number: '1', body: { answer: { options: ['id-Sponsor', 'id-Reviewer'] } } });
  expect(bodies).toContainEqual({
    number: '2',
    body: { answer: { pairs: [{ option: 'id-Go', counterpart: 'id-Red' }] } },
  });
  expect(screen.getByRole('button', { name: '1 not answered' })).toBeVisible();
});

test('CHECK-05 an order is answered by moving a line, or by keeping it', async () => {
  const { user } = await renderPortal(address, { answers: forAttempt(orderQuestion(1), orderQuestion(2)) });
  const [first, second] = await screen.findAllByRole('group', { name: /Order the steps/ });
  if (!first || !second) throw new Error('There are two orders');
  await user.click(within(first).getByRole('button', { name: 'Move up: Ask' }));
  await user.click(within(second).getByRole('button', { name: 'Keep this order' }));
  expect(within(second).queryByRole('button', { name: 'Keep this order' })).toBeNull();
  expect(second.querySelector('legend')).toHaveFocus();
  await waitFor(() => expect(callsOf(saveCheckAnswer)).toHaveLength(2));
  expect(callsOf(saveCheckAnswer).map(({ body }) => body)).toEqual([
    { answer: { options: ['id-Ask', 'id-Test'] } },
    { answer: { options: ['id-Test', 'id-Ask'] } },
  ]);
  expect(await screen.findByText('All questions are answered')).toBeVisible();
});

test('CHECK-05 answers that cannot be sent stay on the device and are sent by the next visit', async () => {
  const answers = [...forAttempt(attemptQuestion(1), attemptQuestion(2)), unreachable(saveCheckAnswer)];
  const { user } = await renderPortal(address, { answers });
  await user.click(within(await screen.findByRole('group', { name: /on 1/ })).getByRole('radio', { name: 'Sponsor' }));
  expect((await screen.findAllByText(/^Not saved yet\. Your answers are kept on this device/))[0]).toBeVisible();
  await openAnew(address);
  expect(
    within(await screen.findByRole('group', { name: /on 1/ })).getByRole('radio', { name: 'Sponsor' }),
  ).toBeChecked();
  serve(saved);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(localStorage.getItem('check 7 12')).toBeNull());
});

test('CHECK-05 the choice of one question a screen is kept, and the summary names what has no answer', async () => {
  const { user } = await renderPortal(address, { answers: forAttempt(attemptQuestion(1), attemptQuestion(2)) });
  const [one] = await screen.findAllByRole('radio', { name: 'One at a time' });
  if (one) await user.click(one);
  expect(screen.getAllByRole('group', { name: /Who decides/ })).toHaveLength(1);
  await openAnew(address);
  expect(await screen.findByRole('group', { name: /Question 1 of 2/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await expectAddress(`${address}?question=2`);
  expect(screen.getByText('Who decides on 2?', { selector: 'legend *' }).closest('legend')).toHaveFocus();
  await user.click(screen.getByRole('radio', { name: 'Reviewer' }));
  await user.click(screen.getByRole('button', { name: 'Review and hand in' }));
  await expectAddress(`${address}?question=2&step=summary`);
  expect(await screen.findByText(/^You have answered 1 of 2 questions\. Those without an answer/)).toBeVisible();
  const open = within(screen.getByRole('region', { name: 'Not answered' })).getAllByRole('button');
  expect(open.map(({ textContent }) => textContent)).toEqual(['1Who decides on 1?']);
  await user.click(screen.getByRole('button', { name: /Who decides on 1/ }));
  expect(await screen.findByRole('group', { name: /Question 1 of 2/ })).toBeVisible();
});

test.each([
  [639, 'one question a screen', 1],
  [640, 'all questions', 2],
])('CHECK-05 a window of %i px shows %s at first', async (width, _view, shown) => {
  setWindowWidth(width);
  await renderPortal(address, { answers: forAttempt(attemptQuestion(1), attemptQuestion(2)) });
  expect(await screen.findAllByRole('group', { name: /Who decides/ })).toHaveLength(shown);
});

test('CHECK-05 handing in waits for the last answer, and shows the result', async () => {
  byOne();
  const held = hold(saved);
  const answers = [
    ...forAttempt(attemptQuestion(1)),
    held,
    answer(handInAttempt, attemptResult()),
    answer(getAttemptResult, attemptResult()),
  ];
  const { user } = await renderPortal(address, { answers });
  await user.click(await screen.findByRole('radio', { name: 'Sponsor' }));
  await user.click(screen.getByRole('button', { name: 'Review and hand in' }));
  await user.dblClick(await screen.findByRole('button', { name: 'Hand in' }));
  expect(callsOf(handInAttempt)).toEqual([]);
  held.release();
  expect(await screen.findByRole('heading', { name: 'Not passed yet' })).toBeVisible();
  expect(callsOf(handInAttempt)).toHaveLength(1);
  await expectAddress(`${address}?attempt=12`);
});

test('CHECK-05 a busy portal gets the attempt again, without a message in between', async () => {
  byOne();
  const answers = [...forAttempt(attemptQuestion(1)), saved, refuse(handInAttempt, 'request.busy')];
  const { user } = await renderPortal(address, { answers });
  await user.click(await screen.findByRole('radio', { name: 'Sponsor' }));
  await user.click(screen.getByRole('button', { name: 'Review and hand in' }));
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await user.click(await screen.findByRole('button', { name: 'Hand in' }));
  await waitFor(() => expect(callsOf(handInAttempt)).toHaveLength(1));
  serve(answer(handInAttempt, attemptResult()), answer(getAttemptResult, attemptResult()));
  expect(await screen.findByRole('heading', { name: 'Not passed yet' })).toBeVisible();
  expect(callsOf(handInAttempt)).toHaveLength(2);
  expect(screen.queryByText('The check was not handed in')).toBeNull();
});

test('CHECK-05 an attempt is not handed in while an answer is not saved', async () => {
  byOne();
  const answers = [...forAttempt(attemptQuestion(1)), unreachable(saveCheckAnswer)];
  const { user } = await renderPortal(address, { answers });
  await user.click(await screen.findByRole('radio', { name: 'Sponsor' }));
  await user.click(screen.getByRole('button', { name: 'Review and hand in' }));
  await user.click(await screen.findByRole('button', { name: 'Hand in' }));
  await expectToast('The check was not handed in', /could not be sent/);
  expect(callsOf(handInAttempt)).toEqual([]);
});

test('CHECK-04 an attempt whose time is over leads to its result', async () => {
  const open = underWay().openAttempt;
  const answers = [
    answer(getCheck, checkState({ openAttempt: open && { ...open, isOver: true } })),
    answer(handInAttempt, attemptResult({ isByServer: true })),
    answer(getAttemptResult, attemptResult({ isByServer: true })),
    answer(listOwnCheckAttempts, []),
  ];
  const { user } = await renderPortal(address, { answers });
  await user.click(await screen.findByRole('button', { name: 'See the result' }));
  expect(await screen.findByText(/^The time was over, so the answers/)).toBeVisible();
});

test('CHECK-01 CHECK-09 a failed result shows the score and where to read again, and no single question', async () => {
  const result = attemptResult({
    attemptsLeft: 0,
    nextAttemptAt: '2099-01-06T00:00:00.000Z',
    readAgain: [
      { kind: 'page', page: 58 },
      { kind: 'heading', section: 'section-ask', title: 'Ask first' },
    ],
  });
  await renderPortal(`${address}?attempt=12`, {
    answers: [answer(getAttemptResult, result), answer(listOwnCheckAttempts, [])],
  });
  expect(await screen.findByRole('img', { name: '50 percent, pass mark 80 percent' })).toBeVisible();
  expect(screen.getByText('1 of 2 questions is right. You need 2, because the pass mark is 80%.')).toBeVisible();
  expect(screen.getByText(/^You have used all attempts of today/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start another attempt' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open Page 58' })).toHaveAttribute('href', '/resource/1/read?page=58');
  expect(screen.getByRole('link', { name: 'Open Ask first' })).toHaveAttribute(
    'href',
    '/resource/1/article#section-ask',
  );
  expect(screen.queryByRole('heading', { name: 'Your answers' })).toBeNull();
});

test('CHECK-05 CHECK-06 a passed result shows the right answers and asks for the confirmation', async () => {
  const question = { ...attemptQuestion(1), accepted: [], explanation: 'Because.', pointer: null, isVoid: false };
  const result = attemptResult({
    passed: true,
    percent: 80,
    readAgain: [],
    confirmations: [{ assignmentId: 7, organisation: 'Northmere Council' }],
    review: [
      { ...question, isRight: true, answer: { options: ['id-Sponsor'] }, rightAnswer: { options: ['id-Sponsor'] } },
      {
        ...question,
        number: 2,
        text: 'And here?',
        isRight: false,
        answer: { options: ['id-Reviewer'] },
        rightAnswer: { options: ['id-Sponsor'] },
      },
    ],
  });
  const answers = [answer(getAttemptResult, result), answer(listOwnCheckAttempts, []), answer(listCertificates, [])];
  await renderPortal(`${address}?attempt=12`, { answers });
  expect(await screen.findByText(/Northmere Council assigned “A guide” to you/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'I have read and understood this.' })).not.toBeChecked();
  const answersPart = screen.getByRole('region', { name: 'Your answers' });
  expect(within(answersPart).getByText('1 wrong, 1 right')).toBeVisible();
  const [first] = within(answersPart).getAllByRole('listitem');
  expect(first).toHaveTextContent('2. And here?WrongYour answerReviewerRight answerSponsorBecause.');
});

test('CHECK-06 the page offers no check to members without access, and says when there is none', async () => {
  await renderPortal(address, { answers: [answer(getCheck, checkState({ canOpen: false }))] });
  expect(await screen.findByRole('heading', { name: 'You do not have access' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Your attempts' })).toBeNull();
  serve(answer(getCheck, null), answer(listOwnCheckAttempts, []));
  await openAnew(address);
  expect(await screen.findByRole('heading', { name: 'There is no knowledge check here' })).toBeVisible();
});

test('CHECK-08 the own attempts stay listed with their results without access, and after the check was removed', async () => {
  const past = { resourceId: 1, title: 'A guide', version: 1, startedAt: '2026-01-05T09:00:00.000Z', passMark: 80 };
  const attempts = [
    { ...past, id: 13, handedInAt: null, percent: null, passed: null },
    { ...past, id: 12, handedInAt: '2026-01-05T09:10:00.000Z', percent: 75, passed: false },
  ];
  const answers = [
    ...forResource(),
    answer(getCheck, checkState({ canOpen: false, lastAttemptId: 13 })),
    answer(listOwnCheckAttempts, attempts),
    answer(getAttemptResult, attemptResult({ id: 12 })),
    answer(listCertificates, []),
  ];
  const expectListed = async () => {
    const list = within(await screen.findByRole('region', { name: 'Your attempts' }));
    const [open, failed] = list.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(open).toHaveTextContent('Under way');
    expect(within(open).queryByRole('link')).toBeNull();
    expect(failed).toHaveTextContent('75%Not passed');
    return within(failed).getByRole('link', { name: /^Result of/ });
  };
  await renderPortal(address, { answers });
  expect(await screen.findByRole('heading', { name: 'You do not have access' })).toBeVisible();
  await expectListed();
  for (const without of [answer(getCheck, null), refuse(getCheck, 'catalogue.not-found')]) {
    serve(without);
    const { user } = await openAnew(address);
    expect(await screen.findByRole('heading', { name: 'There is no knowledge check here' })).toBeVisible();
    await user.click(await expectListed());
    await expectAddress(`${address}?attempt=12`);
    expect(await screen.findByRole('img', { name: '50 percent, pass mark 80 percent' })).toBeVisible();
  }
});

test('CHECK-05 a check that cannot be loaded says so, and loads again when asked', async () => {
  const { user } = await renderPortal(address, { answers: [fail(getCheck)] });
  expect(await screen.findByRole('alert')).toHaveTextContent('The check could not be opened');
  serve(answer(getCheck, checkState()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Start the check' })).toBeVisible();
});

test('CHECK-08 another member’s result does not exist', async () => {
  await renderPortal(`${address}?attempt=99`, { answers: [refuse(getAttemptResult, 'checks.attempt-not-found')] });
  expect(await screen.findByRole('heading', { name: 'This result does not exist' })).toBeVisible();
});

test('CHECK-05 the page of a resource leads to its check', async () => {
  const answers = [...forResource(), answer(getCheck, underWay({ bestPercent: 50 }))];
  await renderPortal('/resource/1', { answers });
  const part = await screen.findByRole('region', { name: 'Knowledge check' });
  expect(part).toHaveTextContent('Best score 50%, pass mark 80%');
  expect(within(part).getByRole('link', { name: 'Continue the check' })).toHaveAttribute('href', address);
});

test('CHECK-01 the time of an attempt is over when the portal says so, and not because the device’s clock was turned', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let now = '2026-01-05T09:00:00.000Z';
  const timed = () => openAttempt([attemptQuestion(1)], { hasTimeLimit: true, dueAt: '2026-01-05T09:30:30.000Z', now });
  await renderPortal(address, { answers: [...forAttempt(attemptQuestion(1)), answer(getOpenAttempt, timed)] });
  expect(await screen.findByText('30 minutes left')).toBeVisible();
  await vi.advanceTimersByTimeAsync(5_000);
  const asked = () => callsOf(getOpenAttempt).length;
  const before = asked();

  const reply = hold(answer(getOpenAttempt, timed));
  serve(reply);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(5_000);
  await waitFor(() => expect(asked()).toBe(before + 1));
  expect(screen.queryByText('Time is over')).toBeNull();
  now = '2026-01-05T09:00:06.000Z';
  reply.release();
  expect(await screen.findByText('30 minutes left')).toBeVisible();

  now = '2026-01-05T09:30:31.000Z';
  vi.advanceTimersByTime(31 * 60_000);
  expect((await screen.findAllByText('Time is over'))[0]).toBeVisible();
});
