import type { ErrorCode } from '#contract/errors.ts';
import { type Account, addAccount, findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail, readerOf } from '#server/identity/accounts/mail-actions.ts';
import { firstNameOf } from '#server/identity/accounts/rules.ts';
import { findCodeAccount } from '#server/identity/connections/ways-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { isFree, mailVerificationLink } from './actions.ts';
import {
  claimPicture,
  consumeLink,
  findLinkOwner,
  findUserByIdentity,
  insertIdentity,
  insertLink,
  isIdentityKnown,
  lockUser,
  lockUserByEmail,
  updateEmailVerified,
} from './credential-store.ts';
import { accountHandedOverMail, providerLinkedMail, welcomeMail } from './emails.ts';
import type { Identity } from './identity-provider.ts';
import { isJustSignedIn, secondStepMinutes } from './rules.ts';
import { actorOfSignIn, type Device, openSignIn, renewSignIn } from './session-actions.ts';
import { recordForAdministrator } from './trail-actions.ts';
import { endFormerWays, isFactorOwn } from './ways-in-actions.ts';

type Entry = {
  identity: Identity;
  device: Device;
  portal: Portal;
  /**
   * Reason why the address may not register (SETUP-07); null when it may. Addresses with an account sign in
   * nevertheless.
   */
  refusal: ErrorCode | null;
  /** Whether a new account whose address the provider has not proved is mailed its verification link. */
  isMailed: boolean;
};

/** A session, or the wait for a code; `secret` is for the browser's cookie. */
export type ProviderEntry = { kind: 'signed-in' | 'code-needed'; secret: string };

/**
 * Signs in with the provider's identity, for which an account is added, linked or handed over first if it is new; a
 * second factor is still required (SET-18).
 */
export async function signInByIdentity(ctx: Context, entry: Entry): Promise<ProviderEntry> {
  const { identity, device, portal } = entry;
  const account = await findOrOpenAccount(ctx, entry);
  await askForPicture(ctx, account.id, identity);
  if (!account.two_factor_enabled_at) {
    return { kind: 'signed-in', secret: await openSignIn(ctx, account, { device, portal }) };
  }
  const secret = newSecret();
  const tokenHash = hashSecret(secret);
  await insertLink(ctx.db, { userId: account.id, purpose: 'second_step', tokenHash, minutes: secondStepMinutes });
  return { kind: 'code-needed', secret };
}

/** Has the provider's picture fetched, once for each identity: a member who removes it stays without one. */
async function askForPicture(ctx: Context, userId: number, identity: Identity): Promise<void> {
  const { picture } = identity;
  if (picture === null || !(await claimPicture(ctx.db, identity))) return;
  const options = { key: `profile-picture:${userId}`, maxAttempts: 3 };
  await enqueue(ctx.db, 'fetch-profile-picture', { userId, address: picture }, options);
}

/**
 * Makes the member's sign-in fresh when the provider says that the same member has just signed in there (PERM-05). For
 * administrators, a provider that does not say when proves nothing, because a browser that was left open would be
 * enough (ACCT-05). Google does not say it, and has no request to sign in again
 * (developers.google.com/identity/siwg/security-bundle). An account whose second factor is on confirms with a code,
 * like its sign-in.
 */
export async function confirmByIdentity(ctx: MemberContext, identity: Identity): Promise<string> {
  const account = await findUserByIdentity(ctx.db, identity);
  const isNow = isJustSignedIn(identity.authenticatedAt, ctx.now);
  if (account?.id !== ctx.actor.userId || isNow === false) throw fail('accounts.provider-refused');
  if (account.two_factor_enabled_at) throw fail('accounts.second-factor-required');
  if (isNow === null && account.role === 'administrator') throw fail('accounts.provider-cannot-confirm');
  return renewSignIn(ctx);
}

/** Returns the account of a sign-in that waits for its code. @throws accounts.sign-in-step-ended */
export async function getWaitingAccount(ctx: Context, secret: string | null): Promise<Account> {
  const userId =
    secret &&
    ((await findLinkOwner(ctx.db, 'second_step', hashSecret(secret))) ?? (await findCodeAccount(ctx, secret)));
  const account = userId ? await findAccount(ctx, userId) : null;
  if (!account) throw fail('accounts.sign-in-step-ended');
  return account;
}

export async function endWaiting(ctx: Context, secret: string): Promise<void> {
  await consumeLink(ctx.db, 'second_step', hashSecret(secret));
}

async function findOrOpenAccount(ctx: Context, entry: Entry): Promise<Account> {
  const { identity } = entry;
  if (!identity.isVerified) throw fail('accounts.provider-unverified');
  const known = await findUserByIdentity(ctx.db, identity);
  if (known) return known;
  return accountOfAddress(ctx, { ...entry, identity: addressed(identity) });
}

type Addressed = Identity & { email: string };

/**
 * Returns an identity whose address is valid by the contract's rule. Without such an address, an identity opens and
 * links no account.
 */
function addressed(identity: Identity): Addressed {
  const { email } = identity;
  if (email === null) throw fail('accounts.provider-refused');
  return { ...identity, email };
}

/** Whether a sign-in by this identity would open a new account. */
export async function opensAccount(ctx: Context, { issuer, subject, email }: Identity): Promise<boolean> {
  if (email === null || (await isIdentityKnown(ctx.db, { issuer, subject }))) return false;
  return isFree(ctx, email);
}

type AddressedEntry = Omit<Entry, 'identity'> & { identity: Addressed };

/**
 * Returns the account of the address of a new identity: added, linked or handed over. An address for which the provider
 * does not vouch opens no existing account, and a new account verifies it by mail.
 */
async function accountOfAddress(ctx: Context, entry: AddressedEntry): Promise<Account> {
  const { identity, portal, refusal } = entry;
  const added = refusal ? null : await openAccount(ctx, entry);
  if (added) return added;
  const owner = await lockUserByEmail(ctx.db, identity.email);
  if (!owner) throw fail(refusal ?? 'accounts.provider-refused');
  if (!identity.isAuthoritative) throw fail('accounts.provider-not-connected');
  return owner.email_verified_at ? link(ctx, owner, identity, portal) : handOver(ctx, owner, identity, portal);
}

/** Adds an account, whose address the provider has verified or a mail will; null when the address has an account. */
async function openAccount(ctx: Context, { identity, portal, isMailed }: AddressedEntry): Promise<Account | null> {
  const { email, firstName, lastName, isAuthoritative } = identity;
  const account = await addAccount(ctx, {
    email,
    firstName: firstName ?? firstNameOf(email),
    lastName: lastName ?? '',
    organization: null,
    passwordHash: null,
    role: 'user',
    isVerified: isAuthoritative,
  });
  if (!account) return null;
  await addIdentity(ctx, account, identity);
  if (!isAuthoritative) {
    if (isMailed) await mailVerificationLink(ctx, account, portal);
    return account;
  }
  await queueMail(
    ctx.db,
    { kind: 'account', key: `welcome:${account.id}` },
    welcomeMail(readerOf(account), await portal.site(ctx)),
  );
  return account;
}

/**
 * Connects the provider's identity to the caller's account, unless the sign-in has ended while the provider was called,
 * and mails the caller.
 * @throws accounts.confirm-sign-in, accounts.provider-unverified, accounts.provider-refused, accounts.provider-taken,
 * accounts.sign-in-required
 */
export async function connectIdentity(ctx: MemberContext, identity: Identity, portal: Portal): Promise<void> {
  if (!ctx.actor.isFresh) throw fail('accounts.confirm-sign-in');
  if (!identity.isVerified) throw fail('accounts.provider-unverified');
  const known = await findUserByIdentity(ctx.db, identity);
  if (known?.id === ctx.actor.userId) return;
  if (known) throw fail('accounts.provider-taken');
  const account = await lockUser(ctx.db, ctx.actor.userId);
  const isSignedIn = (await actorOfSignIn(ctx, ctx.actor.signInId)) !== null;
  if (!account || !isSignedIn) throw fail('accounts.sign-in-required');
  await link(ctx, account, addressed(identity), portal);
}

async function addIdentity(ctx: Context, account: Account, identity: Addressed): Promise<void> {
  const isAdded = await insertIdentity(ctx.db, { ...identity, userId: account.id });
  if (!isAdded) throw fail('accounts.provider-taken');
}

async function link(ctx: Context, owner: Account, identity: Addressed, portal: Portal): Promise<Account> {
  await addIdentity(ctx, owner, identity);
  await recordForAdministrator(ctx, owner, 'link-identity', namedIn(identity));
  await queueMail(
    ctx.db,
    { kind: 'account', key: `provider-linked:${ctx.origin.requestId}` },
    providerLinkedMail(readerOf(owner), await portal.site(ctx)),
  );
  return owner;
}

/**
 * Gives an account with an unverified address to the owner of the address, and mails the owner. The account's former
 * ways in end first (`endFormerWays`, AUTH-18, ACCT-05).
 */
async function handOver(ctx: Context, account: Account, identity: Addressed, portal: Portal): Promise<Account> {
  await endFormerWays(ctx, account);
  await updateEmailVerified(ctx.db, account.id);
  await addIdentity(ctx, account, identity);
  await recordForAdministrator(ctx, account, 'link-identity', namedIn(identity));
  await queueMail(
    ctx.db,
    { kind: 'account', key: `handed-over:${ctx.origin.requestId}` },
    accountHandedOverMail({ ...readerOf(account), provider: 'Google' }, await portal.site(ctx)),
  );
  const { two_factor_enabled_at } = account;
  return {
    ...account,
    password_hash: null,
    two_factor_enabled_at: isFactorOwn(account) ? two_factor_enabled_at : null,
  };
}

const namedIn = ({ issuer, email }: Addressed) => ({ issuer, email });
