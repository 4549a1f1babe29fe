import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { didDocument, didOf } from './credential-rules.ts';
import type { NewKey, SigningKey } from './credential-thread.ts';
import * as store from './store.ts';

const ownerOf = (publicKey: string) => `badge-key:${publicKey}`;

/** Returns the active key for signing; null before the first badge or `npm run badge-key` has recorded one. */
export async function findSigningKey(
  ctx: Pick<Context, 'db'>,
  { sealer, publicUrl }: { sealer: Sealer; publicUrl: string },
): Promise<SigningKey | null> {
  const row = await store.findActiveKey(ctx.db);
  if (!row?.sealed_key) return null;
  const secretKey = sealer.open(row.sealed_key, ownerOf(row.public_key));
  return { did: didOf(publicUrl), publicKey: row.public_key, secretKey };
}

/** Records a new key, unless another call recorded one first. */
export function recordKey(ctx: Context, { publicKey, secretKey }: NewKey, sealer: Sealer): Promise<void> {
  return store.insertKey(ctx.db, publicKey, sealer.seal(secretKey, ownerOf(publicKey)));
}

/** Replaces the active key; the public part of the former one stays in the DID document. */
export async function replaceKey(ctx: Context, key: NewKey, sealer: Sealer): Promise<{ former: string | null }> {
  const former = await store.retireKey(ctx.db);
  await recordKey(ctx, key, sealer);
  await audit(ctx, {
    object: 'badge-key',
    action: 'rotate',
    objectId: key.publicKey,
    before: former,
    after: key.publicKey,
  });
  return { former };
}

/** Returns the DID document of the portal, with every key that has ever signed. */
export async function getDidDocument(ctx: Pick<Context, 'db'>, publicUrl: string) {
  return didDocument(didOf(publicUrl), await store.listPublicKeys(ctx.db));
}

/** Counts the current badges that name a former PUBLIC_URL (BADGE-01). */
export function countBadgesElsewhere(db: Context['db'], publicUrl: string): Promise<number> {
  return store.countElsewhere(db, didOf(publicUrl));
}
