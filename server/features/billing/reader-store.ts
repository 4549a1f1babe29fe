import type { Db } from '#server/platform/db.ts';

/** Whom a mail goes to. */
export type Reader = { userId: number; email: string; firstName: string };

/** The address of a member; null once the account is deleted. */
export async function findReader(db: Db, userId: number): Promise<Reader | null> {
  const row = await db.kysely
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { userId, email: row.email, firstName: row.first_name } : null;
}
