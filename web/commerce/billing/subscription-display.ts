import type { Billing, DuePayment, Guarantee } from '#contract/commerce/billing.ts';
import type { CancelOffer, CancelReason, Subscription } from '#contract/commerce/subscriptions.ts';
import { formatMoney } from '#contract/money.ts';
import { isoDay, longDate } from '#web/dates.ts';
import { inReaderZone } from '#web/local-time.ts';

type SubscriptionState = Pick<
  Subscription,
  'status' | 'cancelAtPeriodEnd' | 'temporarySuspended' | 'pause' | 'isPaymentProcessing'
>;

const statusNames: Record<string, string> = {
  active: 'Active',
  trialing: 'Free Trial',
  past_due: 'Payment Due',
  incomplete: 'Payment Required',
  payment_required: 'Payment Required',
  canceled: 'Cancelled',
};

/** Whether the provider will never continue the subscription. */
function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Returns the label of a subscription's status (BILL-12). An unknown status of the provider is shown unchanged. */
export function statusLabel(subscription: SubscriptionState): string {
  if (subscription.temporarySuspended) return 'Temporarily Suspended';
  if (subscription.cancelAtPeriodEnd && !hasEnded(subscription)) return 'Cancelling Soon';
  if (subscription.pause?.isRunning) return 'Paused';
  if (subscription.isPaymentProcessing && !hasEnded(subscription)) return 'Payment Processing';
  return statusNames[subscription.status] ?? subscription.status;
}

/** Returns the colour of the label from `statusLabel`. */
export function statusTone(subscription: SubscriptionState): 'success' | 'info' | 'warning' | 'danger' | 'neutral' {
  const label = statusLabel(subscription);
  if (label === 'Temporarily Suspended') return 'danger';
  if (label === 'Active') return 'success';
  if (label === 'Free Trial' || label === 'Payment Processing') return 'info';
  return hasEnded(subscription) ? 'neutral' : 'warning';
}

/** Whether Cancel is offered (BILL-13). */
export function canCancel(subscription: SubscriptionState): boolean {
  return !subscription.isPaymentProcessing && !subscription.cancelAtPeriodEnd && !hasEnded(subscription);
}

/** Names of the reasons of a cancellation, in the order of the list (SUBSCR-23). */
export const cancelReasonNames: Record<CancelReason, string> = {
  too_expensive: 'It is too expensive',
  unused: 'I do not use it enough',
  missing_features: 'Something that I need is missing',
  low_quality: 'The quality is not what I expected',
  too_complex: 'It is too complicated',
  switched_service: 'I use another service now',
  customer_service: 'I am not happy with the support',
  other: 'Another reason',
};

/** Returns the consequences of cancelling, for the dialog that asks. */
export function cancelText({ status, currentPeriodEnd, pause }: Subscription): string {
  if (status === 'incomplete') {
    return 'The first payment has not been made, so the subscription is cancelled at once and nothing is charged.';
  }
  const lastDay = currentPeriodEnd === null ? 'the end of the current period' : longDate(currentPeriodEnd);
  if (pause?.isRunning) return `Your subscription is paused and ends on ${lastDay}. You are not charged again.`;
  return `You keep access until ${lastDay} and are not charged again. You can reactivate it until then.`;
}

/**
 * Returns the offer to a member who is about to cancel: the price of the next payments, and the day from which the full
 * price applies again.
 */
export function offerText(subscription: Subscription, offer: CancelOffer): { title: string; description: string } {
  const { percentOff, payments, price, amount, startsAt, fullPriceFrom } = offer;
  const pays = (one: number) => priceText({ ...subscription, amount: one });
  return {
    title: `Stay for ${percentOff}% less?`,
    description: `Your ${payments === 1 ? 'next payment' : `next ${payments} payments`}, from ${longDate(startsAt)}, would be ${pays(amount)} instead of ${pays(price)}. From ${longDate(fullPriceFrom)} you pay ${pays(price)} again. You can cancel at any time.`,
  };
}

/**
 * Returns a sentence about the discount of a running subscription; null without one, and after a cancellation
 * (SUBSCR-24, PROMO-16).
 */
export function discountNotice(subscription: Subscription): string | null {
  const { discount, amount, cancelAtPeriodEnd } = subscription;
  if (discount === null || cancelAtPeriodEnd || hasEnded(subscription)) return null;
  const pays = priceText({ ...subscription, amount: discount.amount });
  if (discount.fullPriceFrom === null) return `With your discount you pay ${pays}.`;
  const full = priceText({ ...subscription, amount });
  return `With your discount you pay ${pays}. From ${longDate(discount.fullPriceFrom)} you pay ${full}.`;
}

/** Whether Reactivate is offered (BILL-14). */
export function canReactivate(subscription: SubscriptionState): boolean {
  return subscription.cancelAtPeriodEnd && !subscription.temporarySuspended && !hasEnded(subscription);
}

/** Returns the product's name, or "RAPP Learning Subscription" when the subscription names none (BILL-19). */
export function subscriptionName({ productName }: Pick<Subscription, 'productName'>, portalName: string): string {
  return productName ?? `${portalName} Subscription`;
}

/**
 * Returns the current subscription: the one that has not ended, or the latest one. The caller must pass the newest
 * first.
 */
export function presentSubscription(subscriptions: readonly Subscription[]): Subscription | null {
  return subscriptions.find((one) => !hasEnded(one)) ?? subscriptions[0] ?? null;
}

/** Returns the words after a price to which tax is added. */
export const plusTax = ({ taxMode }: Pick<Subscription, 'taxMode'>) => (taxMode === 'exclusive' ? ' plus tax' : '');

/** Returns "£8.99 per month" or "£8.99 per month plus tax". */
function priceText(subscription: Pick<Subscription, 'amount' | 'currency' | 'plan' | 'taxMode'>): string {
  const { amount, currency, plan } = subscription;
  const period = plan === 'annual' ? ' per year' : plan === 'monthly' ? ' per month' : '';
  return `${formatMoney(amount, currency)}${period}${plusTax(subscription)}`;
}

/** Banner of a trial (BILL-04), with `date` in bold between `before` and `after`. */
export type TrialNotice = { before: string; date: string; after: string };

/** Returns the notice about a running trial; null without one. */
export function trialNotice(
  subscription: Subscription,
  { paymentMethods }: Pick<Billing, 'paymentMethods'>,
): TrialNotice | null {
  const { status, trialEnd, cancelAtPeriodEnd } = subscription;
  if (status !== 'trialing' || trialEnd === null) return null;
  const notice = { before: 'Your trial ends on ', date: longDate(trialEnd) };
  if (cancelAtPeriodEnd)
    return { ...notice, after: '. It is cancelled, so your access ends then and nothing is charged.' };
  if (paymentMethods.length === 0) {
    const after = '. With a payment method it continues automatically unless cancelled; without one it ends then.';
    return { ...notice, after: `${after} Add one in Manage Billing.` };
  }
  return { ...notice, after: `. It then continues automatically at ${priceText(subscription)} unless cancelled.` };
}

/** Returns the notice that explains a status; null when the label is enough. */
export function statusNotice(subscription: Subscription): { tone: 'info' | 'warning' | 'danger'; text: string } | null {
  const { status, temporarySuspended, cancelAtPeriodEnd, currentPeriodEnd, isPaymentProcessing } = subscription;
  if (hasEnded(subscription) || isPaymentProcessing) return null;
  if (temporarySuspended) {
    return {
      tone: 'danger',
      text: 'An administrator has suspended this subscription. It gives no access and nothing is charged until it is reactivated.',
    };
  }
  if (status === 'incomplete') {
    return { tone: 'warning', text: 'The first payment has not been made yet, so the subscription has not begun.' };
  }
  if (cancelAtPeriodEnd && status !== 'trialing' && currentPeriodEnd !== null) {
    return {
      tone: 'info',
      text: `Your subscription ends on ${longDate(currentPeriodEnd)}. You keep access until then.`,
    };
  }
  return null;
}

/** Returns the banner of a due payment (BILL-24). `action` is the label of the link that pays or confirms it. */
export function dueNotice({ state, amount, currency, attempts }: DuePayment): { text: string; action: string | null } {
  const price = formatMoney(amount, currency);
  if (state === 'authentication') {
    return {
      text: `Your bank asks you to confirm the payment of ${price}. Until you do, it is not paid.`,
      action: 'Confirm the payment',
    };
  }
  if (state === 'processing') {
    return {
      text: `Your payment of ${price} is being processed… Your bank may need a few days. Please do not pay again.`,
      action: null,
    };
  }
  // No attempt was made, because the invoice was sent and is to be paid by its due date.
  const text = attempts === 0 ? `Your invoice of ${price} is overdue.` : `Your payment of ${price} did not go through.`;
  return { text, action: `Pay ${price}` };
}

/**
 * Returns the dates of a due payment: the attempts so far, the next one, and the last day of access; empty while the
 * bank processes it.
 */
export function dueSchedule(due: DuePayment): { label: string; value: string }[] {
  const { state, attempts, nextAttemptAt, isOpen, accessUntil } = due;
  if (state === 'processing') return [];
  return [
    ...(attempts === 0
      ? []
      : [
          { label: 'Tried', value: attempts === 1 ? 'Once' : `${attempts} times` },
          { label: 'Next try', value: nextAttemptAt === null ? 'None' : longDate(nextAttemptAt) },
        ]),
    ...(accessUntil ? [{ label: 'Access', value: `Until ${longDate(accessUntil)}` }] : []),
    ...(isOpen ? [] : [{ label: 'Access', value: 'Closed until it is paid' }]),
  ];
}

/**
 * Returns "14 Nov to 14 Dec 2026", with both years when they differ; null before the subscription begins and after it
 * has ended.
 */
export function periodText({
  status,
  currentPeriodStart,
  currentPeriodEnd,
}: Pick<Subscription, 'status' | 'currentPeriodStart' | 'currentPeriodEnd'>): string | null {
  if (hasEnded({ status }) || status === 'incomplete') return null;
  if (currentPeriodStart === null || currentPeriodEnd === null) return null;
  const yearOf = (instant: string) => isoDay(instant).slice(0, 4);
  const writeStart = yearOf(currentPeriodStart) === yearOf(currentPeriodEnd) ? dayMonth : dayMonthYear;
  return `${writeStart(currentPeriodStart)} to ${dayMonthYear(currentPeriodEnd)}`;
}

/** Number of days from which a day needs its year, because it could be taken for a day of this year. */
const daysWithoutYear = 300;

/**
 * Returns "£8.99 on 14 Dec", with the year for a distant day; null when nothing will be charged, and while a payment is
 * due. A trial without a payment method ends unpaid (BILL-04).
 */
export function nextPayment(
  subscription: Subscription,
  { paymentMethods }: Pick<Billing, 'paymentMethods'>,
  now: Date,
): string | null {
  const {
    status,
    cancelAtPeriodEnd,
    temporarySuspended,
    currentPeriodEnd,
    amount,
    currency,
    pendingAmount,
    discount,
    pause,
  } = subscription;
  const isPaid = status === 'active' || (status === 'trialing' && paymentMethods.length > 0);
  if (!isPaid || cancelAtPeriodEnd || temporarySuspended || currentPeriodEnd === null) return null;
  const at = new Date(pause?.endsAt ?? currentPeriodEnd);
  const isFar = at.getTime() - now.getTime() > daysWithoutYear * 86_400_000;
  return `${formatMoney(pendingAmount ?? discount?.amount ?? amount, currency)}${plusTax(subscription)} on ${(isFar ? dayMonthYear : dayMonth)(at)}`;
}

const dayMonth = inReaderZone({ day: 'numeric', month: 'short' });
const dayMonthYear = inReaderZone({ day: 'numeric', month: 'short', year: 'numeric' });

/** Returns the text about the money-back guarantee (SUBSCR-07). */
export function guaranteeText({ state, amount, currency, until, answer }: Guarantee): string {
  if (state === 'available') {
    return `New subscribers can ask for their money back until ${longDate(until)}.`;
  }
  if (state === 'open') return `You asked for ${formatMoney(amount, currency)} back. We answer by email.`;
  if (state === 'granted') return 'Your request for a refund was granted: the payment goes back the way you paid.';
  return `Your request for a refund was declined.${answer ? ` ${answer}` : ''}`;
}
