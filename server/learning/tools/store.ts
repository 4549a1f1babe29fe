import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { deleteInBatches } from '#server/platform/database/delete-batches.ts';

type Token = Selectable<Tables['tool_tokens']>;

/** A token that has not expired; its sign-in, access and product decide whether it still opens a tool. */
export type TokenRow = Pick<Token, 'id' | 'sign_in_id' | 'resource_id' | 'online_product_id'>;

type NewToken = { tokenHash: Buffer; signInId: number; resourceId: number; productId: number; minutes: number };

/** Stores a new token, valid for `minutes` while it is unused. */
export async function insertToken(db: Db, token: NewToken): Promise<void> {
  await db.prepared(
    'tools.insert_token',
    `insert into tool_tokens (token_hash, sign_in_id, resource_id, online_product_id, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    [token.tokenHash, token.signInId, token.resourceId, token.productId, token.minutes],
  );
}

/** Finds a token that has not expired by its secret's hash. */
export async function findToken(db: Db, tokenHash: Buffer): Promise<TokenRow | null> {
  const rows = await db.prepared<TokenRow>(
    'tools.find_token',
    `select id, sign_in_id, resource_id, online_product_id from tool_tokens
     where token_hash = $1 and expires_at > now()`,
    [tokenHash],
  );
  return rows[0] ?? null;
}

type Renewal = { renewedMinutes: number; longestHours: number };

/** Extends a token from now, within its maximum lifetime. @returns its new end */
export async function renewToken(db: Db, id: number, { renewedMinutes, longestHours }: Renewal): Promise<Date> {
  const [row] = await db.prepared<Pick<Token, 'expires_at'>>(
    'tools.renew_token',
    `update tool_tokens
     set expires_at = least(now() + make_interval(mins => $2), created_at + make_interval(hours => $3))
     where id = $1 returning expires_at`,
    [id, renewedMinutes, longestHours],
  );
  if (!row) throw new Error(`The tool token ${id} is gone`);
  return row.expires_at;
}

export async function deleteOldTokens(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    'tools.delete_old_tokens',
    `delete from tool_tokens where id in (select id from tool_tokens where expires_at < now() limit $1)
       and expires_at < now() returning 1 as one`,
  );
}
