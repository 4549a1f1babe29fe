import { domainToASCII } from 'node:url';
import providers from 'email-providers/all.json' with { type: 'json' };
import { parse } from 'tldts';
import {
  type DomainForm,
  type Joining,
  type Mailbox,
  maxDomains,
  type OrganisationDomain,
} from '#contract/organisations/organisations-domains.ts';
import { findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { loseDomain } from '#server/identity/connections/actions.ts';
import { endEnforcing } from '#server/identity/connections/enforce-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newRecoveryCode, newSecret } from '#server/platform/security/secrets.ts';
import { isKnown, listOwners, lockMembership, requireMembership } from './actions.ts';
import * as store from './domain-store.ts';
import { domainCodeMail, domainLostMail } from './emails.ts';
import { isOwner } from './rules.ts';
import { lockOrganisation as lockForJobs } from './store.ts';

export type OneDomain = { organisationId: number; domainId: number };

/** Lists the domains of an organisation by name (ORG-04). */
export async function listDomains(ctx: MemberContext, organisationId: number): Promise<OrganisationDomain[]> {
  await requireMembership(ctx, organisationId);
  return (await store.listDomains(ctx.db, organisationId)).map(showDomain);
}

/**
 * Adds a domain that an owner then proves.
 * @throws organisations.not-found, organisations.not-allowed, organisations.domain-unverified-owner,
 * organisations.domain-wrong, organisations.domain-public, organisations.domain-added, organisations.domains-full
 */
export async function addDomain(
  ctx: MemberContext,
  organisationId: number,
  { domain: typed }: DomainForm,
): Promise<OrganisationDomain> {
  await lockMembership(ctx, organisationId, isOwner);
  // Invitations ask for it too. An account whose address was never verified stays alone in its organisation, so that no
  // second owner is left there when a reset gives the account to its person (RESET-18).
  const account = await findAccount(ctx, ctx.actor.userId);
  if (!account?.email_verified_at) throw fail('organisations.domain-unverified-owner');
  const read = readDomain(typed);
  if (read.kind === 'wrong') throw fail('organisations.domain-wrong', { domain: typed });
  const { domain } = read;
  if (read.kind === 'public') throw fail('organisations.domain-public', { domain });
  const { length } = await store.listDomains(ctx.db, organisationId);
  if (length >= maxDomains) throw fail('organisations.domains-full', { most: String(maxDomains) });
  const row = await store.insertDomain(ctx.db, { organisationId, domain, secret: newSecret() });
  if (!row) throw fail('organisations.domain-added', { domain });
  return showDomain(row);
}

/**
 * Mails a code to a mailbox of the domain; an earlier code ends.
 * @returns the address of the mailbox
 * @throws organisations.not-found, organisations.not-allowed, organisations.domain-not-found
 */
export async function mailCode(
  ctx: MemberContext,
  { organisationId, domainId, mailbox }: OneDomain & { mailbox: Mailbox },
  portal: Portal,
): Promise<string> {
  const { name } = await lockMembership(ctx, organisationId, isOwner);
  const { domain } = await findDomain(ctx, { organisationId, domainId });
  const code = newRecoveryCode();
  await store.updateCode(ctx.db, domainId, hashSecret(code));
  const asking = { organisation: name, isKnown: await isKnown(ctx, organisationId) };
  const mail = domainCodeMail({ domain, mailbox, code, ...asking }, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'invitations', key: `organisation-domain:${ctx.origin.requestId}` }, mail);
  return mail.to;
}

/**
 * Returns a domain for its proof by an owner.
 * @throws organisations.not-found, organisations.not-allowed, organisations.domain-not-found
 */
export async function getUnproven(ctx: MemberContext, one: OneDomain): Promise<store.DomainRow> {
  await requireMembership(ctx, one.organisationId, isOwner);
  return findDomain(ctx, one);
}

/** Whether a typed code is that of the last mail, and has not expired. */
export function isCode(ctx: MemberContext, domainId: number, typed: string): Promise<boolean> {
  return store.hasCode(ctx.db, domainId, hashSecret(typed.toUpperCase()));
}

/**
 * Records that a domain is proven.
 * @throws organisations.not-found, organisations.not-allowed, organisations.domain-not-found,
 * organisations.domain-taken
 */
export async function recordProven(ctx: MemberContext, one: OneDomain, isByDns: boolean): Promise<OrganisationDomain> {
  await lockMembership(ctx, one.organisationId, isOwner);
  const row = await findDomain(ctx, one);
  if (row.proven_at === null) {
    if (!(await store.updateProven(ctx.db, row))) throw fail('organisations.domain-taken');
    await note(ctx, 'verify-domain', row, { after: { domain: row.domain } });
  }
  if (isByDns) await store.updateDnsProven(ctx.db, row.id);
  return showDomain(await findDomain(ctx, one));
}

/**
 * Sets the way in which people of a proven domain join.
 * @throws organisations.not-found, organisations.not-allowed, organisations.domain-not-found,
 * organisations.domain-first
 */
export async function setJoining(ctx: MemberContext, one: OneDomain, joining: Joining): Promise<OrganisationDomain> {
  await lockMembership(ctx, one.organisationId, isOwner);
  const row = await findDomain(ctx, one);
  if (row.proven_at === null) throw fail('organisations.domain-first');
  if (row.joining === joining) return showDomain(row);
  await store.updateJoining(ctx.db, row.id, joining);
  const { domain } = row;
  await note(ctx, 'change-domain', row, { before: { domain, joining: row.joining }, after: { domain, joining } });
  return showDomain({ ...row, joining });
}

/**
 * Removes a domain. People who joined through it stay members, but are unlinked from its connection.
 * @throws organisations.not-found, organisations.not-allowed, organisations.domain-not-found
 */
export async function removeDomain(ctx: MemberContext, one: OneDomain): Promise<void> {
  await lockMembership(ctx, one.organisationId, isOwner);
  const row = await findDomain(ctx, one);
  await dropDomain(ctx, row);
  await store.deleteDomain(ctx.db, row.id);
  await note(ctx, 'remove-domain', row, { before: { domain: row.domain } });
}

/**
 * Ends what connections had from a domain: its people are unlinked, and a required connection without a domain left, or
 * whose proof failed, becomes optional (SSO-05, SSO-10).
 */
async function dropDomain(ctx: Context, row: store.DomainRow, hasFailed = false): Promise<void> {
  const { organisation_id: organisationId, id: domainId, domain } = row;
  const others = (await store.listProvenDomains(ctx.db, organisationId)).filter(({ id }) => id !== domainId);
  const left = others.map((one) => one.domain);
  const connectionId = await loseDomain(ctx, { organisationId, domainId, domain, left });
  if (connectionId !== null) await endEnforcing(ctx, connectionId, hasFailed ? 'domain-lost' : 'domain-removed');
}

/** A proven domain whose DNS record is read again. */
export type CheckedDomain = store.DomainRow;

export function listToCheck(ctx: Context): Promise<CheckedDomain[]> {
  return store.listProven(ctx.db);
}

/**
 * Records what the daily reading of a domain's DNS record has found; after 7 days without it its proof ends, and the
 * owners are mailed when people can no longer join by it.
 */
export async function recordChecked(
  ctx: Context,
  { id, organisation_id }: CheckedDomain,
  { isThere, portal }: { isThere: boolean; portal: Portal },
): Promise<void> {
  const organisation = await lockForJobs(ctx.db, organisation_id);
  const row = await store.findDomain(ctx.db, organisation_id, id);
  if (!row?.proven_at) return;
  if (isThere) return store.updateDnsProven(ctx.db, id);
  if (!(await store.updateDnsMissing(ctx.db, id))) return;
  const joining = await store.updateDnsLost(ctx.db, id);
  await dropDomain(ctx, row, true);
  if (organisation && joining !== row.joining) {
    await mailDomainLost(ctx, row, { organisation: organisation.name, portal });
  }
  await audit(ctx, {
    action: 'lose-domain',
    object: 'organisation',
    objectId: organisation_id,
    before: { domain: row.domain },
  });
}

async function mailDomainLost(
  ctx: Context,
  { id, organisation_id, domain, dns_failing_since }: store.DomainRow,
  { organisation, portal }: { organisation: string; portal: Portal },
): Promise<void> {
  const site = await portal.site(ctx);
  for (const { userId, name: firstName, email } of await listOwners(ctx, organisation_id)) {
    const key = `organisation-domain-lost:${id}.${dns_failing_since?.getTime()}.${userId}`;
    await queueMail(ctx.db, { kind: 'account', key }, domainLostMail({ email, firstName, organisation, domain }, site));
  }
}

/** Returns a domain that an administrator moves to its organisation. @throws organisations.domain-not-added */
export async function getToMove(ctx: MemberContext, organisationId: number, typed: string): Promise<store.DomainRow> {
  const read = readDomain(typed);
  const rows = await store.listDomains(ctx.db, organisationId);
  const row = rows.find(({ domain }) => read.kind !== 'wrong' && domain === read.domain);
  if (!row) throw fail('organisations.domain-not-added');
  return row;
}

/**
 * Moves the proof of a domain to this organisation from the one that had it (SSO-01).
 * @throws organisations.domain-not-found, organisations.domain-taken
 */
export async function moveProof(ctx: MemberContext, one: OneDomain): Promise<OrganisationDomain> {
  const row = await findDomain(ctx, one);
  const former = await store.findProvenElsewhere(ctx.db, row);
  for (const id of [one.organisationId, former?.organisation_id ?? 0].toSorted((a, b) => a - b)) {
    if (id > 0) await lockForJobs(ctx.db, id);
  }
  if (former) {
    await dropDomain(ctx, former);
    await store.endProof(ctx.db, former.id);
    await note(ctx, 'lose-domain', former, { before: { domain: former.domain } });
  }
  if (!(await store.updateProven(ctx.db, row))) throw fail('organisations.domain-taken');
  await store.updateDnsProven(ctx.db, row.id);
  await note(ctx, 'move-domain', row, { after: { domain: row.domain } });
  return showDomain(await findDomain(ctx, one));
}

type Change = { before?: object; after?: object };

function note(
  ctx: MemberContext,
  action: 'verify-domain' | 'change-domain' | 'remove-domain' | 'lose-domain' | 'move-domain',
  { organisation_id: objectId }: store.DomainRow,
  change: Change,
): Promise<void> {
  return audit(ctx, { action, object: 'organisation', objectId, ...change });
}

async function findDomain(ctx: MemberContext, { organisationId, domainId }: OneDomain): Promise<store.DomainRow> {
  const row = await store.findDomain(ctx.db, organisationId, domainId);
  if (!row) throw fail('organisations.domain-not-found');
  return row;
}

/** Returns the DNS record of type TXT that proves a domain. */
export const recordOf = ({ domain, dns_secret }: store.DomainRow) => ({
  name: recordName(domain),
  value: `portal-verification=${dns_secret}`,
});

function showDomain(row: store.DomainRow): OrganisationDomain {
  const { id, domain, joining } = row;
  const at = (time: Date | null) => time?.toISOString() ?? null;
  return {
    id,
    domain,
    provenAt: at(row.proven_at),
    joining,
    dnsProvenAt: at(row.dns_proven_at),
    dnsCheckedAt: at(row.dns_checked_at),
    dnsFailingSince: at(row.dns_failing_since),
    record: recordOf(row),
  };
}

const ofProviders: ReadonlySet<string> = new Set(providers);

/** A typed domain: one that an organisation can prove, one with addresses for everybody, or none. */
type TypedDomain = { kind: 'own' | 'public'; domain: string } | { kind: 'wrong' };

/** Reads a typed domain. Public ones are mail providers, and names such as co.uk below which everybody can register. */
function readDomain(typed: string): TypedDomain {
  const name = domainToASCII(typed.trim());
  const { hostname, domain, isIp, publicSuffix } = parse(name, { allowPrivateDomains: true });
  if (name === '' || isIp || hostname !== name || publicSuffix === null) return { kind: 'wrong' };
  if (name === publicSuffix) return name.includes('.') ? { kind: 'public', domain: name } : { kind: 'wrong' };
  const isOfProvider = ofProviders.has(name) || (domain !== null && ofProviders.has(domain));
  return { kind: isOfProvider ? 'public' : 'own', domain: name };
}

/** Returns the name of the DNS record that proves a domain. */
const recordName = (domain: string) => `_portal-verification.${domain}`;
