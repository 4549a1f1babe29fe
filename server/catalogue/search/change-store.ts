import { type SummaryRow, summaryColumns } from '#server/catalogue/catalogue/columns.ts';
import { type ChangedRow, type ChangesPage, changedAt } from '#server/platform/database/changes.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A listed resource, or the id and time of one that left the catalogue. */
export type ChangedResourceRow = ChangedRow & (({ is_listed: true } & SummaryRow) | { is_listed: false });

/** Lists the next resources after a position, least recently changed first: listed ones and those that left the catalogue. */
export function listChanged(db: Db, page: ChangesPage): Promise<ChangedResourceRow[]> {
  return db.prepared(
    'search.list_changed',
    `select ${summaryColumns}, c.id, c.is_listed, ${changedAt('c.at')} as changed_at from (
       (select id, updated_at as at, true as is_listed from resources
        where is_listed and (updated_at, id) > ($1::timestamptz, $2::integer) order by updated_at, id limit $3)
       union all
       (select id, unlisted_at, false from resources
        where unlisted_at is not null and (unlisted_at, id) > ($1::timestamptz, $2::integer)
        order by unlisted_at, id limit $3)
     ) c left join resources r on r.id = c.id and c.is_listed
     order by c.at, c.id limit $3`,
    [page.changedAt, page.id, page.limit],
  );
}
