import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSaving, type SavingState } from './saving.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

/** Creates a saving whose requests the test settles, with records of all that it sent, kept and reported. */
function createStage() {
  const answers: { value: number; resolve: () => void; reject: () => void }[] = [];
  const states: SavingState[] = [];
  const kept: (number | null)[] = [];
  const again: (() => void)[] = [];
  const saving = createSaving<number>({
    send: (value) =>
      new Promise<void>((resolve, reject) => answers.push({ value, resolve, reject: () => reject(new Error('away')) })),
    keep: (value) => kept.push(value),
    tell: (state) => states.push(state),
    later: (retry) => again.push(retry),
  });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const sent = () => answers.map(({ value }) => value);
  return { saving, answers, states, kept, again, settle, sent };
}

test('ASSESS-09 sends each change in one request at a time, the latest last', async () => {
  const { saving, answers, states, kept, settle, sent } = createStage();
  saving.save(1);
  saving.save(2);
  saving.save(3);
  expect(sent()).toEqual([1]);
  answers[0]?.resolve();
  await settle();
  expect(sent()).toEqual([1, 3]);
  expect(states.at(-1)).toBe('saving');
  answers[1]?.resolve();
  await settle();
  expect(states.at(-1)).toBe('saved');
  expect(kept.at(-1)).toBeNull();
});

test('keeps a change that could not be sent, reports it as unsaved and sends it later', async () => {
  const { saving, answers, states, kept, again, settle, sent } = createStage();
  saving.save(1);
  answers[0]?.reject();
  await settle();
  expect(states.at(-1)).toBe('unsaved');
  expect(kept).toEqual([1]);
  again[0]?.();
  expect(sent()).toEqual([1, 1]);
  answers[1]?.resolve();
  await settle();
  expect([states.at(-1), kept.at(-1)]).toEqual(['saved', null]);
});

test('a change during an outage replaces the unsent one before it', async () => {
  const { saving, answers, kept, settle, sent } = createStage();
  saving.save(1);
  answers[0]?.reject();
  await settle();
  saving.save(2);
  saving.sendAgain();
  saving.sendAgain();
  expect(sent()).toEqual([1, 2]);
  answers[1]?.resolve();
  await settle();
  saving.sendAgain();
  expect(sent()).toEqual([1, 2]);
  expect(kept).toEqual([1, 2, null]);
});
