import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import type { MadePayment } from './rules.ts';

type Lost = { id: number; userId: number; resourceId: number };

/** Whether there is, or was, a member of this id. */
export async function hasMember(db: Db, id: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether there is, or was, a resource of this id. */
export async function hasResource(db: Db, id: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('resources').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** An attempt by its number; null when there is none. */
export async function findAttempt(db: Db, id: number): Promise<(Lost & { intentId: string | null }) | null> {
  const row = await db.kysely
    .selectFrom('payment_attempts')
    .select(['id', 'user_id as userId', 'resource_id as resourceId', 'stripe_payment_intent_id as intentId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes a lost attempt under its old number; it cannot be paid here, only synced. */
export async function insertLostAttempt(
  db: Db,
  { id, userId, resourceId }: Lost,
  { intentId, amountMinor, currency }: MadePayment,
): Promise<void> {
  await sql`insert into payment_attempts (id, user_id, resource_id, amount_minor, currency, status, stripe_payment_intent_id)
    overriding system value
    values (${id}, ${userId}, ${resourceId}, ${amountMinor}, ${currency}, 'superseded', ${intentId})`.execute(
    db.kysely,
  );
}
