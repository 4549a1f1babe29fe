import { type Changes, type ChangesQuery, ChangeTime } from '#contract/changes.ts';
import { failInvalid } from '../failure.ts';
import type { Db } from './db.ts';

/** A row of a list of changes: its place is the time of its last change, to the microsecond, and its id. */
export type ChangedRow = { id: number; changed_at: string };

/** Place after which a page begins, and its maximum number of rows. */
export type ChangesPage = { changedAt: string; id: number; limit: number };

/** Default number of rows of a page. */
const usualLimit = 100;

/** Seconds that the next run reads again. */
const overlapSeconds = 60;

/** Returns the SQL expression for `changed_at`: a time as UTC text, to the microsecond. */
export const changedAt = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Returns the start of the requested page, with a limit of one row more, which shows whether another page follows.
 * @throws request.invalid for an invalid cursor
 */
function pageOfChanges({ updatedSince, cursor, limit = usualLimit }: ChangesQuery): ChangesPage {
  if (cursor === undefined) return { changedAt: updatedSince ?? '1970-01-01T00:00:00Z', id: 0, limit: limit + 1 };
  const place = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,10})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  );
  if (!place?.[1] || !ChangeTime.safeParse(place[1]).success || Number(place[2]) > 2 ** 31 - 1)
    throw failInvalid('This cursor is of no page.');
  return { changedAt: place[1], id: Number(place[2]), limit: limit + 1 };
}

/**
 * Lists a page of changes. `syncedUntil`, from which the next run reads, is before the beginning of the oldest open
 * transaction: rows have the time at which their transaction began, and are visible when it ends, for an import minutes
 * later.
 * @param list returns rows in the order of time and id
 * @throws request.invalid for an invalid cursor
 */
export async function listChanges<Row extends ChangedRow, Item>(
  db: Db,
  query: ChangesQuery,
  list: (page: ChangesPage) => Promise<readonly Row[]>,
  show: (row: Row) => Item,
): Promise<Changes<Item>> {
  const page = pageOfChanges(query);
  // Read before the rows, so that a transaction that ends in between is either seen here or there.
  const [run] = await db.prepared<{ synced_until: Date }>(
    'changes.synced_until',
    `select least(now(), min(xact_start)) - make_interval(secs => $1) as synced_until
     from pg_stat_activity where datname = current_database()`,
    [overlapSeconds],
  );
  if (!run) throw new Error('The database has no time');
  const rows = await list(page);
  const shown = rows.slice(0, page.limit - 1);
  const last = shown.at(-1);
  const next =
    last && rows.length === page.limit ? Buffer.from(`${last.changed_at} ${last.id}`).toString('base64url') : null;
  return { items: shown.map(show), next, syncedUntil: run.synced_until.toISOString() };
}
