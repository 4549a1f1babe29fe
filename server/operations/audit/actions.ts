import { portalZone } from '#contract/dates.ts';
import { instantOfLocal } from '#contract/local-times.ts';
import type { AuditEntry, AuditExportQuery, AuditQuery } from '#contract/operations/audit.ts';
import { deviceName } from '#server/identity/sign-in/rules.ts';
import { audit, namesOfGiven } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { changesOf, csvOf, invitationIdsOf, invitedChange, nameIn, resourceIdOf } from './rules.ts';
import * as store from './store.ts';

const defaultPageSize = 50;

/** Entries are counted up to this number; beyond it, the reply says that there are more. */
const longestCount = 1000;

/** Maximum entries in a CSV file, and the number that is read at once. */
const exported = { most: 10_000, atOnce: 500 };

type Found = { entries: AuditEntry[]; total: number; isMinimum: boolean };

/** Lists entries of the audit log that match a query, newest first, with their number. */
export async function listEntries(ctx: Context, query: AuditQuery): Promise<Found> {
  const { before = null, page = 1, pageSize = defaultPageSize } = query;
  const sought = soughtOf(ctx, query);
  const start = { before, offset: before === null ? (page - 1) * pageSize : 0, limit: pageSize };
  const entries = await show(ctx, await store.listEntries(ctx.db, sought, start));
  const counted = await store.countEntries(ctx.db, sought, longestCount + 1);
  return { entries, total: Math.min(counted, longestCount), isMinimum: counted > longestCount };
}

/** Returns up to 10,000 of the newest matching entries as CSV, and records the download in the audit log. */
export async function exportEntries(ctx: Context, query: AuditExportQuery): Promise<Iterable<string>> {
  const entries: AuditEntry[] = [];
  const sought = soughtOf(ctx, query);
  for (;;) {
    const before = entries.at(-1)?.id ?? null;
    const rows = await store.listEntries(ctx.db, sought, { before, offset: 0, limit: exported.atOnce });
    entries.push(...(await show(ctx, rows)));
    if (rows.length < exported.atOnce || entries.length >= exported.most) break;
  }
  const after = { rows: entries.length, narrowedBy: namesOfGiven(query) };
  await audit(ctx, { action: 'download', object: 'audit-log', objectId: 'list', after });
  return csvOf(entries);
}

/** Converts a query; its days are in the caller's time zone. */
function soughtOf({ actor }: Context, { from, to, ...query }: AuditExportQuery): store.Sought {
  const midnight = (day: string) => instantOfLocal(`${day}T00:00`, actor?.timeZone ?? portalZone);
  return {
    ...query,
    from: from ? midnight(withinReach(from)) : null,
    before: to ? midnight(dayAfter(withinReach(to))) : null,
  };
}

/** Limits a day to the years 1900 to 9000, because local times beyond them cannot be parsed, and no entry is there. */
function withinReach(day: string): string {
  if (day < '1900-01-01') return '1900-01-01';
  return day > '9000-01-01' ? '9000-01-01' : day;
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

async function show(ctx: Context, rows: readonly store.EntryRow[]): Promise<AuditEntry[]> {
  const known = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const people = await store.listPeople(ctx.db, known(rows.flatMap(({ actorId, memberId }) => [actorId, memberId])));
  const titles = await store.listTitles(ctx.db, known(rows.map(resourceIdOf)));
  const personOf = (id: number | null) =>
    id === null ? null : (people.find((one) => one.id === id) ?? { id, name: 'Deleted user', email: null });
  const keys = await store.listKeys(ctx.db, known(rows.map(({ keyId }) => keyId)));
  const keyOf = (id: number | null) => keys.find((one) => one.id === id) ?? null;
  const invited = await store.listInvited(ctx.db, rows.flatMap(invitationIdsOf));
  const titleOf = (id: number | null) => titles.find((one) => one.id === id)?.title ?? null;
  return rows.map((row) => ({
    id: row.id,
    happenedAt: row.happenedAt.toISOString(),
    actor: personOf(row.actorId),
    key: keyOf(row.keyId),
    member: personOf(row.memberId),
    action: row.action,
    object: row.object,
    objectId: row.objectId,
    name: row.object === 'user' ? null : (nameIn(row) ?? titleOf(resourceIdOf(row))),
    changes: [...changesOf(row.before, row.after), ...invitedChange(invitationIdsOf(row), invited)],
    ipAddress: row.ip || null,
    device: row.userAgent === null ? null : deviceName(row.userAgent),
    requestId: row.requestId,
  }));
}
