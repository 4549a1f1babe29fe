import type { Context } from '#server/platform/context.ts';
import * as store from './reminder-store.ts';
import { syncNewAssignments } from './store.ts';

// The feature `notifications` writes the mails, because it has the unsubscribe links.

/** Counts completions that were recorded while the organisation's assignments were being made. */
export const syncAssignments = (ctx: Context, organisationId: number): Promise<void> =>
  syncNewAssignments(ctx.db, organisationId);

/** The reminders of one person for today, in one mail. */
type Reminder = Pick<store.ReminderRow, 'userId' | 'email' | 'firstName' | 'organisation'> & {
  items: store.ReminderRow[];
};

type Part = { organisationId: number | null; after: number; limit: number };

/**
 * Records the next people's reminders as sent, in the caller's transaction (LEARN-03).
 * @returns the reminders, the day, and the last person's id for the next batch; null when there are no more
 */
export async function takeReminders(
  ctx: Context,
  part: Part,
): Promise<{ reminders: Reminder[]; day: string; after: number | null }> {
  await store.lockMails(ctx.db);
  const userIds = await store.listToRemind(ctx.db, part);
  const rows = await store.lockReminders(ctx.db, userIds);
  const day = await store.updateReminders(ctx.db, rows);
  const reminders = [...Map.groupBy(rows, ({ userId }) => userId).values()].flatMap((items) => {
    const [first] = items;
    return first ? [{ ...first, items }] : [];
  });
  return { reminders, day, after: userIds.length < part.limit ? null : (userIds.at(-1) ?? null) };
}

/** Lists the summaries of this week for the next owners and managers. */
export async function listSummaries(ctx: Context, { after, limit }: { after: number; limit: number }) {
  await store.lockMails(ctx.db);
  return store.listSummaries(ctx.db, after, limit);
}
