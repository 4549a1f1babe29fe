import type { ApiKey, KeyChange, KeyForm, NewApiKey } from '#contract/identity/api-keys.ts';
import * as keys from '#server/identity/api-keys/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { requireMembership } from './actions.ts';
import * as store from './key-store.ts';
import { isOwner } from './rules.ts';

type OneKey = { organisationId: number; keyId: number };

const ownerOf = (organisationId: number) => ({ kind: 'organisation', organisationId }) as const;

async function findAudience(ctx: Context, organisationId: number, portal: Portal) {
  return { readers: await store.listOwners(ctx.db, organisationId), path: '/organisation?tab=developers', portal };
}

/** Lists the keys of an organisation for its owners. @throws organisations.not-found, organisations.not-allowed */
export async function listKeys(ctx: MemberContext, organisationId: number): Promise<ApiKey[]> {
  await requireMembership(ctx, organisationId, isOwner);
  return keys.listKeys(ctx, ownerOf(organisationId));
}

/**
 * @throws organisations.not-found, organisations.not-allowed, keys.too-many, keys.wrong-scope,
 * connections.company-required
 */
export async function createKey(
  ctx: MemberContext,
  { organisationId, form }: { organisationId: number; form: KeyForm },
  portal: Portal,
): Promise<NewApiKey> {
  await requireMembership(ctx, organisationId, isOwner);
  const audience = await findAudience(ctx, organisationId, portal);
  return keys.createKey(ctx, ownerOf(organisationId), { form, audience });
}

/** @throws organisations.not-found, organisations.not-allowed, keys.not-found, keys.wrong-scope */
export async function changeKey(
  ctx: MemberContext,
  { organisationId, keyId, form }: OneKey & { form: KeyChange },
  portal: Portal,
): Promise<ApiKey> {
  await requireMembership(ctx, organisationId, isOwner);
  const audience = await findAudience(ctx, organisationId, portal);
  return keys.changeKey(ctx, ownerOf(organisationId), { id: keyId, form, audience });
}

/**
 * Assigns a key to the caller after its person stopped being an owner (APIKEY-05).
 * @throws organisations.not-found, organisations.not-allowed, keys.not-found
 */
export async function takeKeyOver(
  ctx: MemberContext,
  { organisationId, keyId }: OneKey,
  portal: Portal,
): Promise<ApiKey> {
  await requireMembership(ctx, organisationId, isOwner);
  const audience = await findAudience(ctx, organisationId, portal);
  return keys.takeOverKey(ctx, organisationId, { id: keyId, audience });
}

/** @throws organisations.not-found, organisations.not-allowed, keys.not-found */
export async function revokeKey(ctx: MemberContext, { organisationId, keyId }: OneKey, portal: Portal): Promise<void> {
  await requireMembership(ctx, organisationId, isOwner);
  const audience = await findAudience(ctx, organisationId, portal);
  await keys.revokeKey(ctx, ownerOf(organisationId), { id: keyId, audience });
}

/**
 * Detaches the keys of a person who is no longer an owner, and mails the owners (APIKEY-05). Until one of them takes a
 * key over, it acts for another owner and only reads.
 */
export async function noticeLeftKeys(
  ctx: Context,
  person: { organisationId: number; userId: number },
  portal: Portal,
): Promise<void> {
  await keys.leaveKeys(ctx, person, await findAudience(ctx, person.organisationId, portal));
}

/**
 * Returns the owner for whom a key acts: this person while an owner, otherwise the first one; null when there is none.
 */
export function actingOwner(db: Db, place: { organisationId: number; userId: number }): Promise<number | null> {
  return store.findActingOwner(db, place);
}
