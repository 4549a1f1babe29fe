import { expect, it } from 'vitest';
import { callInThread, threadPlaces } from './threads.ts';

const module = new URL('./threads-example.ts', import.meta.url);
const free = threadPlaces(4);
const call = (given: unknown[], limitMs = 60_000, places = free) => callInThread(module, { given, limitMs, places });

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

it('GEN-30 runs so many threads at a time, and the other calls in the order in which they came', {
  tags: 'long',
}, async () => {
  const numbers = new Int32Array(new SharedArrayBuffer(4 * 20));
  const places = threadPlaces(2);
  const companyMs = 30_000;
  const calls = Array.from({ length: 8 }, (_, index) =>
    call(['count', numbers, index + 1, 100, companyMs], 60_000, places),
  );
  await Promise.all(calls);
  const [inside, most, total, ...names] = numbers;
  expect([inside, most, total]).toEqual([0, 2, 8]);
  // Two start together, so neighbours may change places.
  for (const [place, name] of names.slice(0, 8).entries()) expect(Math.abs(name - (place + 1))).toBeLessThan(2);
});

it('GEN-30 counts the limit of time from the start of the thread, not of the call', { tags: 'long' }, async () => {
  const numbers = new Int32Array(new SharedArrayBuffer(4 * 20));
  const places = threadPlaces(1);
  await Promise.all([1, 2, 3, 4].map((name) => call(['count', numbers, name, 700], 2500, places)));
  expect(numbers[2]).toBe(4);
});

it('GEN-30 refuses a call that has waited too long, and one when the line is full, with 503 and Retry-After', async () => {
  const places = threadPlaces(1, 100);
  const running = call(['go on'], 1500, places);
  const rejected = { code: 'request.busy', status: 503, retryAfterSeconds: 30 };
  await expect(call(['unite', new Set([1])], 60_000, places)).rejects.toMatchObject(rejected);
  const patient = callInThread(module, { given: ['unite', new Set([1])], limitMs: 60_000, places, patienceMs: null });
  const line = Array.from({ length: 60 }, () => call(['unite', new Set([1])], 60_000, places).catch((error) => error));
  expect(await line.at(-1)).toMatchObject(rejected);
  await expect(running).rejects.toThrow(/aborted/);
  expect(await patient).toEqual(new Set([1]));
  await Promise.all(line);
});

it('GEN-30 gives the place back when a thread cannot be started', async () => {
  const places = threadPlaces(1, 100);
  await expect(call([() => 'not to be copied'], 60_000, places)).rejects.toThrow(/could not be cloned/);
  expect(await call(['unite', new Set([1])], 60_000, places)).toEqual(new Set([1]));
});
