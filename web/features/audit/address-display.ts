import { type AuditAction, type AuditObject, auditActions } from '#contract/audit.ts';
import { rangeError } from '../analytics/range-display.ts';
import { keysOf } from '../catalogue/display.ts';

/** What the address says: what the entries are narrowed to, and below which one the list begins. */
export type AuditState = {
  person: string;
  object: AuditObject | '';
  action: AuditAction | '';
  search: string;
  from: string;
  to: string;
  before: number | null;
};

export const allEntries: AuditState = {
  person: '',
  object: '',
  action: '',
  search: '',
  from: '',
  to: '',
  before: null,
};

/** The actions of one kind of object, or of all. */
export function actionsOf(object: AuditObject | ''): AuditAction[] {
  const nouns = object === '' ? keysOf(auditActions) : [object];
  return [...new Set(nouns.flatMap((noun): readonly AuditAction[] => auditActions[noun]))];
}

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value.trim().slice(0, 100) : '');

/** Reads the state; what makes no sense has its usual value. */
export function readAuditState(search: Record<string, string | string[]>): AuditState {
  const object = keysOf(auditActions).find((noun) => noun === search.object) ?? '';
  const before = Number(one(search.before));
  return {
    person: one(search.person),
    object,
    action: actionsOf(object).find((action) => action === search.action) ?? '',
    search: one(search.search),
    from: dayOf(search.from),
    to: dayOf(search.to),
    before: Number.isSafeInteger(before) && before >= 1 ? before : null,
  };
}

function dayOf(value: string | string[] | undefined): string {
  const day = one(value);
  return rangeError({ from: day, to: day }) === null ? day : '';
}

/** The same as a query, for the address and for the calls. */
export function auditQueryOf({ before, ...sought }: AuditState) {
  return { ...sought, before: before ?? undefined };
}
