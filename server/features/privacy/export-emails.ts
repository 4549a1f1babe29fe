import { composeMail, type Sender } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

type Reader = { email: string; firstName: string; lastName: string };
type Export = { url: string; expiresAt: Date; bytes: number; counts: [name: string, count: number][] };

/** The link to the copy of a member's data (SET-13). */
export function exportMail(reader: Reader, { url, expiresAt, bytes, counts }: Export, sender: Sender): Mail {
  const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  const subject = `Your data export from ${sender.productName}`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `The copy of your data that you asked for is ready: an archive of ${sizeText(bytes)} with JSON and CSV files.`,
      `The link opens it until ${until}, and only while you are signed in to your account. It is deleted afterwards.`,
      `If you did not ask for it, change your password: another person is signed in to your account.`,
    ],
    facts: [
      ['Name', `${reader.firstName} ${reader.lastName}`.trim()],
      ['Email', reader.email],
      ...counts.map(([name, count]): [string, string] => [name, String(count)]),
    ] satisfies [string, string][],
    action: { label: 'Download your data', url },
    reason: `You get this mail because an export of your data was requested at ${sender.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/** "12 KB", at least one. */
function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
