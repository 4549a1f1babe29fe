import type { Mail } from '#server/platform/mail.ts';
import { composeLetter, type Sender } from '#server/platform/mail-layout.ts';
import type { FreshResource } from './rules.ts';

/** What mails of this noun need to know of the portal. */
export type Portal = Sender & { publicUrl: string };

type Reader = { email: string; firstName: string };
type Digest = { resources: readonly FreshResource[]; isPersonal: boolean; token: string };

/** The new resources of a week. @param digest `token` is the secret that stops these mails */
export function digestMail(reader: Reader, { resources, isPersonal, token }: Digest, portal: Portal): Mail {
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
    reason: `You get this mail, once a week at most, because Resource Alerts are on in your settings.`,
    unsubscribe: { label: 'Stop these mails', url: `${publicUrl}/unsubscribe?token=${token}` },
  };
  const unsubscribeUrl = `${publicUrl}/api/unsubscribe?token=${token}`;
  return { to: reader.email, subject: oneLine(subject), unsubscribeUrl, ...composeLetter(letter, portal) };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const typeNames: Record<string, string> = {
  online_tool: 'Online tool',
  template: 'Template',
  downloadable_template: 'Downloadable template',
  book: 'Book',
  report: 'Report',
  insight: 'Insight',
  newsletter: 'Newsletter',
  article: 'Article',
};
