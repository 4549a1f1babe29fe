import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

export type ExportRow = Selectable<Tables['data_exports']>;
type User = Selectable<Tables['users']>;

/** Adds an export; null while another one of the member is being made. */
export async function insertExport(db: Db, userId: number): Promise<number | null> {
  const row = await db.kysely
    .insertInto('data_exports')
    .values({ user_id: userId })
    .onConflict((conflict) =>
      conflict.column('user_id').where('ready_at', 'is', null).where('failed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Finds an export that still has to be made; null when it was made or given up, or its member is deleted. */
export async function findOpenExport(db: Db, id: number): Promise<ExportRow | null> {
  const rows = await db.prepared<ExportRow>(
    'privacy.find_open_export',
    `select ${columnsOf('data_exports', 'e')} from data_exports e join users u on u.id = e.user_id
     where e.id = $1 and e.ready_at is null and e.failed_at is null and u.deleted_at is null`,
    [id],
  );
  return rows[0] ?? null;
}

/** Records the blob to which the archive will be written. */
export async function updateBlob(db: Db, id: number, blobId: string): Promise<void> {
  await db.kysely.updateTable('data_exports').set({ blob_id: blobId }).where('id', '=', id).execute();
}

type Ready = { id: number; bytes: number; tokenHash: Buffer; days: number };

/**
 * Records that the archive is complete and can be downloaded for `days` days. @returns the end of that time; null when
 * it was complete before, or the export is deleted
 */
export async function updateReady(db: Db, { id, bytes, tokenHash, days }: Ready): Promise<Date | null> {
  const row = await db.kysely
    .updateTable('data_exports')
    .set({
      bytes,
      token_hash: tokenHash,
      ready_at: sql`now()`,
      expires_at: sql`now() + make_interval(days => ${days})`,
    })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** Ends the earlier exports of a member. */
export async function updateReplaced(db: Db, { id, userId }: { id: number; userId: number }): Promise<void> {
  await db.kysely
    .updateTable('data_exports')
    .set({ expires_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', '<', id)
    .where('ready_at', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

export async function updateFailed(db: Db, id: number): Promise<void> {
  await db.kysely.updateTable('data_exports').set({ failed_at: sql`now()` }).where('id', '=', id).execute();
}

type Link = { tokenHash: Buffer; userId: number };

// Not null, because a constraint requires these columns of every ready row.
type ReadyRow = { [Column in 'blob_id' | 'bytes' | 'ready_at']: NonNullable<ExportRow[Column]> };

/** Finds the archive of a member's link; null when the link is unknown or has expired. */
export async function findReadyExport(db: Db, { tokenHash, userId }: Link) {
  const rows = await db.prepared<ReadyRow>(
    'privacy.find_ready_export',
    `select blob_id, bytes, ready_at from data_exports
     where token_hash = $1 and user_id = $2 and ready_at is not null and expires_at > now()`,
    [tokenHash, userId],
  );
  return rows[0] ?? null;
}

/** Lists up to 1,000 exports to remove: expired, failed, or of deleted members. */
export function listExpiredExports(db: Db): Promise<Pick<ExportRow, 'id' | 'blob_id'>[]> {
  return db.prepared(
    'privacy.list_over_exports',
    `select e.id, e.blob_id from data_exports e join users u on u.id = e.user_id
     where e.expires_at <= now() or e.failed_at is not null or u.deleted_at is not null order by e.id limit 1000`,
    [],
  );
}

export async function deleteExport(db: Db, id: number): Promise<void> {
  await db.kysely.deleteFrom('data_exports').where('id', '=', id).execute();
}

/** Finds the recipient of the mail; null when the account is deleted. */
export async function findReader(db: Db, userId: number) {
  const rows = await db.prepared<{
    email: User['email'];
    firstName: User['first_name'];
    lastName: User['last_name'];
    timeZone: User['time_zone'];
  }>(
    'privacy.find_reader',
    `select email, first_name as "firstName", last_name as "lastName", time_zone as "timeZone" from users
     where id = $1 and deleted_at is null`,
    [userId],
  );
  return rows[0] ?? null;
}
