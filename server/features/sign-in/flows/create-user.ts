import type { CreateUser, User } from '#contract/accounts-admin.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { requireFreshSignIn } from '#server/platform/security/fresh-sign-in.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import * as actions from '../admin-actions.ts';
import { checkNewPassword, type SignInDeps } from './deps.ts';

/** Opens an account for somebody; making an administrator this way needs what changing a role does (PERM-05). */
export async function createUser(ctx: MemberFlowContext, deps: SignInDeps, form: CreateUser): Promise<User> {
  if (form.role === 'administrator') requireFreshSignIn(ctx.actor);
  checkNewPassword(form.password, deps);
  const passwordHash = await hashPassword(form.password);
  return ctx.transaction((inner) => actions.createUser(inner, { form, passwordHash, portal: deps.portal }));
}
