import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FailedJob, RetryingJob, System, SystemNode } from '#contract/operations/system.ts';
import { getLastRun } from '#server/commerce/billing/reconciliation-actions.ts';
import { countWaiting } from '#server/operations/metrics/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { readNotedTime } from '#server/platform/database/backup-files.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Replica } from '#server/platform/database/replica.ts';
import { fail } from '#server/platform/failure.ts';
import { readFreeBytes } from '#server/platform/files/incoming.ts';
import type { LaneOf } from '#server/platform/jobs/lanes.ts';
import { watchFailingServices } from '#server/platform/telemetry/failing-services.ts';
import * as store from './store.ts';

export type SystemDeps = {
  laneOf: LaneOf;
  version: string;
  dataDir: string;
  isEmbedded: boolean;
  bucket: string | null;
  mailServer: string | null;
  replica: Replica;
};

/** Returns the state of the installation (SYS-01). */
export async function getSystem(ctx: Context, deps: SystemDeps): Promise<System> {
  const { laneOf, version, dataDir, isEmbedded, bucket, mailServer, replica } = deps;
  const waiting = await countWaiting(ctx, laneOf);
  const lastRun = await getLastRun(ctx);
  return {
    version,
    nodes: (await store.listNodes(ctx.db)).map(showNode),
    database: { ...(await store.getDatabase(ctx.db)), isEmbedded, replica: replica.health() },
    lanes: waiting.lanes,
    failedJobs: await listFailedJobs(ctx, laneOf),
    retryingJobs: (await store.listRetryingJobs(ctx.db)).map((row) => showRetryingJob(row, laneOf)),
    lastBackupAt: isEmbedded ? await readNotedTime(dataDir, 'last-backup') : null,
    lastDrillAt: isEmbedded ? await readNotedTime(dataDir, 'last-restore-drill') : null,
    lastReconciliation: lastRun && { finishedAt: lastRun.finishedAt?.toISOString() ?? null, error: lastRun.error },
    files: { bucket, freeBytes: await readFreeBytes(dataDir) },
    mail: { server: mailServer, waiting: waiting.mails_waiting, parked: waiting.mails_parked },
  };
}

export async function listFailedJobs(ctx: Context, laneOf: LaneOf): Promise<FailedJob[]> {
  return (await store.listFailedJobs(ctx.db)).map((row) => showFailedJob(row, laneOf));
}

/** Counts the jobs that failed and will be retried, with the time of the next attempt. */
export async function countRetrying(ctx: Context): Promise<{ count: number; nextAt: string | null }> {
  const { count, next_at } = await store.countRetrying(ctx.db);
  return { count, nextAt: next_at?.toISOString() ?? null };
}

function showNode({ name, role, version, started_at, seen_at, is_alive, failing }: store.NodeRow): SystemNode {
  const times = { startedAt: started_at.toISOString(), lastSeenAt: seen_at.toISOString() };
  return { name, role, version, ...times, isAlive: is_alive, failing };
}

function showFailedJob({ id, task, attempts, reason, keys, failed_at }: store.FailedJobRow, laneOf: LaneOf): FailedJob {
  return {
    id,
    task,
    lane: laneOf(task),
    attempts,
    reason: plainReason(reason),
    keys,
    failedAt: failed_at.toISOString(),
  };
}

function showRetryingJob({ max_attempts, next_at, reason, ...job }: store.RetryingJobRow, laneOf: LaneOf): RetryingJob {
  const times = { maxAttempts: max_attempts, nextAt: next_at.toISOString() };
  return { ...job, ...times, lane: laneOf(job.task), reason: plainReason(reason) };
}

const rejectedByDatabase = 'The database refused what the job wrote';

/** Replaces PostgreSQL's message about a violated constraint by a sentence with its name, or with the missing value. */
function plainReason(reason: string | null): string {
  const given = reason ?? '';
  const [, rule] = /violates .*constraint "(\w+)"/.exec(given) ?? [];
  if (rule) return `${rejectedByDatabase}: it breaks the rule ${rule}.`;
  // The message about a missing value names no constraint.
  const [, column, table] = /^null value in column "(\w+)" of relation "(\w+)" violates not-null/.exec(given) ?? [];
  return column ? `${rejectedByDatabase}: “${column}” of “${table}” has no value.` : given;
}

/** Lets a failed job run again (SYS-03). @throws system.job-not-failed */
export async function retryJob(ctx: MemberContext, id: number): Promise<void> {
  const task = await store.rescheduleFailedJob(ctx.db, id);
  if (task === null) throw fail('system.job-not-failed');
  await audit(ctx, { object: 'job', action: 'retry', objectId: id, before: task });
}

/** Deletes a failed job permanently (SYS-03). @throws system.job-not-failed */
export async function dropJob(ctx: MemberContext, id: number): Promise<void> {
  const task = await store.deleteFailedJob(ctx.db, id);
  if (task === null) throw fail('system.job-not-failed');
  await audit(ctx, { object: 'job', action: 'drop', objectId: id, before: task });
}

/** Deletes jobs that failed more than 30 days ago (SYS-04). */
export async function forgetOldFailures(ctx: Context): Promise<void> {
  while ((await store.deleteOldFailedJobs(ctx.db)) > 0);
}

const signEveryMs = 20_000;

/** Records repeatedly that this node runs, and what its /readyz names as failing, until it is stopped (SYS-02). */
export function keepPresent(
  { db, replica }: Pick<Database, 'db' | 'replica'>,
  node: Omit<store.NewNode, 'id' | 'failing'>,
  everyMs = signEveryMs,
): { stop(): Promise<void> } {
  const services = watchFailingServices(replica);
  const ending = new AbortController();
  const id = randomUUID();
  const telling = (async () => {
    while (!ending.signal.aborted) {
      // While the database is unreachable, the other nodes see that this node does not report.
      await store.touchNode(db, { ...node, id, failing: services.list() }).catch(() => {});
      await wait(everyMs, null, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await telling;
      services.stop();
      // Without the database, the other nodes see that this node no longer reports.
      await store.deleteNode(db, id).catch(() => {});
    },
  };
}
