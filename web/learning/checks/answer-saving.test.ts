import { expect, it } from 'vitest';
import type { CheckAnswer } from '#contract/learning/checks.ts';
import { createAnswerSaving } from './answer-saving.ts';
import type { Answers } from './check-display.ts';

const rejected = new Error('rejected');

function setUp(first: Answers = {}) {
  const sent: [number, CheckAnswer][] = [];
  const states: string[] = [];
  const rejections: unknown[] = [];
  let failure: Error | null = null;
  let again: (() => void) | null = null;
  let kept: Answers = first;
  const saving = createAnswerSaving(first, {
    send: async (number, answer) => {
      if (failure) throw failure;
      sent.push([number, answer]);
    },
    keep: (unsent) => {
      kept = unsent;
    },
    tell: (state) => states.push(state),
    isRejection: (error) => error === rejected,
    onRejected: (error) => rejections.push(error),
    later: (next) => {
      again = next;
    },
  });
  return {
    saving,
    sent,
    states,
    rejections,
    fail: (next: Error | null) => {
      failure = next;
    },
    repeat: () => again?.(),
    kept: () => kept,
  };
}

const answer = (id: string): CheckAnswer => ({ options: [id] });

it('CHECK-05 only the latest answer of each question is sent, one request at a time', async () => {
  const { saving, sent, states, kept } = setUp();
  saving.save(1, answer('a'));
  saving.save(2, answer('b'));
  saving.save(2, answer('c'));
  expect(kept()).toEqual({ 1: answer('a'), 2: answer('c') });
  expect(await saving.sendAll()).toBe(true);
  expect(sent).toEqual([
    [1, answer('a')],
    [2, answer('c')],
  ]);
  expect(kept()).toEqual({});
  expect(states.at(-1)).toBe('saved');
});

it('CHECK-05 an answer that could not be sent is kept and sent again', async () => {
  const { saving, sent, states, fail, repeat, kept } = setUp();
  fail(new Error('offline'));
  saving.save(1, answer('a'));
  expect(await saving.sendAll()).toBe(false);
  expect(states.at(-1)).toBe('unsaved');
  expect(kept()).toEqual({ 1: answer('a') });
  fail(null);
  repeat();
  expect(await saving.sendAll()).toBe(true);
  expect(sent).toEqual([[1, answer('a')]]);
});

it('CHECK-05 an answer that the portal rejects is not sent again', async () => {
  const { saving, sent, rejections, fail, kept } = setUp({ 3: answer('old') });
  fail(rejected);
  expect(await saving.sendAll()).toBe(true);
  expect(rejections).toEqual([rejected]);
  expect(sent).toEqual([]);
  expect(kept()).toEqual({});
});

it('CHECK-05 a typed answer is sent after a pause', async () => {
  const { saving, sent, repeat } = setUp();
  saving.save(1, { text: 'spo' }, { isTyping: true });
  saving.save(1, { text: 'sponsor' }, { isTyping: true });
  await Promise.resolve();
  expect(sent).toEqual([]);
  repeat();
  await saving.sendAll();
  expect(sent).toEqual([[1, { text: 'sponsor' }]]);
});
