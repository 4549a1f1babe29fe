import type { Db } from '#server/platform/database/db.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import * as queue from '#server/platform/mail/queue.ts';
import { hasSetting, type User } from './store.ts';

/**
 * Kinds of mails, each with the reader's setting that decides whether it is sent (SET-02); null means that it is always
 * sent. docs/publisher/mails.md lists the mails of each kind.
 */
export const mailKinds = {
  /** Mails about an account and what belongs to it, such as links, changes of the password or a role, and exports. */
  account: null,
  /** Mails about payments, refunds, disputes and gifts, and about the course of a subscription. */
  money: null,
  /** Invitations of an organisation, and codes that prove its domains. */
  invitations: null,
  security: 'security_alerts',
  alerts: 'resource_alerts',
  updates: 'email_updates',
  marketing: 'marketing_emails',
} as const;

export type MailKind = keyof typeof mailKinds;

/** Kinds that many members get at once: they are sent after mails of all other kinds. */
const bulkKinds: readonly MailKind[] = ['invitations', 'alerts', 'updates', 'marketing'];

/**
 * A mail is queued only once for each `key`. `userId` is given only for a mail to the former address of that account.
 */
type MailKey = { kind: MailKind; key: string; userId?: number };

/**
 * Queues a mail in the caller's transaction, unless its reader has switched mails of this kind off. An address without
 * an account gets only the kinds that are always sent. Every mail of the portal goes through here.
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
