import type { AuditEntry } from '#contract/audit.ts';
import { csvText, textCell } from '#contract/csv.ts';

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
];

/** Entries of the audit log as a CSV file (BILL-20, BILL-21). */
export function csvOf(entries: readonly AuditEntry[]): string {
  return csvText([headings, ...entries.map((entry) => lineOf(entry).map((cell) => textCell(cell ?? '')))]);
}

function lineOf(entry: AuditEntry): (string | null | undefined)[] {
  const { happenedAt, actor, member, action, object, objectId, name, ipAddress, device, requestId } = entry;
  const who = [actor?.name ?? 'The portal', actor?.email];
  const values = [valuesOf(entry, 'before'), valuesOf(entry, 'after')];
  const whom = [member?.name, member?.email];
  return [happenedAt, ...who, action, object, objectId, name, ...whom, ...values, ipAddress, device, requestId];
}

/** "role: user; reason: Prize", of one side. */
function valuesOf({ changes }: AuditEntry, side: 'before' | 'after'): string {
  return changes
    .filter((change) => change[side] !== null)
    .map((change) => `${change.field}: ${change[side]}`)
    .join('; ');
}
