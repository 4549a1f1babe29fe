import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import { lockUser } from './credential-store.ts';

/**
 * Returns the installation's check of the secret that seals second factors; replaces it with `check` while none is
 * sealed.
 */
export async function takeSecretCheck(db: Db, check: Buffer): Promise<Buffer | null> {
  await db.kysely
    .updateTable('installation')
    .set({ secret_check: check })
    .where((row) =>
      row.or([
        row('secret_check', 'is', null),
        row.not(row.exists(row.selectFrom('second_factors').select('second_factors.user_id'))),
      ]),
    )
    .execute();
  const { secret_check } = await db.kysely.selectFrom('installation').select('secret_check').executeTakeFirstOrThrow();
  return secret_check;
}

export type SecondFactor = { sealedSecret: Buffer; isOn: boolean; nowSeconds: number };

/**
 * Returns the second factor of an account, locked until the transaction ends, with the database's time; null without
 * one. The account's row is locked first, as in every transaction that changes both.
 */
export async function lockSecondFactor(db: Db, userId: number): Promise<SecondFactor | null> {
  if (!(await lockUser(db, userId))) return null;
  const row = await db.kysely
    .selectFrom('second_factors as factor')
    .innerJoin('users as account', 'account.id', 'factor.user_id')
    .select(['factor.sealed_secret', 'account.two_factor_enabled_at'])
    .select(sql<number>`extract(epoch from now())::float8`.as('now_seconds'))
    .where('factor.user_id', '=', userId)
    .where('account.deleted_at', 'is', null)
    .forUpdate('factor')
    .executeTakeFirst();
  if (!row) return null;
  return {
    sealedSecret: row.sealed_secret,
    isOn: row.two_factor_enabled_at !== null,
    nowSeconds: row.now_seconds,
  };
}

/** Stores a new secret that still has to be confirmed, in place of an unconfirmed one. */
export async function upsertSecondFactor(db: Db, userId: number, sealedSecret: Buffer): Promise<void> {
  await db.kysely
    .insertInto('second_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ sealed_secret: sealedSecret, last_step: 0, created_at: sql`now()` }),
    )
    .execute();
}

/** Switches the second factor on and stores its recovery codes. */
export async function updateSecondFactorOn(db: Db, userId: number, codeHashes: Buffer[]): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({ two_factor_enabled_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
  await db.kysely
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Consumes the step of a code, unless it or a later one was consumed before: of two concurrent calls one gets it. */
export async function updateLastStep(db: Db, userId: number, step: number): Promise<boolean> {
  const row = await db.kysely
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes a recovery code. @returns false when there is no such unused one */
export async function updateRecoveryCodeUsed(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
  const row = await db.kysely
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the second factor of an account with its recovery codes. @returns false when it was not on */
export async function deleteSecondFactor(db: Db, userId: number): Promise<boolean> {
  const row = await db.kysely
    .updateTable('users')
    .set({ two_factor_enabled_at: null, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('two_factor_enabled_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  await db.kysely.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  return row !== undefined;
}
