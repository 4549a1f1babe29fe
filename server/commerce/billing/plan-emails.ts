import { longDate } from '#contract/dates.ts';
import { moneyText } from '#contract/money.ts';
import { composeMail, type Site, type ZonedReader } from '#server/platform/mail/layout.ts';
import type { UnaddressedMail } from '#server/platform/mail/mail.ts';

/** Seats of the plan: "10 seats: … Subscription", and their price for a period. */
type Plan = { description: string; price: string };

const ordersLink = ({ publicUrl }: Site) => ({
  label: 'See your orders',
  url: `${publicUrl}/organisation?tab=billing`,
});
const reason = ({ productName }: Site) =>
  `You get this email because you ordered seats for your organisation at ${productName}.`;

type Started = Plan & { at: Date; next: { amountMinor: number; currency: string } | null };

/** Confirms that seats of the plan (SEAT-01) have begun to work: price, renewal and how to change them. */
export function planStartedMail(
  { description, price, at, next }: Started,
  reader: ZonedReader,
  site: Site,
): UnaddressedMail {
  const letter = {
    heading: `Thank you, ${reader.firstName}`,
    paragraphs: [
      `Your organisation has ${description}. Assign them to its people.`,
      next
        ? `They renew on ${longDate(at, reader.timeZone)} for ${moneyText(next)}, and so on until you cancel.`
        : `They end on ${longDate(at, reader.timeZone)} and do not renew.`,
      ...(next ? ['You change their number, or cancel them, in the list of orders of your organisation.'] : []),
    ],
    facts: [
      ['Price', price],
      [next ? 'Renews on' : 'Ends on', longDate(at, reader.timeZone)],
    ] satisfies [string, string][],
    action: ordersLink(site),
    reason: reason(site),
  };
  return { subject: 'The seats of your organisation work now', ...composeMail(letter, site) };
}

/** Announces the renewal of seats of the annual plan. */
export function planRenewsMail(
  { description, price, at }: Plan & { at: Date },
  reader: ZonedReader,
  site: Site,
): UnaddressedMail {
  const day = longDate(at, reader.timeZone);
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your organisation has ${description}. They renew on ${day} for ${price}.`,
      'You have nothing to do to keep them. To have fewer, or none, change the order before that day.',
    ],
    facts: [
      ['Renews on', day],
      ['Amount', price],
    ] satisfies [string, string][],
    action: ordersLink(site),
    reason: reason(site),
  };
  return { subject: `The seats of your organisation renew on ${day}`, ...composeMail(letter, site) };
}

/** Confirms the cancellation of seats of the plan. */
export function planCancelledMail(
  { description, endsAt }: { description: string; endsAt: Date | null },
  reader: ZonedReader,
  site: Site,
): UnaddressedMail {
  const end = endsAt ? `on ${longDate(endsAt, reader.timeZone)}` : 'with their period';
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your organisation has ${description}. They end ${end}, and nothing is charged for them any more.`,
      'To keep them, choose Keep seats in the list of orders before that day.',
    ],
    action: ordersLink(site),
    reason: reason(site),
  };
  return { subject: `The seats of your organisation end ${end}`, ...composeMail(letter, site) };
}

export function planEndedMail(
  { description }: { description: string },
  reader: ZonedReader,
  site: Site,
): UnaddressedMail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your organisation had ${description}. They have ended, and nothing is charged for them any more.`,
      'What its people bought or subscribed to themselves stays theirs. You can order seats again at any time.',
    ],
    action: ordersLink(site),
    reason: reason(site),
  };
  return { subject: 'The seats of your organisation have ended', ...composeMail(letter, site) };
}
