import { screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkSystem, getSystem, retryJob } from '#contract/operations/system.endpoints.ts';
import type { System } from '#contract/operations/system.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const node: System['nodes'][number] = {
  name: 'node-1',
  role: 'all',
  version: '0.1.0',
  startedAt: '2026-01-05T09:00:00.000Z',
  lastSeenAt: '2026-01-05T10:00:00.000Z',
  isAlive: true,
  failing: [],
};

const lane = { waiting: 0, scheduled: 0, retrying: 0, running: 0, failed: 0, oldestSeconds: 0 };

/** System of one node with an embedded database and without failures. */
function system(changed: Partial<System> = {}): System {
  return {
    version: '0.1.0',
    nodes: [node],
    database: { version: '18.4', bytes: 30_000_000, isEmbedded: true, replica: null },
    lanes: [
      { lane: 'now', ...lane },
      { lane: 'normal', ...lane },
      { lane: 'bulk', ...lane },
    ],
    failedJobs: [],
    retryingJobs: [],
    lastBackupAt: null,
    lastDrillAt: null,
    lastReconciliation: null,
    files: { bucket: null, freeBytes: null },
    mail: { server: null, waiting: 0, parked: 0 },
    ...changed,
  };
}

const open = (...answers: Parameters<typeof serve>) =>
  renderPortal('/admin-dashboard/system', { as: administrator(), answers });
const findTable = async (name: string) => within(await screen.findByRole('table', { name }));

test('SYS-01 SYS-05 the System screen shows the nodes, database and jobs, and runs the checks when asked', async () => {
  const { user } = await open(
    answer(getSystem, system()),
    answer(checkSystem, [{ state: 'warning', what: 'Disk', sentence: 'Less than 5 GB are free.' }]),
  );
  expect(await screen.findByText('PostgreSQL 18.4, embedded, 28.6 MB')).toBeVisible();
  expect((await findTable('Nodes')).getByText('Running')).toBeVisible();
  expect((await findTable('Jobs by lane')).getAllByRole('row')).toHaveLength(4);
  expect(screen.getByText('No job has failed.')).toBeVisible();
  expect(callsOf(checkSystem)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Run checks' }));
  expect((await findTable('Checks')).getByRole('row', { name: /Disk Warning|Disk.*Less than 5 GB/ })).toBeVisible();
});

test('SYS-01 the System screen says that it could not be loaded, and loads again when asked', async () => {
  const { user } = await open(fail(getSystem));
  expect(await screen.findByRole('heading', { name: 'Failed to fetch the state of the system' })).toBeVisible();
  serve(answer(getSystem, system()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await findTable('Nodes')).getByText('Running')).toBeVisible();
});

test('SYS-06 a job that is tried again shows its reason, its attempts and the time of the next one', async () => {
  const retrying = {
    id: 988,
    task: 'read-pdfs',
    lane: 'bulk' as const,
    attempts: 3,
    maxAttempts: 12,
    reason: 'Some PDFs could not be read: file 1 (too deep)',
    keys: [],
    nextAt: '2026-01-05T10:00:00.000Z',
  };
  await open(answer(getSystem, system({ retryingJobs: [retrying] })));
  const jobs = await findTable('Jobs that failed and are tried again');
  for (const text of ['read-pdfs', retrying.reason, '3 of 12']) expect(jobs.getByText(text)).toBeVisible();
  expect(jobs.queryByRole('button')).toBeNull();
});

test('SYS-03 a failed job shows its reason, and a retry that comes too late says so', async () => {
  const failed = {
    id: 987,
    task: 'send-mail',
    lane: 'now' as const,
    attempts: 12,
    reason: '550 no such mailbox',
    keys: ['mailId'],
    failedAt: '2026-01-05T10:00:00.000Z',
  };
  const { user } = await open(
    answer(getSystem, system({ failedJobs: [failed] })),
    refuse(retryJob, 'system.job-not-failed'),
  );
  const jobs = await findTable('Failed jobs');
  expect(jobs.getByText('550 no such mailbox')).toBeVisible();
  await user.click(jobs.getByRole('button', { name: 'Retry send-mail' }));
  await expectToast('Retry failed', 'This job has been retried or deleted already.');
  expect(callsOf(retryJob)[0]?.params).toEqual({ id: '987' });
  await user.click((await findTable('Failed jobs')).getByRole('button', { name: 'Delete send-mail' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('The job does not run again.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('SYS-02 OPS-27 a node says which services it has no answer from', async () => {
  await open(answer(getSystem, system({ nodes: [{ ...node, failing: ['disk', 's3', 'smtp'] }] })));
  const nodes = await findTable('Nodes');
  expect(nodes.getByText('No answer from bucket, mail server. No room on the disk')).toBeVisible();
  expect(nodes.queryByText('Running')).toBeNull();
});

test('SYS-02 a node that is silent says so', async () => {
  await open(answer(getSystem, system({ nodes: [{ ...node, isAlive: false }] })));
  expect((await findTable('Nodes')).getByText('Silent')).toBeVisible();
});

test('ADM-33 the System screen is fetched again while jobs are retried, and not when nothing is under way', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { lanes, mail } = system();
  const quiet = {
    lanes: lanes.map((lane) => ({ ...lane, waiting: 0, running: 0, retrying: 0 })),
    mail: { ...mail, waiting: 0 },
  };
  const retrying = quiet.lanes.map((lane) => ({ ...lane, retrying: 1 }));
  await open(answer(getSystem, system({ ...quiet, lanes: retrying })));
  await findTable('Nodes');
  const first = callsOf(getSystem).length;
  serve(answer(getSystem, system(quiet)));
  vi.advanceTimersByTime(5_100);
  await waitFor(() => expect(callsOf(getSystem)).toHaveLength(first + 1));
  await findTable('Nodes');
  vi.advanceTimersByTime(60_000);
  expect(callsOf(getSystem)).toHaveLength(first + 1);
});
