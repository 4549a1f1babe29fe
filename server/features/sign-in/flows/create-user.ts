import type { CreateUser, User } from '#contract/accounts-admin.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import * as actions from '../admin-actions.ts';
import { checkNewPassword, type SignInDeps } from './deps.ts';

/** Creates an account for a user. A new administrator needs a fresh sign-in, as a change of role does (PERM-05). */
export async function createUser(ctx: MemberFlowContext, deps: SignInDeps, form: CreateUser): Promise<User> {
  if (form.role === 'administrator' && !ctx.actor.isFresh) throw fail('accounts.confirm-sign-in');
  checkNewPassword(form.password, deps);
  const passwordHash = await hashPassword(form.password);
  return ctx.transaction((inner) => actions.createUser(inner, { form, passwordHash, portal: deps.portal }));
}
