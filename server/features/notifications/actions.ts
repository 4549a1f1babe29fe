import { switchOff } from '#server/features/accounts/actions.ts';
import { queueMail } from '#server/features/accounts/mail-actions.ts';
import * as learning from '#server/features/learning/reminder-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { digestMail, firstStepsMail, reminderMail, summaryMail } from './emails.ts';
import { type FreshResource, pickFor, type Unsubscribable, unsubscribable, unsubscribables } from './rules.ts';
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
export async function queueDigests(
  ctx: Context,
  deps: DigestDeps,
  part: Part,
  failures: ItemFailures,
): Promise<number | null> {
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
    const site = await deps.portal.site(ctx);
    await failures.attemptInside(ctx.db, `member ${reader.id}`, async () => {
      const token = tokenOf(deps.sealer, 'resourceAlerts', reader.id);
      const digest = { resources, isPersonal: traits.length > 0, token };
      await queueMail(ctx.db, { kind: 'alerts', key: `digest:${reader.id}:${week}` }, digestMail(reader, digest, site));
    });
  }
  return readers.length === batchSize ? (readers.at(-1)?.id ?? null) : null;
}

/** Writes to those who came three days ago what they can do here, each once. @returns whether that were all of them */
export async function queueFirstSteps(
  ctx: Context,
  { sealer, portal }: DigestDeps,
  failures: ItemFailures,
): Promise<boolean> {
  const readers = await store.listNewcomers(ctx.db, batchSize);
  const site = await portal.site(ctx);
  for (const reader of readers) {
    const posting = { kind: 'updates', key: `first-steps:${reader.id}` } as const;
    await failures.attemptInside(ctx.db, `member ${reader.id}`, () =>
      queueMail(ctx.db, posting, firstStepsMail(reader, tokenOf(sealer, 'emailUpdates', reader.id), site)),
    );
  }
  return readers.length < batchSize;
}

/**
 * Queues the reminders of assigned learning to the next people, one mail for each (LEARN-03).
 * @returns after whom the next part begins; null when there are no more
 */
export async function queueReminders(
  ctx: Context,
  { sealer, portal }: DigestDeps,
  part: { organisationId: number | null; after: number },
  failures: ItemFailures,
): Promise<number | null> {
  const { reminders, day, after } = await learning.takeReminders(ctx, { ...part, limit: batchSize });
  const site = await portal.site(ctx);
  for (const reminder of reminders) {
    await failures.attemptInside(ctx.db, `member ${reminder.userId}`, () => {
      const mail = reminderMail(reminder, tokenOf(sealer, 'emailUpdates', reminder.userId), site);
      return queueMail(ctx.db, { kind: 'updates', key: `learning:${reminder.userId}:${day}` }, mail);
    });
  }
  return after;
}

/** Queues the weekly summaries of the next owners and managers. @returns as above */
export async function queueSummaries(
  ctx: Context,
  { sealer, portal }: DigestDeps,
  after: number,
  failures: ItemFailures,
): Promise<number | null> {
  const readers = await learning.listSummaries(ctx, { after, limit: batchSize });
  const site = await portal.site(ctx);
  for (const reader of readers) {
    await failures.attemptInside(ctx.db, `member ${reader.userId}`, () => {
      const mail = summaryMail(reader, tokenOf(sealer, 'emailUpdates', reader.userId), site);
      return queueMail(ctx.db, { kind: 'updates', key: `learning-summary:${reader.userId}:${reader.week}` }, mail);
    });
  }
  return readers.length < batchSize ? null : (readers.at(-1)?.userId ?? null);
}

/**
 * Stops the mails whose link this is. Repeating it is fine.
 * @returns the name of the setting that is off now
 * @throws notifications.link-invalid
 */
export async function unsubscribe(ctx: Context, sealer: Sealer, token: string): Promise<string> {
  const { setting, userId } = readerOf(sealer, token);
  await switchOff(ctx, userId, setting);
  return unsubscribable[setting].name;
}

/** A secret that stops one kind of mails to one reader and opens nothing; it never ends, as old mails are kept for years. */
export function tokenOf(sealer: Sealer, setting: Unsubscribable, userId: number): string {
  return sealer.seal(String(userId), unsubscribable[setting].purpose).toString('base64url');
}

function readerOf(sealer: Sealer, token: string): { setting: Unsubscribable; userId: number } {
  for (const setting of unsubscribables) {
    const userId = opened(sealer, token, unsubscribable[setting].purpose);
    if (userId !== null) return { setting, userId };
  }
  throw fail('notifications.link-invalid');
}

/** What was sealed for this purpose; null for anything else. */
function opened(sealer: Sealer, token: string, purpose: string): number | null {
  try {
    return Number(sealer.open(Buffer.from(token, 'base64url'), purpose));
  } catch {
    return null;
  }
}
