import { firstCharacters, hasAtMost } from '#contract/characters.ts';
import { csvLines, csvText, textCell } from '#contract/csv.ts';
import { isObject } from '#contract/objects.ts';
import type { AuditChange, AuditEntry } from '#contract/operations/audit.ts';

/** Maximum length of a value that a response shows whole, in characters. */
const longestText = 1000;

/** Returns the changed fields of an entry. A plain value, such as a role, counts as a field named `value`. */
export function changesOf(before: unknown, after: unknown): AuditChange[] {
  const [former, present] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...Object.keys(former), ...Object.keys(present)]);
  return [...names]
    .map((field) => ({ field, before: textOf(former[field]), after: textOf(present[field]) }))
    .filter((change) => change.before !== change.after)
    .map((change) => ({ ...change, before: shortened(change.before), after: shortened(change.after) }));
}

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields {
  if (value === null || value === undefined) return {};
  return isObject(value) ? value : { value };
}

/** Returns texts unchanged and other values as JSON with sorted keys; null for an absent or empty value. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
}

function shortened(text: string | null): string | null {
  return text && !hasAtMost(text, longestText) ? `${firstCharacters(text, longestText)}…` : text;
}

type Valued = { object: string; objectId: string; before: unknown; after: unknown };

/** Returns the id of the resource that an entry is about; null when it is about none. */
export function resourceIdOf(entry: Valued): number | null {
  const { object, objectId, before, after } = entry;
  if (object === 'resource') return wholeNumber(objectId);
  // Entries of blocks from before their values were recorded have the resource only in their id.
  const inId = object === 'block' ? objectId.split(':')[1] : null;
  return wholeNumber(fieldsOf(after).resourceId ?? fieldsOf(before).resourceId ?? inId);
}

function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isInteger(number) && number > 0 && number <= 2147483647 ? number : null;
}

/** Returns the object's name from the entry's values; null without one. */
export function nameIn({ before, after }: { before: unknown; after: unknown }): string | null {
  const named = [fieldsOf(after), fieldsOf(before)].flatMap(({ title, name, code }) => [title, name, code]);
  return named.find((one): one is string => typeof one === 'string' && one !== '') ?? null;
}

/** Returns the invitations that an entry is about. */
export function invitationIdsOf({ object, before, after }: Pick<Valued, 'object' | 'before' | 'after'>): number[] {
  if (object !== 'organisation') return [];
  const ids = fieldsOf(after).invitationIds ?? fieldsOf(before).invitationIds;
  return Array.isArray(ids) ? ids.filter((one) => typeof one === 'number') : [];
}

/**
 * Returns the addresses of an entry's invitations that still exist, as a further field. The log itself has their ids
 * alone: the address of a person without an account could not be erased from it (SET-15).
 */
export function invitedChange(
  ids: readonly number[],
  invited: readonly { id: number; email: string }[],
): AuditChange[] {
  const addresses = invited.filter(({ id }) => ids.includes(id)).map(({ email }) => email);
  return addresses.length === 0
    ? []
    : [{ field: 'openInvitations', before: null, after: shortened(addresses.join(', ')) }];
}

const headings = [
  'When (UTC)',
  'Who',
  'Who: email',
  'Action',
  'Object',
  'Object id',
  'Name',
  'Whom',
  'Whom: email',
  'Before',
  'After',
  'Address',
  'Browser',
  'Request',
  'API key',
];

/** Returns entries of the audit log as a CSV file (BILL-20, BILL-21). */
export function* csvOf(entries: readonly AuditEntry[]): Generator<string> {
  yield csvText([[...headings]]);
  yield* csvLines(entries, (entry) => lineOf(entry).map((cell) => textCell(cell ?? '')));
}

function lineOf(entry: AuditEntry): (string | null | undefined)[] {
  const { happenedAt, actor, key, member, action, object, objectId, name, ipAddress, device, requestId } = entry;
  const who = [actor?.name ?? 'The portal', actor?.email];
  const program = key && [key.name, key.start].filter(Boolean).join(' ');
  const values = [valuesOf(entry, 'before'), valuesOf(entry, 'after')];
  const whom = [member?.name, member?.email];
  return [
    happenedAt,
    ...who,
    action,
    object,
    objectId,
    name,
    ...whom,
    ...values,
    ipAddress,
    device,
    requestId,
    program,
  ];
}

/** Returns the values of one side, such as "role: user; reason: Prize". */
function valuesOf({ changes }: AuditEntry, side: 'before' | 'after'): string {
  return changes
    .filter((change) => change[side] !== null)
    .map((change) => `${change.field}: ${change[side]}`)
    .join('; ');
}
