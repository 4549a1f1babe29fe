import type { Db } from '../database/db.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { Mail } from './mail.ts';

/** Queues a mail in the caller's transaction, once for each key. */
export async function queueMail(db: Db, key: string, mail: Mail): Promise<void> {
  const row = await db.kysely
    .insertInto('mails')
    .values({
      dedupe_key: key,
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await enqueue(db, 'send-mail', { mailId: row.id }, { key: `mail:${row.id}` });
}
