import type { Db } from '#server/platform/database/db.ts';
import { deletePendingOf } from './errand-store.ts';
import { deleteIdentitiesOf as deleteIdentities } from './identity-store.ts';

/** Removes every identity of a company's connection from an account. */
export function deleteIdentitiesOf(db: Db, userId: number): Promise<void> {
  return deleteIdentities(db, userId);
}

/** Ends every sign-in through a connection that waits for the account's person. */
export function endPendingOf(db: Db, userId: number): Promise<void> {
  return deletePendingOf(db, userId);
}
