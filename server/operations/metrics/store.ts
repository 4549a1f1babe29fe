import type { Db } from '#server/platform/database/db.ts';

/** Number of a task's jobs by state, and the waiting time of the oldest job that could run. */
export type TaskCounts = {
  task: string;
  waiting: number;
  scheduled: number;
  retrying: number;
  running: number;
  failed: number;
  oldest_seconds: number;
};

/** Counts all jobs in the queue, which has only open jobs. */
export async function countJobs(db: Db): Promise<TaskCounts[]> {
  return db.prepared<TaskCounts>(
    'metrics.count_jobs',
    `with open_jobs as (
       select task_identifier as task, run_at, attempts > 0 as was_tried, locked_at is not null as is_running,
         attempts >= max_attempts as is_over
       from graphile_worker.jobs
     )
     select task, count(*) filter (where is_running) as running,
       count(*) filter (where not is_running and is_over) as failed,
       count(*) filter (where not is_running and not is_over and was_tried) as retrying,
       count(*) filter (where not is_running and not is_over and not was_tried and run_at <= now()) as waiting,
       count(*) filter (where not is_running and not is_over and not was_tried and run_at > now()) as scheduled,
       coalesce(extract(epoch from now() - min(run_at)
         filter (where not is_running and not is_over and run_at <= now())), 0)::float8 as oldest_seconds
     from open_jobs group by task`,
    [],
  );
}

/** Waiting and given-up items other than jobs, for the whole installation. */
export type Unfinished = {
  mails_waiting: number;
  mails_parked: number;
  events_waiting: number;
  events_parked: number;
  deliveries_waiting: number;
  receivers_failing: number;
  /** Seconds since the arrival of the oldest event that can be handled; 0 without one. */
  oldest_event_seconds: number;
  attempts_open: number;
};

/** Counts unfinished items in one statement over partial indexes. */
export async function countUnfinished(db: Db): Promise<Unfinished> {
  const [row] = await db.prepared<Unfinished>(
    'metrics.count_unfinished',
    `with unsent as (
       select count(*) filter (where parked_at is null) as mails_waiting,
         count(*) filter (where parked_at is not null) as mails_parked
       from mails where sent_at is null
     ), events as (
       select count(*) filter (where parked_at is null) as events_waiting,
         count(*) filter (where parked_at is not null) as events_parked,
         coalesce(extract(epoch from now() - min(received_at) filter (where parked_at is null)), 0)::float8
           as oldest_event_seconds
       from stripe_events where processed_at is null
     ), attempts as (
       select count(*) as attempts_open from payment_attempts where status = 'open'
     ), receivers as (
       select count(*) as receivers_failing from webhooks where off_reason is null and failing_since is not null
     ), deliveries as (
       select count(*) as deliveries_waiting from webhook_deliveries where status = 'waiting'
     )
     select mails_waiting, mails_parked, events_waiting, events_parked, oldest_event_seconds, attempts_open,
       deliveries_waiting, receivers_failing
     from unsent, events, attempts, receivers, deliveries`,
    [],
  );
  if (!row) throw new Error('Sums have a row always');
  return row;
}

/** Counts of the whole installation. */
export type Business = {
  members: number;
  organisations: number;
  resources: number;
  purchases: number;
  subscriptions: number;
};

/** Counts everything in one statement; on a large installation it takes some hundred milliseconds. */
export async function countBusiness(db: Db): Promise<Business> {
  const [row] = await db.prepared<Business>(
    'metrics.count_business',
    `select (select count(*) from users where deleted_at is null) as members,
       (select count(*) from organisations where closed_at is null) as organisations,
       (select count(*) from resources where is_published and withdrawn_at is null) as resources,
       (select count(*) from purchases where status = 'paid') as purchases,
       (select count(*) from subscriptions
        where ended_at is null and not is_duplicate and status in ('trialing', 'active', 'past_due')) as subscriptions`,
    [],
  );
  if (!row) throw new Error('Counts have a row always');
  return row;
}
