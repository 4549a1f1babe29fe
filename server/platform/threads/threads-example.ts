// Thread module for tests; its first argument selects the behaviour.
import { respondInThread } from './threads.ts';

type Deed = 'unite' | 'fail' | 'go on' | 'count' | 'hold';

/**
 * Waits. `numbers` holds the number of waiting threads, its highest value, the number of arrivals, and then the names
 * in the order of arrival.
 * @param companyMs how long the first thread waits for a second one, however late the machine starts it
 */
function count(numbers: Int32Array, name: number, waitMs: number, companyMs = 0): void {
  const inside = Atomics.add(numbers, 0, 1) + 1;
  if (inside > Atomics.load(numbers, 1)) Atomics.store(numbers, 1, inside);
  const place = Atomics.add(numbers, 2, 1);
  Atomics.store(numbers, 3 + place, name);
  Atomics.notify(numbers, 1);
  Atomics.wait(numbers, 1, 1, companyMs);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  Atomics.sub(numbers, 0, 1);
}

/** Keeps the thread busy until the first number is no longer 0. */
const hold = (numbers: Int32Array) => void Atomics.wait(numbers, 0, 0);

await respondInThread((deed: Deed, ...given: unknown[]) => {
  if (deed === 'fail') throw new Error('on purpose');
  // Safe casts, because the tests pass each function its arguments.
  if (deed === 'count') return count(...(given as Parameters<typeof count>));
  if (deed === 'hold') return hold(...(given as Parameters<typeof hold>));
  while (deed === 'go on');
  return new Set((given as Set<number>[]).flatMap((set) => [...set]));
});
