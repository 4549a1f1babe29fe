import type { Db } from '#server/platform/database/db.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import * as queue from '#server/platform/mail/queue.ts';
import { hasSetting, type User } from './store.ts';

/**
 * Kinds of mails, each with the reader's setting that decides whether it is sent (SET-02); null is always sent.
 * docs/publisher/mails.md lists the mails of each kind.
 */
export const mailKinds = {
  /** Mails that members need to get into an account and to keep it: links, changes of password and address, exports. */
  account: null,
  /** Mails about payments, refunds, failures and ends. */
  money: null,
  /** Mails that people of an organisation send to others whom they invite. */
  invitations: null,
  security: 'security_alerts',
  alerts: 'resource_alerts',
  updates: 'email_updates',
  marketing: 'marketing_emails',
} as const;

export type MailKind = keyof typeof mailKinds;

/** Kinds that many members get at once: all other mails are sent beside them. */
const bulkKinds: readonly MailKind[] = ['invitations', 'alerts', 'updates', 'marketing'];

/** A mail with a known `key` is queued only once. `userId` is the account of a mail to its former address. */
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

/** Returns the reader of a mail to an account. */
export function readerOf({ email, first_name: firstName }: Pick<User, 'email' | 'first_name'>) {
  return { email, firstName };
}
