import type { Proof } from '#contract/identity/sign-in-forms.ts';
import { type Account, getAccount } from '#server/identity/accounts/actions.ts';
import { companyRequired, findRequired } from '#server/identity/connections/enforcement-actions.ts';
import { useMailedCode } from '#server/identity/connections/private-actions.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { fail, failInvalid } from '#server/platform/failure.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { isPassword } from '#server/platform/security/passwords.ts';
import { providerSignInSeconds } from '../rules.ts';
import * as actions from '../second-factor-actions.ts';
import { type Device, renewSignIn } from '../session-actions.ts';
import type { ProofDeps, SignInDeps } from './deps.ts';

type Trial<Result> = {
  /** Returns null when the given secret is wrong. */
  attempt: (account: Account) => Promise<Result | null>;
  refusal: 'accounts.wrong-password' | 'accounts.wrong-code' | 'accounts.passkey-refused';
};

/**
 * Lets a signed-in member prove something. Each attempt is counted before it is compared, so that a burst cannot pass,
 * and uncounted unless it was wrong. The limits are apart from those of signing in, so that a stranger cannot use them
 * up.
 */
export async function prove<Result>(
  ctx: MemberFlowContext,
  { limiter, limits }: ProofDeps,
  { attempt, refusal }: Trial<Result>,
): Promise<Result> {
  const counted = [
    ...limits.failedProofsPerMember.map((limit) => [limit, String(ctx.actor.userId)] as const),
    [limits.failedProofsPerNetwork, networkOf(ctx.origin.ip)] as const,
  ];
  for (const [limit, key] of counted) await limiter.take(limit, key);
  let isWrong = false;
  try {
    const result = await attempt(await getAccount(ctx));
    isWrong = result === null;
    if (result !== null) return result;
  } finally {
    if (!isWrong) for (const [limit, key] of counted) await limiter.giveBack(limit, key);
  }
  throw fail(refusal);
}

/**
 * Requires all proofs that the account has: its password, and a code if its second factor is on. A member who is
 * no administrator and has no second factor may give a mailed code instead, if the session came through a company. An
 * account with neither password nor second factor needs a sign-in that is under 15 minutes old.
 * @throws accounts.wrong-password, accounts.wrong-code, accounts.second-factor-required, accounts.confirm-sign-in,
 * request.too-many, accounts.sign-in-required, and request.invalid without a password
 */
export async function proveOwner(ctx: MemberFlowContext, deps: ProofDeps, proof: Proof): Promise<Account> {
  const { password_hash, two_factor_enabled_at } = await getAccount(ctx);
  if (password_hash === null && two_factor_enabled_at === null) {
    if (ctx.actor.signedInSecondsAgo >= providerSignInSeconds) throw fail('accounts.confirm-sign-in');
    return getAccount(ctx);
  }
  return proveSecrets(ctx, deps, proof, null);
}

/**
 * Requires the password unless the account has only a second factor, and then a code if that is on; or the mailed code,
 * where it is allowed. So an account with neither can give only the mailed code.
 * @param required connection in whose place no password is accepted
 */
async function proveSecrets(
  ctx: MemberFlowContext,
  deps: ProofDeps,
  { password, code, mailedCode }: Proof,
  required: Awaited<ReturnType<typeof findRequired>>,
): Promise<Account> {
  const { password_hash, two_factor_enabled_at, role } = await getAccount(ctx);
  const mayMail = ctx.actor.connectionId !== null && two_factor_enabled_at === null && role === 'user';
  if (mailedCode !== undefined && mayMail) return proveMailed(ctx, deps, mailedCode);
  const hasPassword = password_hash !== null || two_factor_enabled_at === null;
  if (hasPassword && !required) await provePassword(ctx, deps, password);
  // Read again, because hashing takes long enough for another browser to switch the second factor on.
  const account = await getAccount(ctx);
  if (!account.two_factor_enabled_at) {
    if (required) throw companyRequired(required);
    return account;
  }
  if (!code) throw fail('accounts.second-factor-required');
  return proveCode(ctx, deps, code);
}

/**
 * Makes the sign-in fresh again after a proof (PERM-05). No password proves an account whose company requires its own
 * sign-in (SSO-11).
 * @returns its new secret, for the cookie
 * @throws connections.company-required for such an account without a second factor or mailed code; the errors of
 * `proveOwner` but accounts.confirm-sign-in
 */
export async function confirmSignIn(ctx: MemberFlowContext, deps: ProofDeps, proof: Proof): Promise<string> {
  const { email } = await getAccount(ctx);
  await proveSecrets(ctx, deps, proof, await findRequired(ctx, email));
  return ctx.transaction((inner) => renewSignIn(inner));
}

function provePassword(ctx: MemberFlowContext, deps: ProofDeps, password: string | undefined): Promise<Account> {
  if (!password) throw failInvalid('Password is required');
  return prove(ctx, deps, {
    attempt: async (account) => ((await isPassword(password, account.password_hash)) ? account : null),
    refusal: 'accounts.wrong-password',
  });
}

function proveCode(ctx: MemberFlowContext, deps: ProofDeps, code: string): Promise<Account> {
  return prove(ctx, deps, {
    attempt: async (account) => {
      const given = { userId: account.id, code, sealer: deps.sealer };
      return (await ctx.transaction((inner) => actions.useCode(inner, given))) ? account : null;
    },
    refusal: 'accounts.wrong-code',
  });
}

function proveMailed(ctx: MemberFlowContext, deps: ProofDeps, mailedCode: string): Promise<Account> {
  return prove(ctx, deps, {
    attempt: async (account) => ((await ctx.transaction((inner) => useMailedCode(inner, mailedCode))) ? account : null),
    refusal: 'accounts.wrong-code',
  });
}

type Enabled = { recoveryCodes: string[]; secret: string };

/**
 * Switches the second factor on by a code; wrong codes count.
 * @returns the recovery codes, and the secret of this browser's new sign-in
 */
export function enableSecondFactor(
  ctx: MemberFlowContext,
  deps: SignInDeps,
  code: string,
  device: Device,
): Promise<Enabled> {
  const { sealer, portal } = deps;
  return prove(ctx, deps, {
    attempt: (account) =>
      ctx.transaction((inner) => actions.enableSecondFactor(inner, { account, code, sealer, device, portal })),
    refusal: 'accounts.wrong-code',
  });
}

/**
 * Switches the second factor off, after the proofs of `proveOwner`: the password if the account has one, and a code
 * (SET-11).
 * @returns the secret of this browser's new sign-in
 */
export async function disableSecondFactor(
  ctx: MemberFlowContext,
  deps: SignInDeps,
  proof: Proof,
  device: Device,
): Promise<string> {
  const account = await proveOwner(ctx, deps, proof);
  const { portal, party } = deps;
  return ctx.transaction((inner) => actions.disableSecondFactor(inner, { account, device, portal, party }));
}
