import type { Proof } from '#contract/accounts.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { isPassword } from '#server/platform/passwords.ts';
import * as actions from '../actions.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Asks a member who is signed in for the password again. Only wrong ones count: towards limits of their own and
 * towards those of signing in, which a stranger at the door could otherwise use up for the member.
 * @returns the member's account
 * @throws accounts.wrong-password
 */
async function provePassword(ctx: MemberFlowContext, deps: AccountDeps, password: string): Promise<actions.Account> {
  return prove(ctx, deps, {
    isRight: (user) => isPassword(password, user.password_hash),
    refusal: 'accounts.wrong-password',
  });
}

type Trial = {
  isRight: (account: actions.Account) => Promise<boolean>;
  refusal: 'accounts.wrong-password';
};

async function prove(ctx: MemberFlowContext, deps: AccountDeps, { isRight, refusal }: Trial): Promise<actions.Account> {
  const { limiter, limits } = deps;
  const counted = [
    [limits.failedProofsPerMember, String(ctx.actor.userId)],
    [limits.failedProofsPerNetwork, networkOf(ctx.origin.ip)],
  ] as const;
  for (const [limit, key] of counted) await limiter.check(limit, key);
  const user = await actions.getAccount(ctx);
  if (await isRight(user)) return user;
  for (const [limit, key] of counted) await limiter.record(limit, key);
  await ctx.transaction((inner) => actions.noteFailedSignIn(inner, user.email));
  throw fail(refusal);
}

/**
 * Makes the sign-in fresh again (PERM-05), under a new secret.
 * @returns the secret for the cookie
 */
export async function confirmSignIn(
  ctx: MemberFlowContext,
  deps: AccountDeps,
  { password }: Proof,
  device: actions.Device,
): Promise<string> {
  const user = await provePassword(ctx, deps, password);
  return ctx.transaction((inner) => actions.openSignIn(inner, user.id, device));
}
