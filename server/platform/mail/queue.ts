import type { Db } from '../database/db.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { Mail } from './mail.ts';

/** Queues a mail in the caller's transaction, once for each key, also when the mail of the key was deleted with age. */
export async function queueMail(db: Db, key: string, mail: Mail): Promise<void> {
  const [row] = await db.prepared<{ id: number }>(
    'mails.queue',
    `insert into mails (dedupe_key, recipient, subject, text_body, html_body, unsubscribe_url)
     select $1::text, $2::text, $3::text, $4::text, $5::text, $6::text
     where not exists (select from mail_keys where dedupe_key = $1)
     on conflict (dedupe_key) do nothing returning id`,
    [key, mail.to, mail.subject, mail.text, mail.html, mail.unsubscribeUrl ?? null],
  );
  if (row) await enqueue(db, 'send-mail', { mailId: row.id }, { key: `mail:${row.id}` });
}
