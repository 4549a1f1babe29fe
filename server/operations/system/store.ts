import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { causeKeys } from '#server/platform/jobs/cause.ts';

export type NodeRow = Omit<Selectable<Tables['nodes']>, 'id'> & { is_alive: boolean };

/** Lists up to 100 nodes: running ones first, then by name and start. */
export async function listNodes(db: Db): Promise<NodeRow[]> {
  return db.prepared<NodeRow>(
    'system.list_nodes',
    `select name, role, version, started_at, seen_at, failing, seen_at > now() - interval '90 seconds' as is_alive
     from nodes order by is_alive desc, name, started_at limit 100`,
    [],
  );
}

export type NewNode = Pick<Selectable<Tables['nodes']>, 'id' | 'name' | 'role' | 'version' | 'failing'>;

/**
 * Records that a node runs, and what its /readyz names as failing; deletes nodes that have not reported for a day.
 */
export async function touchNode(db: Db, { id, name, role, version, failing }: NewNode): Promise<void> {
  await db.prepared(
    'system.touch_node',
    `with gone as (delete from nodes where seen_at < now() - interval '1 day' and id <> $1)
     insert into nodes (id, name, role, version, failing) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set seen_at = now(), failing = excluded.failing`,
    [id, name, role, version, failing],
  );
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.prepared('system.delete_node', 'delete from nodes where id = $1', [id]);
}

export async function getDatabase(db: Db): Promise<{ version: string; bytes: number }> {
  const [row] = await db.prepared<{ version: string; bytes: number }>(
    'system.get_database',
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
    [],
  );
  if (!row) throw new Error('A select without a table has one row');
  return row;
}

/** Condition for a job that will not be retried. */
const isFailed = 'attempts >= max_attempts and locked_at is null';

/** The keys of a job's payload, except those in `$1`. */
const keysOfPayload = `case when json_typeof(payload) = 'object' then array(
  select key from json_object_keys(payload) as key where key <> all($1)) else '{}' end`;
const jobsAndPayloads = `graphile_worker.jobs join lateral (
  select payload from graphile_worker._private_jobs where _private_jobs.id = jobs.id) as given on true`;

export type FailedJobRow = {
  id: number;
  task: string;
  attempts: number;
  reason: string | null;
  keys: string[];
  failed_at: Date;
};

export type RetryingJobRow = Omit<FailedJobRow, 'failed_at'> & { max_attempts: number; next_at: Date };

/** Lists the jobs that failed and will be retried, those with the most attempts first, at most 100. */
export async function listRetryingJobs(db: Db): Promise<RetryingJobRow[]> {
  return db.prepared<RetryingJobRow>(
    'system.list_retrying_jobs',
    `select id, task_identifier as task, attempts, max_attempts, left(last_error, 500) as reason, run_at as next_at,
       ${keysOfPayload} as keys from ${jobsAndPayloads}
     where attempts > 0 and attempts < max_attempts and last_error is not null
     order by attempts desc, id limit 100`,
    [causeKeys],
  );
}

/** Counts the jobs that failed and will be retried, with the time of the next attempt. */
export async function countRetrying(db: Db): Promise<{ count: number; next_at: Date | null }> {
  const [row] = await db.prepared<{ count: number; next_at: Date | null }>(
    'system.count_retrying',
    `select count(*)::integer as count, min(run_at) as next_at from graphile_worker.jobs
     where attempts > 0 and attempts < max_attempts and last_error is not null`,
    [],
  );
  return row ?? { count: 0, next_at: null };
}

/** Lists the newest failed jobs, at most 100, with the keys of their payloads. */
export async function listFailedJobs(db: Db): Promise<FailedJobRow[]> {
  return db.prepared<FailedJobRow>(
    'system.list_failed_jobs',
    `select id, task_identifier as task, attempts, left(last_error, 500) as reason, updated_at as failed_at,
       ${keysOfPayload} as keys from ${jobsAndPayloads}
     where ${isFailed} order by updated_at desc, id desc limit 100`,
    [causeKeys],
  );
}

/** Reschedules a failed job. @returns its task; null when there is no failed job of this id */
export function rescheduleFailedJob(db: Db, id: number): Promise<string | null> {
  return changeFailedJob(db, id, {
    name: 'system.reschedule_failed_job',
    change: 'graphile_worker.reschedule_jobs(array[failed.id], run_at := now(), attempts := 0)',
  });
}

/** Deletes a failed job. @returns its task; null when there is no failed job of this id */
export function deleteFailedJob(db: Db, id: number): Promise<string | null> {
  return changeFailedJob(db, id, {
    name: 'system.delete_failed_job',
    change: 'graphile_worker.complete_jobs(array[failed.id])',
  });
}

async function changeFailedJob(
  db: Db,
  id: number,
  { name, change }: { name: string; change: string },
): Promise<string | null> {
  const [row] = await db.prepared<{ task: string }>(
    name,
    `select failed.task from (
       select id, task_identifier as task from graphile_worker.jobs where id = $1 and ${isFailed}) as failed, lateral ${change} as changed`,
    [id],
  );
  return row?.task ?? null;
}

/** Deletes jobs that failed more than 30 days ago. @returns their number, at most 1,000 */
export async function deleteOldFailedJobs(db: Db): Promise<number> {
  const [row] = await db.prepared<{ deleted: number }>(
    'system.delete_old_failed_jobs',
    `select count(changed)::integer as deleted from graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs where ${isFailed} and updated_at < now() - interval '30 days'
       order by id limit 1000)) as changed`,
    [],
  );
  return row?.deleted ?? 0;
}
