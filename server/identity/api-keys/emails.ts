import { composeMail, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

export type KeyEvent = 'made' | 'changed' | 'revoked' | 'waiting' | 'taken-over';

type Change = {
  event: KeyEvent;
  key: { name: string; start: string };
  /** The person who made the change; null when the portal did. */
  by: string | null;
  /** Path of the page that lists the keys. */
  path: string;
};

const subjects: Record<KeyEvent, string> = {
  made: 'A new API key was made',
  changed: 'An API key was changed',
  revoked: 'An API key was revoked',
  waiting: 'An API key needs a new owner',
  'taken-over': 'An API key was taken over',
};

const sentences: Record<KeyEvent, string> = {
  made: 'Programs that have this key can call the portal from now on, as far as its scopes allow.',
  changed: 'Its name or what it may do was changed.',
  revoked: 'Programs that used this key are refused from now on.',
  waiting:
    'The person who made this key is no owner of the organisation any more. Until you take it over, it only reads. Take it over within 14 days; otherwise it ends, and the programs that use it are refused.',
  'taken-over': 'The key works as before, and acts for its new owner.',
};

/** Composes a mail about a change of an API key (APIKEY-02, APIKEY-05). */
export function keyMail(
  reader: { email: string; firstName: string },
  { event, key, by, path }: Change,
  site: Site,
): Mail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      sentences[event],
      ...(event === 'waiting' ? [] : ['If this surprises you, revoke the key at once and change your password.']),
    ],
    facts: [['Key', `${key.name} (${key.start}…)`], ...(by === null ? [] : [['By', by]])] as [string, string][],
    action: { label: 'Open the keys', url: `${site.publicUrl}${path}` },
    reason: `You get this email because this key is yours, or of an organisation or portal that you run at ${site.productName}.`,
  };
  return { to: reader.email, subject: `${subjects[event]} at ${site.productName}`, ...composeMail(letter, site) };
}
