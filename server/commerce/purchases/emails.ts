import { longDate } from '#contract/dates.ts';
import { moneyText } from '#contract/money.ts';
import { isUnfitForPerson } from '#contract/names.ts';
import { composeMail, type Site, type ZonedReader } from '#server/platform/mail/layout.ts';
import type { UnaddressedMail } from '#server/platform/mail/mail.ts';
import type { CodeRefund } from './rules.ts';

type Amount = { amountMinor: number; currency: string };

type Paid = Amount & {
  /** Net and taxes, with their amounts; empty without tax. */
  taxFacts: readonly [name: string, amount: string][];
  documentNumber: string | null;
  resourceId: number;
  title: string;
  paidAt: Date;
  isGift: boolean;
  /** Number of seats that were bought for an organisation; null for a purchase for one person. */
  seats: number | null;
};

/**
 * Composes the receipt of a purchase. Its link leads to the resource, for seats to the organisation's seats, and for a
 * gift to the payer's gifts.
 */
export function receiptMail(paid: Paid, reader: ZonedReader, site: Site): UnaddressedMail {
  const letter = {
    heading: `Thank you, ${reader.firstName}`,
    paragraphs: [paidText(paid)],
    facts: [
      ['Resource', paid.title],
      ...(paid.seats === null ? [] : [['Seats', `${paid.seats}`] satisfies [string, string]]),
      ...paid.taxFacts,
      ['Amount', moneyText(paid)],
      ['Date', longDate(paid.paidAt, reader.timeZone)],
      ...(paid.documentNumber === null ? [] : [['Invoice', paid.documentNumber] satisfies [string, string]]),
    ] satisfies [string, string][],
    action: nextOf(paid, site),
    reason: [
      { text: `You get this email because you bought something at ${site.productName}.` },
      ...(paid.documentNumber === null
        ? []
        : [
            { text: ' The invoice as a PDF is on your billing page: ' },
            { text: `${site.publicUrl}/billing`, url: `${site.publicUrl}/billing` },
          ]),
    ],
  };
  return { subject: `Your receipt from ${site.productName}: ${paid.title}`, ...composeMail(letter, site) };
}

function paidText(paid: Paid): string {
  if (paid.seats !== null) {
    return `Your payment has arrived: your organisation has ${paid.seats} seats of “${paid.title}” to assign to its people.`;
  }
  return paid.isGift ? giftText(paid) : ownText(paid);
}

function nextOf({ seats, isGift, resourceId }: Paid, { publicUrl }: Site) {
  if (seats !== null) return { label: 'Assign the seats', url: `${publicUrl}/organisation?tab=seats` };
  if (isGift) return { label: 'See your gifts', url: `${publicUrl}/billing` };
  return { label: 'Open the resource', url: `${publicUrl}/resource/${resourceId}` };
}

const ownText = ({ amountMinor, title }: Paid) =>
  amountMinor > 0
    ? `Your payment has arrived and “${title}” is yours to use.`
    : `Your promo code covered the whole price and “${title}” is yours to use. You have not been charged.`;

const giftText = ({ amountMinor, title }: Paid) =>
  amountMinor > 0
    ? `Your payment has arrived, and your gift “${title}” is emailed on its day.`
    : `Your promo code covered the whole price, and your gift “${title}” is emailed on its day. You have not been charged.`;

type Given = { title: string; from: string; message: string; secret: string };

/** Returns the name of the payer of a gift, or "A member" for a name that contains an address, as old names may. */
const giverOf = ({ from }: Pick<Given, 'from'>) => (isUnfitForPerson(from) ? 'A member' : from);

/** Composes the mail that informs the recipient of a gift, who may have no account yet. */
export function giftMail(gift: Given, site: Site): UnaddressedMail {
  const from = giverOf(gift);
  const letter = {
    heading: `${from} has a gift for you`,
    paragraphs: [
      `${from} gives you “${gift.title}” at ${site.productName}.`,
      ...(gift.message === '' ? [] : [`“${gift.message}”`]),
      'Open the gift and sign in or register: it is then yours to keep.',
    ],
    action: { label: 'Open your gift', url: `${site.publicUrl}/gift?secret=${gift.secret}` },
    reason: `You get this email because ${from} bought a gift for this address at ${site.productName}. The link works once, for one person.`,
  };
  return { subject: `${from} has a gift for you: ${gift.title}`, ...composeMail(letter, site) };
}

/** Composes the mail that informs the recipient of a gift that its payment was returned. */
export function giftEndedMail(gift: Pick<Given, 'from' | 'title'>, site: Site): UnaddressedMail {
  const from = giverOf(gift);
  const letter = {
    heading: 'Your gift has ended',
    paragraphs: [
      `The payment for “${gift.title}”, a gift from ${from}, was returned to ${from}. The gift can no longer be opened.`,
      'You have not been charged, and there is nothing for you to do.',
    ],
    action: { label: 'Browse resources', url: `${site.publicUrl}/browse` },
    reason: `You get this email because ${from} bought a gift for you at ${site.productName}.`,
  };
  return { subject: `Your gift has ended: ${gift.title}`, ...composeMail(letter, site) };
}

/** Says that a second payment for the same resource is refunded. */
export function paidTwiceMail(paid: Amount & { title: string }, reader: ZonedReader, site: Site): UnaddressedMail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `You have paid twice for “${paid.title}”. You need it only once, so we are sending the second payment of ${moneyText(paid)} back the way you paid.`,
      'It usually arrives within ten days. You have nothing to do.',
    ],
    action: { label: 'See your purchases', url: `${site.publicUrl}/billing` },
    reason: `You get this email because you bought something at ${site.productName}.`,
  };
  return { subject: `We are refunding your second payment for ${paid.title}`, ...composeMail(letter, site) };
}

const codeRefunds: Readonly<Record<CodeRefund, { code: string; reason: string }>> = {
  'used-before': { code: 'that each person can use once', reason: 'It was used before with the same card' },
  'no-new-customer': { code: 'for new customers', reason: 'Your card has paid here before, from another account' },
};

/** Says that a purchase with a promo code is refunded, because of the card that paid. */
export function codeRefundMail(
  { why, ...paid }: Amount & { title: string; why: CodeRefund },
  reader: ZonedReader,
  site: Site,
): UnaddressedMail {
  const { code, reason } = codeRefunds[why];
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `You paid for “${paid.title}” with a promo code ${code}. ${reason}, so we are sending your payment of ${moneyText(paid)} back the way you paid.`,
      'It usually arrives within ten days. You can buy the resource without the code.',
    ],
    action: { label: 'See your purchases', url: `${site.publicUrl}/billing` },
    reason: `You get this email because you bought something at ${site.productName}.`,
  };
  return { subject: `We are refunding your payment for ${paid.title}`, ...composeMail(letter, site) };
}

type Ordered = Amount & { title: string; seats: number; dueAt: Date; url: string; worksAtOnce: boolean };

/** Writes the copy of an invoice for the owner who ordered: amount, due date and link to the invoice. */
export function invoiceSentMail(order: Ordered, reader: ZonedReader, site: Site): UnaddressedMail {
  const { title, seats, dueAt, url, worksAtOnce } = order;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `You have ordered ${seats} seats of “${title}” for your organisation by invoice.`,
      worksAtOnce
        ? 'The seats work now: assign them to the people of your organisation.'
        : 'The seats work as soon as the invoice is paid. We then send you a receipt.',
    ],
    facts: [
      ['Amount', moneyText(order)],
      ['Pay by', longDate(dueAt, reader.timeZone)],
    ] satisfies [string, string][],
    action: { label: 'Open the invoice', url },
    reason: `You get this email because you ordered seats at ${site.productName}.`,
  };
  return { subject: `Your invoice for ${seats} seats of ${title}`, ...composeMail(letter, site) };
}

type Overdue = Amount & { title: string; seats: number; url: string; pausesAt: Date | null };

/** Reminds the owner who ordered seats of an invoice whose due date has passed. */
export function invoiceOverdueMail(order: Overdue, reader: ZonedReader, site: Site): UnaddressedMail {
  const { title, seats, url, pausesAt } = order;
  const amount = moneyText(order);
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `The invoice of ${amount} for ${seats} seats of “${title}” was not paid by its due date.`,
      pausesAt
        ? `Without a payment the seats pause on ${longDate(pausesAt, reader.timeZone)}. They keep their people, and work again once the invoice is paid.`
        : 'The seats work as soon as it is paid. If you do not need them any more, cancel the order in your organisation.',
    ],
    action: { label: 'Pay the invoice', url },
    reason: `You get this email because you ordered seats at ${site.productName}.`,
  };
  return { subject: `Your invoice of ${amount} is overdue`, ...composeMail(letter, site) };
}

/** Says that a payment for seats is refunded, because the organisation was closed before it arrived. */
export function closedOrderMail(paid: Amount & { title: string }, reader: ZonedReader, site: Site): UnaddressedMail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `You have paid for seats of “${paid.title}”, but your organisation was closed before the payment arrived. We are sending the payment of ${moneyText(paid)} back the way you paid.`,
      'It usually arrives within ten days. You have nothing to do.',
    ],
    action: { label: 'Browse resources', url: `${site.publicUrl}/browse` },
    reason: `You get this email because you bought something at ${site.productName}.`,
  };
  return { subject: `We are refunding your payment for ${paid.title}`, ...composeMail(letter, site) };
}

/** Says that money was refunded; `isKept` is whether the purchase still gives access. */
export function refundedMail(
  refund: Amount & { title: string; isKept: boolean },
  reader: ZonedReader,
  site: Site,
): UnaddressedMail {
  const amount = moneyText(refund);
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `We have sent ${amount} of your payment for “${refund.title}” back the way you paid. It usually arrives within ten days.`,
      ...(refund.isKept ? ['What you bought stays yours to use.'] : []),
    ],
    facts: [['Amount', amount]] satisfies [string, string][],
    action: { label: 'See your purchases', url: `${site.publicUrl}/billing` },
    reason: `You get this email because you bought something at ${site.productName}.`,
  };
  return { subject: `Your refund of ${amount} from ${site.productName}`, ...composeMail(letter, site) };
}

type Ended = { title: string; amount_minor: number; currency: string; is_gift: boolean; seats: number | null };

/** Says that a purchase was refunded and has ended. */
export function purchaseEndedMail(ended: Ended, reader: ZonedReader, site: Site): UnaddressedMail {
  const amount = moneyText({ amountMinor: ended.amount_minor, currency: ended.currency });
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your payment of ${amount} for “${ended.title}” has been refunded. It usually arrives within ten days.`,
      endText(ended),
    ],
    action: { label: 'See your purchases', url: `${site.publicUrl}/billing` },
    reason: `You get this email because you bought something at ${site.productName}.`,
  };
  return { subject: `Your refund from ${site.productName}: ${ended.title}`, ...composeMail(letter, site) };
}

function endText({ is_gift, seats }: Ended): string {
  if (seats !== null) return `With the refund the ${seats} seats of your organisation have ended.`;
  return is_gift
    ? 'With the refund the gift has ended, redeemed or not.'
    : 'With the refund your access to this resource has ended.';
}
