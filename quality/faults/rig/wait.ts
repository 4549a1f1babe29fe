import { setTimeout as pause } from 'node:timers/promises';

type Patience = { withinMs: number; everyMs?: number };

/**
 * Repeats a check until it succeeds.
 * @returns the duration in milliseconds
 * @throws with `what` when that takes longer than allowed
 */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { withinMs, everyMs = 20 }: Patience,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await pause(everyMs);
  }
  return performance.now() - startedAt;
}

/** Processes `atOnce` items at a time, in their order. @returns the results in the order of the items */
export async function inParallel<Item, Answer>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of waiting) answers[index] = await work(item, index);
    }),
  );
  return answers;
}

/** Starts `perSecond` items a second, however long they take. @returns the results in the order of the items */
export async function atPace<Item, Answer>(
  perSecond: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const startedAt = performance.now();
  const answers: Promise<Answer>[] = [];
  for (const [index, item] of items.entries()) {
    await pause(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()));
    const answer = work(item, index);
    // Awaited below; until then a rejection must not count as unhandled.
    answer.catch(() => {});
    answers.push(answer);
  }
  return Promise.all(answers);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
