import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import * as store from './connection-store.ts';
import * as emergency from './emergency-store.ts';
import { deletePendingAt, deletePendingAtCompanies, deletePendingOfDomain } from './errand-store.ts';
import * as identities from './identity-store.ts';
import * as sessions from './session-store.ts';

export type { ConnectionRow } from './connection-store.ts';

/** The events that are mailed to the owners of a connection. */
export type OwnerNews =
  | 'active'
  | 'enforced'
  | 'changed'
  | 'removed'
  | 'disabled'
  | 'allowed'
  | 'emergency-sign-in'
  | 'emergency-passkey'
  | 'emergency-gone'
  | 'domain-lost'
  | 'domain-removed'
  | 'secret-30'
  | 'secret-7';

type OnePerson = { organisationId: number; userId: number };

/**
 * Ends all that a person had through an organisation's connections: pending sign-ins, sessions, links to the account,
 * the emergency way. Calls `offerPrivateWay`. Locks no account, because callers have locked the organisation.
 * @returns number of live sessions that were ended
 */
export async function endConnectionAccess(
  ctx: Context,
  { organisationId, userId }: OnePerson,
): Promise<{ sessions: number }> {
  // First, because a sign-in that is being completed holds its row until it is done, and is then ended below.
  await deletePendingAt(ctx.db, organisationId, userId);
  const ended = await sessions.revokeAt(ctx.db, organisationId, userId);
  await identities.deleteIdentitiesAt(ctx.db, organisationId, userId);
  await endEmergencyWay(ctx, { organisationId, userId });
  // Also offered to a person who never came through a connection, because the address may be under a required one.
  await offerPrivateWay(ctx, userId);
  return { sessions: ended };
}

/**
 * Ends the pending sign-ins and the sessions of an account through organisations' connections, because it becomes an
 * administrator's (SSO-07). The links stay, and open nothing while it is one. The caller must have locked the account.
 */
export async function endCompanySessions(ctx: Context, userId: number): Promise<void> {
  await deletePendingAtCompanies(ctx.db, userId);
  await sessions.revokeThroughCompanies(ctx.db, userId);
}

/** Removes a former owner's emergency sign-in, and mails the owners when the connection has no emergency owner left. */
export async function endEmergencyWay(ctx: Context, { organisationId, userId }: OnePerson): Promise<void> {
  for (const connectionId of await emergency.deleteOwner(ctx.db, organisationId, userId)) {
    const row = await store.findConnection(ctx.db, connectionId);
    if (row) await tellOwners(ctx, row, 'emergency-gone', null);
  }
}

/** Queues mails to all owners of a connection's organisation (SSO-13); does nothing for a connection of the portal. */
export async function tellOwners(
  ctx: Context,
  { id, organisation_id: organisationId, name }: Pick<store.ConnectionRow, 'id' | 'organisation_id' | 'name'>,
  what: OwnerNews,
  userId: number | null,
): Promise<void> {
  if (organisationId === null) return;
  const key = `mail-connection-owners:${id}:${what}:${ctx.origin.requestId}`;
  await enqueue(ctx.db, 'mail-connection-owners', { organisationId, name, what, userId, newsId: newSecret() }, { key });
}

/** Queues the job that mails a link to the private address of an account without another way to sign in (SSO-05). */
export async function offerPrivateWay(ctx: Context, userId: number): Promise<void> {
  await enqueue(ctx.db, 'offer-private-way', { userId }, { key: `offer-private-way:${userId}` });
}

/** Whether an account is linked to a connection of an organisation (SCIM-02). */
export function hasConnectionIdentity(ctx: Context, { organisationId, userId }: OnePerson): Promise<boolean> {
  return identities.hasIdentityAt(ctx.db, organisationId, userId);
}

/** Ends every connection of an organisation that closes. */
export async function removeConnections(ctx: Context, organisationId: number): Promise<void> {
  for (const { id } of await store.listConnections(ctx.db, organisationId)) await endConnection(ctx, id);
}

/**
 * Deletes a connection, its links to accounts and the sessions through it, and calls `offerPrivateWay` for the unlinked
 * people.
 */
export async function endConnection(ctx: Context, connectionId: string): Promise<void> {
  await sessions.revokeThrough(ctx.db, connectionId, null);
  const people = await identities.deleteIdentitiesThrough(ctx.db, connectionId);
  await store.deleteConnection(ctx.db, connectionId);
  for (const userId of new Set(people)) await offerPrivateWay(ctx, userId);
}

/**
 * Detaches a lost domain from its connection and ends the pending sign-ins of its addresses. Unlinks the accounts whose
 * address at the organisation's connections is outside the domains that it still has, ends their sessions through these
 * connections, and calls `offerPrivateWay` for them (SSO-05).
 * @param left the domains that the organisation still has
 * @returns the connection that the domain led to; null without one
 */
export async function loseDomain(
  ctx: Context,
  {
    organisationId,
    domainId,
    domain,
    left,
  }: { organisationId: number; domainId: number; domain: string; left: readonly string[] },
): Promise<string | null> {
  await deletePendingOfDomain(ctx.db, organisationId, domain);
  const connectionId = await store.findConnectionOfDomain(ctx.db, domainId);
  await store.deleteDomain(ctx.db, domainId);
  const people = [...new Set(await identities.deleteIdentitiesOutside(ctx.db, organisationId, left))];
  for (const { id } of await store.listConnections(ctx.db, organisationId)) {
    if (people.length > 0) await sessions.revokeThrough(ctx.db, id, people);
  }
  for (const userId of people) await offerPrivateWay(ctx, userId);
  return connectionId;
}
