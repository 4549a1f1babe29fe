import type { ErrorCode } from '#contract/errors.ts';
import { type Account, addAccount, findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail, readerOf } from '#server/identity/accounts/mail-actions.ts';
import { firstNameOf, nameOfClaim } from '#server/identity/accounts/rules.ts';
import { handOverByCompany, lockAccountOf } from '#server/identity/sign-in/company-actions.ts';
import { lockAccount, openSignIn } from '#server/identity/sign-in/session-actions.ts';
import { recordForAdministrator } from '#server/identity/sign-in/trail-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import type { ConnectionRow } from './connection-actions.ts';
import { accountLinkedMail, companyWelcomeMail } from './emails.ts';
import { insertPending } from './errand-store.ts';
import * as identities from './identity-store.ts';
import { isOfOtherTenant, type Kept, sparesFactor, vouchRejection } from './rules.ts';
import { rejectAdministrator } from './ways-actions.ts';

/** The browser that signs in. */
export type Device = Parameters<typeof openSignIn>[2]['device'];

/** Decisions about people at a connection. At the portal's own connections, only `refusal` can reject a person. */
export type Admission = {
  /** Name of the organisation; null for the portal. */
  organisation: string | null;
  /** Domains that are proven by their DNS record. */
  domains: readonly string[];
  /** Rejects a person who may not join, with or without an account, before the person is asked for a proof. */
  check(ctx: Context, account: Account | null, kept: Named): Promise<void>;
  /** Id of the account that the directory's record of a person belongs to; null without one (SCIM-02). */
  accountOf(ctx: Context, kept: Named): Promise<number | null>;
  /** Adds an account to the organisation, or rejects it. */
  admit(ctx: Context, account: Account, kept: Named): Promise<void>;
  /** Returns the reason why an address without an account may not register; null when it may. */
  refusal(ctx: Context, email: string): Promise<ErrorCode | null>;
  /**
   * Whether an account opens without a proof of its person, because the organisation's directory made it and its
   * person has no other way into it (SCIM-02).
   */
  isProved(ctx: Context, account: Account, kept: Kept): Promise<boolean>;
};

/** Values that identify a person: the claims of the provider and the email address. */
export type Named = Pick<Kept, 'issuer' | 'subject' | 'objectId' | 'email'>;

type Entry = {
  row: ConnectionRow;
  kept: Kept;
  /** The identity token of the response, sealed; null when it is too long to be kept. */
  sealedIdToken: Buffer | null;
  admission: Admission;
  device: Device;
  portal: Portal;
  /** Id of the account that is signed in on this browser; null without one. */
  signedInId: number | null;
  returnTo: string;
};

/**
 * Outcome of `enter`: signed in, or a sign-in that waits for a link to an account, a switch of accounts, or a code.
 * `secret` goes into a cookie of the browser.
 */
export type Entered =
  | { kind: 'signed-in'; secret: string }
  | { kind: 'link' | 'switch'; secret: string }
  | { kind: 'code'; secret: string };

/**
 * Signs a person in by a checked response of a connection's provider. An existing account is linked only after its
 * owner has proved it (SSO-07): until then the sign-in waits.
 * @throws connections.refused, connections.tenant-foreign, connections.administrator, connections.address-missing,
 * connections.address-unverified, connections.address-foreign, connections.not-in-directory,
 * connections.membership-ended, connections.left, connections.in-another, connections.identity-taken,
 * connections.company-required, accounts.invitation-only, accounts.domain-closed, accounts.wrong-credentials
 */
export async function enter(ctx: Context, entry: Entry): Promise<Entered> {
  const { row, kept, admission } = entry;
  if (kept.issuer !== row.issuer || kept.subject === '') throw fail('connections.refused', { name: row.name });
  if (isOfOtherTenant(kept, row, admission.domains)) throw fail('connections.tenant-foreign', { name: row.name });
  const known = await identities.findIdentity(ctx.db, keyOf(row, kept));
  const account = known && (await lockAccount(ctx, known.user_id));
  // The link may have ended since it was read.
  if (account && (await identities.findIdentity(ctx.db, keyOf(row, kept)))?.user_id === account.id) {
    rejectAdministrator(row, account);
    await admission.admit(ctx, account, kept);
    await recordAddress(ctx, known, kept);
    return finish(ctx, account, entry);
  }
  const rejection = vouchRejection(kept, row, admission.domains);
  if (rejection) throw fail(`connections.${rejection}`, { name: row.name });
  return enterByAddress(ctx, entry);
}

const keyOf = (row: ConnectionRow, { issuer, subject }: Kept): identities.Key => ({
  connectionId: row.id,
  issuer,
  subject,
});

/**
 * Stores a changed address of the provider with the link, and records it in the audit log; the account keeps its
 * address (SSO-05).
 */
async function recordAddress(ctx: Context, known: identities.IdentityRow, { email }: Kept): Promise<void> {
  if (email === null || email === known.email) return;
  await identities.updateIdentityAddress(ctx.db, known.id, email);
  const change = { before: { email: known.email }, after: { email } };
  const memberId = known.user_id;
  await audit(ctx, { action: 'change-provider-address', object: 'user', objectId: memberId, memberId, ...change });
}

async function enterByAddress(ctx: Context, entry: Entry): Promise<Entered> {
  const { row, kept, admission } = entry;
  const email = kept.email ?? '';
  const met = await admission.accountOf(ctx, kept);
  const owner = met === null ? await lockAccountOf(ctx, email) : await lockAccount(ctx, met);
  if (!owner) return finish(ctx, await openAccount(ctx, entry, email), entry);
  rejectAdministrator(row, owner);
  await admission.check(ctx, owner, kept);
  if (!owner.email_verified_at) {
    const emptied = await handOverByCompany(ctx, owner, { connection: row.name, portal: entry.portal });
    return finish(ctx, await linkTo(ctx, emptied, { ...entry, email }), entry);
  }
  if (await admission.isProved(ctx, owner, kept)) {
    return finish(ctx, await linkTo(ctx, owner, { ...entry, email }), entry);
  }
  return { kind: 'link', secret: await wait(ctx, owner, 'link', entry) };
}

async function openAccount(ctx: Context, { row, kept, admission, portal }: Entry, email: string): Promise<Account> {
  const rejection = await admission.refusal(ctx, email);
  if (rejection) throw fail(rejection);
  const account = await addAccount(ctx, {
    email,
    firstName: nameOfClaim(kept.firstName) ?? firstNameOf(email),
    lastName: nameOfClaim(kept.lastName) ?? '',
    organization: admission.organisation,
    passwordHash: null,
    role: 'user',
    isVerified: true,
  });
  // The address was taken in this moment: the next try finds its account.
  if (!account) throw fail('connections.refused', { name: row.name });
  await insertIdentity(ctx, account, { row, kept, email });
  await admission.admit(ctx, account, kept);
  const welcome = { ...readerOf(account), connection: row.name, organisation: admission.organisation };
  await queueMail(
    ctx.db,
    { kind: 'account', key: `company-welcome:${account.id}` },
    companyWelcomeMail(welcome, await portal.site(ctx)),
  );
  return account;
}

type Linking = { row: ConnectionRow; kept: Pick<Kept, 'issuer' | 'subject' | 'objectId'>; email: string };

async function insertIdentity(ctx: Context, account: Account, { row, kept, email }: Linking): Promise<void> {
  const { issuer, subject, objectId } = kept;
  const identity = { connectionId: row.id, userId: account.id, issuer, subject, email, objectId };
  if (!(await identities.insertIdentity(ctx.db, identity)))
    throw fail('connections.identity-taken', { name: row.name });
}

/**
 * Links an account to a person's identity at the connection, admits it to the organisation, and mails it. The caller
 * must know that the account is the person's.
 * @throws connections.identity-taken, connections.administrator, connections.not-in-directory,
 * connections.membership-ended, connections.left, connections.in-another
 */
export async function linkTo(
  ctx: Context,
  account: Account,
  { admission, portal, ...linking }: Linking & { admission: Admission; portal: Portal },
): Promise<Account> {
  rejectAdministrator(linking.row, account);
  await admission.admit(ctx, account, { ...linking.kept, email: linking.email });
  await insertIdentity(ctx, account, linking);
  await recordForAdministrator(ctx, account, 'link-identity', { issuer: linking.kept.issuer, email: linking.email });
  await queueMail(
    ctx.db,
    { kind: 'account', key: `company-linked:${ctx.origin.requestId}` },
    accountLinkedMail({ ...readerOf(account), connection: linking.row.name }, await portal.site(ctx)),
  );
  return account;
}

/** Opens the session, or waits for the code of the second factor or for the choice between two accounts. */
async function finish(ctx: Context, account: Account, entry: Entry): Promise<Entered> {
  const { row, kept, device, portal, signedInId, sealedIdToken } = entry;
  if (signedInId !== null && signedInId !== account.id) {
    return { kind: 'switch', secret: await wait(ctx, account, 'switch', entry) };
  }
  if (needsCode(account, sparesFactor(kept, row)))
    return { kind: 'code', secret: await wait(ctx, account, 'code', entry) };
  const named = { subject: kept.subject, providerSid: kept.sessionId, sealedIdToken };
  return { kind: 'signed-in', secret: await openSignIn(ctx, account, { device, portal, way: wayOf(row, named) }) };
}

/** Whether the portal asks for its own second factor; it always asks administrators who have one (SSO-11). */
export function needsCode(account: Account, isSpared: boolean): boolean {
  return account.two_factor_enabled_at !== null && (!isSpared || account.role === 'administrator');
}

/** Returns the way of a session through a connection, which lasts as long as its owner has set (SSO-12). */
export function wayOf(
  { id, session_hours }: ConnectionRow,
  named: { subject: string; providerSid: string | null; sealedIdToken: Buffer | null },
) {
  return { connectionId: id, through: 'provider' as const, ...named, hours: session_hours };
}

type Waiting = 'link' | 'switch' | 'code';

async function wait(ctx: Context, account: Account, kind: Waiting, entry: Entry): Promise<string> {
  const { row, kept, returnTo, sealedIdToken } = entry;
  const secret = newSecret();
  const tokenHash = hashSecret(secret);
  await insertPending(ctx.db, {
    tokenHash,
    connection_id: row.id,
    kind,
    user_id: account.id,
    issuer: kept.issuer,
    subject: kept.subject,
    email: kept.email ?? account.email,
    object_id: kept.objectId,
    provider_sid: kept.sessionId,
    spares_factor: sparesFactor(kept, row),
    return_to: returnTo,
    sealed_id_token: sealedIdToken,
  });
  return secret;
}

/**
 * Returns one sentence that describes how the portal would handle a response; changes nothing (SSO-03).
 * @throws connections.not-in-directory, connections.membership-ended, connections.left, connections.in-another when the
 * organisation would reject the person
 */
export async function foresee(
  ctx: Context,
  { row, kept, admission }: Pick<Entry, 'row' | 'kept' | 'admission'>,
): Promise<string> {
  const known = await identities.findIdentity(ctx.db, keyOf(row, kept));
  const userId = known?.user_id ?? (await admission.accountOf(ctx, kept));
  const account = userId ? await findAccount(ctx, userId) : await lockAccountOf(ctx, kept.email ?? '');
  if (account && row.organisation_id !== null && account.role === 'administrator') {
    return 'Refuse the sign-in, because the account is of an administrator of the portal.';
  }
  await admission.check(ctx, account, kept);
  if (known) return 'Sign you in: the account is linked already.';
  if (account?.email_verified_at)
    return 'Ask you once to prove that the account with this address is yours, then link it.';
  if (account) return 'Empty the account with this address, which was never verified, and link it.';
  const rejection = await admission.refusal(ctx, kept.email ?? '');
  if (rejection) return 'Refuse the sign-in, because registration is closed to this address.';
  return admission.organisation === null
    ? 'Open an account with this address and sign you in.'
    : `Open an account with this address, add it to ${admission.organisation} as a learner and sign you in.`;
}
