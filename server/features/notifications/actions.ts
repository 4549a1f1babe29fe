import { queueMail } from '#server/features/accounts/mail-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { digestMail, firstStepsMail, type Portal } from './emails.ts';
import { type FreshResource, pickFor } from './rules.ts';
import * as store from './store.ts';
import { tokenOf } from './unsubscribe-actions.ts';

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
    const digest = {
      resources,
      isPersonal: traits.length > 0,
      token: tokenOf(deps.sealer, 'resourceAlerts', reader.id),
    };
    await queueMail(
      ctx.db,
      { kind: 'alerts', key: `digest:${reader.id}:${week}` },
      digestMail(reader, digest, deps.portal),
    );
  }
  return readers.length === batchSize ? (readers.at(-1)?.id ?? null) : null;
}

/** Writes to those who came three days ago what they can do here, each once. @returns whether that were all of them */
export async function queueFirstSteps(ctx: Context, { sealer, portal }: DigestDeps): Promise<boolean> {
  const readers = await store.listNewcomers(ctx.db, batchSize);
  for (const reader of readers) {
    const posting = { kind: 'updates', key: `first-steps:${reader.id}` } as const;
    await queueMail(ctx.db, posting, firstStepsMail(reader, tokenOf(sealer, 'emailUpdates', reader.id), portal));
  }
  return readers.length < batchSize;
}
