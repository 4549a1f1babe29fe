import { lineOf } from '#contract/lines.ts';
import type { Db } from '../database/db.ts';
import { bulkPriority, enqueue } from '../jobs/jobs.ts';
import type { Mail } from './mail.ts';

/**
 * Queues a mail in the caller's transaction, only once per key, also in the two years after the first mail of the key
 * was deleted.
 * @param isBulk whether many members get such a mail at once, so that others go first
 * @param userId account of a mail to an address that is no longer the account's; otherwise the database finds the
 * account of the address
 */
export async function queueMail(
  db: Db,
  key: string,
  mail: Mail,
  { isBulk, userId }: { isBulk: boolean; userId?: number | undefined },
): Promise<void> {
  const [row] = await db.prepared<{ id: number }>(
    'mails.queue',
    `insert into mails (dedupe_key, recipient, subject, text_body, html_body, unsubscribe_url, user_id)
     select $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::integer
     where not exists (select from mail_keys where dedupe_key = $1)
     on conflict (dedupe_key) do nothing returning id`,
    [key, mail.to, lineOf(mail.subject), mail.text, mail.html, mail.unsubscribeUrl ?? null, userId ?? null],
  );
  if (!row) return;
  const options = { key: `mail:${row.id}`, priority: isBulk ? bulkPriority : 0 };
  await enqueue(db, isBulk ? 'send-bulk-mail' : 'send-mail', { mailId: row.id }, options);
}
