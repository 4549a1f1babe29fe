import { comparableAddress } from '#contract/email-addresses.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { Login, Register, VerificationLink, VerifiedEmail } from '#contract/identity/sign-in.ts';
import { type Account, showCurrentUser } from '#server/identity/accounts/actions.ts';
import { rejectOtherWay } from '#server/identity/connections/enforcement-actions.ts';
import { findCodeAccount, takeWay } from '#server/identity/connections/ways-actions.ts';
import type { Actor, Context, FlowContext, MemberContext } from '#server/platform/context.ts';
import { fail, failWith } from '#server/platform/failure.ts';
import { hashedKey, networkOf } from '#server/platform/http/limits.ts';
import type { Handshake } from '#server/platform/security/openid.ts';
import { hashPassword, isPassword } from '#server/platform/security/passwords.ts';
import * as actions from '../actions.ts';
import type { IdentityProvider } from '../identity-provider.ts';
import * as links from '../link-actions.ts';
import * as providers from '../provider-actions.ts';
import { useCode } from '../second-factor-actions.ts';
import { type Device, findActor, openSignIn } from '../session-actions.ts';
import { checkNewPassword, type SignInDeps } from './deps.ts';

// Hashing takes as long as a call to another service, so these are flows: no transaction is open during it.

export type SignedIn = { user: CurrentUser; secret: string };

type Asked = { email: string; device: Device };

/**
 * Counts an attempt before its password or code is compared, so that a burst cannot pass, and rejects it while too many
 * failed. A device on which the account was used has a counter of its own: failed attempts elsewhere do not make it
 * wait.
 */
async function openAttempt(ctx: FlowContext, { limiter, limits }: SignInDeps, asked: Asked): Promise<actions.Attempt> {
  const attempt = await actions.openAttempt(ctx, { ...asked, waitMinutes: limits.waitMinutes });
  if (attempt.isKnownDevice) return attempt;
  try {
    await limiter.take(limits.failedSignInsPerNetwork, networkOf(ctx.origin.ip));
  } catch (error) {
    // Uncounted, because this attempt is not made.
    await actions.giveAttemptBack(ctx, attempt);
    throw error;
  }
  return attempt;
}

async function giveNetworkBack(
  ctx: FlowContext,
  { limiter, limits }: SignInDeps,
  attempt: actions.Attempt,
): Promise<void> {
  if (!attempt.isKnownDevice) await limiter.giveBack(limits.failedSignInsPerNetwork, networkOf(ctx.origin.ip));
}

/**
 * Signs in with a password, and a code when the second factor is on. An unknown address and a wrong password take the
 * same time and get the same reply (AUTH-11); only failed attempts count towards the limits.
 */
export async function login(ctx: FlowContext, deps: SignInDeps, form: Login, device: Device): Promise<SignedIn> {
  await rejectOtherWay(ctx, form.email);
  const attempt = await openAttempt(ctx, deps, { email: form.email, device });
  const { account, isKnownDevice, counter } = attempt;
  const isRight = await isPassword(form.password, account?.password_hash ?? null);
  if (!account?.password_hash || !isRight) throw fail('accounts.wrong-credentials');
  const passwordHash = account.password_hash;
  if (account.two_factor_enabled_at) {
    return signInByCode(ctx, deps, { account, passwordHash, code: form.code, device, attempt });
  }
  const signIn = (inner: Context) => openSignIn(inner, account, { device, portal: deps.portal, counter, passwordHash });
  // On a known device no mail is queued, and opening the sign-in is a single statement.
  const secret = isKnownDevice ? await signIn(ctx) : await ctx.transaction(signIn);
  await giveNetworkBack(ctx, deps, attempt);
  return { user: showCurrentUser(account), secret };
}

type Proving = {
  form: Login;
  device: Device;
  /** Says `accounts.wrong-password` where the person does not choose the address. */
  refusal: 'accounts.wrong-credentials' | 'accounts.wrong-password';
};

/**
 * Proves an account by its password, and by a code if its second factor is on, without a sign-in. Counts like `login`.
 * @throws the given refusal, accounts.code-required, accounts.code-refused, accounts.sign-in-locked, request.too-many
 */
export async function proveByPassword(
  ctx: FlowContext,
  deps: SignInDeps,
  { form, device, refusal }: Proving,
): Promise<{ account: Account; counter: Buffer }> {
  const attempt = await openAttempt(ctx, deps, { email: form.email, device });
  const { account, counter } = attempt;
  const isRight = await isPassword(form.password, account?.password_hash ?? null);
  if (!account?.password_hash || !isRight) throw fail(refusal);
  await proveCode(ctx, deps, { account, code: form.code, device, attempt });
  return { account, counter };
}

/**
 * Proves the second factor of an account whose person was proved otherwise; without one there is nothing to prove.
 * @throws accounts.code-required, accounts.code-refused, accounts.sign-in-locked, request.too-many
 */
export async function proveByCode(
  ctx: FlowContext,
  deps: SignInDeps,
  { account, code, device }: { account: Account; code: string | undefined; device: Device },
): Promise<void> {
  if (!account.two_factor_enabled_at) return;
  const attempt = await openAttempt(ctx, deps, { email: account.email, device });
  await proveCode(ctx, deps, { account, code, device, attempt });
}

async function proveCode(ctx: FlowContext, deps: SignInDeps, { account, code, attempt }: ByCode): Promise<void> {
  if (account.two_factor_enabled_at) {
    if (!code) {
      await actions.giveAttemptBack(ctx, attempt);
      await giveNetworkBack(ctx, deps, attempt);
      throw failWith('accounts.code-required', { twoFactorRequired: true });
    }
    const given = { userId: account.id, code, sealer: deps.sealer };
    if (!(await ctx.transaction((inner) => useCode(inner, given)))) {
      throw failWith('accounts.code-refused', { twoFactorRequired: true });
    }
  }
  await actions.giveAttemptBack(ctx, attempt);
  await giveNetworkBack(ctx, deps, attempt);
}

type ByCode = {
  account: Account;
  /** The sign-in through a company that waits for this code. */
  waitingSecret?: string | null;
  /** The hash with which the password was compared; absent after a sign-in by a provider. */
  passwordHash?: string;
  code: string | undefined;
  device: Device;
  attempt: actions.Attempt;
};

/**
 * Completes the second step of a sign-in with a code of the authenticator or for recovery (SET-12). A missing code is
 * requested and does not count as a failed attempt.
 */
async function signInByCode(ctx: FlowContext, deps: SignInDeps, byCode: ByCode): Promise<SignedIn> {
  const { account, passwordHash, code, device, attempt, waitingSecret } = byCode;
  if (!code) {
    await actions.giveAttemptBack(ctx, attempt);
    await giveNetworkBack(ctx, deps, attempt);
    throw failWith('accounts.code-required', { twoFactorRequired: true });
  }
  const secret = await ctx.transaction(async (inner) => {
    const isRight = await useCode(inner, { userId: account.id, code, sealer: deps.sealer });
    if (!isRight) return null;
    const way = waitingSecret ? await takeWay(inner, waitingSecret) : null;
    const proved = { ...(passwordHash && { passwordHash }), ...(way && { way }) };
    const entry = { device, portal: deps.portal, counter: attempt.counter, ...proved };
    return openSignIn(inner, account, entry);
  });
  if (secret === null) throw failWith('accounts.code-refused', { twoFactorRequired: true });
  await giveNetworkBack(ctx, deps, attempt);
  return { user: showCurrentUser(account), secret };
}

/** Uses a link up for the new member to whose address it was mailed: a gift or an invitation. */
export type UseLink = (ctx: MemberContext) => Promise<unknown>;

/**
 * Creates an account and signs in, if the address may register (SETUP-07). A taken address is rejected, and without
 * `useLink` its owner gets a mail (AUTH-12).
 * @param useLink verifies the address: without it a verification link is mailed, within the limit of mails a day. An
 * error of it rolls the registration back
 */
export async function register(
  ctx: FlowContext,
  deps: SignInDeps,
  form: Register,
  device: Device,
  useLink?: UseLink,
): Promise<SignedIn> {
  await rejectOtherWay(ctx, form.email);
  const rejection = await actions.rejectionOf(deps)(ctx, form.email);
  if (rejection) throw fail(rejection);
  checkNewPassword(form.password, deps);
  for (const limit of deps.limits.registrations) await deps.limiter.take(limit, networkOf(ctx.origin.ip));
  const passwordHash = await hashPassword(form.password);
  const { portal } = deps;
  const isVerified = useLink !== undefined;
  const isMailed = !isVerified && (await actions.isFree(ctx, form.email)) && (await mayMail(deps, form.email));
  const done = await ctx.transaction(async (inner) => {
    const account = await actions.registerAccount(inner, { form, passwordHash, portal, isMailed, isVerified });
    if (!account) return null;
    const secret = await openSignIn(inner, account, { device, portal });
    if (useLink) await useLink({ ...inner, actor: await findMember(inner, deps, secret) });
    return { user: showCurrentUser(account), secret };
  });
  if (done) return done;
  // The reader of the link knows of it, and may be the person that has just registered.
  if (!isVerified) await ctx.transaction((inner) => actions.mailAddressTaken(inner, form.email, portal));
  throw fail('accounts.email-taken');
}

/**
 * Counts a verification mail to a new account. Without one the member can still ask for it later: if the registration
 * were rejected instead, anyone could keep the owner of an address from registering.
 */
function mayMail({ limiter, limits }: SignInDeps, email: string): Promise<boolean> {
  return limiter.takeWhole(limits.verificationMails.perDay, hashedKey(comparableAddress(email)), 1);
}

type Pressed = { token: string; sessionSecret: string | null };

/** Returns the email address of a live verification link, and whether this browser is signed in to its account. */
export async function checkVerification(
  ctx: FlowContext,
  deps: SignInDeps,
  pressed: Pressed,
): Promise<VerificationLink> {
  await deps.limiter.take(deps.limits.linkTries, networkOf(ctx.origin.ip));
  return links.checkVerificationLink({ ...ctx, actor: await visitorOf(ctx, pressed) }, pressed.token);
}

/** Verifies an address after the click on the button of its link (ACCT-02). */
export async function verifyEmail(ctx: FlowContext, deps: SignInDeps, pressed: Pressed): Promise<VerifiedEmail> {
  await deps.limiter.take(deps.limits.linkTries, networkOf(ctx.origin.ip));
  const actor = await visitorOf(ctx, pressed);
  const token = await ctx.transaction((inner) => links.verifyEmail({ ...inner, actor }, pressed.token));
  const next = token === null ? '' : ' Now choose a password.';
  return { message: `Thank you, your email address is verified.${next}`, token };
}

/** Finds the member of this browser's session, because routes for visitors do not look for one. */
function visitorOf(ctx: FlowContext, { sessionSecret }: Pressed): Promise<Actor | null> {
  return sessionSecret === null ? Promise.resolve(null) : findActor(ctx.db, sessionSecret, 0);
}

type ProviderReturn = { provider: IdentityProvider; search: string; handshake: Handshake };

/** Signs in with the provider's response; an account that this opens counts towards the limits of registrations. */
export async function signInByProvider(
  ctx: FlowContext,
  deps: SignInDeps,
  { provider, search, handshake }: ProviderReturn,
  device: Device,
): Promise<providers.ProviderEntry> {
  const { portal } = deps;
  const identity = await provider.finish(search, handshake);
  const { email } = identity;
  const rejection = email === null ? null : await actions.rejectionOf(deps)(ctx, email);
  let isMailed = false;
  if (email !== null && !rejection && (await providers.opensAccount(ctx, identity))) {
    for (const limit of deps.limits.registrations) await deps.limiter.take(limit, networkOf(ctx.origin.ip));
    isMailed = !identity.isAuthoritative && (await mayMail(deps, email));
  }
  return ctx.transaction((inner) =>
    providers.signInByIdentity(inner, { identity, device, portal, refusal: rejection, isMailed }),
  );
}

/**
 * Makes the sign-in of this browser fresh if the provider returned the same person.
 * @returns its new secret, for the cookie
 */
export async function confirmByProvider(
  ctx: FlowContext,
  deps: SignInDeps,
  { provider, search, handshake }: ProviderReturn,
  sessionSecret: string | null,
): Promise<string> {
  const actor = await findMember(ctx, deps, sessionSecret);
  const identity = await provider.finish(search, handshake);
  return ctx.transaction((inner) => providers.confirmByIdentity({ ...inner, actor }, identity));
}

/**
 * Connects the provider's identity to the account of this browser's session.
 * @param userId the member who started the connection; the session of anyone else is rejected
 */
export async function connectByProvider(
  ctx: FlowContext,
  deps: SignInDeps,
  { provider, search, handshake }: ProviderReturn,
  { sessionSecret, userId }: { sessionSecret: string | null; userId: number | undefined },
): Promise<void> {
  const actor = await findMember(ctx, deps, sessionSecret);
  if (actor.userId !== userId) throw fail('accounts.provider-refused');
  await deps.limiter.take(deps.limits.connectionsPerMember, String(userId));
  const identity = await provider.finish(search, handshake);
  await ctx.transaction((inner) => providers.connectIdentity({ ...inner, actor }, identity, deps.portal));
}

async function findMember(ctx: Context, { freshSeconds }: SignInDeps, sessionSecret: string | null): Promise<Actor> {
  const actor = sessionSecret === null ? null : await findActor(ctx.db, sessionSecret, freshSeconds);
  if (!actor) throw fail('accounts.sign-in-required');
  return actor;
}

type WaitingCode = { code: string; waitingSecret: string | null; device: Device };

/** Completes a sign-in through Google or a company that waits for a code. */
export async function finishByCode(
  ctx: FlowContext,
  deps: SignInDeps,
  { code, waitingSecret, device }: WaitingCode,
): Promise<{ user: CurrentUser; secret: string }> {
  const account = await providers.getWaitingAccount(ctx, waitingSecret);
  const isCompany = waitingSecret !== null && (await findCodeAccount(ctx, waitingSecret)) !== null;
  const attempt = await openAttempt(ctx, deps, { email: account.email, device });
  const waiting = isCompany && { waitingSecret };
  const signedIn = await signInByCode(ctx, deps, { account, code, device, attempt, ...waiting });
  if (waitingSecret) await ctx.transaction((inner) => providers.endWaiting(inner, waitingSecret));
  return signedIn;
}
