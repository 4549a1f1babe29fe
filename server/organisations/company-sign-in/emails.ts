import { composeMail, type Reader, type Sender, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

/** Composes the mail with the link that links an account to a company's sign-in (SSO-07). */
export function linkAccountMail(
  { connection, url, ...reader }: Reader & { connection: string; url: string },
  sender: Sender,
): Mail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `You signed in with ${connection}, and there is an account with your address already. Confirm that it is yours, and ${connection} opens it from now on.`,
      `Open the link in the browser in which you began. It works once, for an hour.`,
    ],
    action: { label: 'Link the account', url },
    reason: `You get this email because ${connection} named your address at ${sender.productName}. If it was not you, do not open the link.`,
  };
  return { to: reader.email, subject: `Link your account to ${connection}`, ...composeMail(letter, sender) };
}

type Said = (words: { connection: string; by: string }) => [subject: string, sentence: string];

/** Subject and sentences of each kind of news; some say what an owner should do. */
const sentences = {
  active: ({ connection, by }) => [
    `${connection} is offered to your people`,
    `${by} offered ${connection} to the people of your organisation. Other ways to sign in go on working.`,
  ],
  enforced: ({ connection, by }) => [
    `${connection} is required of your people`,
    `${by} requires ${connection} of everybody with an address in your domains. Their other sessions have ended.`,
  ],
  allowed: ({ connection, by }) => [
    `${connection} is no longer required`,
    `${by} allowed other ways to sign in beside ${connection} again.`,
  ],
  changed: ({ connection, by }) => [`${connection} was changed`, `${by} changed the sign-in with ${connection}.`],
  removed: ({ connection, by }) => [
    `${connection} was removed`,
    `${by} removed the sign-in with ${connection}. Its sessions have ended, and it opens no account any more.`,
  ],
  disabled: ({ connection, by }) => [
    `${connection} was switched off`,
    `${by} switched the sign-in with ${connection} off. Its sessions have ended.`,
  ],
  'emergency-sign-in': ({ connection, by }) => [
    `An emergency sign-in while ${connection} is required`,
    `${by} signed in by password and second factor, past ${connection}. If you do not expect this, look into it now.`,
  ],
  'emergency-passkey': ({ connection, by }) => [
    `An emergency sign-in while ${connection} is required`,
    `${by} signed in by passkey, past ${connection}. If you do not expect this, look into it now.`,
  ],
  'emergency-gone': ({ connection }) => [
    `No owner can sign in without ${connection}`,
    `The last owner with another way in beside ${connection} is no owner any more. Choose another one, in case the provider is down.`,
  ],
  'domain-lost': ({ connection }) => [
    `${connection} is no longer required`,
    `A domain of your organisation is no longer proven, so that passwords work again beside ${connection}. Check the DNS record of the domain.`,
  ],
  'domain-removed': ({ connection }) => [
    `${connection} is no longer required`,
    `The last domain of ${connection} was removed from your organisation, so that passwords work again beside it. Its people are no longer linked to it.`,
  ],
  'secret-30': ({ connection }) => [
    `The client secret of ${connection} ends within 30 days`,
    `Make a new client secret at your provider and enter it, or the sign-in with ${connection} stops.`,
  ],
  'secret-7': ({ connection }) => [
    `The client secret of ${connection} ends within 7 days`,
    `Make a new client secret at your provider and enter it, or the sign-in with ${connection} stops.`,
  ],
} satisfies Record<string, Said>;

type News = Reader & { connection: string; what: keyof typeof sentences; by: string | null };

/** Composes the mail that informs an owner of what happened to a connection of the organisation (SSO-13). */
export function ownersMail({ connection, what, by, ...reader }: News, site: Site): Mail {
  const [subject, sentence] = (sentences[what] as Said)({ connection, by: by ?? 'A person' });
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [sentence],
    action: { label: 'Open the sign-in of your organisation', url: `${site.publicUrl}/organisation?tab=sign-in` },
    reason: `You get this email because you are an owner of an organisation at ${site.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, site) };
}
