import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { type ChangedRow, type ChangesPage, changedAt } from '#server/platform/database/changes.ts';
import type { Db } from '#server/platform/database/db.ts';

export type MemberRow = ChangedRow &
  Pick<
    Selectable<Tables['users']>,
    'email' | 'first_name' | 'last_name' | 'organization' | 'role' | 'email_verified_at' | 'created_at' | 'deleted_at'
  >;

/** Lists a page of all accounts, deleted ones included, in the order of their change. */
export function listChanged(db: Db, page: ChangesPage): Promise<MemberRow[]> {
  return db.prepared(
    'accounts.list_changed',
    `select id, email, first_name, last_name, organization, role, email_verified_at, created_at, deleted_at,
       ${changedAt('updated_at')} as changed_at
     from users where (updated_at, id) > ($1::timestamptz, $2::integer) order by updated_at, id limit $3`,
    [page.changedAt, page.id, page.limit],
  );
}
