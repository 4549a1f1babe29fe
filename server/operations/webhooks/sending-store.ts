import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import type { RecordedEvent } from './rules.ts';

/** Number of events whose deliveries one transaction makes. */
const spreadAtOnce = 500;

/**
 * Makes the deliveries of events for each webhook that wants them. Several nodes can do so at once.
 * @returns the webhooks that got any, and whether events may be left
 */
export async function spreadEvents(db: Db): Promise<{ webhookIds: number[]; mayBeMore: boolean }> {
  const { rows } = await sql<{ spread: number; webhook_ids: number[] }>`
    with due as (
      select id, type, organisation_id from events where spread_at is null order by id limit ${spreadAtOnce}
      for update skip locked
    ), made as (
      insert into webhook_deliveries (webhook_id, event_id)
      select w.id, due.id from due join webhooks w on w.off_reason is null and due.type = any (w.types)
        and (w.organisation_id is null or w.organisation_id = due.organisation_id)
      order by due.id, w.id
      on conflict do nothing returning webhook_id
    ), spread as (
      update events e set spread_at = now() from due where e.id = due.id returning e.id
    )
    select (select count(*)::integer from spread) as spread,
      array(select distinct webhook_id from made order by webhook_id) as webhook_ids`.execute(db.kysely);
  const [row] = rows;
  return { webhookIds: row?.webhook_ids ?? [], mayBeMore: row?.spread === spreadAtOnce };
}

export type Receiver = {
  id: number;
  organisationId: number | null;
  url: string;
  types: readonly string[];
  sealedSecret: Buffer;
  /** Null when the former secret signs no longer. */
  formerSecret: Buffer | null;
  isOn: boolean;
  /** Whether the organisation has closed, whose owners may read nothing any more. */
  isClosed: boolean;
  isPaused: boolean;
};

export async function findReceiver(db: Db, id: number): Promise<Receiver | null> {
  const { rows } = await sql<Receiver>`
    select w.id, w.organisation_id as "organisationId", w.url, w.types, w.sealed_secret as "sealedSecret",
      case when w.former_secret_until > now() then w.former_secret end as "formerSecret",
      w.off_reason is null as "isOn", o.closed_at is not null as "isClosed",
      coalesce(w.paused_until > now(), false) as "isPaused"
    from webhooks w left join organisations o on o.id = w.organisation_id where w.id = ${id}`.execute(db.kysely);
  return rows[0] ?? null;
}

export type DueDelivery = { id: number; attempts: number; event: RecordedEvent };

/** Lists deliveries whose time is up, the oldest events first. */
export async function listDue(db: Db, webhookId: number, most: number): Promise<DueDelivery[]> {
  const { rows } = await sql<{
    id: number;
    attempts: number;
    eventId: number;
    type: string;
    data: RecordedEvent['data'];
    happenedAt: Date;
  }>`
    select d.id, d.attempts, e.id as "eventId", e.type, e.data, e.happened_at as "happenedAt"
    from webhook_deliveries d join events e on e.id = d.event_id
    where d.webhook_id = ${webhookId} and d.status = 'waiting' and d.next_at <= now()
    order by d.next_at, d.id limit ${most}`.execute(db.kysely);
  return rows.map(({ id, attempts, eventId, ...event }) => ({ id, attempts, event: { id: eventId, ...event } }));
}

/** Has deliveries wait no longer, because the webhook or its right to the event has ended; they can be sent again. */
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
  status: 'waiting' | 'delivered' | 'failed';
  /** Seconds to the next attempt. */
  delay: number;
  response_status: number | null;
  duration_ms: number | null;
  response: string | null;
  error: string | null;
};

export async function recordOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update webhook_deliveries d set status = o.status, attempts = d.attempts + 1, last_at = now(),
      next_at = now() + make_interval(secs => o.delay), response_status = o.response_status,
      duration_ms = o.duration_ms, response = o.response, error = o.error
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o(id bigint, status text, delay double precision,
      response_status smallint, duration_ms integer, response text, error text)
    where d.id = o.id`.execute(db.kysely);
}

/**
 * Records attempts of a receiver: with one success it is well again.
 * @param pauseSeconds 0 for no pause
 * @returns seconds since the first failure, and whether the owner was warned; null when the webhook is gone
 */
export async function recordReceiver(
  db: Db,
  id: number,
  { isWell, pauseSeconds }: { isWell: boolean; pauseSeconds: number },
): Promise<{ failingSeconds: number; isWarned: boolean } | null> {
  const { rows } = await sql<{ failingSeconds: number; isWarned: boolean }>`
    update webhooks set
      failing_since = case when ${isWell}::boolean then null else coalesce(failing_since, now()) end,
      warned_at = case when ${isWell}::boolean then null else warned_at end,
      last_delivered_at = case when ${isWell}::boolean then now() else last_delivered_at end,
      paused_until = case when ${pauseSeconds}::integer > 0 then now() + make_interval(secs => ${pauseSeconds}::integer) end
    where id = ${id}
    returning coalesce(extract(epoch from now() - failing_since), 0)::double precision as "failingSeconds",
      warned_at is not null as "isWarned"`.execute(db.kysely);
  return rows[0] ?? null;
}

/** Returns the time at which the next delivery of a webhook is due; null when none waits. */
export async function findNextTime(db: Db, webhookId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(min(d.next_at), max(w.paused_until)) as at
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where w.id = ${webhookId} and w.off_reason is null and d.status = 'waiting'`.execute(db.kysely);
  return rows[0]?.at ?? null;
}

/** Deletes events of more than 90 days ago with their deliveries, at most `most`. @returns their number */
export async function deleteOldEvents(db: Db, { days, most }: { days: number; most: number }): Promise<number> {
  const { rows } = await sql`
    delete from events where id in (
      select id from events where happened_at < now() - make_interval(days => ${days}) order by happened_at limit ${most}
    ) returning id`.execute(db.kysely);
  return rows.length;
}
