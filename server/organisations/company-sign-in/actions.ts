import type {
  CompanyConnection,
  CompanyConnectionChange,
  CompanySignIns,
  NewCompanyConnection,
} from '#contract/organisations/company-sign-in.ts';
import { announceCatalogueChange } from '#server/catalogue/catalogue/version-actions.ts';
import { lockAccounts } from '#server/identity/accounts/user-actions.ts';
import { tellOwners } from '#server/identity/connections/actions.ts';
import * as connections from '#server/identity/connections/connection-actions.ts';
import { assignDomains, listDomainsOf, listEmergencyOwners } from '#server/identity/connections/domain-actions.ts';
import * as enforcing from '#server/identity/connections/enforce-actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ProviderDocument } from '#server/platform/security/openid-document.ts';
import { passkeySupportOf } from '#server/platform/security/relying-party.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { lockMembership, requireMembership } from '../organisations/actions.ts';
import { listProvenDomains } from '../organisations/admission-actions.ts';
import { isOwner } from '../organisations/rules.ts';
import * as store from './store.ts';

type Row = connections.ConnectionRow;
type One = { organisationId: number; connectionId: string };

export type CompanyDeps = {
  publicUrl: string;
  sealer: Sealer;
};

const passkeyHost = (publicUrl: string) => passkeySupportOf(publicUrl).party?.id ?? null;

/**
 * Lists the connections of an organisation for its owners.
 * @throws organisations.not-found, organisations.not-allowed
 */
export async function listCompany(
  ctx: MemberContext,
  organisationId: number,
  publicUrl: string,
): Promise<CompanySignIns> {
  await requireMembership(ctx, organisationId, isOwner);
  const shown: CompanyConnection[] = [];
  for (const row of await connections.listConnections(ctx, organisationId)) shown.push(await show(ctx, row, publicUrl));
  const today = await store.countWays(ctx.db, organisationId);
  return { connections: shown, today, owners: await store.listOwners(ctx.db, organisationId, passkeyHost(publicUrl)) };
}

async function show(ctx: MemberContext, row: Row, publicUrl: string): Promise<CompanyConnection> {
  const organisationId = row.organisation_id ?? 0;
  return {
    ...(await connections.showConnection(ctx, row, publicUrl)),
    acceptsUnverified: row.accepts_unverified,
    domains: await listDomainsOf(ctx, row.id),
    affected: await store.countAffected(ctx.db, organisationId, row.id),
    emergencyOwners: await listEmergencyOwners(ctx, row.id),
    enforcedAt: row.enforced_at?.toISOString() ?? null,
    enforcedBy: row.enforced_by === null ? null : await store.findName(ctx.db, row.enforced_by),
    isOwnWay: ctx.actor.connectionId === row.id,
  };
}

/**
 * Returns a connection of an organisation for an owner of the organisation, without locking it.
 * @throws organisations.not-found, organisations.not-allowed, connections.not-found
 */
export async function getForOwner(ctx: MemberContext, { organisationId, connectionId }: One): Promise<Row> {
  await requireMembership(ctx, organisationId, isOwner);
  const row = await connections.getConnection(ctx, connectionId);
  if (row.organisation_id !== organisationId) throw fail('connections.not-found');
  return row;
}

/**
 * Requires an owner of an organisation that has proven a domain by its DNS record.
 * @throws organisations.not-found, organisations.not-allowed, connections.domain-first
 */
export async function requireDomain(ctx: MemberContext, organisationId: number): Promise<void> {
  await requireMembership(ctx, organisationId, isOwner);
  if ((await listProvenDomains(ctx, organisationId)).length === 0) throw fail('connections.domain-first');
}

type Adding = { organisationId: number; form: NewCompanyConnection; document: ProviderDocument };

/**
 * Adds a connection of an organisation.
 * @throws organisations.not-found, organisations.not-allowed, connections.domain-first, connections.domain-not-proven,
 * connections.full, connections.slug-taken, connections.secret-required
 */
export async function addCompany(ctx: MemberContext, { organisationId, form, document }: Adding, deps: CompanyDeps) {
  await lockMembership(ctx, organisationId, isOwner);
  const proven = await listProvenDomains(ctx, organisationId);
  if (proven.length === 0) throw fail('connections.domain-first');
  const { acceptsUnverified, domainIds } = form;
  const adding = {
    organisationId,
    form,
    vouches: 'domains' as const,
    acceptsUnverified,
    document,
    sealer: deps.sealer,
  };
  const row = await connections.addConnection(ctx, adding);
  await setDomains(ctx, row, domainIds ?? null, proven);
  return show(ctx, row, deps.publicUrl);
}

type Domain = { id: number; domain: string };

/**
 * Assigns domains to a connection; `ids` is null for all proven domains without a connection. A required connection
 * that has no domain left becomes optional.
 * @throws connections.domain-not-proven
 */
async function setDomains(
  ctx: MemberContext,
  row: Row,
  ids: readonly number[] | null,
  proven: readonly Domain[],
): Promise<void> {
  const unknown = ids?.find((id) => !proven.some((one) => one.id === id));
  if (unknown !== undefined) throw fail('connections.domain-not-proven', { domain: await findName(ctx, row, unknown) });
  const former = await assignDomains(
    ctx,
    row,
    ids === null ? null : proven.filter(({ id }) => ids.includes(id)),
    proven,
  );
  for (const connectionId of former) await enforcing.endEnforcing(ctx, connectionId, 'domain-moved');
}

async function findName(ctx: MemberContext, { organisation_id }: Row, domainId: number): Promise<string> {
  return (await store.findDomainName(ctx.db, organisation_id ?? 0, domainId)) ?? String(domainId);
}

type Changing = One & { form: CompanyConnectionChange; document: ProviderDocument | null };

/**
 * Changes a connection and its domains, and mails all owners. When the domains of a required connection are given,
 * people in them lose their other sign-ins, and without a domain the connection becomes optional.
 * @throws organisations.not-found, organisations.not-allowed, connections.not-found, connections.domain-not-proven, and
 * the codes of `changeConnection`
 */
export async function changeCompany(ctx: MemberContext, { form, document, ...one }: Changing, deps: CompanyDeps) {
  const row = await lockForOwner(ctx, one);
  const { acceptsUnverified, domainIds } = form;
  const after = await connections.changeConnection(ctx, row, {
    form,
    acceptsUnverified,
    document,
    sealer: deps.sealer,
  });
  if (domainIds !== undefined) {
    await setDomains(ctx, after, domainIds, await listProvenDomains(ctx, one.organisationId));
    await enforcing.endOtherWays(ctx, after);
    await enforcing.endEnforcing(ctx, after.id, 'domain-moved');
  }
  await tellOwners(ctx, after, 'changed', ctx.actor.userId);
  await announceCatalogueChange(ctx);
  return show(ctx, await connections.getConnection(ctx, row.id), deps.publicUrl);
}

async function lockForOwner(ctx: MemberContext, { organisationId, connectionId }: One): Promise<Row> {
  await lockMembership(ctx, organisationId, isOwner);
  return connections.lockOwn(ctx, organisationId, connectionId);
}

/** Removes a connection with its links and sessions, also the caller's own, and mails all owners. */
export async function removeCompany(ctx: MemberContext, one: One): Promise<void> {
  const row = await lockForOwner(ctx, one);
  await connections.removeConnection(ctx, row);
  await tellOwners(ctx, row, 'removed', ctx.actor.userId);
  await announceCatalogueChange(ctx);
}

/**
 * Activates a connection; a required one becomes optional. Mails all owners unless it was active already.
 * @throws organisations.not-found, organisations.not-allowed, connections.not-found, connections.test-first,
 * connections.domain-first
 */
export async function activateCompany(ctx: MemberContext, one: One, deps: CompanyDeps): Promise<CompanyConnection> {
  const row = await lockForOwner(ctx, one);
  if ((await listDomainsOf(ctx, row.id)).length === 0) throw fail('connections.domain-first');
  await connections.activate(ctx, row);
  if (row.state !== 'active')
    await tellOwners(ctx, row, row.state === 'enforced' ? 'allowed' : 'active', ctx.actor.userId);
  await announceCatalogueChange(ctx);
  return show(ctx, await connections.getConnection(ctx, row.id), deps.publicUrl);
}

/**
 * Requires a connection of everyone in its domains, and mails all owners (SSO-10).
 * @throws organisations.not-found, organisations.not-allowed, connections.not-found, connections.emergency-owner, and
 * the codes of `enforce`
 */
export async function enforceCompany(
  ctx: MemberContext,
  { ownerIds, ...one }: One & { ownerIds: readonly number[] },
  deps: CompanyDeps,
): Promise<CompanyConnection> {
  const chosen = [...new Set(ownerIds)];
  await getForOwner(ctx, one);
  // An owner who gives up the way in at this moment has locked the account first as well.
  await lockAccounts(ctx, [ctx.actor.userId, ...chosen]);
  const row = await lockForOwner(ctx, one);
  const owners = await store.listOwners(ctx.db, one.organisationId, passkeyHost(deps.publicUrl));
  const isRight = chosen.every((id) => owners.some(({ userId, isProtected }) => userId === id && isProtected));
  if (!isRight) throw fail('connections.emergency-owner');
  await enforcing.enforce(ctx, row, chosen);
  await tellOwners(ctx, row, row.state === 'enforced' ? 'changed' : 'enforced', ctx.actor.userId);
  await announceCatalogueChange(ctx);
  return show(ctx, await connections.getConnection(ctx, row.id), deps.publicUrl);
}

export async function disableCompany(ctx: MemberContext, one: One, deps: CompanyDeps): Promise<CompanyConnection> {
  const row = await lockForOwner(ctx, one);
  await connections.disable(ctx, row);
  if (row.state !== 'disabled') await tellOwners(ctx, row, 'disabled', ctx.actor.userId);
  await announceCatalogueChange(ctx);
  return show(ctx, await connections.getConnection(ctx, row.id), deps.publicUrl);
}
