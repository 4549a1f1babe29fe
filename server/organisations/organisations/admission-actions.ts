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

/** The domains of an organisation that are proven by their DNS record. */
export async function listDnsDomains(ctx: Context, organisationId: number): Promise<{ id: number; domain: string }[]> {
  const rows = await domains.listDomains(ctx.db, organisationId);
  return rows.filter((row) => row.dns_proven_at !== null).map(({ id, domain }) => ({ id, domain }));
}

/**
 * Lets a person in who came through the organisation's connection: as a learner, or in the role of an open invitation
 * (SSO-08). The caller has locked the organisation.
 * @throws connections.membership-ended, left, in-another
 */
export async function admit(ctx: Context, organisationId: number, account: Account): Promise<void> {
  const place = await store.findPlace(ctx.db, account.id);
  if (place?.organisationId === organisationId) return;
  if (place) throw fail('connections.in-another');
  const invitation = await findOpenInvitation(ctx.db, organisationId, account.email);
  const absence = await store.findAbsence(ctx.db, organisationId, account.id);
  if (absence && !invitation) throw fail(absence.hasLeft ? 'connections.left' : 'connections.membership-ended');
  const role = invitation?.role ?? 'learner';
  const isIn = await store.insertPlace(ctx.db, { organisationId, userId: account.id, role });
  if (!isIn) throw fail('connections.in-another');
  const memberId = account.id;
  await audit(ctx, { action: 'join', object: 'organisation', objectId: organisationId, memberId, after: role });
}
