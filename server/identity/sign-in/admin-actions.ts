import type { CreateUser, User, UserForm } from '#contract/identity/accounts-admin.ts';
import { addAccount, giveRole } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { isOtherAddress } from '#server/identity/accounts/rules.ts';
import { addUser, showUser, updateUser } from '#server/identity/accounts/user-actions.ts';
import { findRequired } from '#server/identity/connections/enforcement-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { lockUserByEmail } from './credential-store.ts';
import { invitationMail } from './emails.ts';
import { moveAddress, openPasswordLink, passwordLink } from './link-actions.ts';
import { dayLinkMinutes } from './rules.ts';
import { endFormerWays } from './ways-in-actions.ts';

type NewUser = { form: CreateUser; passwordHash: string; portal: Portal };

/** Adds an account and mails a link to choose another password (ADM-USER-16). @throws accounts.email-taken */
export async function createUser(ctx: MemberContext, { form, passwordHash, portal }: NewUser): Promise<User> {
  const user = await addUser(ctx, form, passwordHash);
  const { secret } = await openPasswordLink(ctx, user.id, dayLinkMinutes);
  const reader = { email: user.email, firstName: user.first_name };
  await queueMail(
    ctx.db,
    { kind: 'account', key: `invitation:${user.id}` },
    invitationMail(reader, passwordLink(portal.publicUrl, secret), await portal.site(ctx)),
  );
  return showUser(user);
}

type Change = { id: number; form: UserForm; portal: Portal };

/**
 * Changes name, organization and address; a new address needs a fresh sign-in and ends every way of signing in by the
 * former one.
 * @throws accounts.not-found, accounts.confirm-sign-in, accounts.conflict, accounts.email-taken,
 * connections.address-held
 */
export async function saveUser(ctx: MemberContext, { id, form, portal }: Change): Promise<User> {
  const { before, after } = await updateUser(ctx, id, form);
  if (isOtherAddress(before.email, after.email)) {
    if (ctx.actor.userId === id) await rejectLeavingDomain(ctx, before.email, after.email);
    await moveAddress(ctx, { before, after, portal });
  }
  return showUser(after);
}

/**
 * Rejects moving an email address out of the domains of a required connection (SSO-10).
 * @throws connections.address-held
 */
async function rejectLeavingDomain(ctx: MemberContext, from: string, to: string): Promise<void> {
  const required = await findRequired(ctx, from);
  const next = required && (await findRequired(ctx, to));
  if (required?.connectionId !== next?.connectionId) throw fail('connections.address-held');
}

/**
 * Makes the account of an address an administrator; adds the account when it is new (BOOT-13). The former ways into an
 * account with an unverified address end first (`endFormerWays`), because another person may have registered it
 * (ACCT-01).
 * @returns the set-password link, good once for 24 hours
 */
export async function appointAdministrator(ctx: Context, email: string, publicUrl: string): Promise<string> {
  const known = await lockUserByEmail(ctx.db, email);
  if (known && !known.email_verified_at) await endFormerWays(ctx, known);
  const names = { firstName: 'Portal', lastName: 'Administrator', organization: null };
  const user = known ?? (await addAccount(ctx, { email, ...names, passwordHash: null, role: 'administrator' }));
  if (!user) throw fail('accounts.email-taken');
  await giveRole(ctx, user.id, 'administrator');
  await audit(ctx, {
    action: 'set-role',
    object: 'user',
    objectId: user.id,
    memberId: user.id,
    before: known?.role,
    after: 'administrator',
  });
  const { secret } = await openPasswordLink(ctx, user.id, dayLinkMinutes);
  return passwordLink(publicUrl, secret);
}
