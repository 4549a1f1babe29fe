import type { Account } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import type { OwnerNews } from '#server/identity/connections/actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { listOwners } from '../organisations/actions.ts';
import { linkAccountMail, ownersMail } from './emails.ts';
import { findName } from './store.ts';

type Link = { account: Account; connection: string; mailSecret: string };

/** Mails the link by which the owner of an account proves it. */
export async function mailLinkTo(
  ctx: Context,
  { account, connection, mailSecret }: Link,
  portal: Portal,
): Promise<void> {
  const url = `${portal.publicUrl}/auth?view=link&token=${mailSecret}`;
  const mail = linkAccountMail(
    { email: account.email, firstName: account.first_name, connection, url },
    await portal.site(ctx),
  );
  await queueMail(ctx.db, { kind: 'account', key: `company-link:${ctx.origin.requestId}` }, mail);
}

type News = { organisationId: number; name: string; what: OwnerNews; userId: number | null; newsId: string };

/** Mails all owners of an organisation about a connection (SSO-13). */
export async function mailOwners(
  ctx: Context,
  { organisationId, name, what, userId, newsId }: News,
  portal: Portal,
): Promise<void> {
  const by = userId === null ? null : await findName(ctx.db, userId);
  const site = await portal.site(ctx);
  for (const owner of await listOwners(ctx, organisationId)) {
    const mail = ownersMail({ email: owner.email, firstName: owner.name, connection: name, what, by }, site);
    await queueMail(ctx.db, { kind: 'account', key: `connection-news:${newsId}.${owner.userId}` }, mail);
  }
}
