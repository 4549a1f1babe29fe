import { parseCrontab } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { features } from '#server/app/features.ts';
import { paymentCrontab, paymentTasks, portalCrontab, portalTasks } from '#server/app/tasks.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const tasksOf = (crontab: string) => parseCrontab(crontab).map(({ task }) => task);

it('OPS-04 every line of the schedule is one that the job queue reads, and starts a task that exists', () => {
  const { dependencies } = portal;
  // Safe because the Stripe client is only passed on here.
  const stripe = {} as NonNullable<typeof dependencies.stripe>;
  const mailSender = { send: async () => {}, close: () => {} };
  const usual = Object.keys(portalTasks({ ...dependencies, mailSender, stripe: null }));
  const paying = Object.keys(paymentTasks({ ...dependencies, stripe }));
  expect(tasksOf(portalCrontab).filter((task) => !usual.includes(task))).toEqual([]);
  expect(tasksOf(paymentCrontab).filter((task) => !paying.includes(task))).toEqual([]);
});

it('OPS-04 no line of the schedule is lost or read as part of another', () => {
  const linesOf = (crontab = '') => crontab.split('\n').filter((line) => /^[^#\s]/.test(line));
  expect(tasksOf(portalCrontab)).toHaveLength(linesOf(portalCrontab).length);
  for (const { crontab = '', paymentCrontab: paid = '' } of features) {
    // The schedules of all features are concatenated, so each must end with a line break.
    expect([crontab, paid].filter((text) => text !== '' && !text.endsWith('\n'))).toEqual([]);
    expect(tasksOf(crontab + paid)).toHaveLength(linesOf(crontab).length + linesOf(paid).length);
  }
});

it('OPS-04 each line of the schedule has a name of its own, under which the queue remembers that it was started', () => {
  const names = parseCrontab(portalCrontab + paymentCrontab).map(({ identifier }) => identifier);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
