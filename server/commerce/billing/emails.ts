import { longDate } from '#contract/dates.ts';
import { moneyText } from '#contract/money.ts';
import { composeMail, type Site, type ZonedReader } from '#server/platform/mail/layout.ts';
import type { UnaddressedMail } from '#server/platform/mail/mail.ts';

type Amount = { amountMinor: number; currency: string };
type Charge = Amount & { description: string };
type Plan = 'monthly' | 'annual' | null;
/** Price of a period; with `exclusive`, tax is added to it. `taxMode` is null without tax. */
type Price = Amount & { taxMode: 'inclusive' | 'exclusive' | null };

const whyWritten = ({ productName }: Site) => `You get this email because of your subscription to ${productName}.`;
const billingLink = (label: string, { publicUrl }: Site) => ({ label, url: `${publicUrl}/billing` });

/** Formats a price, such as "£8.99 per month" or "£8.99 per month plus tax". */
export function pricePerPeriod({ plan, taxMode, ...amount }: Price & { plan: Plan }): string {
  const period = plan === 'annual' ? ' per year' : plan === 'monthly' ? ' per month' : '';
  return `${moneyText(amount)}${period}${taxMode === 'exclusive' ? ' plus tax' : ''}`;
}

/** Formats a price without its period, such as "£89.99 plus tax". */
function priceText(price: Price): string {
  return pricePerPeriod({ ...price, plan: null });
}

/**
 * A start mail: `at` is the end of the first period; `next` is charged then, null when the subscription ends with it.
 */
type Start = Charge & Price & { plan: Plan; at: Date; next: Amount | null };

const howToCancel = 'choose Cancel Subscription on your billing page';

/** Says that a subscription has started: its price, when it renews and how to cancel (SUBSCR-19). */
export function startedMail(start: Start, reader: ZonedReader, site: Site): UnaddressedMail {
  const { next } = start;
  const letter = {
    heading: `Thank you, ${reader.firstName}`,
    paragraphs: [
      `Your subscription ${start.description} has started.`,
      next
        ? `It renews on ${longDate(start.at, reader.timeZone)} for ${moneyText(next)}, and so on until you cancel.`
        : `It ends on ${longDate(start.at, reader.timeZone)} and does not renew.`,
      ...(next ? [`To cancel, ${howToCancel}. You keep access until the end of the period that is paid.`] : []),
    ],
    facts: [
      ['Price', pricePerPeriod(start)],
      [next ? 'Renews on' : 'Ends on', longDate(start.at, reader.timeZone)],
    ] satisfies [string, string][],
    action: billingLink('See your subscription', site),
    reason: whyWritten(site),
  };
  return { subject: 'Your subscription has started', ...composeMail(letter, site) };
}

type TrialStart = Charge & Price & { plan: Plan; at: Date; isCancelled: boolean; hasPaymentMethod: boolean };

/** Says that a free trial has started: when it ends, what it costs then and how to stop it (SUBSCR-19). */
export function trialStartedMail(trial: TrialStart, reader: ZonedReader, site: Site): UnaddressedMail {
  const day = longDate(trial.at, reader.timeZone);
  const price = pricePerPeriod(trial);
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your free trial of ${trial.description} has started. It lasts until ${day}.`,
      ...afterTrial(trial, price),
    ],
    facts: [
      ['Trial ends', day],
      ['Price after the trial', price],
    ] satisfies [string, string][],
    action: billingLink('See your subscription', site),
    reason: whyWritten(site),
  };
  return { subject: 'Your free trial has started', ...composeMail(letter, site) };
}

function afterTrial({ isCancelled, hasPaymentMethod }: TrialStart, price: string): string[] {
  if (isCancelled) return ['It is cancelled, so it ends then and you are charged nothing.'];
  if (!hasPaymentMethod) {
    return [
      'No payment method is saved, so it ends then and you are charged nothing.',
      `If you want to go on at ${price}, add a payment method on your billing page, under Manage Billing.`,
    ];
  }
  return [
    `It then continues automatically at ${price}, until you cancel.`,
    `If you do not want that, ${howToCancel} before that day: you are then charged nothing.`,
  ];
}

type Renewal = Charge & Price & { plan: Plan; at: Date };

/**
 * Announces the end of a trial: with a payment method, date, price and how to stop the paid subscription; without one,
 * that it ends then, and how to go on.
 */
export function trialEndsMail(
  trial: Renewal & { hasPaymentMethod: boolean },
  reader: ZonedReader,
  site: Site,
): UnaddressedMail {
  const price = pricePerPeriod(trial);
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: trial.hasPaymentMethod
      ? [
          `Your free trial of ${trial.description} ends on ${longDate(trial.at, reader.timeZone)}. It then continues automatically at ${price}, until you cancel.`,
          'If you do not want that, cancel on your billing page before that day: you are then charged nothing.',
        ]
      : [
          `Your free trial of ${trial.description} ends on ${longDate(trial.at, reader.timeZone)}. No payment method is saved, so it ends then and you are charged nothing.`,
          `If you want to go on at ${price}, add a payment method on your billing page, under Manage Billing.`,
        ],
    facts: [
      ['Trial ends', longDate(trial.at, reader.timeZone)],
      ['Then', price],
    ] satisfies [string, string][],
    action: billingLink(trial.hasPaymentMethod ? 'Cancel or change the subscription' : 'Add a payment method', site),
    reason: whyWritten(site),
  };
  return { subject: `Your free trial ends on ${longDate(trial.at, reader.timeZone)}`, ...composeMail(letter, site) };
}

/** Announces the renewal of an annual subscription. */
export function annualRenewalMail(renewal: Renewal, reader: ZonedReader, site: Site): UnaddressedMail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your yearly subscription ${renewal.description} renews on ${longDate(renewal.at, reader.timeZone)} for ${priceText(renewal)}.`,
      'You have nothing to do to keep it. If you do not want another year, cancel on your billing page before that day; you keep access until then.',
    ],
    facts: [
      ['Renews on', longDate(renewal.at, reader.timeZone)],
      ['Amount', priceText(renewal)],
    ] satisfies [string, string][],
    action: billingLink('Cancel or change the subscription', site),
    reason: whyWritten(site),
  };
  return {
    subject: `Your subscription renews on ${longDate(renewal.at, reader.timeZone)}`,
    ...composeMail(letter, site),
  };
}

type Failed = Charge & {
  /** Whether the bank wants the member to confirm the payment. */
  needsAuthentication: boolean;
  /** Whether the invoice was sent and not paid in time, so that no charge was attempted. */
  isOverdue: boolean;
  nextAttemptAt: Date | null;
  /** Last day of access while the invoice is not paid. */
  graceEndsAt: Date | null;
  /** Whether the subscription still opens resources. */
  isOpen: boolean;
  /** Stripe's page where the invoice can be paid. */
  payUrl: string | null;
  /** Whether the invoice is for seats of an organisation. */
  isOrder: boolean;
};

/**
 * Says that the invoice of a subscription was not paid: how to pay it, when the charge is attempted again, and how long
 * access lasts (BILL-24).
 */
export function paymentFailedMail(failed: Failed, reader: ZonedReader, site: Site): UnaddressedMail {
  const { needsAuthentication, isOverdue, nextAttemptAt, graceEndsAt, isOpen, payUrl, isOrder } = failed;
  const opened = isOrder ? 'What the seats open' : 'What your subscription opens';
  const amount = moneyText(failed);
  const lastDay = isOpen && graceEndsAt ? longDate(graceEndsAt, reader.timeZone) : null;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      needsAuthentication
        ? `Your bank asks you to confirm the payment of ${amount} for ${failed.description}. Until you do, it is not paid.`
        : isOverdue
          ? `The invoice of ${amount} for ${failed.description} was not paid by its due date.`
          : `The payment of ${amount} for ${failed.description} did not go through.`,
      nextAttemptAt
        ? `We try again on ${longDate(nextAttemptAt, reader.timeZone)}. You can pay now and need not wait for that.`
        : isOverdue
          ? 'Nothing is charged automatically.'
          : 'We do not try again automatically.',
      lastDay
        ? `Please pay by ${lastDay}. ${opened} stays open until then, and is closed afterwards until it is paid.`
        : `Until it is paid, ${opened.toLowerCase()} is closed.`,
      isOrder
        ? 'If you no longer want the seats, cancel the order in your organisation.'
        : 'If you no longer want the subscription, cancel it on your billing page.',
    ],
    facts: [
      ['Amount', amount],
      ...(nextAttemptAt ? [['Next try', longDate(nextAttemptAt, reader.timeZone)] as [string, string]] : []),
      ...(lastDay ? [['Access until', lastDay] as [string, string]] : []),
    ] satisfies [string, string][],
    action: payUrl
      ? { label: needsAuthentication ? 'Confirm the payment' : `Pay ${amount}`, url: payUrl }
      : billingLink('Go to billing', site),
    reason: whyWritten(site),
  };
  const subject = needsAuthentication
    ? `Please confirm your payment of ${amount}`
    : isOverdue
      ? `Your invoice of ${amount} is overdue`
      : `Your payment of ${amount} did not go through`;
  return { subject, ...composeMail(letter, site) };
}

type Paused = Charge & Price & { plan: Plan; startsAt: Date; endsAt: Date };

/** Confirms a pause: how long resources stay open, and when the subscription is charged again (SUBSCR-22). */
export function pausedMail(paused: Paused, reader: ZonedReader, site: Site): UnaddressedMail {
  const [start, end] = [longDate(paused.startsAt, reader.timeZone), longDate(paused.endsAt, reader.timeZone)];
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your subscription ${paused.description} pauses from ${start} to ${end}. You keep access until ${start}. During the pause nothing is charged, and the subscription gives no access.`,
      `On ${end} it continues at ${pricePerPeriod(paused)}. You can end the pause earlier, or cancel, on your billing page.`,
    ],
    facts: [
      ['Paused from', start],
      ['Continues on', end],
    ] satisfies [string, string][],
    action: billingLink('See your subscription', site),
    reason: whyWritten(site),
  };
  return { subject: `Your subscription pauses on ${start}`, ...composeMail(letter, site) };
}

/** Announces the end of a pause: date, price and how to stop the subscription. */
export function pauseEndsMail(renewal: Renewal, reader: ZonedReader, site: Site): UnaddressedMail {
  const day = longDate(renewal.at, reader.timeZone);
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `The pause of your subscription ${renewal.description} ends on ${day}. It then continues at ${pricePerPeriod(renewal)}, until you cancel.`,
      'If you do not want that, cancel on your billing page before that day: you are then charged nothing.',
    ],
    facts: [
      ['Continues on', day],
      ['Price', pricePerPeriod(renewal)],
    ] satisfies [string, string][],
    action: billingLink('Cancel or change the subscription', site),
    reason: whyWritten(site),
  };
  return { subject: `Your subscription continues on ${day}`, ...composeMail(letter, site) };
}

export function cancelledMail(
  cancelled: { description: string; endsAt: Date | null },
  reader: ZonedReader,
  site: Site,
): UnaddressedMail {
  const end = cancelled.endsAt ? `on ${longDate(cancelled.endsAt, reader.timeZone)}` : 'with its period';
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your subscription ${cancelled.description} ends ${end}. You keep access until then, and you are not charged again.`,
      'If you change your mind before that day, reactivate it on your billing page.',
    ],
    action: billingLink('Reactivate or see your billing', site),
    reason: whyWritten(site),
  };
  return { subject: `Your subscription ends ${end}`, ...composeMail(letter, site) };
}

export function endedMail(ended: { description: string }, reader: ZonedReader, site: Site): UnaddressedMail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your subscription ${ended.description} has ended. You are not charged any more.`,
      'What you bought on its own stays yours. You can subscribe again at any time.',
    ],
    action: billingLink('See your billing', site),
    reason: whyWritten(site),
  };
  return { subject: 'Your subscription has ended', ...composeMail(letter, site) };
}

export function refundMail(refund: Charge, reader: ZonedReader, site: Site): UnaddressedMail {
  const amount = moneyText(refund);
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `We have sent ${amount} for ${refund.description} back the way you paid. It usually arrives within ten days.`,
      'A refund alone does not end a subscription: your billing page shows its status, and you can cancel it there.',
    ],
    facts: [['Amount', amount]] satisfies [string, string][],
    action: billingLink('See your billing', site),
    reason: whyWritten(site),
  };
  return { subject: `Your refund of ${amount}`, ...composeMail(letter, site) };
}

/**
 * Says that a payment is refunded, because it arrived after its subscription had ended and opened nothing (SUBSCR-20).
 */
export function paidTooLateMail(paid: Charge, reader: ZonedReader, site: Site): UnaddressedMail {
  const amount = moneyText(paid);
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your payment of ${amount} for ${paid.description} arrived after that subscription had ended, so it gives no access. We are sending all of it back the way you paid.`,
      'It usually arrives within ten days. You have nothing to do.',
    ],
    facts: [['Amount', amount]] satisfies [string, string][],
    action: billingLink('See your billing', site),
    reason: whyWritten(site),
  };
  return { subject: `We are refunding your payment of ${amount}`, ...composeMail(letter, site) };
}

type Disputed = Charge & { member: string; reason: string; status: string; dueBy: Date | null };

/**
 * Composes the mail that informs an administrator that a member disputes a payment, or inquires about it, at the bank
 * (BILL-25).
 */
export function disputeMail(dispute: Disputed, reader: ZonedReader, site: Site): UnaddressedMail {
  const { member, description, status, reason, dueBy } = dispute;
  const amount = moneyText(dispute);
  const isInquiry = status.startsWith('warning_');
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      isInquiry
        ? `The bank of ${member} asks about the payment of ${amount} for ${description}. The money is still yours. A refund settles the inquiry.`
        : `The bank of ${member} has taken back the payment of ${amount} for ${description}, because the payment is disputed.`,
      dueBy
        ? `You can answer until ${longDate(dueBy, reader.timeZone)} in the dashboard of the payment provider. Without an answer ${isInquiry ? 'it can become a dispute' : 'the dispute is lost'}.`
        : 'The bank does not accept an answer to this one.',
    ],
    facts: [
      ['Amount', amount],
      ['Reason', reason.replaceAll('_', ' ')],
      ...(dueBy ? [['Answer until', longDate(dueBy, reader.timeZone)] as [string, string]] : []),
    ] satisfies [string, string][],
    action: { label: 'See the disputes', url: `${site.publicUrl}/admin-dashboard/reconciliation` },
    reason: `You get this email because you are an administrator of ${site.productName}.`,
  };
  const subject = isInquiry ? `A bank asks about a payment of ${amount}` : `A payment of ${amount} is disputed`;
  return { subject, ...composeMail(letter, site) };
}

/** Says that a request for the money back was declined. */
export function requestDeclinedMail(
  { description, answer }: { description: string; answer: string | null },
  reader: ZonedReader,
  site: Site,
): UnaddressedMail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `You asked for your payment for ${description} back. We have looked at it and cannot refund it.`,
      ...(answer ? [answer] : []),
      'Your subscription continues. You can cancel it on your billing page at any time and keep access until the end of the period.',
    ],
    action: billingLink('Go to billing', site),
    reason: whyWritten(site),
  };
  return { subject: 'Your request for a refund', ...composeMail(letter, site) };
}
