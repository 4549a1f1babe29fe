import { composeMail, type Reader, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

/** A webhook in the words of a mail; `path` leads to its screen. */
export type Named = { url: string; path: string };

const reasonOf = ({ productName }: Site) => `You get this email because you can change webhooks at ${productName}.`;

/** Composes the mail that informs the recipient that a webhook has failed for a day (HOOK-04). */
export function failingMail({ email, firstName }: Reader, { url, path }: Named, site: Site): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'A webhook has taken no event for a day. Its address:',
      url,
      'The portal goes on trying. After five days without a success it switches the webhook off.',
    ],
    action: { label: 'See the deliveries', url: `${site.publicUrl}${path}` },
    reason: reasonOf(site),
  };
  return { to: email, subject: 'A webhook has failed for a day', ...composeMail(letter, site) };
}

/** Composes the mail that informs the recipient that the portal has switched a webhook off (HOOK-04). */
export function switchedOffMail(
  { email, firstName }: Reader,
  { url, path, isGone }: Named & { isGone: boolean },
  site: Site,
): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'A webhook was switched off. Its address:',
      url,
      isGone ? 'The program answered that it no longer exists (410).' : 'For five days the program has taken no event.',
      'When the program works again, switch the webhook on. You can have the events since then sent again.',
    ],
    action: { label: 'See the webhook', url: `${site.publicUrl}${path}` },
    reason: reasonOf(site),
  };
  return { to: email, subject: 'A webhook was switched off', ...composeMail(letter, site) };
}

/** Composes the mail that informs the recipient that a webhook was added (HOOK-01). */
export function webhookAddedMail({ email, firstName }: Reader, { url, path }: Named, site: Site): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      'A webhook was added. From now on events go to this address:',
      url,
      'If you do not know it, remove the webhook.',
    ],
    action: { label: 'See the webhook', url: `${site.publicUrl}${path}` },
    reason: reasonOf(site),
  };
  return { to: email, subject: 'A webhook was added', ...composeMail(letter, site) };
}

/** Webhooks and tokens of a directory; the paths lead to their screens. */
type Held = {
  webhooks: { urls: readonly string[]; path: string };
  tokens: { names: readonly string[]; path: string };
  isPortal: boolean;
};

/**
 * Composes the mail that informs the recipient of what goes on after a person lost the role that manages it (HOOK-01).
 */
export function formerOwnerMail({ email, firstName }: Reader, { webhooks, tokens, isPortal }: Held, site: Site): Mail {
  const held = [
    { title: 'Webhooks', values: webhooks.urls, path: webhooks.path },
    { title: 'Tokens of the directory', values: tokens.names, path: tokens.path },
  ].filter(({ values }) => values.length > 0);
  const who = isPortal
    ? 'A person is no longer an administrator.'
    : 'A person is no longer an owner of your organisation.';
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `${who} What is listed below goes on working, and this person may know its secrets.`,
      'Remove what you do not know, and make new secrets for the rest.',
    ],
    items: held.map(({ title, values, path }) => ({ title, note: values.join(', '), url: `${site.publicUrl}${path}` })),
    reason: reasonOf(site),
  };
  return {
    to: email,
    subject: `Check your ${held.map(({ title }) => title.toLowerCase()).join(' and ')}`,
    ...composeMail(letter, site),
  };
}
