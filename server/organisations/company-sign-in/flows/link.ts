import type { LinkByMail, LinkByPassword, PendingSignIn } from '#contract/identity/connections.ts';
import { type Account, findAccount } from '#server/identity/accounts/actions.ts';
import { type Device, linkTo, needsCode, wayOf } from '#server/identity/connections/entry-actions.ts';
import * as waiting from '#server/identity/connections/waiting-actions.ts';
import { rejectAdministrator } from '#server/identity/connections/ways-actions.ts';
import { type Signed, usePasskey } from '#server/identity/passkeys/flows.ts';
import { hasPasskey } from '#server/identity/passkeys/held-actions.ts';
import type { SignInDeps } from '#server/identity/sign-in/flows/deps.ts';
import { proveByCode, proveByPassword } from '#server/identity/sign-in/flows/sign-in.ts';
import { findActor, openSignIn } from '#server/identity/sign-in/session-actions.ts';
import type { Context, FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Limit } from '#server/platform/http/limits.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import { type AdmissionDeps, lockAdmission } from '../admission-actions.ts';
import { mailLinkTo } from '../mail-actions.ts';

export type LinkDeps = AdmissionDeps & { signIn: SignInDeps; portal: Portal; mailLimit: Limit };

export type Browser = { secret: string | null; sessionSecret: string | null; device: Device };

/** The end of a sign-in that waited: the session's secret, and the page that was asked for. */
export type Done = { secret: string; next: string };

/** Shows the sign-in that waits in a browser. @throws connections.link-ended, connections.not-found */
export async function showPending(ctx: FlowContext, deps: LinkDeps, browser: Browser): Promise<PendingSignIn> {
  const { pending, row, account } = await waiting.getWaiting(ctx, browser.secret);
  const { organisation } = await ctx.transaction((inner) => lockAdmission(inner, row, deps));
  const { party } = deps.signIn;
  const actor = browser.sessionSecret === null ? null : await findActor(ctx.db, browser.sessionSecret, 0);
  const present = actor && (await findAccount(ctx, actor.userId));
  return {
    kind: pending.kind === 'switch' ? 'switch' : 'link',
    connectionName: row.name,
    organisation,
    email: account.email,
    hasPassword: account.password_hash !== null,
    hasSecondFactor: account.two_factor_enabled_at !== null,
    hasPasskey: party ? await hasPasskey(ctx, account.id, party.id) : false,
    signedInAs: pending.kind === 'switch' ? (present?.email ?? null) : null,
  };
}

/**
 * Links the account after its password, and code (SSO-07).
 * @throws connections.link-ended, and the errors of `proveByPassword` and `linkTo`
 */
export async function linkByPassword(
  ctx: FlowContext,
  deps: LinkDeps,
  browser: Browser,
  { password, code }: LinkByPassword,
): Promise<Done> {
  const { account } = await waiting.getWaiting(ctx, browser.secret, 'link');
  const form = { email: account.email, password, ...(code !== undefined && { code }) };
  const proving = { form, device: browser.device, refusal: 'accounts.wrong-password' as const };
  const proved = await proveByPassword(ctx, deps.signIn, proving);
  return completeLink(ctx, deps, browser, proved.account);
}

/**
 * Links the account by one of its passkeys (SSO-07).
 * @throws connections.link-ended, accounts.passkey-refused for a passkey of another account, and the errors of
 * `usePasskey` and `linkTo`
 */
export async function linkByPasskey(ctx: FlowContext, deps: LinkDeps, browser: Browser, signed: Signed): Promise<Done> {
  const { account } = await waiting.getWaiting(ctx, browser.secret, 'link');
  const proved = await usePasskey(ctx, deps.signIn, signed, async (_, owner) => {
    if (owner.id !== account.id) throw fail('accounts.passkey-refused');
    return owner;
  });
  return completeLink(ctx, deps, browser, proved);
}

/** Mails the account's address a link for this browser. @throws connections.link-ended, request.too-many */
export async function mailLink(ctx: FlowContext, deps: LinkDeps, browser: Browser): Promise<void> {
  const { account, row } = await waiting.getWaiting(ctx, browser.secret, 'link');
  await deps.signIn.limiter.take(deps.mailLimit, `${account.id}`);
  const mailSecret = newSecret();
  await ctx.transaction(async (inner) => {
    await waiting.recordMailedLink(inner, browser.secret ?? '', mailSecret);
    await mailLinkTo(inner, { account, connection: row.name, mailSecret }, deps.portal);
  });
}

/**
 * Links the account by the mailed link, and the code of its second factor if it has one (SSO-07).
 * @throws connections.link-other-browser, connections.link-ended, and the errors of `proveByCode` and `linkTo`
 */
export async function linkByMail(
  ctx: FlowContext,
  deps: LinkDeps,
  browser: Browser,
  { token, code }: LinkByMail,
): Promise<Done> {
  const { account } = await waiting.requireMailed(ctx, browser.secret, token);
  await proveByCode(ctx, deps.signIn, { account, code, device: browser.device });
  return completeLink(ctx, deps, browser, account);
}

/**
 * Links the account of the sign-in that waits, whose owner was proved, and signs in.
 * @param proved the account as it was when it was proved
 */
function completeLink(ctx: FlowContext, deps: LinkDeps, browser: Browser, proved: Account): Promise<Done> {
  const { portal } = deps;
  return ctx.transaction(async (inner) => {
    const found = await waiting.getWaiting(inner, browser.secret, 'link');
    const admission = await lockAdmission(inner, found.row, deps);
    const { pending, row, account } = await waiting.consumeWaiting(inner, browser.secret, 'link');
    const isSame = account.id === proved.id && account.password_hash === proved.password_hash;
    if (!isSame) throw fail('connections.link-ended');
    const kept = { issuer: pending.issuer, subject: pending.subject, objectId: pending.object_id };
    await linkTo(inner, account, { row, kept, email: pending.email, admission, portal });
    return open(inner, { account, row, pending }, browser, portal);
  });
}

/**
 * Signs in the account that waits, in place of the browser's present one. When it needs a code, the session stays as it
 * is, `secret` is still that of the waiting sign-in, and the code is the next step.
 */
export function switchAccount(ctx: FlowContext, deps: LinkDeps, browser: Browser): Promise<Done & { isCode: boolean }> {
  return ctx.transaction(async (inner) => {
    const found = await waiting.getWaiting(inner, browser.secret, 'switch');
    rejectAdministrator(found.row, found.account);
    const admission = await lockAdmission(inner, found.row, deps);
    if (needsCode(found.account, found.pending.spares_factor)) {
      await waiting.waitForCode(inner, browser.secret ?? '');
      return { secret: browser.secret ?? '', next: found.pending.return_to, isCode: true };
    }
    const taken = await waiting.consumeWaiting(inner, browser.secret, 'switch');
    rejectAdministrator(taken.row, taken.account);
    const { issuer, subject, object_id: objectId, email } = taken.pending;
    await admission.admit(inner, taken.account, { issuer, subject, objectId, email });
    return { ...(await open(inner, taken, browser, deps.portal)), isCode: false };
  });
}

async function open(
  ctx: Context,
  { account, row, pending }: waiting.Waiting,
  { device }: Browser,
  portal: Portal,
): Promise<Done> {
  const { subject, provider_sid: providerSid, sealed_id_token: sealedIdToken } = pending;
  const way = wayOf(row, { subject, providerSid, sealedIdToken });
  return { secret: await openSignIn(ctx, account, { device, portal, way }), next: pending.return_to };
}
