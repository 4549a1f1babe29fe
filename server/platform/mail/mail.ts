import { type RawBuilder, type Selectable, sql } from 'kysely';
import nodemailer from 'nodemailer';
import type { Tables } from '#server/migrations/tables.ts';
import type { Database } from '../database/db.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import type { NoParameters, Task, Tasks } from '../jobs/jobs.ts';
import type { Lanes } from '../jobs/lanes.ts';
import { reasonOf, StartError } from '../start-error.ts';
import { timeOutside } from '../telemetry/signals.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** URL to which a POST stops regular mails like this one (RFC 8058). */
  unsubscribeUrl?: string;
};

/** A composed mail whose recipient the caller adds. */
export type UnaddressedMail = Pick<Mail, 'subject' | 'html' | 'text'>;

export type MailSender = {
  /**
   * Sends a mail.
   * @param id the mail's id, the same for each attempt, so that mail programs show it once
   * @param isBulk whether it is one of many, which the mail server gets at a limited rate
   */
  send(mail: Mail, id: string, isBulk: boolean): Promise<void>;
  /** Whether the mail server responds at the moment. */
  isReachable?(): Promise<boolean>;
  close(): void;
};

type SmtpOptions = { url: string; from: string; publicUrl: string; bulkPerMinute: number };

/** Number of connections for bulk mails. */
const bulkConnections = 4;

/**
 * Sends mails by SMTP over connections that stay open; gives up a server that does not accept a connection or greet
 * within 5 seconds, or then does not respond for 20. Bulk mails have separate connections, so that their rate delays no
 * other mail.
 */
export function smtpMailSender({ url, from, publicUrl, bulkPerMinute }: SmtpOptions): MailSender {
  const { hostname } = new URL(publicUrl);
  const transport = transportTo(url);
  const bulkTransport = transportTo(url, {
    maxConnections: bulkConnections,
    // Each connection waits for the same moment, so `rateLimit` is the number that all of them may send until then.
    rateLimit: bulkConnections,
    rateDelta: (60_000 * bulkConnections) / bulkPerMinute,
  });
  return {
    send: async ({ to, subject, text, html, unsubscribeUrl }, id, isBulk) => {
      // Keeps mail programs from replying with an absence notice (RFC 3834).
      const headers = { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) };
      const messageId = `<${id}@${hostname}>`;
      const sender = isBulk ? bulkTransport : transport;
      const mail = { from, to: { name: '', address: to }, subject, text, html, messageId, headers };
      await timeOutside('smtp', () => sender.sendMail(mail));
    },
    isReachable: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    close: () => {
      transport.close();
      bulkTransport.close();
    },
  };
}

function transportTo(url: string, limits: { maxConnections?: number; rateLimit?: number; rateDelta?: number } = {}) {
  return nodemailer.createTransport({
    url,
    pool: true,
    // A mail whose connection broke is retried once; then its job waits.
    maxRequeues: 1,
    ...limits,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 20_000,
  });
}

/** @throws StartError when the mail server does not respond, or rejects the user of its URL */
export async function checkMailServer(url: string): Promise<void> {
  const transport = transportTo(url);
  try {
    await transport.verify();
  } catch (error) {
    throw new StartError(`The mail server of SMTP_URL does not answer as it should (${mailReason(url, error)}).`);
  } finally {
    transport.close();
  }
}

/**
 * Returns the failure in words, because OpenSSL and a missing greeting do not say that the kind of encryption is wrong.
 */
function mailReason(url: string, error: unknown): string {
  const reason = reasonOf(error);
  const isEncrypted = url.startsWith('smtps:');
  if (isEncrypted && /wrong version number|packet length too long|EPROTO/i.test(reason)) {
    return 'its port does not begin with TLS: write smtp:// for a port such as 587, which changes to TLS by itself, or name the port of smtps://, usually 465';
  }
  if (!isEncrypted && /greeting never received/i.test(reason)) {
    return 'it sends no greeting: write smtps:// if the port begins with TLS, as 465 does';
  }
  return reason;
}

/** Returns the headers with which a mail program stops regular mails by one click (RFC 8058). */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

declare module '../jobs/jobs.ts' {
  interface JobPayloads {
    'send-mail': { mailId: number };
    'send-bulk-mail': { mailId: number };
    'retry-mails': NoParameters;
    'delete-old-mails': NoParameters;
  }
}

export function mailTasks(database: Database, mailSender: MailSender) {
  return {
    'send-mail': sendMailTask(database, mailSender, { isBulk: false }),
    'send-bulk-mail': sendMailTask(database, mailSender, { isBulk: true }),
    'retry-mails': retryMailsTask(database, mailSender),
    'delete-old-mails': () => deleteOldMails(database),
  } satisfies Tasks;
}

export const mailCrontab = `
*/2 * * * * retry-mails ?jobKey=retry-mails&max=1
23 3 * * * delete-old-mails ?jobKey=delete-old-mails&max=3
`;

export const mailLanes: Lanes = { 'send-mail': 'now', 'send-bulk-mail': 'bulk', 'delete-old-mails': 'bulk' };

/** Number of last attempts that keep a mail's own, growing delays, even when the mail server responds. */
const patientTries = 3;

/**
 * Brings forward the next attempt of mails, once the mail server responds again: after two hours without it, that
 * attempt would be over an hour away.
 */
function retryMailsTask({ db }: Database, mailSender: MailSender): Task {
  return async () => {
    const isWaiting = sql`key like 'mail:%' and attempts > 0 and attempts < max_attempts - ${patientTries}
      and locked_at is null and run_at > now() + interval '30 seconds'`;
    const { rows } = await sql`select 1 from graphile_worker.jobs where ${isWaiting} limit 1`.execute(db.kysely);
    if (rows.length === 0 || !(await mailSender.isReachable?.())) return;
    await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
      from graphile_worker.jobs where ${isWaiting}`.execute(db.kysely);
  };
}

type MailChange = Partial<
  Pick<Selectable<Tables['mails']>, 'last_error' | 'text_body' | 'html_body' | 'unsubscribe_url'>
> & {
  sent_at?: RawBuilder<Date>;
  parked_at?: RawBuilder<Date>;
};

const deletedAtOnce = 1000;

/**
 * Deletes mails after 30 days, in batches. Their keys are kept for two years, because a subscription may be processed
 * again long after its mails, and must not send them again.
 */
async function deleteOldMails({ db }: Database): Promise<void> {
  let deleted = deletedAtOnce;
  while (deleted === deletedAtOnce) {
    const rows = await db.prepared<{ deleted: number }>(
      'mails.delete_old',
      `with gone as (
         delete from mails where id in (
           select id from mails where created_at < now() - interval '30 days' order by id limit $1) returning dedupe_key
       ), kept as (
         insert into mail_keys (dedupe_key) select dedupe_key from gone on conflict do nothing
       ) select count(*)::integer as deleted from gone`,
      [deletedAtOnce],
    );
    deleted = rows[0]?.deleted ?? 0;
  }
  await deleteInBatches(
    db,
    'mails.delete_old_keys',
    `delete from mail_keys where dedupe_key in (
       select dedupe_key from mail_keys where created_at < now() - interval '2 years' limit $1) returning 1 as one`,
  );
}

/** Sends a queued mail by its id, unless it was sent; the last failing attempt parks it for an administrator. */
function sendMailTask(
  database: Database,
  mailSender: MailSender,
  { isBulk }: { isBulk: boolean },
): Task<{ mailId: number }> {
  return async ({ mailId }, { isLast }) => {
    const waiting = await database.db.kysely
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', mailId)
      .where('sent_at', 'is', null)
      .executeTakeFirst();
    if (!waiting) return;
    const updateMail = (values: MailChange) =>
      database.db.kysely.updateTable('mails').set(values).where('id', '=', mailId).execute();
    const now = sql<Date>`now()`;
    try {
      await mailSender.send(
        {
          to: waiting.recipient,
          subject: waiting.subject,
          text: waiting.text_body,
          html: waiting.html_body,
          ...(waiting.unsubscribe_url && { unsubscribeUrl: waiting.unsubscribe_url }),
        },
        `mail-${mailId}-${waiting.created_at.getTime()}`,
        isBulk,
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await updateMail(isLast ? { parked_at: now, last_error: reason } : { last_error: reason });
      throw error;
    }
    // Blanked, because bodies contain links that open an account.
    await updateMail({ sent_at: now, text_body: '', html_body: '', unsubscribe_url: null });
  };
}
