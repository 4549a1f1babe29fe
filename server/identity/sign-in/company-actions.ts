import type { Account } from '#server/identity/accounts/actions.ts';
import { queueMail, readerOf } from '#server/identity/accounts/mail-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { lockUserByEmail, updateEmailVerified } from './credential-store.ts';
import { accountHandedOverMail } from './emails.ts';
import { endFormerWays, isFactorOwn } from './ways-in-actions.ts';

export type { SessionCookies } from './cookies.ts';

export function lockAccountOf(ctx: Context, email: string): Promise<Account | null> {
  return lockUserByEmail(ctx.db, email);
}

/**
 * Gives an account with an unverified address to the person for whom a company vouches, and mails the person. The
 * account's former ways in end first (`endFormerWays`, SSO-07).
 * @param connection name of the company's connection
 */
export async function handOverByCompany(
  ctx: Context,
  account: Account,
  { connection, portal }: { connection: string; portal: Portal },
): Promise<Account> {
  await endFormerWays(ctx, account);
  await updateEmailVerified(ctx.db, account.id);
  await queueMail(
    ctx.db,
    { kind: 'account', key: `handed-over:${ctx.origin.requestId}` },
    accountHandedOverMail({ ...readerOf(account), provider: connection }, await portal.site(ctx)),
  );
  const { two_factor_enabled_at } = account;
  return {
    ...account,
    password_hash: null,
    email_verified_at: ctx.now,
    two_factor_enabled_at: isFactorOwn(account) ? two_factor_enabled_at : null,
  };
}
