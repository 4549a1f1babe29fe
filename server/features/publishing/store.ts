import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { ResourceColumns } from './form-rules.ts';

type Row = Selectable<Tables['resources']>;
/** A whole row, locked until the transaction ends. */
export type LockedResource = Row;
/** What a save writes: the form's columns, its time to publish, and those of its text when that was sent along. */
export type ResourceValues = ResourceColumns & { publish_at: Date | null; reading_minutes?: number | null };

/** Adds a resource and answers its row. */
export async function insertResource(db: Db, values: ResourceValues): Promise<Row> {
  return db.kysely.insertInto('resources').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Saves a whole resource and answers its row. */
export async function updateResource(db: Db, id: number, values: ResourceValues): Promise<Row> {
  return db.kysely
    .updateTable('resources')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A resource that is still in the catalogue; null when there is none. */
export async function findResource(db: Db, id: number): Promise<Row | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** A resource that is still in the catalogue, locked until the transaction ends; null when there is none. */
export async function lockResource(db: Db, id: number): Promise<Row | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** These resources as far as they are still in the catalogue, by id, locked until the transaction ends. */
export async function lockResources(db: Db, ids: readonly number[]): Promise<Row[]> {
  return db.kysely
    .selectFrom('resources')
    .selectAll()
    .where('id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A resource whose time to publish has come, locked until the transaction ends; null when there is none. */
export async function lockDue(db: Db, id: number): Promise<Row | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .selectAll()
    .where('id', '=', id)
    .where('publish_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether this instant is still to come, by the database's clock. */
export async function isAhead(db: Db, instant: string): Promise<boolean> {
  const { rows } = await sql<{ isAhead: boolean }>`select ${instant}::timestamptz > now() as "isAhead"`.execute(
    db.kysely,
  );
  return rows[0]?.isAhead ?? false;
}

/** Takes a resource out of every list; its buyers keep it. */
export async function updateWithdrawn(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('resources')
    .set({ is_published: false, publish_at: null, withdrawn_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Notes the product at the payment provider that a resource is sold as. */
export async function updateStripeProduct(db: Db, id: number, stripeProductId: string): Promise<void> {
  await db.kysely.updateTable('resources').set({ stripe_product_id: stripeProductId }).where('id', '=', id).execute();
}
