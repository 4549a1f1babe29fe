import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { OpenPayment, Purchase } from '#contract/commerce/purchases.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { formatMoney } from '#contract/money.ts';
import { longDate } from '#web/dates.ts';
import { priceBeforeTax } from '../payments/display.ts';
import { isOpen } from '../subscriptions/display.ts';

/** Formats as "21 November 2026", in the reader's time zone. */
function purchaseDate({ purchaseDate: date }: Pick<Purchase, 'purchaseDate'>): string {
  return longDate(date);
}

/** Returns "You bought it on 21 November 2026 for £19.99." */
export function boughtSentence(purchase: Pick<Purchase, 'purchaseDate' | 'amount' | 'currency'>): string {
  const { amount, currency } = purchase;
  return `You bought it on ${purchaseDate(purchase)} for ${formatMoney(amount, currency)}.`;
}

/** Returns the label of the pay button (LABEL-10). */
export function payLabel({ amount, currency }: Pick<Purchase, 'amount' | 'currency'>): string {
  return `Pay ${formatMoney(amount, currency)}`;
}

/** Returns the discount of a promo code as "−£4.00", with a true minus. */
export function discountText(opened: Omit<OpenPayment, 'clientSecret' | 'promoCode'>): string {
  const { listPrice, currency } = opened;
  // Rounding removes the error of binary fractions.
  return `−${formatMoney(Math.round((listPrice - priceBeforeTax(opened)) * 100) / 100, currency)}`;
}

/** Returns "Please contact support at help@example.org.", without the email address when the portal has none. */
export function supportAdvice(supportEmail: string | null): string {
  return supportEmail === null ? 'Please contact support.' : `Please contact support at ${supportEmail}.`;
}

/** Notice at the form about an attempt to pay, this one or an earlier one. */
export type PaymentNotice = { tone: 'info' | 'warning' | 'danger'; text: string };

type TriedIntent = { status: string; last_payment_error: { message?: string } | null };

/** Returns the notice about an earlier attempt, for a member who returns to the form; null when there was none. */
export function noticeOfEarlierTry({ status, last_payment_error: refusal }: TriedIntent): PaymentNotice | null {
  if (status === 'requires_action') {
    return {
      tone: 'warning',
      text: 'The payment that you began was not finished: your bank has not confirmed it. You have not been charged. Please pay again.',
    };
  }
  if (status === 'processing') {
    return { tone: 'info', text: 'Your payment is still being processed. Please do not pay again.' };
  }
  if (status === 'succeeded') {
    return { tone: 'info', text: 'You have paid already. Press the button to finish; you are not charged again.' };
  }
  if (!refusal) return null;
  const reason = refusal.message ?? 'Your card was declined.';
  return { tone: 'danger', text: `Your last payment did not go through: ${reason} You have not been charged.` };
}

/** Returns the notice at the form after a refusal, with Stripe's sentence about the reason (CHECKOUT-13). */
export function rejectedNotice(reason: string): PaymentNotice {
  return { tone: 'danger', text: `${reason} You have not been charged. Try again, or use another card.` };
}

export const unclearNotice: PaymentNotice = {
  tone: 'warning',
  text: 'We could not see how your payment ended. Check your connection and press the button again: if the payment has gone through, you are not charged a second time.',
};

/** Notice when the member's consent could not be sent to the server. */
export const unsentNotice: PaymentNotice = {
  tone: 'warning',
  text: 'We could not reach the portal, so nothing was sent to your bank and you have not been charged. Check your connection and press the button again.',
};

/** Details of a member's purchase or subscription on the page (SUCCESS-02, SUCCESS-03). */
export type PaidDetails = {
  title: string;
  amount: number;
  currency: string;
  interval: 'month' | 'year' | null;
  date: string;
};

export function purchaseDetails({ resource, seats, amount, currency, purchaseDate: date }: Purchase): PaidDetails {
  return {
    title: seats === null ? resource.title : `${seats} seats: ${resource.title}`,
    amount,
    currency,
    interval: null,
    date,
  };
}

/** Returns the details of an active or trial subscription that includes this resource; null for any other. */
export function subscriptionDetails(
  subscription: Subscription | null,
  { title, accessType }: Pick<Resource, 'title' | 'accessType'>,
): PaidDetails | null {
  if (accessType !== 'subscription' || !subscription || !isOpen(subscription)) return null;
  const { plan, amount, currency, currentPeriodStart: date } = subscription;
  if (date === null) return null;
  return { title, amount, currency, interval: plan === 'annual' ? 'year' : 'month', date };
}
