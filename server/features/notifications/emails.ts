import { newsParagraphs } from '#contract/notifications.ts';
import { composeMail, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { FreshResource } from './rules.ts';

type Reader = { email: string; firstName: string };
type Digest = { resources: readonly FreshResource[]; isPersonal: boolean; token: string };

/** The new resources of a week. @param digest `token` is the secret that stops these mails */
export function digestMail(reader: Reader, { resources, isPersonal, token }: Digest, portal: Site): Mail {
  const { publicUrl, productName } = portal;
  const subject = `New at ${productName}: ${resources[0]?.title ?? 'resources for you'}`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      isPersonal
        ? `New since last week, and close to what you have bought or opened:`
        : `New at ${productName} since last week:`,
    ],
    items: resources.map(({ id, title, type }) => ({
      title,
      note: typeNames[type] ?? 'Resource',
      url: `${publicUrl}/resource/${id}`,
    })),
    action: { label: 'Browse all resources', url: `${publicUrl}/browse` },
    reason: `You get this email, once a week at most, because Resource Alerts are on in your settings.`,
    unsubscribe: { label: 'Stop these emails', url: `${publicUrl}/unsubscribe?token=${token}` },
  };
  const unsubscribeUrl = `${publicUrl}/api/unsubscribe?token=${token}`;
  return { to: reader.email, subject: oneLine(subject), unsubscribeUrl, ...composeMail(letter, portal) };
}

/** What a newcomer can do here. @param token the secret that stops these mails */
export function firstStepsMail(reader: Reader, token: string, portal: Site): Mail {
  const { publicUrl, productName } = portal;
  const letter = {
    heading: `Three ways to begin, ${oneLine(reader.firstName)}`,
    paragraphs: [`You have been with ${productName} for a few days. This is where most people begin:`],
    items: [
      {
        title: 'Find out where you stand',
        note: 'Browse the online tools, such as the readiness assessment',
        url: `${publicUrl}/browse?type=online_tool`,
      },
      { title: 'Begin with what is free', note: 'No card, no trial', url: `${publicUrl}/browse?accessType=free` },
      {
        title: 'Keep what you want to read later',
        note: 'Select the bookmark of a resource',
        url: `${publicUrl}/browse`,
      },
    ],
    action: { label: 'Open the portal', url: publicUrl },
    reason: `You get this email, once, because Email Updates are on in your settings.`,
    unsubscribe: { label: 'Stop these emails', url: `${publicUrl}/unsubscribe?token=${token}` },
  };
  const unsubscribeUrl = `${publicUrl}/api/unsubscribe?token=${token}`;
  const subject = `First steps at ${productName}`;
  return { to: reader.email, subject, unsubscribeUrl, ...composeMail(letter, portal) };
}

type WrittenNews = { subject: string; text: string; token: string };

/** News that an administrator wrote. @param news `token` is the secret that stops these mails */
export function newsMail({ email }: Pick<Reader, 'email'>, { subject, text, token }: WrittenNews, portal: Site): Mail {
  const { publicUrl, productName } = portal;
  const letter = {
    heading: oneLine(subject),
    paragraphs: newsParagraphs(text),
    reason: `You get this email because Marketing Emails are on in your settings at ${productName}.`,
    unsubscribe: { label: 'Stop these emails', url: `${publicUrl}/unsubscribe?token=${token}` },
  };
  const unsubscribeUrl = `${publicUrl}/api/unsubscribe?token=${token}`;
  return { to: email, subject: oneLine(subject), unsubscribeUrl, ...composeMail(letter, portal) };
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const typeNames: Record<string, string> = {
  online_tool: 'Online tool',
  template: 'Template',
  downloadable_template: 'Downloadable template',
  book: 'Book',
  report: 'Report',
  insight: 'Insight',
  newsletter: 'Newsletter',
  article: 'Article',
  bundle: 'Bundle',
};
