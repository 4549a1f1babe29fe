import { portalZone } from '#contract/dates.ts';
import type { ApiKey, KeyChange, NewApiKey, PortalKeyForm } from '#contract/identity/api-keys.ts';
import type { AuditAction } from '#contract/operations/audit-actions.ts';
import type { KeyKind, Scope } from '#contract/scopes.ts';
import { getAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { findRequired, rejectOtherWay } from '#server/identity/connections/enforcement-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Context, MemberContext } from '#server/platform/context.ts';
import { type Db, isOutOfRoom } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { shownNetwork } from '#server/platform/http/limits.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { isWellFormedToken, newToken, tokenStart } from '#server/platform/security/tokens.ts';
import { type KeyEvent, keyMail } from './emails.ts';
import { type KeyOwner, scopesIn, tokenKinds, wrongScope } from './rules.ts';
import * as store from './store.ts';

/** People who get a mail about a change, and where they find the keys. */
type Audience = { readers: readonly store.KeyReader[]; path: string; portal: Portal };

/** Days for which an expired key stays in the list. */
const keptDays = 30;

export async function listKeys(ctx: Context, owner: KeyOwner): Promise<ApiKey[]> {
  return (await store.listKeys(ctx.db, owner)).map(showKey);
}

/**
 * Makes a key and mails the news, without the key, to everyone who shares it (APIKEY-02).
 * @throws keys.too-many, keys.wrong-scope, connections.company-required
 */
export async function createKey(
  ctx: MemberContext,
  owner: KeyOwner,
  { form, audience }: { form: PortalKeyForm; audience: Audience },
): Promise<NewApiKey> {
  rejectWrongScope(owner, form.scopes);
  await rejectDeadKey(ctx);
  await store.lockKeys(ctx.db, owner);
  const token = newToken(tokenKinds[owner.kind]);
  const id = await store.insertKey(ctx.db, owner, {
    userId: ctx.actor.userId,
    name: form.name,
    scopes: scopesIn(form.scopes),
    connectionId: ctx.actor.connectionId,
    tokenHash: hashSecret(token),
    tokenStart: tokenStart(token),
    days: form.expiresInDays,
  });
  if (id === null) throw fail('keys.too-many');
  const key = await getKey(ctx, owner, id);
  await record(ctx, owner, { key, action: 'create', event: 'made', audience });
  return { key: showKey(key), token };
}

/** @throws keys.not-found, keys.wrong-scope */
export async function changeKey(
  ctx: MemberContext,
  owner: KeyOwner,
  { id, form, audience }: { id: number; form: KeyChange; audience: Audience },
): Promise<ApiKey> {
  await store.lockKeys(ctx.db, owner);
  await getKey(ctx, owner, id);
  rejectWrongScope(owner, form.scopes);
  await store.updateKey(ctx.db, id, { name: form.name, scopes: scopesIn(form.scopes) });
  const key = await getKey(ctx, owner, id);
  await record(ctx, owner, { key, action: 'update', event: 'changed', audience });
  return showKey(key);
}

/** @throws keys.not-found */
export async function revokeKey(
  ctx: MemberContext,
  owner: KeyOwner,
  { id, audience }: { id: number; audience: Audience },
): Promise<void> {
  await store.lockKeys(ctx.db, owner);
  const key = await getKey(ctx, owner, id);
  await store.deleteKey(ctx.db, id);
  await record(ctx, owner, { key, action: 'revoke', event: 'revoked', audience });
}

/** Gives an organisation's key to the caller, who must be one of its owners (APIKEY-05). @throws keys.not-found */
export async function takeOverKey(
  ctx: MemberContext,
  organisationId: number,
  { id, audience }: { id: number; audience: Audience },
): Promise<ApiKey> {
  const owner = { kind: 'organisation', organisationId } as const;
  await store.lockKeys(ctx.db, owner);
  await getKey(ctx, owner, id);
  if (!(await store.giveKey(ctx.db, id, ctx.actor))) throw fail('keys.not-found');
  const key = await getKey(ctx, owner, id);
  await record(ctx, owner, { key, action: 'take-over', event: 'taken-over', audience });
  return showKey(key);
}

/** Returns the reader of mails about a member's own keys: the member. */
export async function getKeyReader(ctx: MemberContext): Promise<store.KeyReader> {
  const { id, email, first_name: firstName } = await getAccount(ctx);
  return { userId: id, email, firstName };
}

/**
 * Detaches the organisation's keys of a person who is no longer an owner, and mails the readers: another owner has 14
 * days to take them over (APIKEY-05). Every action that ends a membership or changes a role must call it.
 * @returns number of keys that now wait for another owner
 */
export async function leaveKeys(
  ctx: Context,
  person: { organisationId: number; userId: number },
  { readers, path, portal }: Audience,
): Promise<number> {
  const keys = await store.markLeft(ctx.db, person);
  for (const key of keys) {
    const named = { name: key.name, start: startOf({ ...key, kind: 'organisation' }) };
    await mailAll(ctx, { keyId: key.id, event: 'waiting', key: named, by: null }, { readers, path, portal });
  }
  return keys.length;
}

/** Ends the keys of an organisation that closes. */
export async function endKeysOfOrganisation(ctx: Context, organisationId: number): Promise<void> {
  for (const id of await store.deleteKeysOfOrganisation(ctx.db, organisationId)) {
    await audit(ctx, { action: 'end', object: 'key', objectId: id, after: { organisationId } });
  }
}

/** Ends the portal's keys of a person who is no longer an administrator. */
export async function endPortalKeys(ctx: Context, userId: number): Promise<void> {
  for (const id of await store.deletePortalKeysOfAccount(ctx.db, userId)) {
    await audit(ctx, { action: 'end', object: 'key', objectId: id, memberId: userId });
  }
}

/**
 * Ends a member's own keys when a company's directory ends the access (SCIM-03).
 * @returns number of deleted keys that had not expired
 */
export async function endOwnKeys(ctx: Context, userId: number): Promise<number> {
  const ids = await store.deleteOwnKeys(ctx.db, userId);
  for (const id of ids) await audit(ctx, { action: 'end', object: 'key', objectId: id, memberId: userId });
  return ids.length;
}

export function endKeysOfAccount(db: Db, userId: number): Promise<void> {
  return store.deleteKeysOfAccount(db, userId);
}

/**
 * Ends the programs of organisations that this account alone owns: deletes API keys and directory tokens, and switches
 * webhooks off.
 */
export async function endProgramsOfSoleOwner(ctx: Context, userId: number): Promise<void> {
  for (const { id, organisationId } of await store.deleteProgramsOfSoleOwner(ctx.db, userId)) {
    await audit(ctx, { action: 'end', object: 'key', objectId: id, after: { organisationId } });
  }
}

/** Deletes keys that expired `keptDays` ago, and keys of organisations that no owner took over in time. */
export async function forgetEndedKeys(ctx: Context): Promise<void> {
  for (const { id, user_id: memberId } of await store.deleteEnded(ctx.db, { days: keptDays })) {
    await audit(ctx, { action: 'end', object: 'key', objectId: id, memberId });
  }
}

/** The account and the rights of a call by a key. */
export type KeyCaller = {
  actor: Actor;
  keyId: number;
  name: string;
  kind: KeyKind;
  /** The organisation of an organisation's key; null for other kinds. */
  organisationId: number | null;
  /** Whether an organisation's key waits for another owner; until then it only reads. */
  isWaiting: boolean;
  scopes: readonly Scope[];
};

export type KeyDeps = {
  /**
   * Returns the owner for whom an organisation's key acts: this person while an owner, otherwise another; null without
   * one.
   */
  actingOwner(db: Db, place: { organisationId: number; userId: number }): Promise<number | null>;
  /** Reduces an administrator without a required passkey to the rights of a member (PASS-03). */
  withRule(actor: Actor): Promise<Actor>;
};

/**
 * Finds the caller of a key and records the day; null for a key that does not work. Owner, role and membership are read
 * on each call, so that their end takes effect at once on every node.
 */
export async function callerOfKey(
  db: Db,
  { token, ip }: { token: string; ip: string },
  { actingOwner, withRule }: KeyDeps,
): Promise<KeyCaller | null> {
  if (!isWellFormedToken(token, Object.values(tokenKinds))) return null;
  const network = shownNetwork(ip);
  const key = await store.findByHash(db, hashSecret(token), network);
  if (!key) return null;
  const { organisation_id: organisationId } = key;
  const userId = organisationId === null ? key.user_id : await actingOwner(db, { organisationId, userId: key.user_id });
  if (userId === null) return null;
  const acting = { userId, connectionId: key.connection_id, scopes: key.scopes };
  const actor = await actingFor(db, acting, withRule);
  if (!actor || (key.kind === 'portal' && actor.role !== 'administrator' && !actor.lacksPasskey)) return null;
  if (!key.is_noted) await recordUse(db, key.id, network);
  const isWaiting = organisationId !== null && (key.has_left || userId !== key.user_id);
  const { id: keyId, name, kind } = key;
  return { actor: { ...actor, keyId }, keyId, name, kind, organisationId, isWaiting, scopes: scopesIn(key.scopes) };
}

/**
 * Returns the account for which a program acts, with its rights at this moment. Null when it is deleted, or its company
 * requires its own sign-in and the program got its access in another kind of session (SSO-10). A program of an
 * administrator reads drafts only with the scope that changes the catalogue (APIKEY-03).
 */
export async function actingFor(
  db: Db,
  { userId, connectionId, scopes }: { userId: number; connectionId: string | null; scopes: readonly string[] },
  withRule: KeyDeps['withRule'],
): Promise<Actor | null> {
  const holder = await store.findHolder(db, userId);
  if (!holder || (await isOtherWay(db, holder, connectionId))) return null;
  const actor = await withRule({
    userId,
    role: holder.role,
    signInId: 0,
    signedInSecondsAgo: Number.POSITIVE_INFINITY,
    connectionId: null,
    isFresh: false,
    allowsCounting: holder.data_collection,
    timeZone: holder.time_zone ?? portalZone,
  });
  const hidesDrafts = actor.role === 'administrator' && !scopes.includes('admin:catalogue');
  return hidesDrafts ? { ...actor, hidesDrafts } : actor;
}

/** Whether the account must sign in through a connection other than this one. Administrators are exempt. */
async function isOtherWay(db: Db, { email, role }: store.Holder, connectionId: string | null): Promise<boolean> {
  if (role === 'administrator') return false;
  const required = await findRequired({ db }, email);
  return required !== null && required.connectionId !== connectionId;
}

/** Rejects a key made in another kind of session than the company requires, because the key would not work (SSO-10). */
async function rejectDeadKey(ctx: MemberContext): Promise<void> {
  const { email, role } = await getAccount(ctx);
  if (role !== 'administrator') await rejectOtherWay(ctx, email, ctx.actor.connectionId);
}

/** Ignores that the database has no room, so that programs can still read; the recorded day is then not exact. */
async function recordUse(db: Db, id: number, network: string): Promise<void> {
  await store.updateLastUse(db, id, network).catch((error: unknown) => {
    if (!isOutOfRoom(error)) throw error;
  });
}

async function getKey(ctx: Context, owner: KeyOwner, id: number): Promise<store.KeyRow> {
  const key = await store.findKey(ctx.db, owner, id);
  if (!key) throw fail('keys.not-found');
  return key;
}

function rejectWrongScope({ kind }: KeyOwner, scopes: readonly Scope[]): void {
  const scope = wrongScope(kind, scopes);
  if (scope) throw fail('keys.wrong-scope', { scope });
}

type Recorded = { key: store.KeyRow; action: AuditAction<'key'>; event: KeyEvent; audience: Audience };

/** Writes the entry of the audit log, without the key's name, which its owner chose freely, and mails the readers. */
async function record(ctx: MemberContext, owner: KeyOwner, { key, action, event, audience }: Recorded): Promise<void> {
  const { userId: _, ...ofOwner } = { userId: 0, ...owner };
  const after = { ...ofOwner, start: startOf(key), scopes: key.scopes, expiresAt: key.expires_at };
  await audit(ctx, { action, object: 'key', objectId: key.id, memberId: key.user_id, after });
  const { first_name, last_name } = await getAccount(ctx);
  const named = { name: key.name, start: startOf(key) };
  await mailAll(ctx, { keyId: key.id, event, key: named, by: `${first_name} ${last_name}`.trim() }, audience);
}

type News = { keyId: number; event: KeyEvent; key: { name: string; start: string }; by: string | null };

async function mailAll(ctx: Context, { keyId, ...news }: News, { readers, path, portal }: Audience) {
  const site = await portal.site(ctx);
  for (const reader of readers) {
    const key = `api-key:${news.event}:${keyId}:${reader.userId}:${ctx.origin.requestId}`;
    await queueMail(ctx.db, { kind: 'account', key }, keyMail(reader, { ...news, path }, site));
  }
}

/** Returns the beginning of a key's text, by which its owner recognises it. */
function startOf({ kind, token_start }: Pick<store.KeyRow, 'kind' | 'token_start'>): string {
  return `rapp_${tokenKinds[kind]}_${token_start}`;
}

function showKey(row: store.KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    start: startOf(row),
    scopes: scopesIn(row.scopes),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUse:
      row.last_used_on && row.last_used_network ? { on: row.last_used_on, network: row.last_used_network } : null,
    madeBy: row.made_by.trim(),
    takenOverBy: row.taken_over_by?.trim() ?? null,
    createdAt: row.created_at.toISOString(),
    endsUnlessTakenOverAt: row.ends_at?.toISOString() ?? null,
  };
}
