import type { Context } from '#server/platform/context.ts';
import type { ProviderDocument } from '#server/platform/security/openid-document.ts';
import { type ConnectionRow, freeSlug, keptOf } from './connection-actions.ts';
import * as store from './connection-store.ts';
import { deletePendingThrough } from './errand-store.ts';
import { revokeThrough } from './session-store.ts';

type Keys = { issuer: string; clientId: string; name: string };

/**
 * Syncs the operator's connection with the environment variables, and switches it off when they are absent (SSO-14).
 */
export async function keepOperators(ctx: Context, keys: Keys | null): Promise<void> {
  const row = await store.lockOperators(ctx.db);
  if (!keys) {
    if (!row || row.state === 'disabled') return;
    await store.updateConnection(ctx.db, row.id, { state: 'disabled' });
    await deletePendingThrough(ctx.db, row.id);
    await revokeThrough(ctx.db, row.id, null);
    return;
  }
  const said = { name: keys.name, issuer: keys.issuer, client_id: keys.clientId, state: 'active' as const };
  if (row) {
    const isSame = Object.entries(said).every(([name, value]) => row[name as keyof typeof said] === value);
    if (isSame) return;
    const isOther = row.issuer !== said.issuer || row.client_id !== said.client_id;
    const activatedAt = row.activated_at ?? ctx.now;
    await store.updateConnection(ctx.db, row.id, {
      ...said,
      activated_at: activatedAt,
      // The next sign-in reads the document of the new provider.
      ...(isOther && { end_session_address: null }),
    });
    if (isOther) {
      await deletePendingThrough(ctx.db, row.id);
      await revokeThrough(ctx.db, row.id, null);
    }
    return;
  }
  const id = crypto.randomUUID();
  // Again when the short name was taken in this moment.
  while (!(await insertOperators(ctx, id, keys)));
  await store.updateConnection(ctx.db, id, { state: 'active', activated_at: ctx.now });
}

async function insertOperators(ctx: Context, id: string, keys: Keys): Promise<ConnectionRow | null> {
  return store.insertConnection(ctx.db, id, {
    organisation_id: null,
    name: keys.name,
    slug: await freeSlug(ctx, 'Single sign-on'),
    issuer: keys.issuer,
    client_id: keys.clientId,
    auth_method: 'client_secret',
    sealed_secret: null,
    secret_ends_on: null,
    sealed_key: null,
    public_key: null,
    certificate: null,
    scopes: 'openid email profile',
    email_claim: 'email',
    first_name_claim: 'given_name',
    last_name_claim: 'family_name',
    vouches: 'verified',
    accepts_unverified: false,
    spares_second_factor: false,
    session_hours: 12,
    directory_claim: 'sub',
    is_operators: true,
    sends_logouts: false,
    end_session_address: null,
  });
}

/**
 * Stores what the provider's document says of signing out, each time it says something else. The portal starts without
 * the document, because it must start while the provider is away.
 */
export async function keepDocument(ctx: Context, row: ConnectionRow, document: ProviderDocument): Promise<void> {
  const said = keptOf(document);
  const isSame = row.sends_logouts === said.sends_logouts && row.end_session_address === said.end_session_address;
  if (row.is_operators && !isSame) await store.updateConnection(ctx.db, row.id, said);
}
