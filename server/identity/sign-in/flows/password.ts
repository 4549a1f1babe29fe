import type { CreateUser, User } from '#contract/identity/accounts-admin.ts';
import type { ChangePassword, ResetPassword } from '#contract/identity/sign-in.ts';
import { keptWaysIn } from '#contract/identity/sign-in-ways.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import * as admin from '../admin-actions.ts';
import * as actions from '../link-actions.ts';
import type { Device } from '../session-actions.ts';
import { checkNewPassword, type SignInDeps } from './deps.ts';
import { proveOwner } from './proof.ts';

/**
 * Sets a new password by a link.
 * @throws accounts.password-too-short, accounts.common-password, request.too-many, accounts.link-invalid,
 * accounts.invitation-used, accounts.invitation-expired, connections.company-required, accounts.email-taken
 */
export async function resetPassword(ctx: FlowContext, deps: SignInDeps, form: ResetPassword): Promise<void> {
  checkNewPassword(form.password, deps);
  await deps.limiter.take(deps.limits.linkTries, networkOf(ctx.origin.ip));
  await actions.checkPasswordLink(ctx, form.token);
  const passwordHash = await hashPassword(form.password);
  await ctx.transaction((inner) =>
    actions.setPasswordByLink(inner, { secret: form.token, passwordHash, portal: deps.portal, keep: form.keep ?? [] }),
  );
}

/**
 * Changes the caller's password, or sets the first one (SET-19).
 * @returns the secret of this browser's new sign-in; all others have ended
 */
export async function changePassword(
  ctx: MemberFlowContext,
  deps: SignInDeps,
  form: ChangePassword,
  device: Device,
): Promise<string> {
  checkNewPassword(form.newPassword, deps);
  const account = await proveOwner(ctx, deps, { password: form.currentPassword, code: form.code });
  const passwordHash = await hashPassword(form.newPassword);
  // By default a first password keeps all that may be kept, because the member has only those ways so far.
  const keep = form.keep ?? (account.password_hash === null ? keptWaysIn : []);
  return ctx.transaction((inner) =>
    actions.setPassword(inner, { account, passwordHash, device, portal: deps.portal, keep }),
  );
}

/** Creates an account for a user. A new administrator needs a fresh sign-in, like a change of role (PERM-05). */
export async function createUser(ctx: MemberFlowContext, deps: SignInDeps, form: CreateUser): Promise<User> {
  if (form.role === 'administrator' && !ctx.actor.isFresh) throw fail('accounts.confirm-sign-in');
  checkNewPassword(form.password, deps);
  const passwordHash = await hashPassword(form.password);
  return ctx.transaction((inner) => admin.createUser(inner, { form, passwordHash, portal: deps.portal }));
}
