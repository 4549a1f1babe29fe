import type { CurrentUser } from '#contract/accounts.ts';
import { registrationRefusal } from '#server/features/portal/rules.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Handshake, IdentityProvider } from '../identity-provider.ts';
import * as actions from '../provider-actions.ts';
import { actorOf, type Device } from '../session-actions.ts';
import type { SignInDeps } from './deps.ts';
import { openAttempt, signInByCode } from './sign-in.ts';

type Answer = { provider: IdentityProvider; search: string; handshake: Handshake };

/** Signs in with the provider's answer. */
export async function signInByProvider(
  ctx: FlowContext,
  { portal, settings, isInvited }: SignInDeps,
  { provider, search, handshake }: Answer,
  device: Device,
): Promise<actions.ProviderEntry> {
  const identity = await provider.finish(search, handshake);
  const rule = registrationRefusal(await settings(), identity.email);
  const refusal = rule && (await isInvited(ctx, identity.email)) ? null : rule;
  return ctx.transaction((inner) => actions.signInByIdentity(inner, { identity, device, portal, refusal }));
}

/**
 * Makes the sign-in of this browser fresh, when the provider led back the same person.
 * @returns its new secret, for the cookie
 */
export async function confirmByProvider(
  ctx: FlowContext,
  { provider, search, handshake }: Answer,
  sessionSecret: string | null,
): Promise<string> {
  const actor = sessionSecret === null ? null : await actorOf(ctx.db, sessionSecret, 0);
  if (!actor) throw fail('accounts.sign-in-required');
  const identity = await provider.finish(search, handshake);
  return ctx.transaction((inner) => actions.confirmByIdentity({ ...inner, actor }, identity));
}

type ByCode = { code: string; waitingSecret: string | null; device: Device };

/** The code that a sign-in by the provider still waited for. */
export async function finishByCode(
  ctx: FlowContext,
  deps: SignInDeps,
  { code, waitingSecret, device }: ByCode,
): Promise<{ user: CurrentUser; secret: string }> {
  const account = await actions.getWaitingAccount(ctx, waitingSecret);
  const attempt = await openAttempt(ctx, deps, { email: account.email, device });
  const signedIn = await signInByCode(ctx, deps, { account, code, device, attempt });
  if (waitingSecret) await ctx.transaction((inner) => actions.endWaiting(inner, waitingSecret));
  return signedIn;
}
