import type { OrganisationRole } from '#contract/organisations/organisations.ts';
import type { Account } from '#server/identity/accounts/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import * as domains from './domain-store.ts';
import { findOpenInvitation } from './invitation-store.ts';
import * as store from './store.ts';

/** Locks an organisation for a sign-in through its connection; null when it is closed. @returns its name */
export async function lockForSignIn(ctx: Context, organisationId: number): Promise<string | null> {
  return (await store.lockOrganisation(ctx.db, organisationId))?.name ?? null;
}

/** Lists the domains of an organisation that are proven by their DNS record. */
export function listProvenDomains(ctx: Context, organisationId: number): Promise<{ id: number; domain: string }[]> {
  return domains.listProvenDomains(ctx.db, organisationId);
}

/** A person at the provider, who is identified by issuer and subject, never by the address (SSO-05). */
type Identity = { issuer: string; subject: string };

/**
 * Rejects a person who may not join through the organisation's connection. The caller must have locked the
 * organisation.
 * @returns the role of a newcomer: learner, or that of an open invitation; null for a member (SSO-08)
 * @throws connections.membership-ended, connections.left, connections.in-another
 */
export async function checkAdmission(
  ctx: Context,
  organisationId: number,
  account: Account,
  { issuer, subject }: Identity,
): Promise<OrganisationRole | null> {
  const place = await store.findMembership(ctx.db, account.id);
  if (place?.organisationId === organisationId) return null;
  if (place) throw fail('connections.in-another');
  const invitation = await findOpenInvitation(ctx.db, organisationId, account);
  const absence = await store.findAbsence(ctx.db, organisationId, { userId: account.id, issuer, subject });
  if (absence && (!invitation || invitation.askedAt <= absence.since)) {
    throw fail(absence.hasLeft ? 'connections.left' : 'connections.membership-ended');
  }
  return invitation?.role ?? 'learner';
}

/**
 * Adds a person who came through the organisation's connection; does nothing for a member.
 * @throws see `checkAdmission`
 */
export async function admit(
  ctx: Context,
  organisationId: number,
  account: Account,
  { issuer, subject }: Identity,
): Promise<void> {
  const role = await checkAdmission(ctx, organisationId, account, { issuer, subject });
  if (role === null) return;
  const isIn = await store.insertMembership(ctx.db, { organisationId, userId: account.id, role });
  if (!isIn) throw fail('connections.in-another');
  const memberId = account.id;
  await audit(ctx, { action: 'join', object: 'organisation', objectId: organisationId, memberId, after: role });
}
