import type { Db } from '#server/platform/database/db.ts';

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

/** Whether a subscription ever ran, rather than being an attempt that nobody paid. */
export async function hasBegun(db: Db, subscriptionId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '=', subscriptionId)
    .where('started_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
