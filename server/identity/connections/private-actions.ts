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
import { hasWayIn, listLinked } from './identity-store.ts';
import * as store from './private-store.ts';

/** Returns the company sign-ins of the caller's account, and its private address (SSO-15). */
export async function showCompanySignIn(
  ctx: MemberContext,
  nameOrganisation: (ctx: Context, id: number) => Promise<string>,
): Promise<CompanySignIn> {
  const { userId } = ctx.actor;
  const connections: CompanySignIn['connections'] = [];
  for (const { organisationId, state, linkedAt, ...linked } of await listLinked(ctx.db, userId)) {
    const organisation = organisationId === null ? null : await nameOrganisation(ctx, organisationId);
    connections.push({ ...linked, organisation, linkedAt: linkedAt.toISOString(), isRequired: state === 'enforced' });
  }
  const { email, newEmail } = await store.findPrivate(ctx.db, userId);
  return { connections, privateAddress: email, unconfirmedAddress: newEmail };
}

const codeHashOf = (code: string) => hashSecret(code.replace(/[\s-]/g, '').toUpperCase());

/** Mails a code to a private address. @throws connections.private-domain for an address of a company */
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

/** Whether a link to a private address has lost its use, because the account has a way in again (SSO-05). */
export function hasOtherWay(ctx: Context, userId: number): Promise<boolean> {
  return hasWayIn(ctx.db, userId);
}

/** Forgets the private address of an account that has got it as its own. */
export function forgetPrivate(ctx: Context, userId: number): Promise<void> {
  return store.deletePrivate(ctx.db, userId);
}

export function removePrivate(ctx: MemberContext): Promise<void> {
  return store.deletePrivate(ctx.db, ctx.actor.userId);
}

/**
 * Mails a code by which the caller confirms: for accounts without password and second factor, in a session through a
 * company. Administrators always have one of the two.
 * @throws connections.no-code-by-mail
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

/** Uses a mailed code up. @returns false when it is wrong or too old */
export function useMailedCode(ctx: MemberContext, code: string): Promise<boolean> {
  return store.consumeConfirmCode(ctx.db, ctx.actor.userId, codeHashOf(code));
}
