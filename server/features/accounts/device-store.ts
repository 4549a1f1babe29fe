import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Life } from './sign-in-store.ts';

export type SignInRow = { id: number; user_agent: string | null; ip: string; created_at: Date; last_seen_at: Date };

type Account = { userId: number; life: Life['user'] };
type Page = { limit: number; offset: number };

/** The live sign-ins of an account, the last used first. */
export async function listSignIns(db: Db, account: Account, { limit, offset }: Page): Promise<SignInRow[]> {
  return db.kysely
    .selectFrom('sign_in_sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .where(isLiveFor(account))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many devices of an account are signed in. */
export async function countSignIns(db: Db, account: Account): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('sign_in_sessions')
    .select((columns) => columns.fn.countAll<number>().as('total'))
    .where(isLiveFor(account))
    .executeTakeFirstOrThrow();
  return total;
}

/** Ends one sign-in of an account; false when there is no such live one. */
export async function revokeSignIn(db: Db, account: Account, signInId: number): Promise<boolean> {
  const row = await db.kysely
    .updateTable('sign_in_sessions')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', signInId)
    .where(isLiveFor(account))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The same condition that findSignIn asks on every request. */
function isLiveFor({ userId, life }: Account) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'sign_in_sessions'>) =>
    and([
      eb('user_id', '=', userId),
      eb('revoked_at', 'is', null),
      eb('last_seen_at', '>', sql<Date>`now() - make_interval(hours => ${life.idleHours})`),
      eb('created_at', '>', sql<Date>`now() - make_interval(hours => ${life.totalHours})`),
    ]);
}
