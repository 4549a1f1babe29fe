import { queueMail } from '#server/features/accounts/mail-actions.ts';
import * as learning from '#server/features/learning/reminder-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { type DigestDeps, tokenOf } from './actions.ts';
import { reminderMail, summaryMail } from './learning-emails.ts';

/** So many readers are written to in one transaction. */
const batchSize = 200;

/**
 * Queues the reminders of assigned learning to the next people, one mail for each (LEARN-03).
 * @returns after whom the next part begins; null when there are no more
 */
export async function queueReminders(
  ctx: Context,
  { sealer, portal }: DigestDeps,
  part: { organisationId: number | null; after: number },
): Promise<number | null> {
  const { reminders, day, after } = await learning.takeReminders(ctx, { ...part, limit: batchSize });
  const site = await portal.site(ctx);
  for (const reminder of reminders) {
    const mail = reminderMail(reminder, tokenOf(sealer, 'emailUpdates', reminder.userId), site);
    await queueMail(ctx.db, { kind: 'updates', key: `learning:${reminder.userId}:${day}` }, mail);
  }
  return after;
}

/** Queues the weekly summaries of the next owners and managers. @returns as above */
export async function queueSummaries(
  ctx: Context,
  { sealer, portal }: DigestDeps,
  after: number,
): Promise<number | null> {
  const readers = await learning.listSummaries(ctx, { after, limit: batchSize });
  const site = await portal.site(ctx);
  for (const reader of readers) {
    const mail = summaryMail(reader, tokenOf(sealer, 'emailUpdates', reader.userId), site);
    await queueMail(ctx.db, { kind: 'updates', key: `learning-summary:${reader.userId}:${reader.week}` }, mail);
  }
  return readers.length < batchSize ? null : (readers.at(-1)?.userId ?? null);
}
