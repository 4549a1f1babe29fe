import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { paymentCrontab, portalCrontab, portalTasks } from '#server/app/tasks.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { fillLargePortal } from './large-portal.ts';
import { tell } from './report.ts';
import { mostStallMs } from './stalls.ts';

/** @module-tag long */

let portal: PayingPortal;
let tasks: Partial<Record<string, Task<never>>>;
beforeAll(async () => {
  portal = await createPayingPortal();
  tasks = portalTasks({ ...portal.dependencies, mailSender: { send: async () => {}, close: () => {} } });
});
afterAll(() => portal.close());

/** The scheduled jobs, with their payloads. */
const scheduled = (portalCrontab + paymentCrontab).split('\n').flatMap((line) => {
  const [, name = '', payload] = /^(?:\S+ ){5}(\S+)[^{]*(\{.*\})?$/.exec(line) ?? [];
  return name === '' ? [] : [{ name, payload: payload ? { summaries: true } : {} }];
});

/** The start and end of a turn of the event loop, and its processor time in milliseconds. */
type Turn = { from: number; to: number; ms: number };

/**
 * Returns the longest processor time of a turn of the event loop while a job runs, without the pauses of the garbage
 * collector. A job cannot be repeated to avoid them, because its rows are processed then.
 */
async function stallOfJob(work: () => Promise<unknown>): Promise<number> {
  const pauses: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => void pauses.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const turns: Turn[] = [];
  let worst = 0;
  let isOver = false;
  let [last, from] = [process.threadCpuUsage(), performance.now()];
  const look = () => {
    const [now, to] = [process.threadCpuUsage(), performance.now()];
    const ms = (now.user - last.user + now.system - last.system) / 1000;
    if (ms > mostStallMs) turns.push({ from, to, ms });
    else worst = Math.max(worst, ms);
    [last, from] = [now, to];
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  await wait(100);
  // Pauses of the last turns may not have been reported yet.
  pauses.push(...observer.takeRecords());
  observer.disconnect();
  for (const turn of turns) {
    const inTurn = pauses.filter(({ startTime }) => startTime >= turn.from - 1 && startTime <= turn.to);
    const paused = inTurn.reduce((sum, { duration }) => sum + duration, 0);
    worst = Math.max(worst, turn.ms - paused);
    tell(
      `  a turn of ${turn.ms.toFixed(0)} ms, ${(turn.to - turn.from).toFixed(0)} by the clock, ${paused.toFixed(0)} of the collector`,
    );
  }
  return worst;
}

it('GEN-29 no job of the clock occupies the main thread for more than 50 ms in a large portal', {
  timeout: 3_600_000,
}, async () => {
  expect(scheduled.map(({ name }) => name)).toContain('send-digests');
  const run = async ({ name, payload }: (typeof scheduled)[number]) =>
    tasks[name]?.(payload as never, { attempt: 1, isLast: false });
  // The first run also loads and compiles the code of a job.
  await fillLargePortal(portal.database, { host: 'small.example', mostRows: 30 });
  for (const job of scheduled) await run(job);
  // A hundred thousand accounts take minutes, so only `npm run test:fuzz` has them.
  await fillLargePortal(portal.database, {
    host: 'large.example',
    ...(inject('fuzzMinutes') === null && { mostRows: 2000 }),
  });
  const tooLong: string[] = [];
  for (const job of scheduled) {
    const begun = performance.now();
    const ms = await stallOfJob(() => run(job));
    const what = `${ms.toFixed(0)} ms ${job.name} ${JSON.stringify(job.payload)}`;
    tell(`${what}, ${((performance.now() - begun) / 1000).toFixed(0)} s in all`);
    if (ms > mostStallMs) tooLong.push(what);
  }
  expect(tooLong).toEqual([]);
});
