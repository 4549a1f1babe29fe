import { queueMail } from '#server/features/accounts/mail-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { waitingRoundsMail } from './emails.ts';
import { listReminded, noteReminder } from './round-closing-store.ts';

const peopleAtOnce = 100;

/**
 * Mails people whose answers to open rounds are still missing, some at a time: when a round starts, 7 days and 1 day
 * before its last day, at most one mail a day for a person (TEAM-01).
 * @returns the last of them, after whom the next part begins; null when there are no more
 */
export async function remindOfRounds(ctx: Context, after: number, portal: Portal): Promise<number | null> {
  const people = await listReminded(ctx.db, { after, limit: peopleAtOnce });
  const site = await portal.site(ctx);
  for (const { userId, today, ...reader } of people) {
    const mail = waitingRoundsMail(reader, site);
    await queueMail(ctx.db, { kind: 'account', key: `assessment-round:${userId}.${today}` }, mail);
    await noteReminder(
      ctx.db,
      userId,
      reader.rounds.map(({ id }) => id),
    );
  }
  return people.length < peopleAtOnce ? null : (people.at(-1)?.userId ?? null);
}
