import { switchOff } from '#server/features/accounts/profile-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { queueMail } from '#server/platform/mail.ts';
import type { Sealer } from '#server/platform/sealing.ts';
import { digestMail, type Portal } from './emails.ts';
import { type FreshResource, pickFor } from './rules.ts';
import * as store from './store.ts';

export type DigestDeps = { portal: Portal; sealer: Sealer };

/** Notes what is new this week. @returns it, newest first */
export async function noteFresh(ctx: Context, week: string): Promise<FreshResource[]> {
  await store.insertListed(ctx.db, week);
  return store.listFresh(ctx.db, week);
}

type Part = { week: string; fresh: readonly FreshResource[]; afterId: number };

/** So many readers are written to in one transaction. */
const batchSize = 200;

/**
 * Queues the digests of the readers after an id, each once a week, none without anything new for its reader.
 * @returns the last reader's id; null after the last
 */
export async function queueDigests(ctx: Context, deps: DigestDeps, part: Part): Promise<number | null> {
  const { week, fresh, afterId } = part;
  const readers = await store.listReaders(ctx.db, afterId, batchSize);
  const known = await store.listTraits(
    ctx.db,
    readers.flatMap(({ ownedIds, openedIds }) => [...ownedIds, ...openedIds]),
  );
  for (const reader of readers) {
    const traits = [...reader.ownedIds, ...reader.openedIds].flatMap((id) => known.get(id) ?? []);
    const resources = pickFor({ ownedIds: reader.ownedIds, traits }, fresh);
    if (resources.length === 0) continue;
    const digest = { resources, isPersonal: traits.length > 0, token: tokenOf(deps.sealer, reader.id) };
    await queueMail(ctx.db, `digest:${reader.id}:${week}`, digestMail(reader, digest, deps.portal));
  }
  return readers.length === batchSize ? (readers.at(-1)?.id ?? null) : null;
}

/** Stops the mails whose link this is. Repeating it is fine. @throws notifications.link-invalid */
export async function unsubscribe(ctx: Context, sealer: Sealer, token: string): Promise<void> {
  await switchOff(ctx, readerOf(sealer, token), 'resourceAlerts');
}

const purpose = 'unsubscribe:resource-alerts';

/** A secret that stops the mails of one reader and opens nothing; it never ends, as old mails are kept for years. */
function tokenOf(sealer: Sealer, userId: number): string {
  return sealer.seal(String(userId), purpose).toString('base64url');
}

function readerOf(sealer: Sealer, token: string): number {
  try {
    return Number(sealer.open(Buffer.from(token, 'base64url'), purpose));
  } catch {
    throw fail('notifications.link-invalid');
  }
}
