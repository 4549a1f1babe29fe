import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import { deleteInBatches } from '#server/platform/database/delete-batches.ts';
import type { RecordedEvent } from './rules.ts';

/** Number of events whose deliveries one transaction makes. */
const spreadAtOnce = 500;

/**
 * Removes the waiting `spread-events` jobs, of which each event adds one. The caller must then create the deliveries of
 * their events in a later statement, which sees every event whose job this one has seen.
 */
export async function removeSpreadJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select j.id from graphile_worker._private_jobs j
      where j.task_id = (select id from graphile_worker._private_tasks where identifier = 'spread-events')
        and j.key is null and j.locked_at is null and j.run_at <= now()
      order by j.id for update skip locked))`.execute(db.kysely);
}

/**
 * Creates the deliveries of events for each webhook that subscribes to them. Several nodes can do so at once.
 * Deliveries of a webhook that the portal switched off are skipped, and can be sent again; a webhook that its owner
 * switched off gets none.
 * @returns the webhooks with new deliveries to send, and whether events may be left
 */
export async function spreadEvents(db: Db): Promise<{ webhookIds: number[]; mayBeMore: boolean }> {
  const { rows } = await sql<{ spread: number; webhook_ids: number[] }>`
    with due as (
      select id, type, organisation_id from events where spread_at is null order by id limit ${spreadAtOnce}
      for update skip locked
    ), made as (
      insert into webhook_deliveries (webhook_id, event_id, status)
      select w.id, due.id, case when w.off_reason is null then 'waiting' else 'skipped' end
      from due join webhooks w on w.off_reason is distinct from 'switched-off' and due.type = any (w.types)
        and (w.organisation_id is null or w.organisation_id = due.organisation_id)
      order by due.id, w.id
      on conflict do nothing returning webhook_id, status
    ), spread as (
      update events e set spread_at = now() from due where e.id = due.id returning e.id
    )
    select (select count(*)::integer from spread) as spread,
      array(select distinct webhook_id from made where status = 'waiting' order by webhook_id) as webhook_ids`.execute(
    db.kysely,
  );
  const [row] = rows;
  return { webhookIds: row?.webhook_ids ?? [], mayBeMore: row?.spread === spreadAtOnce };
}

export type Receiver = {
  id: number;
  organisationId: number | null;
  url: string;
  types: readonly string[];
  sealedSecret: Buffer;
  /** Null once the former secret no longer signs. */
  formerSecret: Buffer | null;
  isOn: boolean;
  /** Whether the organisation is closed, so that its owners may no longer read anything. */
  isClosed: boolean;
  isPaused: boolean;
  isFailing: boolean;
  /** Time of the database, by which messages are signed. */
  at: Date;
};

/** Whether a webhook has delivered nothing yet, or nothing since its last failure. */
export async function isUnprovenReceiver(db: Db, id: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('webhooks')
    .select(['last_delivered_at', 'failing_since'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && (row.last_delivered_at === null || row.failing_since !== null);
}

/** Finds and locks a webhook. Every transaction that changes a webhook and its deliveries locks the webhook first. */
export async function lockReceiver(db: Db, id: number): Promise<Receiver | null> {
  const { rows } = await sql<Receiver>`
    select w.id, w.organisation_id as "organisationId", w.url, w.types, w.sealed_secret as "sealedSecret",
      case when w.former_secret_until > now() then w.former_secret end as "formerSecret",
      w.off_reason is null as "isOn", o.closed_at is not null as "isClosed",
      coalesce(w.paused_until > now(), false) as "isPaused", w.failing_since is not null as "isFailing",
      clock_timestamp() as at
    from webhooks w left join organisations o on o.id = w.organisation_id where w.id = ${id}
    for no key update of w`.execute(db.kysely);
  return rows[0] ?? null;
}

export type DueDelivery = {
  id: number;
  attempts: number;
  event: RecordedEvent;
  /** Whether the event is about a person who is not in the organisation of the webhook any more. */
  isOfFormerPerson: boolean;
};

/** Lists the due deliveries of a webhook, those that are due longest first. */
export async function listDue(db: Db, webhookId: number, most: number): Promise<DueDelivery[]> {
  const { rows } = await sql<{
    id: number;
    attempts: number;
    eventId: number;
    type: string;
    data: RecordedEvent['data'];
    happenedAt: Date;
    isOfFormerPerson: boolean;
  }>`
    select d.id, d.attempts, e.id as "eventId", e.type, e.data, e.happened_at as "happenedAt",
      w.organisation_id is not null and e.data ? 'memberId' and not exists (
        select from organisation_people p
        where p.organisation_id = w.organisation_id and p.user_id = (e.data ->> 'memberId')::integer
      ) as "isOfFormerPerson"
    from webhook_deliveries d join events e on e.id = d.event_id join webhooks w on w.id = d.webhook_id
    where d.webhook_id = ${webhookId} and d.status = 'waiting' and d.next_at <= now()
    order by d.next_at, d.id limit ${most}`.execute(db.kysely);
  return rows.map(({ id, attempts, isOfFormerPerson, eventId, ...event }) => ({
    id,
    attempts,
    isOfFormerPerson,
    event: { id: eventId, ...event },
  }));
}

/** Skips deliveries, because the webhook or its right to the event has ended; they can be sent again. */
export async function skip(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update webhook_deliveries set status = 'skipped' where id = any(${ids}::bigint[]) and status = 'waiting'`.execute(
    db.kysely,
  );
}

export async function skipAll(db: Db, webhookId: number): Promise<void> {
  await sql`update webhook_deliveries set status = 'skipped' where webhook_id = ${webhookId} and status = 'waiting'`.execute(
    db.kysely,
  );
}

/** An attempt as it is recorded. */
export type Outcome = {
  id: number;
  /**
   * Attempts before this one. When the row has another number, the owner has requested a resend since, so the outcome
   * is not recorded.
   */
  before: number;
  status: 'waiting' | 'delivered' | 'failed';
  /** Seconds to the next attempt. */
  delay: number;
  response_status: number | null;
  duration_ms: number | null;
  response: string | null;
  response_type: string | null;
  sent_path: string | null;
  signed_at: Date | null;
  error: string | null;
};

/** Records attempts of deliveries. The caller must have locked their webhook. */
export async function recordOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update webhook_deliveries d set
      status = case when d.status = 'skipped' and o.status <> 'delivered' then d.status else o.status end, attempts = d.attempts + 1, last_at = now(),
      next_at = now() + make_interval(secs => o.delay), response_status = o.response_status,
      duration_ms = o.duration_ms, response = o.response, response_type = o.response_type, sent_path = o.sent_path,
      signed_at = o.signed_at, error = o.error
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o(id bigint, before smallint, status text,
      delay double precision, response_status smallint, duration_ms integer, response text, response_type text, sent_path text,
      signed_at timestamptz, error text)
    where d.id = o.id and d.attempts = o.before and d.status <> 'delivered'`.execute(db.kysely);
}

/**
 * Records the outcome of attempts at a webhook and locks its row. A success ends the series of failures; a failure more
 * than five days after the last one begins a new series.
 * @param pauseSeconds 0 for no pause
 * @param isSilent whether no attempt got a response: the pause then grows with the length of the series
 * @returns seconds since the first failure of the series, and whether the owner was warned; null when the webhook is
 * gone
 */
export async function recordReceiver(
  db: Db,
  id: number,
  { isWell, isSilent, pauseSeconds }: { isWell: boolean; isSilent: boolean; pauseSeconds: number },
): Promise<{ failingSeconds: number; isWarned: boolean } | null> {
  const { rows } = await sql<{ failingSeconds: number; isWarned: boolean }>`
    update webhooks set
      failing_since = case when ${isWell}::boolean then null
        when last_failed_at > now() - interval '5 days' then coalesce(failing_since, now()) else now() end,
      last_failed_at = case when ${isWell}::boolean then null else now() end,
      warned_at = case when not ${isWell}::boolean and last_failed_at > now() - interval '5 days' then warned_at end,
      last_delivered_at = case when ${isWell}::boolean then now() else last_delivered_at end,
      paused_until = case
        when ${pauseSeconds}::integer > 0 then now() + make_interval(secs => ${pauseSeconds}::integer)
        when ${isSilent}::boolean then now()
          + least(greatest((now() - coalesce(failing_since, now())) / 4, interval '4 seconds'), interval '1 minute') end
    where id = ${id}
    returning coalesce(extract(epoch from now() - failing_since), 0)::double precision as "failingSeconds",
      warned_at is not null as "isWarned"`.execute(db.kysely);
  return rows[0] ?? null;
}

/** Lists webhooks whose deliveries should have been tried a minute ago: their jobs were lost or have failed for good. */
export async function listForgotten(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from webhooks w
    where (w.paused_until is null or w.paused_until < now() - interval '1 minute') and exists (
      select from webhook_deliveries d
      where d.webhook_id = w.id and d.status = 'waiting' and d.next_at < now() - interval '1 minute')
    order by w.id`.execute(db.kysely);
  return rows.map(({ id }) => id);
}

/**
 * Returns the time at which the next delivery of a webhook is due: null for now, undefined when none waits.
 * @param restSeconds minimum seconds from now
 */
export async function findNextTime(db: Db, webhookId: number, restSeconds: number): Promise<Date | null | undefined> {
  const { rows } = await sql<{ at: Date; isDue: boolean }>`
    select at, at <= now() as "isDue" from (
      select greatest(min(d.next_at), max(w.paused_until), now() + make_interval(secs => ${restSeconds})) as at
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where w.id = ${webhookId} and w.off_reason is null and d.status = 'waiting' having count(*) > 0) as next`.execute(
    db.kysely,
  );
  const [row] = rows;
  if (!row) return undefined;
  // A Date has no microseconds, so the time that was read is earlier than the stored one.
  return row.isDue ? null : new Date(row.at.getTime() + 1);
}

/** Deletes events older than 90 days with their deliveries. */
export function deleteOldEvents(db: Db): Promise<void> {
  const text = `delete from events where id in (
    select id from events where happened_at < now() - interval '90 days' order by happened_at limit $1) returning id`;
  return deleteInBatches(db, 'webhooks.delete_old_events', text, 5_000);
}
