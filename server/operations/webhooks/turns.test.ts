import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTurns } from './turns.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('HOOK-04 receivers that answer slowly every second time share half of the places', async () => {
  const turns = openTurns(4);
  const all = [1, 2, 3, 4];
  const takeAll = (ms: number) =>
    all.map((id) =>
      turns.take({ webhookId: id, isUnproven: false }, () => new Promise((done) => setTimeout(done, ms))),
    );
  const slow = takeAll(3_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await Promise.all(slow)).toEqual([true, true, true, true]);
  for (const id of all) expect(await turns.take({ webhookId: id, isUnproven: false }, async () => {})).toBe(true);
  const next = takeAll(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.all(next)).toEqual([true, true, false, false]);
  await vi.advanceTimersByTimeAsync(600_000);
  const later = takeAll(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.all(later)).toEqual([true, true, true, true]);
});

it('HOOK-04 receivers that have delivered nothing yet, or fail, share half of the places from their first turn', async () => {
  const turns = openTurns(4);
  const take = (webhookId: number, isUnproven: boolean) =>
    turns.take({ webhookId, isUnproven }, () => new Promise((done) => setTimeout(done, 15_000)));
  const taken = [take(1, true), take(2, true), take(3, true), take(4, false), take(5, false)];
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await Promise.all(taken)).toEqual([true, true, false, true, true]);
});
