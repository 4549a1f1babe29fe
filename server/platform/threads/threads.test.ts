import { expect, it } from 'vitest';
import { callInThread } from './threads.ts';

const module = new URL('./threads-example.ts', import.meta.url);
const call = (given: unknown[], limitMs = 60_000) => callInThread(module, { given, limitMs });

it('responds with what the function returns, sets included', async () => {
  expect(await call(['unite', new Set([1]), new Set([2])])).toEqual(new Set([1, 2]));
});

it('fails as the function does', async () => {
  await expect(call(['fail'])).rejects.toThrow('on purpose');
});

it('ends a function that goes on for ever while the process runs', async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 5);
  await expect(call(['go on'], 500)).rejects.toThrow(/aborted/);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);
});
