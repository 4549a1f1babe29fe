import type { Db } from '#server/platform/database/db.ts';

/** What waits and what was given up, for the whole installation. */
export type Waiting = {
  jobs_waiting: number;
  jobs_scheduled: number;
  jobs_retrying: number;
  jobs_running: number;
  jobs_failed: number;
  /** How long the oldest job that could run has been waiting. */
  oldest_job_seconds: number;
  mails_waiting: number;
  mails_parked: number;
  events_waiting: number;
  events_parked: number;
  attempts_open: number;
};

/** All of it in one statement over the queue, which holds open jobs only, and over indexes of what is not finished. */
export async function getWaiting(db: Db): Promise<Waiting> {
  const [row] = await db.prepared<Waiting>(
    'metrics.get_waiting',
    `with open_jobs as (
       select run_at, attempts > 0 as was_tried, locked_at is not null as is_running, attempts >= max_attempts as is_over
       from graphile_worker.jobs
     ), jobs as (
       select count(*) filter (where is_running) as jobs_running,
         count(*) filter (where not is_running and is_over) as jobs_failed,
         count(*) filter (where not is_running and not is_over and was_tried) as jobs_retrying,
         count(*) filter (where not is_running and not is_over and not was_tried and run_at <= now()) as jobs_waiting,
         count(*) filter (where not is_running and not is_over and not was_tried and run_at > now()) as jobs_scheduled,
         coalesce(extract(epoch from now() - min(run_at)
           filter (where not is_running and not is_over and run_at <= now())), 0)::float8 as oldest_job_seconds
       from open_jobs
     ), unsent as (
       select count(*) filter (where parked_at is null) as mails_waiting,
         count(*) filter (where parked_at is not null) as mails_parked
       from mails where sent_at is null
     ), events as (
       select count(*) filter (where parked_at is null) as events_waiting,
         count(*) filter (where parked_at is not null) as events_parked
       from stripe_events where processed_at is null
     ), attempts as (
       select count(*) as attempts_open from payment_attempts where status = 'open'
     )
     select * from jobs, unsent, events, attempts`,
    [],
  );
  if (!row) throw new Error('Sums have a row always');
  return row;
}
