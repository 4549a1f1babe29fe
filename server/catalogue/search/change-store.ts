import { type SummaryRow, summaryColumns } from '#server/catalogue/catalogue/columns.ts';
import { type ChangedRow, type ChangesPage, changedAt } from '#server/platform/database/changes.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A page of the listed resources in the order of their change. */
export function listChanged(db: Db, page: ChangesPage): Promise<(SummaryRow & ChangedRow)[]> {
  return db.prepared(
    'search.list_changed',
    `select ${summaryColumns}, ${changedAt('r.updated_at')} as changed_at from resources r
     where r.is_listed and (r.updated_at, r.id) > ($1::timestamptz, $2::integer) order by r.updated_at, r.id limit $3`,
    [page.changedAt, page.id, page.limit],
  );
}
