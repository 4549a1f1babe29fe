import type { AuditAction, AuditObject } from '#contract/operations/audit-actions.ts';
import type { Context } from './context.ts';

// Part of the platform, because every feature writes entries. The contract lists the objects and actions; the feature
// `audit` reads the entries.

/** An action on an object: only pairs that contract/operations/audit-actions.ts has. */
type AuditedAction = { [Noun in AuditObject]: { object: Noun; action: AuditAction<Noun> } }[AuditObject];

export type AuditEntry = AuditedAction & {
  objectId: number | string;
  /** The member concerned, if any: the entry is in the member's log, and the deletion of the account reaches it. */
  memberId?: number | null;
  before?: unknown;
  after?: unknown;
  /** The user who caused the entry, for a change that a job makes later. */
  actorUserId?: number | null;
  /** The API key of that user's call, for a change that a job makes later. */
  keyId?: number | null;
};

/** Writes an entry in the same transaction as the change itself. Values whose name suggests a secret are left out. */
export function audit(ctx: Context, entry: AuditEntry): Promise<void> {
  return auditAll(ctx, [entry]);
}

/** Like `audit`, but for up to some hundreds of entries in one statement. */
export async function auditAll(ctx: Context, entries: readonly AuditEntry[]): Promise<void> {
  const lines = entries.map(({ action, object, objectId, memberId, before, after, actorUserId, keyId }) => ({
    actor_user_id: actorUserId ?? ctx.actor?.userId ?? null,
    key_id: keyId ?? ctx.actor?.keyId ?? null,
    member_user_id: memberId ?? null,
    action,
    object,
    object_id: String(objectId),
    before: jsonOf(before),
    after: jsonOf(after),
    ip: ctx.origin.ip,
    user_agent: ctx.origin.userAgent ?? null,
    request_id: ctx.origin.requestId,
  }));
  if (lines.length > 0) await ctx.db.kysely.insertInto('audit_log').values(lines).execute();
}

/**
 * Returns the names of the filters of an exported list, never their values: a search text may name a person whom the
 * deletion of the account would not find here.
 */
export function namesOfGiven(filters: object): string[] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name]) => name);
}

const secretName = /pass(word|phrase)|secret|token|credential|api_?key|private_?key/i;

function jsonOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return JSON.stringify(value, (name, one: unknown) => (secretName.test(name) ? undefined : one));
}
