import type { Changes, ChangesQuery } from '#contract/changes.ts';
import { failInvalid } from '../failure.ts';

/** A row of a list of changes: its place is the time of its last change, to the microsecond, and its id. */
export type ChangedRow = { id: number; changed_at: string };

/** The values with which a store begins its page: rows after this place, at most so many. */
export type ChangesPage = { changedAt: string; id: number; limit: number };

/** Without a limit a page has so many rows. */
const usualLimit = 100;

/** Seconds before the present from which the next run reads again: open transactions write the time of their beginning. */
const overlapSeconds = 60;

/** The column of a store's statement that becomes `changed_at`. */
export const changedAt = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Reads one row more than asked for, by which the last page is known. @throws request.invalid for a foreign cursor */
export function pageOfChanges({ updatedSince, cursor, limit = usualLimit }: ChangesQuery): ChangesPage {
  if (cursor === undefined) return { changedAt: updatedSince ?? '1970-01-01T00:00:00Z', id: 0, limit: limit + 1 };
  const place = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,10})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  );
  if (!place?.[1] || Number.isNaN(Date.parse(place[1]))) throw failInvalid('This cursor is of no page.');
  return { changedAt: place[1], id: Number(place[2]), limit: limit + 1 };
}

/** @param rows of the page and one more, in the order of time and id */
export function showChanges<Row extends ChangedRow, Item>(
  rows: readonly Row[],
  { limit, now }: { limit: number; now: Date },
  show: (row: Row) => Item,
): Changes<Item> {
  const shown = rows.slice(0, limit - 1);
  const last = shown.at(-1);
  const next =
    last && rows.length === limit ? Buffer.from(`${last.changed_at} ${last.id}`).toString('base64url') : null;
  const syncedUntil = new Date(now.getTime() - overlapSeconds * 1000).toISOString();
  return { items: shown.map(show), next, syncedUntil };
}
