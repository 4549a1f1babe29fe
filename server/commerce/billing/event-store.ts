import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { deleteInBatches } from '#server/platform/database/delete-batches.ts';

export type StripeEvent = Selectable<Tables['stripe_events']>;

type NewEvent = { id: string; type: string; objectId: string; isHandled: boolean };

/**
 * Stores an event once, under its id. An event without a handler is stored as processed. A parked event that arrives
 * again is no longer parked.
 * @returns whether it is still to be processed: new, or known and not yet processed
 */
export async function insertEvent(db: Db, { id, type, objectId, isHandled }: NewEvent): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    insert into stripe_events (id, type, object_id, processed_at)
    values (${id}, ${type}, ${objectId}, case when ${isHandled}::boolean then null else now() end)
    on conflict (id) do update set parked_at = null
    returning processed_at is null as waits`.execute(db.kysely);
  return rows[0]?.waits ?? false;
}

export async function findEvent(db: Db, id: string): Promise<StripeEvent | null> {
  const row = await db.kysely.selectFrom('stripe_events').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function listKnownEvents(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.kysely.selectFrom('stripe_events').select('id').where('id', 'in', ids).execute();
  return rows.map((row) => row.id);
}

/** Marks an event as processed, whatever failed before. */
export async function updateEventProcessed(db: Db, id: string): Promise<void> {
  await db.kysely
    .updateTable('stripe_events')
    .set({ processed_at: sql`now()`, parked_at: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Records why an attempt failed; after the last one the event is parked. */
export async function updateEventFailed(
  db: Db,
  id: string,
  { reason, isLast }: { reason: string; isLast: boolean },
): Promise<void> {
  await db.kysely
    .updateTable('stripe_events')
    .set({ last_error: reason, parked_at: isLast ? sql`now()` : null })
    .where('id', '=', id)
    .execute();
}

/** Deletes events that were processed more than 60 days ago; Stripe keeps them for 30. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    'billing.delete_old_events',
    `delete from stripe_events where id in (
       select id from stripe_events where processed_at < now() - interval '60 days' limit $1) returning 1 as one`,
  );
}
