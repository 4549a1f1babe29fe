import {
  type Directory,
  type DirectoryPeopleQuery,
  type DirectoryPerson,
  type DirectoryToken,
  maxDirectoryTokens,
  type NewDirectoryToken,
} from '#contract/organisations/directory.ts';
import { findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { listOwners, lockMembership, requireMembership } from '#server/organisations/organisations/actions.ts';
import { listProvenDomains } from '#server/organisations/organisations/admission-actions.ts';
import { isOwner } from '#server/organisations/organisations/rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { isWellFormedToken, newToken, tokenStart } from '#server/platform/security/tokens.ts';
import { directoryChangedMail } from './emails.ts';
import * as people from './people-store.ts';
import * as store from './store.ts';
import { displayedName } from './user-rules.ts';

/** Returns the directory of an organisation for its owners (SCIM-01). */
export async function getDirectory(ctx: MemberContext, organisationId: number, publicUrl: string): Promise<Directory> {
  await requireMembership(ctx, organisationId, isOwner);
  return {
    url: directoryUrl(publicUrl, organisationId),
    hasProvenDomain: (await listProvenDomains(ctx, organisationId)).length > 0,
    tokens: (await store.listTokens(ctx.db, organisationId)).map(showToken),
    people: await people.countStates(ctx.db, organisationId),
  };
}

/** Returns the URL of an organisation for its directory, without a slash at the end. */
export const directoryUrl = (publicUrl: string, organisationId: number) => `${publicUrl}/scim/v2/${organisationId}`;

/** Page size when the query names none. */
const longestList = 200;

/** Lists the people of the directory with their real state, by userName (SCIM-02). */
export async function listPeople(
  ctx: MemberContext,
  organisationId: number,
  { state, page = 1, pageSize = longestList }: DirectoryPeopleQuery,
): Promise<{ people: DirectoryPerson[]; total: number }> {
  await requireMembership(ctx, organisationId, isOwner);
  const part = { sought: state ?? null, limit: pageSize, offset: (page - 1) * pageSize };
  const { people: rows, total } = await people.listStates(ctx.db, organisationId, part);
  const shown = rows.map((row) => ({
    id: row.id,
    userName: row.user_name,
    name: displayedName({ userName: row.user_name, profile: row.profile }),
    email: row.email,
    state: row.state,
    changedAt: row.changed_at.toISOString(),
  }));
  return { people: shown, total };
}

/**
 * Creates a directory token, returns its secret once, and mails all owners (SCIM-01).
 * @throws organisations.not-found, organisations.not-allowed, organisations.directory-needs-domain,
 * organisations.directory-tokens-full
 */
export async function createToken(
  ctx: MemberContext,
  organisationId: number,
  name: string,
  portal: Portal,
): Promise<NewDirectoryToken> {
  const { name: organisation } = await lockMembership(ctx, organisationId, isOwner);
  const domains = await listProvenDomains(ctx, organisationId);
  if (domains.length === 0) throw fail('organisations.directory-needs-domain');
  const { length } = await store.listTokens(ctx.db, organisationId);
  if (length >= maxDirectoryTokens) throw fail('organisations.directory-tokens-full');
  const token = newToken('s');
  const stored = { organisationId, name, start: tokenStart(token), hash: hashSecret(token), madeBy: ctx.actor.userId };
  const id = await store.insertToken(ctx.db, stored);
  const after = { id, name };
  await audit(ctx, { action: 'create-directory-token', object: 'organisation', objectId: organisationId, after });
  await tellOwners(ctx, { organisationId, organisation, deed: `made the token “${name}”` }, portal);
  const made = (await store.listTokens(ctx.db, organisationId)).find((row) => row.id === id);
  if (!made) throw new Error(`Directory token ${id} was inserted and is not there`);
  return { ...showToken(made), token };
}

/**
 * Revokes a token, which stops at once, and mails all owners.
 * @throws organisations.not-found, organisations.not-allowed, organisations.directory-token-not-found
 */
export async function revokeToken(
  ctx: MemberContext,
  { organisationId, tokenId }: { organisationId: number; tokenId: number },
  portal: Portal,
): Promise<void> {
  const { name: organisation } = await lockMembership(ctx, organisationId, isOwner);
  const name = await store.deleteToken(ctx.db, organisationId, tokenId);
  if (name === null) throw fail('organisations.directory-token-not-found');
  const before = { id: tokenId, name };
  await audit(ctx, { action: 'revoke-directory-token', object: 'organisation', objectId: organisationId, before });
  await tellOwners(ctx, { organisationId, organisation, deed: `revoked the token “${name}”` }, portal);
}

/** Names the tokens of a directory, for mails. */
export async function listTokenNames(ctx: Context, organisationId: number): Promise<string[]> {
  return (await store.listTokens(ctx.db, organisationId)).map(({ name }) => name);
}

/** Finds the token of a request of a directory, and records its use at most once a minute; null for any other text. */
export async function findToken(ctx: Context, organisationId: number, token: string): Promise<store.UsedToken | null> {
  if (!isWellFormedToken(token, ['s'])) return null;
  const found = await store.findToken(ctx.db, organisationId, hashSecret(token));
  if (found?.isStale) await store.updateLastUsed(ctx.db, found.id);
  return found;
}

type Deed = { organisationId: number; organisation: string; deed: string };

async function tellOwners(ctx: MemberContext, { organisationId, organisation, deed }: Deed, portal: Portal) {
  const account = await findAccount(ctx, ctx.actor.userId);
  const owner = account ? `${account.first_name} ${account.last_name}`.trim() : 'An owner';
  const site = await portal.site(ctx);
  for (const { userId, name: firstName, email } of await listOwners(ctx, organisationId)) {
    const mail = directoryChangedMail({ email, firstName, organisation, owner, deed }, site);
    const key = `directory-changed:${ctx.origin.requestId}.${userId}` as const;
    await queueMail(ctx.db, { kind: 'account', key }, mail);
  }
}

function showToken(row: store.TokenRow): DirectoryToken {
  return {
    id: row.id,
    name: row.name,
    start: row.token_start,
    createdAt: row.created_at.toISOString(),
    madeBy: row.made_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
