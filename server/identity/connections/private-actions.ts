import { comparableAddress, domainOfAddress } from '#contract/email-addresses.ts';
import type { CompanySignIn } from '#contract/identity/connections.ts';
import { type Account, getAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { actorOfSignIn, lockAccount } from '#server/identity/sign-in/session-actions.ts';
import { recordForAdministrator } from '#server/identity/sign-in/trail-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newRecoveryCode } from '#server/platform/security/secrets.ts';
import { findByDomain } from './connection-store.ts';
import { confirmCodeMail, privateCodeMail } from './emails.ts';
import { findRequired } from './enforcement-actions.ts';
import { hasWayIn, listLinked } from './identity-store.ts';
import * as store from './private-store.ts';

/** Returns the company sign-ins of the caller's account, and its private address (SSO-15). */
export async function showCompanySignIn(
  ctx: MemberContext,
  nameOrganisation: (ctx: Context, id: number) => Promise<string>,
): Promise<CompanySignIn> {
  const { userId } = ctx.actor;
  const required = await findRequired(ctx, (await getAccount(ctx)).email);
  const connections: CompanySignIn['connections'] = [];
  for (const { organisationId, linkedAt, ...linked } of await listLinked(ctx.db, userId)) {
    const organisation = organisationId === null ? null : await nameOrganisation(ctx, organisationId);
    const isRequired = required?.connectionId === linked.connectionId;
    connections.push({ ...linked, organisation, linkedAt: linkedAt.toISOString(), isRequired });
  }
  const { email, newEmail } = await store.findPrivate(ctx.db, userId);
  return { connections, privateAddress: email, unconfirmedAddress: newEmail };
}

const codeHashOf = (code: string) => hashSecret(code.replace(/[\s-]/g, '').toUpperCase());

/**
 * Locks the caller's account, and rejects a call whose sign-in has ended since it began: a private address leads into
 * the account, so none may be stored or confirmed behind a reset that has just ended it (RESET-18).
 * @throws accounts.sign-in-required
 */
async function lockOwn(ctx: MemberContext): Promise<Account> {
  const account = await lockAccount(ctx, ctx.actor.userId);
  const isSignedIn = (await actorOfSignIn(ctx, ctx.actor.signInId)) !== null;
  if (!account || !isSignedIn) throw fail('accounts.sign-in-required');
  return account;
}

type Asking = {
  portal: Portal;
  /** Counts the mail, which goes to an address that is not known to be the caller's; called once all else is right. */
  takeMail: () => Promise<void>;
};

/**
 * Stores an unconfirmed private address, in place of an earlier unconfirmed one, and mails it a code.
 * @throws connections.private-unverified; connections.private-domain for the account's own address, and for one in the
 * domain of an offered connection; accounts.sign-in-required; and whatever `takeMail` throws
 */
export async function askPrivate(ctx: MemberContext, email: string, { portal, takeMail }: Asking): Promise<void> {
  const account = await lockOwn(ctx);
  if (!account.email_verified_at) throw fail('connections.private-unverified');
  const isOwn = comparableAddress(email) === comparableAddress(account.email);
  if (isOwn || (await findByDomain(ctx.db, domainOfAddress(email)))) throw fail('connections.private-domain');
  await takeMail();
  const code = newRecoveryCode();
  await store.upsertUnconfirmed(ctx.db, account.id, email, codeHashOf(code));
  const mail = privateCodeMail({ email, firstName: account.first_name }, code, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'account', key: `private-address:${ctx.origin.requestId}` }, mail);
}

/** @throws connections.private-code, accounts.sign-in-required */
export async function confirmPrivate(ctx: MemberContext, code: string): Promise<void> {
  const account = await lockOwn(ctx);
  if (!(await store.confirmPrivate(ctx.db, account.id, codeHashOf(code)))) throw fail('connections.private-code');
  await recordForAdministrator(ctx, account, 'set-private-address');
}

/** Whether the account has a way in, so that a link to its private address must no longer work (SSO-05). */
export function hasOtherWay(ctx: Context, userId: number): Promise<boolean> {
  return hasWayIn(ctx.db, userId);
}

/** Deletes the private address of an account, and the code by which its person was to confirm. */
export async function forgetPrivate(db: Db, userId: number): Promise<void> {
  await store.deletePrivate(db, userId);
  await store.deleteConfirmCode(db, userId);
}

/** Returns the confirmed private address of an account; null without one. */
export async function findConfirmedPrivate(ctx: Context, userId: number): Promise<string | null> {
  return (await store.findPrivate(ctx.db, userId)).email;
}

/** @throws accounts.sign-in-required */
export async function removePrivate(ctx: MemberContext): Promise<void> {
  const account = await lockOwn(ctx);
  const wasThere = await store.deletePrivate(ctx.db, account.id);
  if (wasThere) await recordForAdministrator(ctx, account, 'remove-private-address');
}

/**
 * Mails a code by which the caller confirms: for members without a second factor, in a session through a company.
 * Administrators cannot confirm in this way.
 * @throws connections.no-code-by-mail, accounts.sign-in-required
 */
export async function mailConfirmCode(ctx: MemberContext, portal: Portal): Promise<void> {
  const account = await getAccount(ctx);
  const hasOther = account.two_factor_enabled_at !== null || account.role === 'administrator';
  if (ctx.actor.connectionId === null || hasOther) throw fail('connections.no-code-by-mail');
  const code = newRecoveryCode();
  await store.upsertConfirmCode(ctx.db, account.id, codeHashOf(code));
  const mail = confirmCodeMail({ email: account.email, firstName: account.first_name }, code, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'account', key: `confirm-code:${ctx.origin.requestId}` }, mail);
}

/** Consumes a mailed code. @returns false when it is wrong or too old */
export function useMailedCode(ctx: MemberContext, code: string): Promise<boolean> {
  return store.consumeConfirmCode(ctx.db, ctx.actor.userId, codeHashOf(code));
}
