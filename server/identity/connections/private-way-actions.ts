import { findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { openPasswordLink, passwordLink } from '#server/identity/sign-in/link-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { privateWayMail } from './emails.ts';
import { hasWayIn } from './identity-store.ts';
import * as store from './private-store.ts';

/** Mails the link that keeps an account, if it has a private address and no way in (SSO-05). */
export async function mailPrivateWay(ctx: Context, userId: number, portal: Portal): Promise<void> {
  const account = await findAccount(ctx, userId);
  const { email } = await store.findPrivate(ctx.db, userId);
  if (!account || email === null || (await hasWayIn(ctx.db, userId))) return;
  const { linkId, secret } = await openPasswordLink(ctx, userId, privateWayMinutes, email);
  const mail = privateWayMail(
    { email, firstName: account.first_name },
    passwordLink(portal.publicUrl, secret),
    await portal.site(ctx),
  );
  await queueMail(ctx.db, { kind: 'account', key: `private-way:${linkId}` }, mail);
}

const privateWayMinutes = 24 * 60;
