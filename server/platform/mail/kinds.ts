import type { Db } from '../database/db.ts';

/**
 * Every kind of mail, and the column of the reader's settings that decides whether it is sent (SET-02); null is always
 * sent. docs/publisher/mails.md names the mails of each kind.
 */
export const mailKinds = {
  /** What somebody needs to get into an account and to keep it: links, changes of password and address, exports. */
  account: null,
  /** What was paid, sent back, failed or ends. */
  money: null,
  security: 'security_alerts',
  alerts: 'resource_alerts',
  updates: 'email_updates',
  marketing: 'marketing_emails',
} as const;

export type MailKind = keyof typeof mailKinds;

/** Whether the owner of an address wants mails of a kind; who has no account has agreed to none that can be refused. */
export async function isWanted(db: Db, kind: MailKind, address: string): Promise<boolean> {
  const setting = mailKinds[kind];
  if (setting === null) return true;
  const [row] = await db.prepared<{ is_wanted: boolean }>(
    `mail.is_wanted.${setting}`,
    `select ${setting} as is_wanted from users where lower(email) = lower($1) and deleted_at is null`,
    [address],
  );
  return row?.is_wanted ?? false;
}
