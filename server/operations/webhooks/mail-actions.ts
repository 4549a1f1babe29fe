import { listAdministrators } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { listTokenNames } from '#server/organisations/directory/token-actions.ts';
import { listOwners } from '#server/organisations/organisations/actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Portal, Reader } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { formerOwnerMail, webhookAddedMail } from './emails.ts';
import { listWebhooks, type Owner } from './store.ts';

/** @param path leads to the screen of the webhooks */
type Compose = (reader: Reader, path: string) => Mail;

/** Mails the owners of the organisation, or the administrators. @param key of the mail, without time and reader */
export async function mailOwners(
  ctx: Context,
  { organisationId }: Owner,
  key: string,
  compose: Compose,
): Promise<void> {
  const path = organisationId === null ? '/admin-dashboard/settings/developers' : '/organisation?tab=developers';
  const readers = await (organisationId === null ? listAdministrators(ctx) : listReaders(ctx, organisationId));
  for (const { userId, ...reader } of readers) {
    const once = `${key}:${ctx.now.toISOString()}:${userId}`;
    await queueMail(ctx.db, { kind: 'account', key: once }, compose(reader, path));
  }
}

async function listReaders(ctx: Context, organisationId: number) {
  const owners = await listOwners(ctx, organisationId);
  return owners.map(({ userId, name, email }) => ({ userId, email, firstName: name }));
}

/** Informs the owners of a new webhook, because it receives data that they may read. */
export async function mailAdded(
  ctx: Context,
  { webhookId, url, ...owner }: Owner & { webhookId: number; url: string },
  portal: Portal,
): Promise<void> {
  const site = await portal.site(ctx);
  await mailOwners(ctx, owner, `webhook-added:${webhookId}`, (reader, path) =>
    webhookAddedMail(reader, { url, path }, site),
  );
}

/**
 * Mails the remaining owners or administrators a list of the webhooks, including those that are off, and of the
 * directory tokens, because a former owner may know their secrets (HOOK-01). Mails nothing when there are none.
 */
export async function warnOfFormerOwner(ctx: Context, owner: Owner, portal: Portal): Promise<void> {
  const { organisationId } = owner;
  const urls = (await listWebhooks(ctx.db, owner)).map(({ url }) => url);
  const tokens = organisationId === null ? [] : await listTokenNames(ctx, organisationId);
  if (urls.length + tokens.length === 0) return;
  const site = await portal.site(ctx);
  await mailOwners(ctx, owner, `webhook-owner-left:${organisationId ?? 'portal'}`, (reader, path) => {
    const held = { webhooks: { urls, path }, tokens: { names: tokens, path: '/organisation?tab=sign-in' } };
    return formerOwnerMail(reader, { ...held, isPortal: organisationId === null }, site);
  });
}
