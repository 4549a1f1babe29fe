import { comparableAddress } from '#contract/email-addresses.ts';
import { findAccount, switchOff } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import * as learning from '#server/learning/learning/reminder-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { inTurns } from '#server/platform/turns.ts';
import { digestMail, firstStepsMail, reminderMail, summaryMail } from './emails.ts';
import { type FreshResource, pickFor, type Unsubscribable, unsubscribable, unsubscribables } from './rules.ts';
import * as store from './store.ts';

export type DigestDeps = { portal: Portal; sealer: Sealer };

/** Records and returns the resources that are new this week, newest first. */
export async function recordFresh(ctx: Context, week: string): Promise<FreshResource[]> {
  await store.insertListed(ctx.db, week);
  return store.listFresh(ctx.db, week);
}

type Part = { week: string; fresh: readonly FreshResource[]; afterId: number };

/** Number of readers who are mailed in one transaction. */
const batchSize = 200;

/** Smaller number of people for reminders of learning, because each may have hundreds of assignments. */
const remindedAtOnce = 20;

/**
 * Queues the digests of readers with an id after `afterId`, each once a week, and none without a new resource for its
 * reader.
 * @returns the last reader's id; null after the last batch
 */
export async function queueDigests(
  ctx: Context,
  deps: DigestDeps,
  part: Part,
  failures: ItemFailures,
): Promise<number | null> {
  const { week, fresh, afterId } = part;
  const freshIds = fresh.map(({ id }) => id);
  const readers = await store.listReaders(ctx.db, { afterId, freshIds, limit: batchSize });
  const known = await store.listTraits(ctx.db, new Set(readers.flatMap(({ likedIds }) => likedIds)));
  // Iterates in turns of the event loop, because a reader without new resources awaits nothing.
  for await (const reader of inTurns(readers)) {
    const traits = reader.likedIds.flatMap((id) => known.get(id) ?? []);
    const resources = pickFor({ ownedIds: reader.ownedIds, traits }, fresh);
    if (resources.length === 0) continue;
    const site = await deps.portal.site(ctx);
    await failures.attemptInside(ctx.db, `member ${reader.id}`, async () => {
      const token = tokenOf(deps.sealer, 'resourceAlerts', reader);
      const digest = { resources, isPersonal: traits.length > 0, token };
      await queueMail(ctx.db, { kind: 'alerts', key: `digest:${reader.id}:${week}` }, digestMail(reader, digest, site));
    });
  }
  return readers.length === batchSize ? (readers.at(-1)?.id ?? null) : null;
}

/**
 * Queues the first-steps mails of members who registered three to ten days ago, each once. @returns whether these were
 * the last ones
 */
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
      queueMail(ctx.db, posting, firstStepsMail(reader, tokenOf(sealer, 'emailUpdates', reader), site)),
    );
  }
  return readers.length < batchSize;
}

/**
 * Queues the reminders of assigned learning to people with an id above `after`, at most `remindedAtOnce`, one mail for
 * each (LEARN-03). `organisationId` is null for all organisations.
 * @returns the last person's id; null after the last batch
 */
export async function queueReminders(
  ctx: Context,
  { sealer, portal }: DigestDeps,
  part: { organisationId: number | null; after: number },
  failures: ItemFailures,
): Promise<number | null> {
  const { reminders, day, after } = await learning.takeReminders(ctx, { ...part, limit: remindedAtOnce });
  const site = await portal.site(ctx);
  for (const reminder of reminders) {
    await failures.attemptInside(ctx.db, `member ${reminder.userId}`, () => {
      const mail = reminderMail(
        reminder,
        tokenOf(sealer, 'emailUpdates', { id: reminder.userId, email: reminder.email }),
        site,
      );
      return queueMail(ctx.db, { kind: 'updates', key: `learning:${reminder.userId}:${day}` }, mail);
    });
  }
  return after;
}

/**
 * Queues the weekly summaries of owners and managers with an id above `after`, at most `batchSize`.
 * @returns the last reader's id; null after the last batch
 */
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
      const mail = summaryMail(
        reader,
        tokenOf(sealer, 'emailUpdates', { id: reader.userId, email: reader.email }),
        site,
      );
      return queueMail(ctx.db, { kind: 'updates', key: `learning-summary:${reader.userId}:${reader.week}` }, mail);
    });
  }
  return readers.length < batchSize ? null : (readers.at(-1)?.userId ?? null);
}

/**
 * Switches off the mails of a link. Repeating it is harmless. Rejects a link that was mailed to a former address of the
 * account, because another person may read that mailbox.
 * @returns the name of the setting that is off now
 * @throws notifications.link-invalid
 */
export async function unsubscribe(ctx: Context, sealer: Sealer, token: string): Promise<string> {
  const { setting, userId, addressMark } = readerOf(sealer, token);
  const account = await findAccount(ctx, userId);
  if (account && addressMark !== null && addressMark !== markOf(account.email)) {
    throw fail('notifications.link-invalid');
  }
  await switchOff(ctx, userId, setting);
  return unsubscribable[setting].name;
}

/**
 * Makes a secret that stops one kind of mails to one reader and gives no access. It expires only when the account's
 * email address changes, because old mails are kept for years.
 */
export function tokenOf(sealer: Sealer, setting: Unsubscribable, { id, email }: { id: number; email: string }): string {
  return sealer.seal(`${id} ${markOf(email)}`, unsubscribable[setting].purpose).toString('base64url');
}

const markOf = (email: string) => hashSecret(comparableAddress(email)).toString('base64url').slice(0, 16);

type LinkReader = {
  setting: Unsubscribable;
  userId: number;
  /** Null in links of earlier versions, which do not contain the email address. */
  addressMark: string | null;
};

function readerOf(sealer: Sealer, token: string): LinkReader {
  for (const setting of unsubscribables) {
    const text = opened(sealer, token, unsubscribable[setting].purpose);
    if (text === null) continue;
    const [userId, addressMark = null] = text.split(' ');
    return { setting, userId: Number(userId), addressMark };
  }
  throw fail('notifications.link-invalid');
}

/** Returns the text that was sealed for this purpose; null for any other token. */
function opened(sealer: Sealer, token: string, purpose: string): string | null {
  try {
    return sealer.open(Buffer.from(token, 'base64url'), purpose);
  } catch {
    return null;
  }
}
