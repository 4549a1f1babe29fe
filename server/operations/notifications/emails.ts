import { longDay } from '#contract/dates.ts';
import { lineOf } from '#contract/lines.ts';
import { newsParagraphs } from '#contract/operations/notifications.ts';
import { composeMail, type Reader, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { FreshResource } from './rules.ts';

type Digest = { resources: readonly FreshResource[]; isPersonal: boolean; token: string };

/** Lists the new resources of a week. @param digest `token` is the secret that stops these mails */
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
  return { to: reader.email, subject: lineOf(subject), unsubscribeUrl, ...composeMail(letter, portal) };
}

/** Suggests first steps to a new member. @param token the secret that stops these mails */
export function firstStepsMail(reader: Reader, token: string, portal: Site): Mail {
  const { publicUrl, productName } = portal;
  const letter = {
    heading: `Three ways to begin, ${lineOf(reader.firstName)}`,
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

/** Writes an administrator's news. @param news `token` is the secret that stops these mails */
export function newsMail({ email }: Pick<Reader, 'email'>, { subject, text, token }: WrittenNews, portal: Site): Mail {
  const { publicUrl, productName } = portal;
  const letter = {
    heading: lineOf(subject),
    paragraphs: newsParagraphs(text),
    reason: `You get this email because Marketing Emails are on in your settings at ${productName}.`,
    unsubscribe: { label: 'Stop these emails', url: `${publicUrl}/unsubscribe?token=${token}` },
  };
  const unsubscribeUrl = `${publicUrl}/api/unsubscribe?token=${token}`;
  return { to: email, subject: lineOf(subject), unsubscribeUrl, ...composeMail(letter, portal) };
}

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
  path: 'Learning Path',
};

/**
 * An assignment to complete; `stage` 1 announces it or its refresh, 2 and 3 are up to the due date, 4 to 7 after it.
 */
type ReminderItem = {
  resourceId: number;
  title: string;
  dueBy: string;
  stage: number;
  isNew: boolean;
  isRefresh: boolean;
  isUnconfirmed: boolean;
};
type Reminder = { email: string; firstName: string; organisation: string; items: readonly ReminderItem[] };

/** Reminds a person of the organisation's assignments (LEARN-03). @param token the secret that stops these mails */
export function reminderMail({ email, firstName, organisation, items }: Reminder, token: string, site: Site): Mail {
  const { publicUrl } = site;
  const letter = {
    heading: `Hello ${lineOf(firstName)}`,
    paragraphs: [`${organisation} asks you to complete:`],
    items: items.map((item) => ({
      title: item.title,
      note: noteOf(item),
      url: `${publicUrl}/resource/${item.resourceId}`,
    })),
    action: { label: 'See your learning', url: `${publicUrl}/organisation/my-learning` },
    reason: `You get this email because ${organisation} assigned learning to you and Email Updates are on in your settings.`,
    unsubscribe: { label: 'Stop these emails', url: `${publicUrl}/unsubscribe?token=${token}` },
  };
  const unsubscribeUrl = `${publicUrl}/api/unsubscribe?token=${token}`;
  const subject = lineOf(subjectOf(organisation, items));
  return { to: email, subject, unsubscribeUrl, ...composeMail(letter, site) };
}

function noteOf(item: ReminderItem): string {
  const day = longDay(item.dueBy);
  const due = {
    new: `Due ${day}`,
    soon: `Due ${day}`,
    refresh: `To be completed again by ${day}`,
    overdue: `Overdue since ${day}`,
  };
  const confirming = item.isUnconfirmed ? '. You went through it: confirm that you understood it' : '';
  return `${due[kindOf(item)]}${confirming}`;
}

function subjectOf(organisation: string, items: readonly ReminderItem[]): string {
  const [first] = items;
  if (first && items.length === 1) {
    const day = longDay(first.dueBy);
    return {
      new: `${organisation} assigned “${first.title}” to you`,
      soon: `“${first.title}” is due on ${day}`,
      refresh: `Complete “${first.title}” again by ${day}`,
      overdue: `“${first.title}” is overdue`,
    }[kindOf(first)];
  }
  const overdue = items.filter((item) => kindOf(item) === 'overdue').length;
  return `${organisation}: ${items.length} resources to complete${overdue > 0 ? `, ${overdue} overdue` : ''}`;
}

function kindOf({ stage, isNew, isRefresh }: ReminderItem): 'new' | 'soon' | 'refresh' | 'overdue' {
  if (stage > 3) return 'overdue';
  if (isRefresh) return 'refresh';
  return isNew ? 'new' : 'soon';
}

type Summary = {
  email: string;
  firstName: string;
  organisation: string;
  completed: number;
  dueSoon: number;
  overdue: number;
  overduePeople: number;
};

/** Summarises a week's completions and due assignments for an organisation's owners and managers (LEARN-03). */
export function summaryMail(
  { email, firstName, organisation, completed, dueSoon, overdue, overduePeople }: Summary,
  token: string,
  site: Site,
): Mail {
  const { publicUrl } = site;
  const letter = {
    heading: `Hello ${lineOf(firstName)}`,
    paragraphs: [`Assigned learning of ${organisation} this week:`],
    facts: [
      ['Completed in the last 7 days', String(completed)],
      ['Due in the next 7 days', String(dueSoon)],
      ['Overdue', overdue === 0 ? '0' : `${overdue} (${overduePeople} ${overduePeople === 1 ? 'person' : 'people'})`],
    ] satisfies [string, string][],
    action: { label: 'See the learning of your organisation', url: `${publicUrl}/organisation?tab=learning` },
    reason: `You get this email, once a week, because you are an owner or manager of ${organisation} and Email Updates are on in your settings.`,
    unsubscribe: { label: 'Stop these emails', url: `${publicUrl}/unsubscribe?token=${token}` },
  };
  const unsubscribeUrl = `${publicUrl}/api/unsubscribe?token=${token}`;
  const subject = lineOf(
    overdue > 0 ? `${organisation}: ${overdue} assignments overdue` : `${organisation}: learning this week`,
  );
  return { to: email, subject, unsubscribeUrl, ...composeMail(letter, site) };
}
