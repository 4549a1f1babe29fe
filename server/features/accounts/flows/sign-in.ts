import type { CurrentUser, Login, Register } from '#contract/accounts.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { hashPassword, isPassword } from '#server/platform/passwords.ts';
import * as actions from '../actions.ts';
import { type AccountDeps, checkLength } from './deps.ts';

// Hashing takes as long as a call to another service, so these are flows: no transaction is open meanwhile.

type SignedIn = { user: CurrentUser; secret: string };

/**
 * Signs in with a password. An unknown address and a wrong password cost the same time and get the same answer
 * (AUTH-11); only failed tries count towards the limits.
 */
export async function login(
  ctx: FlowContext,
  deps: AccountDeps,
  form: Login,
  device: actions.Device,
): Promise<SignedIn> {
  const network = networkOf(ctx.origin.ip);
  await deps.limiter.check(deps.limits.failedSignInsPerNetwork, network);
  const user = await actions.accountToSignIn(ctx, form.email);
  const isRight = await isPassword(form.password, user?.password_hash ?? null);
  if (!user || !isRight) {
    await deps.limiter.record(deps.limits.failedSignInsPerNetwork, network);
    await ctx.transaction((inner) => actions.noteFailedSignIn(inner, form.email));
    throw fail('accounts.wrong-credentials');
  }
  const secret = await ctx.transaction((inner) => actions.signInAfterPassword(inner, user, device));
  return { user: actions.showUser(user), secret };
}

/** Opens an account and signs in. A taken address is told, and its owner gets a mail (AUTH-12). */
export async function register(
  ctx: FlowContext,
  deps: AccountDeps,
  form: Register,
  device: actions.Device,
): Promise<SignedIn> {
  checkLength(form.password, deps.passwordMin);
  for (const limit of deps.limits.registrations) await deps.limiter.take(limit, networkOf(ctx.origin.ip));
  const passwordHash = await hashPassword(form.password);
  const done = await ctx.transaction(async (inner) => {
    const user = await actions.addAccount(inner, { form, passwordHash, portal: deps.portal });
    return user && { user: actions.showUser(user), secret: await actions.openSignIn(inner, user.id, device) };
  });
  if (done) return done;
  await ctx.transaction((inner) => actions.tellAddressTaken(inner, form.email, deps.portal));
  throw fail('accounts.email-taken');
}
