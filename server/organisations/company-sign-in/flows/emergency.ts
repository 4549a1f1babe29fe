import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { Login } from '#contract/identity/sign-in.ts';
import { type Account, showCurrentUser } from '#server/identity/accounts/actions.ts';
import { recordEmergency } from '#server/identity/connections/emergency-actions.ts';
import { findEmergencyWay } from '#server/identity/connections/enforcement-actions.ts';
import { type Signed, usePasskey } from '#server/identity/passkeys/flows.ts';
import type { SignInDeps } from '#server/identity/sign-in/flows/deps.ts';
import { proveByPassword } from '#server/identity/sign-in/flows/sign-in.ts';
import { type Device, openSignIn } from '#server/identity/sign-in/session-actions.ts';
import type { Context, FlowContext } from '#server/platform/context.ts';
import { Failure, fail } from '#server/platform/failure.ts';

// Signs in administrators and chosen owners while their company's connection is required, and accounts of which no
// connection is required. Everybody else reads the same refusal as for a wrong password or passkey (SSO-10).

type SignedIn = { user: CurrentUser; secret: string };

/**
 * Signs in by password and second factor.
 * @throws accounts.wrong-credentials, accounts.code-required, accounts.code-refused, accounts.sign-in-locked,
 * connections.company-required, request.too-many
 */
export async function signInByPassword(
  ctx: FlowContext,
  deps: SignInDeps,
  form: Login,
  device: Device,
): Promise<SignedIn> {
  const { account, counter } = await proveByPassword(ctx, deps, {
    form,
    device,
    refusal: 'accounts.wrong-credentials',
  });
  const { password_hash: passwordHash, two_factor_enabled_at: factorSince } = account;
  const proved = { counter, ...(passwordHash !== null && { passwordHash }) };
  return ctx.transaction(async (inner) => {
    const way = await wayOf(inner, account);
    if (way === undefined || (way && !factorSince)) throw fail('accounts.wrong-credentials');
    return open(inner, account, { way, isByPasskey: false }, { device, portal: deps.portal, ...proved });
  });
}

/**
 * Signs in by a passkey.
 * @throws accounts.passkeys-off, accounts.passkey-refused, accounts.passkey-unknown, accounts.passkey-copied,
 * accounts.wrong-credentials, connections.company-required, request.too-many
 */
export function signInByPasskey(ctx: FlowContext, deps: SignInDeps, signed: Signed, device: Device): Promise<SignedIn> {
  return usePasskey(ctx, deps, signed, async (inner, account) => {
    const way = await wayOf(inner, account);
    if (way === undefined) throw fail('accounts.passkey-refused');
    return open(inner, account, { way, isByPasskey: true }, { device, portal: deps.portal });
  });
}

type Way = Awaited<ReturnType<typeof findEmergencyWay>>;

/** Returns the emergency way; null for an account that needs none, undefined for one that may not use it. */
function wayOf(ctx: Context, account: Account): Promise<Way | undefined> {
  return findEmergencyWay(ctx, account).catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
}

async function open(
  ctx: Context,
  account: Account,
  { way, isByPasskey }: { way: Way; isByPasskey: boolean },
  entry: Parameters<typeof openSignIn>[2],
): Promise<SignedIn> {
  const secret = await openSignIn(ctx, account, { ...entry, ...(way && { way }) });
  if (way) await recordEmergency(ctx, way.connectionId, { userId: account.id, isByPasskey });
  return { user: showCurrentUser(account), secret };
}
