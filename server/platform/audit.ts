import type { AuditAction, AuditObject } from '#contract/audit.ts';
import type { Context } from './context.ts';

/** What was done to which noun; a pair that contract/audit.ts does not name is no entry. */
type Deed = { [Noun in AuditObject]: { object: Noun; action: AuditAction<Noun> } }[AuditObject];

export type AuditEntry = Deed & {
  objectId: number | string;
  /** The member whom it concerned, if any: whoever asks for a member's entries finds it, and erasure reaches it. */
  memberId?: number | null;
  before?: unknown;
  after?: unknown;
  /** Who it was, where a job does what somebody asked for earlier. */
  actorUserId?: number | null;
};

/**
 * Writes who did what to whom, when and from where, in the same transaction as the change itself. Values under a name
 * that promises a secret are left out.
 */
export function audit(ctx: Context, entry: AuditEntry): Promise<void> {
  return auditAll(ctx, [entry]);
}

/** The same for many at once, at most some hundreds. */
export async function auditAll(ctx: Context, entries: readonly AuditEntry[]): Promise<void> {
  const lines = entries.map(({ action, object, objectId, memberId, before, after, actorUserId }) => ({
    actor_user_id: actorUserId ?? ctx.actor?.userId ?? null,
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

const secretName = /pass(word|phrase)|secret|token|credential|api_?key|private_?key/i;

function jsonOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return JSON.stringify(value, (name, one: unknown) => (secretName.test(name) ? undefined : one));
}
