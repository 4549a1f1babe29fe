import { comparableAddress, domainOfAddress } from '#contract/email-addresses.ts';
import type { CompanySignIn } from '#contract/identity/connections.ts';
import { getAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
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
 * Stores an unconfirmed private address, in place of an earlier unconfirmed one, and mails it a code.
 * @throws connections.private-domain for the account's own address, and for one in the domain of an offered connection;
 * accounts.sign-in-required
 */
export async function askPrivate(ctx: MemberContext, email: string, portal: Portal): Promise<void> {
  const account = await getAccount(ctx);
  const isOwn = comparableAddress(email) === comparableAddress(account.email);
  if (isOwn || (await findByDomain(ctx.db, domainOfAddress(email)))) throw fail('connections.private-domain');
  const code = newRecoveryCode();
  await store.upsertUnconfirmed(ctx.db, account.id, email, codeHashOf(code));
  const mail = privateCodeMail({ email, firstName: account.first_name }, code, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'account', key: `private-address:${ctx.origin.requestId}` }, mail);
}

/** @throws connections.private-code */
export async function confirmPrivate(ctx: MemberContext, code: string): Promise<void> {
  if (!(await store.confirmPrivate(ctx.db, ctx.actor.userId, codeHashOf(code)))) throw fail('connections.private-code');
}

/** Whether the account has a way in, so that a link to its private address must no longer work (SSO-05). */
export function hasOtherWay(ctx: Context, userId: number): Promise<boolean> {
  return hasWayIn(ctx.db, userId);
}

/** Deletes the private address of an account once it is the account's own address. */
export function forgetPrivate(ctx: Context, userId: number): Promise<void> {
  return store.deletePrivate(ctx.db, userId);
}

export function removePrivate(ctx: MemberContext): Promise<void> {
  return store.deletePrivate(ctx.db, ctx.actor.userId);
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
