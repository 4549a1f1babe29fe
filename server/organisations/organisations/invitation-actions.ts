import { comparableAddress } from '#contract/email-addresses.ts';
import type {
  Invitation,
  InvitationForm,
  OpenInvitation,
  Organisation,
} from '#contract/organisations/organisations.ts';
import { findAccount, getAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { findRequired } from '#server/identity/connections/enforcement-actions.ts';
import { isFree, type RegistrationRejection } from '#server/identity/sign-in/actions.ts';
import { proveAddress } from '#server/identity/sign-in/link-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail, failTooMany } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { getOwnOrganisation, isKnown, listOwners, lockMembership, requireMembership } from './actions.ts';
import { invitationMail, otherAddressMail } from './emails.ts';
import * as store from './invitation-store.ts';
import { firstTwice, mayChange } from './rules.ts';
import { findAddressIn, insertMembership, lockOrganisation } from './store.ts';

/** Lists the invitations of an organisation that were not accepted, expired ones included, newest first (ORG-03). */
export async function listInvitations(ctx: MemberContext, organisationId: number): Promise<Invitation[]> {
  await requireMembership(ctx, organisationId);
  const rows = await store.listInvitations(ctx.db, organisationId);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.is_expired,
    isSent: row.is_sent,
    waitSeconds: row.wait_seconds,
  }));
}

/**
 * Invites addresses, all or none (ORG-03); a job sends the mails.
 * @throws organisations.not-found, organisations.not-allowed, keys.not-by-key, organisations.owners-only,
 * organisations.own-address-unverified, organisations.message-not-allowed, organisations.address-twice,
 * organisations.already-in, organisations.already-invited, accounts.confirm-sign-in
 * for a role of power with an old sign-in (PERM-05)
 */
export async function invite(
  ctx: MemberContext,
  organisationId: number,
  { emails, role, message }: InvitationForm,
): Promise<void> {
  const { role: own } = await lockMembership(ctx, organisationId);
  // A role would outlive the key: only people give roles, as in `setOrganisationRole` (APIKEY-03).
  if (ctx.actor.signInId === 0 && role !== 'learner') throw fail('keys.not-by-key');
  if (!mayChange(own, role)) throw fail('organisations.owners-only');
  if (role !== 'learner' && !ctx.actor.isFresh) throw fail('accounts.confirm-sign-in');
  const account = await findAccount(ctx, ctx.actor.userId);
  if (!account?.email_verified_at) throw fail('organisations.own-address-unverified');
  if (message !== null && !(await isKnown(ctx, organisationId))) throw fail('organisations.message-not-allowed');
  const twice = firstTwice(emails);
  if (twice !== null) throw fail('organisations.address-twice', { email: twice });
  const member = await findAddressIn(ctx.db, organisationId, emails.map(comparableAddress));
  if (member !== null) throw fail('organisations.already-in', { email: member });
  const { invitationIds, already } = await store.insertInvitations(ctx.db, organisationId, {
    emails,
    role,
    invitedBy: ctx.actor.userId,
    message,
  });
  if (already !== null) throw fail('organisations.already-invited', { email: already });
  // Ids alone: the log could not forget the address of a person without an account.
  const after = { role, people: emails.length, invitationIds };
  await audit(ctx, { action: 'invite', object: 'organisation', objectId: organisationId, after });
  await sendSoon(ctx, organisationId);
}

/** Invites an address as a learner for the organisation's directory; an invitation that is open stays (SCIM-02). */
export async function inviteByDirectory(ctx: Context, organisationId: number, email: string): Promise<void> {
  const invited = { emails: [email], role: 'learner', invitedBy: null, message: null } as const;
  if ((await store.insertInvitations(ctx.db, organisationId, invited)).already === null)
    await sendSoon(ctx, organisationId);
}

/** Withdraws the invitations to an address for the organisation's directory. @returns whether there was one */
export function withdrawByDirectory(ctx: Context, organisationId: number, email: string): Promise<boolean> {
  return store.deleteInvitationsTo(ctx.db, organisationId, email);
}

/**
 * Has an invitation sent again, with a new link (ORG-03).
 * @throws organisations.not-found, organisations.not-allowed, organisations.invitation-not-found,
 * organisations.owners-only, request.too-many
 */
export async function resend(ctx: MemberContext, organisationId: number, id: number): Promise<void> {
  const invitation = await lockInvitation(ctx, organisationId, id);
  if (!(await store.updateAskedAgain(ctx.db, id))) throw failTooMany(Math.max(1, invitation.wait_seconds));
  await sendSoon(ctx, organisationId);
}

/**
 * Withdraws an invitation; its link ends (ORG-03).
 * @throws organisations.not-found, organisations.not-allowed, organisations.invitation-not-found,
 * organisations.owners-only
 */
export async function withdraw(ctx: MemberContext, organisationId: number, id: number): Promise<void> {
  const { role } = await lockInvitation(ctx, organisationId, id);
  await store.deleteInvitation(ctx.db, id);
  const before = { role, invitationIds: [id] };
  await audit(ctx, { action: 'withdraw-invitation', object: 'organisation', objectId: organisationId, before });
}

async function lockInvitation(ctx: MemberContext, organisationId: number, id: number): Promise<store.InvitationRow> {
  const { role: own } = await lockMembership(ctx, organisationId);
  const invitation = await store.findInvitation(ctx.db, organisationId, id);
  if (!invitation) throw fail('organisations.invitation-not-found');
  if (!mayChange(own, invitation.role)) throw fail('organisations.owners-only');
  return invitation;
}

const sendSoon = (ctx: Context, organisationId: number) =>
  enqueue(ctx.db, 'send-invitations', { organisationId }, { key: `send-invitations:${organisationId}` });

type NextInvitation = {
  organisationId: number;
  after: number;
  portal: Portal;
  failures: ItemFailures;
  /** Counts a mail to an address; false when the address has had too many today (ORG-11). */
  mayMail: (email: string) => Promise<boolean>;
};

/**
 * Mails the next invitation that has no link yet. After a failure, or while its address has had too many mails, it
 * still has none, so that a later job finds it again.
 * @returns its id, after which the job continues; null when there is none
 */
export async function sendNextInvitation(
  ctx: Context,
  { organisationId, after, portal, failures, mayMail }: NextInvitation,
): Promise<number | null> {
  const next = await store.lockNextUnsent(ctx.db, { organisationId, after });
  if (next === null) return null;
  const { id } = next;
  await failures.attemptInside(ctx.db, `invitation ${id}`, async () => {
    if (!(await mayMail(next.email))) return;
    const secret = newSecret();
    const sent = await store.updateSent(ctx.db, id, hashSecret(secret));
    const known = { isKnown: await isKnown(ctx, organisationId) };
    const signIn = (await findRequired(ctx, next.email))?.name ?? null;
    const mail = invitationMail({ ...sent, ...known, signIn, secret }, await portal.site(ctx));
    const mailId = `${id}.${sent.askedAt.getTime()}`;
    await queueMail(ctx.db, { kind: 'invitations', key: `organisation-invitation:${mailId}` }, mail);
  });
  return id;
}

/** Counts the invitations that are being sent, by organisation. */
export function listSending(ctx: Context): Promise<store.Sending[]> {
  return store.listSending(ctx.db);
}

/** Enqueues the sending of open invitations without a link, such as those whose address had too many mails (ORG-11). */
export async function sendWaiting(ctx: Context): Promise<void> {
  for (const organisationId of await store.listUnsent(ctx.db)) await sendSoon(ctx, organisationId);
}

/** Shows the invitation of a link without using it up. @throws organisations.invitation-unknown */
export async function openInvitation(
  ctx: Context,
  secret: string,
  rejection: RegistrationRejection,
): Promise<OpenInvitation> {
  const { organisation, organisation_id: id, role, email, inviter, ...invitation } = await getInvitation(ctx, secret);
  const message = inviter && (await isKnown(ctx, id)) ? invitation.message : null;
  const invitedBy = inviter && { name: inviter.name, role: inviter.role };
  const hasAccount = !(await isFree(ctx, email));
  const company = await findRequired(ctx, email);
  const mayRegister = (await rejection(ctx, email)) === null;
  return { organisation, role, email, hasAccount, mayRegister, company, invitedBy, message };
}

/** Returns the address to which an invitation was mailed. @throws organisations.invitation-unknown */
export async function invitedAddress(ctx: Context, secret: string): Promise<string> {
  return (await getInvitation(ctx, secret)).email;
}

/**
 * Joins the organisation of a link and uses the link up (ORG-03). The link came to the caller's address and verifies
 * it.
 * @throws organisations.invitation-unknown, organisations.invitation-for-other, organisations.already-in-one
 */
export async function acceptInvitation(ctx: MemberContext, secret: string): Promise<Organisation> {
  const { organisation_id: organisationId, role, id, email } = await getInvitation(ctx, secret);
  if (!(await proveAddress(ctx, email))) throw fail('organisations.invitation-for-other');
  const { userId } = ctx.actor;
  await lockOrganisation(ctx.db, organisationId);
  if (!(await store.deleteInvitation(ctx.db, id))) throw fail('organisations.invitation-unknown');
  if (!(await insertMembership(ctx.db, { organisationId, userId, role }))) throw fail('organisations.already-in-one');
  const deed = { action: 'join', object: 'organisation', objectId: organisationId, memberId: userId } as const;
  await audit(ctx, { ...deed, after: role });
  const joined = await getOwnOrganisation(ctx);
  if (!joined) throw new Error(`User ${userId} joined organisation ${organisationId} and is not in it`);
  return joined;
}

/**
 * Asks the inviter by mail, otherwise the owners, to invite the caller's address instead of the one that a link was
 * sent to; once for each link and caller.
 * @throws organisations.invitation-unknown, organisations.invitation-is-own, organisations.already-in-one
 */
export async function askForInvitation(ctx: MemberContext, secret: string, portal: Portal): Promise<void> {
  const { organisation, organisation_id: organisationId, email, inviter } = await getInvitation(ctx, secret);
  const caller = await getAccount(ctx);
  if (comparableAddress(caller.email) === comparableAddress(email)) throw fail('organisations.invitation-is-own');
  if (await getOwnOrganisation(ctx)) throw fail('organisations.already-in-one');
  const asking = { organisation, address: caller.email, invited: email };
  const link = hashSecret(secret).toString('base64url').slice(0, 16);
  const site = await portal.site(ctx);
  for (const { userId, email: to, name: firstName } of inviter ? [inviter] : await listOwners(ctx, organisationId)) {
    const key = `organisation-invitation-asked:${link}.${caller.id}.${userId}` as const;
    await queueMail(ctx.db, { kind: 'account', key }, otherAddressMail({ ...asking, email: to, firstName }, site));
  }
}

async function getInvitation(ctx: Context, secret: string): Promise<store.SecretRow> {
  const invitation = await store.findBySecret(ctx.db, hashSecret(secret));
  if (!invitation) throw fail('organisations.invitation-unknown');
  return invitation;
}

/** Whether a confirmed organisation has invited an address, which may then register (SETUP-07). */
export function isInvited(ctx: Context, email: string): Promise<boolean> {
  return store.isInvited(ctx.db, email);
}

/** Deletes invitations 30 days after their end. */
export function forgetOldInvitations(ctx: Context): Promise<void> {
  return store.deleteOldInvitations(ctx.db);
}
