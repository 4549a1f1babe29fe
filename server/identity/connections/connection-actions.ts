import type { Connection, ConnectionChange, ConnectionTest, NewConnection } from '#contract/identity/connections.ts';
import { maxConnections } from '#contract/identity/connections.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ProviderDocument } from '#server/platform/security/openid-document.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { endConnection, offerPrivateWay } from './actions.ts';
import * as store from './connection-store.ts';
import { sendsLogouts } from './discovery.ts';
import { deletePendingThrough, deleteTest, findTest } from './errand-store.ts';
import { countLinked, deleteIdentitiesThrough } from './identity-store.ts';
import { makeKeyPair, sealSecret } from './key-actions.ts';
import { slugOf } from './rules.ts';
import { revokeThrough, shortenSessions } from './session-store.ts';

export type ConnectionRow = store.ConnectionRow;

/** Returns the values of a discovery document that are stored with the connection. */
export const keptOf = (document: ProviderDocument) => ({
  sends_logouts: sendsLogouts(document),
  end_session_address: typeof document.end_session_endpoint === 'string' ? document.end_session_endpoint : null,
});

type Adding = {
  organisationId: number | null;
  form: NewConnection;
  vouches: ConnectionRow['vouches'];
  acceptsUnverified: boolean;
  document: ProviderDocument;
  sealer: Sealer;
};

/**
 * Adds a connection as a draft, which must be tested before it is activated. The caller must have locked its owner.
 * @throws connections.full, connections.slug-taken, connections.secret-required, connections.claim-outside
 */
export async function addConnection(ctx: MemberContext, adding: Adding): Promise<ConnectionRow> {
  const { organisationId, form, vouches, acceptsUnverified, document, sealer } = adding;
  const own = (await store.listConnections(ctx.db, organisationId)).filter(({ is_operators }) => !is_operators);
  if (own.length >= maxConnections) {
    throw fail('connections.full', { most: maxConnections });
  }
  rejectForeignClaim(vouches, form.emailClaim);
  const id = crypto.randomUUID();
  const isBySecret = form.authMethod === 'client_secret';
  if (isBySecret && !form.clientSecret) throw fail('connections.secret-required');
  const keys = isBySecret ? null : await makeKeyPair(sealer, id, ctx.now);
  const row = await store.insertConnection(ctx.db, id, {
    organisation_id: organisationId,
    name: form.name,
    slug: form.slug ?? (await freeSlug(ctx, form.name)),
    issuer: form.issuer,
    client_id: form.clientId,
    auth_method: form.authMethod,
    sealed_secret: isBySecret && form.clientSecret ? sealSecret(sealer, id, form.clientSecret) : null,
    secret_ends_on: isBySecret ? form.secretEndsOn : null,
    sealed_key: keys?.sealed_key ?? null,
    public_key: (keys?.public_key ?? null) as ConnectionRow['public_key'],
    certificate: keys?.certificate ?? null,
    scopes: form.scopes,
    email_claim: form.emailClaim,
    first_name_claim: form.firstNameClaim,
    last_name_claim: form.lastNameClaim,
    vouches,
    accepts_unverified: acceptsUnverified,
    spares_second_factor: form.sparesSecondFactor,
    session_hours: form.sessionHours,
    directory_claim: form.directoryClaim,
    is_operators: false,
    ...keptOf(document),
  });
  if (!row) throw fail('connections.slug-taken');
  await note(ctx, row, 'create', { after: factsOf(row) });
  return row;
}

/** Rejects every claim but `email` where `email_verified` must vouch, because it vouches for no other (SSO-02). */
function rejectForeignClaim(vouches: ConnectionRow['vouches'], claim: string): void {
  if (vouches === 'verified' && claim !== 'email') throw fail('connections.claim-outside');
}

/**
 * Returns the short name of a connection's name, with a number behind it if it is taken.
 * @throws connections.slug-taken when too many numbers are
 */
export async function freeSlug(ctx: Context, name: string): Promise<string> {
  const slug = slugOf(name);
  for (let count = 1; count < 100; count += 1) {
    const tried = count === 1 ? slug : `${slug}-${count}`;
    if (await store.isSlugFree(ctx.db, tried, null)) return tried;
  }
  throw fail('connections.slug-taken');
}

type Changing = {
  form: ConnectionChange;
  vouches?: ConnectionRow['vouches'] | undefined;
  acceptsUnverified?: boolean | undefined;
  /** Discovery document of the issuer; null when the issuer does not change. */
  document: ProviderDocument | null;
  sealer: Sealer;
};

/**
 * Changes a connection. The caller must have locked it. Another issuer or client makes it a draft that must be tested
 * again, and ends its sessions and links to accounts. A lower `sessionHours` also shortens the running sessions.
 * @throws connections.enforced, connections.slug-taken, connections.secret-required, connections.claim-outside
 */
export async function changeConnection(
  ctx: MemberContext,
  row: ConnectionRow,
  changing: Changing,
): Promise<ConnectionRow> {
  const { form, document } = changing;
  const changes = await collectChanges(ctx, row, changing);
  const isOther =
    (changes.issuer ?? row.issuer) !== row.issuer || (changes.client_id ?? row.client_id) !== row.client_id;
  if (isOther && row.state === 'enforced') throw fail('connections.enforced');
  rejectForeignClaim(changes.vouches ?? row.vouches, changes.email_claim ?? row.email_claim);
  if (form.slug !== undefined && !(await store.isSlugFree(ctx.db, form.slug, row.id)))
    throw fail('connections.slug-taken');
  if (isOther) await forgetProvider(ctx, row);
  const isSaved = await store.updateConnection(ctx.db, row.id, {
    ...changes,
    ...(document && keptOf(document)),
    ...(isOther && { state: 'draft' as const, activated_at: null }),
  });
  if (!isSaved) throw fail('connections.slug-taken');
  if (form.sessionHours !== undefined) await shortenSessions(ctx.db, row.id, form.sessionHours);
  const after = await getConnection(ctx, row.id);
  await note(ctx, row, 'update', {
    before: factsOf(row),
    // Names with “secret” are left out of the log.
    after: { ...factsOf(after), newProof: Boolean(form.clientSecret) },
  });
  return after;
}

async function collectChanges(ctx: Context, row: ConnectionRow, changing: Changing): Promise<store.ConnectionChanges> {
  const { form, vouches, acceptsUnverified, sealer } = changing;
  const method = form.authMethod ?? row.auth_method;
  const isBySecret = method === 'client_secret';
  if (isBySecret && !form.clientSecret && !row.sealed_secret) throw fail('connections.secret-required');
  const keys = !isBySecret && !row.sealed_key ? await makeKeyPair(sealer, row.id, ctx.now) : null;
  const given = {
    name: form.name,
    slug: form.slug,
    issuer: form.issuer,
    client_id: form.clientId,
    auth_method: form.authMethod,
    scopes: form.scopes,
    email_claim: form.emailClaim,
    first_name_claim: form.firstNameClaim,
    last_name_claim: form.lastNameClaim,
    vouches,
    accepts_unverified: acceptsUnverified,
    spares_second_factor: form.sparesSecondFactor,
    session_hours: form.sessionHours,
    directory_claim: form.directoryClaim,
  };
  const secret = form.clientSecret && isBySecret ? sealSecret(sealer, row.id, form.clientSecret) : null;
  return {
    ...(Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as store.ConnectionChanges),
    ...(form.secretEndsOn !== undefined && { secret_ends_on: form.secretEndsOn, secret_mailed_days: null }),
    ...(secret && { sealed_secret: secret, secret_saved_at: ctx.now, secret_mailed_days: null }),
    ...(!isBySecret && { sealed_secret: null, secret_saved_at: null, secret_ends_on: null }),
    ...keys,
  };
}

/** Ends the pending sign-ins, sessions, links to accounts and test of the former provider. */
async function forgetProvider(ctx: Context, { id }: ConnectionRow): Promise<void> {
  await deletePendingThrough(ctx.db, id);
  await revokeThrough(ctx.db, id, null);
  for (const userId of new Set(await deleteIdentitiesThrough(ctx.db, id))) await offerPrivateWay(ctx, userId);
  await deleteTest(ctx.db, id);
}

/** @throws connections.not-found */
export async function getConnection(ctx: Context, id: string): Promise<ConnectionRow> {
  const row = await store.findConnection(ctx.db, id);
  if (!row) throw fail('connections.not-found');
  return row;
}

/** Returns a connection of this owner, locked. @throws connections.not-found */
export async function lockOwn(ctx: Context, organisationId: number | null, id: string): Promise<ConnectionRow> {
  const row = await store.lockConnection(ctx.db, id);
  if (row?.organisation_id !== organisationId) throw fail('connections.not-found');
  return row;
}

/** Locks the list of the portal's connections. */
export function lockPortal(ctx: Context): Promise<void> {
  return store.lockPortal(ctx.db);
}

/** Deletes a connection, its links to accounts and the sessions through it. The caller must have locked it. */
export async function removeConnection(ctx: MemberContext, row: ConnectionRow): Promise<void> {
  await deletePendingThrough(ctx.db, row.id);
  await endConnection(ctx, row.id);
  await note(ctx, row, 'delete', { before: factsOf(row) });
}

/** @throws connections.set-by-operator */
export function rejectOperators({ is_operators }: ConnectionRow): void {
  if (is_operators) throw fail('connections.set-by-operator');
}

export function listConnections(ctx: Context, organisationId: number | null): Promise<ConnectionRow[]> {
  return store.listConnections(ctx.db, organisationId);
}

/**
 * Activates a connection whose last test succeeded, or that was active before. A required one becomes optional again.
 * @throws connections.test-first
 */
export async function activate(ctx: MemberContext, row: ConnectionRow): Promise<void> {
  const test = await findTest(ctx.db, row.id);
  if (!test?.works && row.activated_at === null) throw fail('connections.test-first');
  if (row.state === 'active') return;
  await store.updateConnection(ctx.db, row.id, {
    state: 'active',
    activated_at: row.activated_at ?? ctx.now,
    enforced_at: null,
    enforced_by: null,
  });
  await note(ctx, row, row.state === 'enforced' ? 'allow' : 'activate');
}

/** Switches a connection off: its sessions end, its links to accounts stay. */
export async function disable(ctx: MemberContext, row: ConnectionRow): Promise<void> {
  if (row.state === 'disabled') return;
  await store.updateConnection(ctx.db, row.id, { state: 'disabled', enforced_at: null, enforced_by: null });
  await deletePendingThrough(ctx.db, row.id);
  await revokeThrough(ctx.db, row.id, null);
  await note(ctx, row, 'disable');
}

type Action = 'create' | 'update' | 'delete' | 'test' | 'activate' | 'enforce' | 'allow' | 'disable' | 'end-enforcing';

/** Writes an entry about a connection in the audit log. */
export function note(
  ctx: Context,
  { id, organisation_id: organisationId, name }: Pick<ConnectionRow, 'id' | 'organisation_id' | 'name'>,
  action: Action,
  { before, after }: { before?: object; after?: object } = {},
): Promise<void> {
  return audit(ctx, {
    action,
    object: 'connection',
    objectId: id,
    ...(before && { before }),
    after: { name, organisationId, ...after },
  });
}

function factsOf(row: ConnectionRow) {
  return {
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    method: row.auth_method,
    scopes: row.scopes,
    emailClaim: row.email_claim,
    vouches: row.vouches,
    acceptsUnverified: row.accepts_unverified,
    sparesSecondFactor: row.spares_second_factor,
    sessionHours: row.session_hours,
    state: row.state,
  };
}

/** Returns a connection in the form that its owners see. */
export async function showConnection(ctx: MemberContext, row: ConnectionRow, publicUrl: string): Promise<Connection> {
  const base = `${publicUrl}/api/sso/${row.id}`;
  const isByKey = row.auth_method === 'private_key_jwt';
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    state: row.state,
    issuer: row.issuer,
    clientId: row.client_id,
    authMethod: row.auth_method,
    hasSecret: row.sealed_secret !== null || row.is_operators,
    secretSavedAt: row.secret_saved_at?.toISOString() ?? null,
    secretEndsOn: row.secret_ends_on,
    certificate: isByKey ? row.certificate : null,
    jwksAddress: isByKey ? `${base}/jwks.json` : null,
    scopes: row.scopes,
    emailClaim: row.email_claim,
    firstNameClaim: row.first_name_claim,
    lastNameClaim: row.last_name_claim,
    sparesSecondFactor: row.spares_second_factor,
    sessionHours: row.session_hours,
    directoryClaim: row.directory_claim,
    redirectAddress: `${base}/callback`,
    backChannelLogoutAddress: `${base}/logout`,
    initiateLoginAddress: `${base}/start`,
    companyAddress: `${publicUrl}/auth/company/${row.slug}`,
    sendsLogouts: row.sends_logouts,
    test: await showTest(ctx, row),
    activatedAt: row.activated_at?.toISOString() ?? null,
    linkedPeople: await countLinked(ctx.db, row.id),
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns the last test of a connection; its values only to the tester. */
async function showTest(ctx: MemberContext, { id, name }: ConnectionRow): Promise<ConnectionTest | null> {
  const test = await findTest(ctx.db, id);
  if (!test) return null;
  const isOwn = test.user_id === ctx.actor.userId;
  const { claims, ...result } = test.result as Pick<ConnectionTest, 'claims' | 'outcome' | 'findings'>;
  return {
    ...result,
    connectionId: id,
    connectionName: name,
    at: test.tested_at.toISOString(),
    testedBy: test.name,
    isOwn,
    works: test.works,
    claims: claims.map((claim) => ({ ...claim, value: isOwn ? claim.value : null })),
  };
}

/** @throws connections.test-not-found for all but the tester */
export async function getOwnTest(ctx: MemberContext, connectionId: string): Promise<ConnectionTest> {
  const row = await store.findConnection(ctx.db, connectionId);
  const test = row && (await showTest(ctx, row));
  if (!test?.isOwn) throw fail('connections.test-not-found');
  return test;
}
