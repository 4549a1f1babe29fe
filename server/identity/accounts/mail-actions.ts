import type { Db } from '#server/platform/database/db.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import * as queue from '#server/platform/mail/queue.ts';
import { hasSetting } from './store.ts';

/**
 * Every kind of mail, and the setting of the reader that decides whether it is sent (SET-02); null is always sent.
 * docs/publisher/mails.md lists the mails of each kind.
 */
export const mailKinds = {
  /** What members need to get into an account and to keep it: links, changes of password and address, exports. */
  account: null,
  /** What was paid, refunded, failed or ends. */
  money: null,
  /** What people of an organisation send to others whom they want in it. */
  invitations: null,
  security: 'security_alerts',
  alerts: 'resource_alerts',
  updates: 'email_updates',
  marketing: 'marketing_emails',
} as const;

export type MailKind = keyof typeof mailKinds;

/** Many members get such mails at once: all others are sent beside them. */
const bulkKinds: readonly MailKind[] = ['invitations', 'alerts', 'updates', 'marketing'];

/** A mail with a known `key` is queued once only; `userId` is the account of a mail to an address that it has no longer. */
type MailKey = { kind: MailKind; key: string; userId?: number };

/**
 * Queues a mail in the caller's transaction, unless its reader has switched mails of this kind off. An address without an
 * account gets only the kinds that are always sent. Every mail of the portal goes through here.
 */
export async function queueMail(db: Db, { kind, key, userId }: MailKey, mail: Mail): Promise<void> {
  const setting = mailKinds[kind];
  if (setting !== null && !(await hasSetting(db, mail.to, setting))) return;
  await queue.queueMail(db, key, mail, { isBulk: bulkKinds.includes(kind), userId });
}
