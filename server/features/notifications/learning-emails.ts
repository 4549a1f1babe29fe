import { composeMail, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { oneLine } from './emails.ts';

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (day: string) => longDay.format(new Date(day));

/** What is to be completed; `stage` 1 is the announcement, 2 and 3 are before the due day, 4 to 7 after it. */
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

/** Reminds a person of what its organisation assigned (LEARN-03). @param token the secret that stops these mails */
export function reminderMail({ email, firstName, organisation, items }: Reminder, token: string, site: Site): Mail {
  const { publicUrl } = site;
  const letter = {
    heading: `Hello ${oneLine(firstName)}`,
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
  const subject = oneLine(subjectOf(organisation, items));
  return { to: email, subject, unsubscribeUrl, ...composeMail(letter, site) };
}

function noteOf(item: ReminderItem): string {
  const day = dayOf(item.dueBy);
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
    const day = dayOf(first.dueBy);
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

/** What an organisation's people completed in a week, and what is due, for its owners and managers (LEARN-03). */
export function summaryMail(
  { email, firstName, organisation, completed, dueSoon, overdue, overduePeople }: Summary,
  token: string,
  site: Site,
): Mail {
  const { publicUrl } = site;
  const letter = {
    heading: `Hello ${oneLine(firstName)}`,
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
  const subject = oneLine(
    overdue > 0 ? `${organisation}: ${overdue} assignments overdue` : `${organisation}: learning this week`,
  );
  return { to: email, subject, unsubscribeUrl, ...composeMail(letter, site) };
}
