import type { AuditAction } from '#contract/operations/audit-actions.ts';
import type { Account } from '#server/identity/accounts/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';

/**
 * Records in the audit log how an administrator's account was entered or changed; nothing is recorded for other
 * accounts. The account itself counts as the actor, so that the deletion of the account also blanks network address and
 * browser.
 */
export async function recordForAdministrator(
  ctx: Context,
  account: Pick<Account, 'id' | 'role'>,
  action: AuditAction<'user'>,
  after?: object,
): Promise<void> {
  if (account.role !== 'administrator') return;
  const entry = { action, object: 'user', objectId: account.id, memberId: account.id } as const;
  await audit(ctx, { ...entry, after, actorUserId: account.id });
}
