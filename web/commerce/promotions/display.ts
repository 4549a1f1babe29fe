import type { Plan } from '#contract/commerce/plans.ts';
import type { OfferedCode } from '#contract/commerce/promotions.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { counted } from '#contract/counted.ts';
import { formatMoney } from '#contract/money.ts';

/** Returns a code as it is sent: trimmed and in capitals (DASH-09). */
export function sentCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Returns the problem of a typed code; null when it can be sent (PROMO-02). */
export function codeProblem(typed: string): string | null {
  return typed.trim().length < 3 ? 'Please enter a valid promo code' : null;
}

type Line = { label: string; value: string | readonly string[] };

/** Returns the benefits of a valid code, one per line. */
export function offerLines(offer: OfferedCode): Line[] {
  const { code, freeAccessDays, discount, applicableProducts, price } = offer;
  const lines: (Line | null)[] = [
    { label: 'Code', value: code },
    freeAccessDays > 0 ? { label: 'Free access', value: counted(freeAccessDays, 'day') } : null,
    discount ? { label: 'Discount', value: discountText(discount, price?.currency ?? null) } : null,
    applicableProducts.length > 0 ? { label: 'Holds for', value: applicableProducts.map(({ name }) => name) } : null,
    // The mapped products only choose the plan: whatever they are, the subscription opens all its resources (ACCESS-05).
    { label: 'Opens', value: 'All resources of the subscription' },
    price
      ? {
          label: 'Afterwards',
          value: `${formatMoney(price.amount, price.currency)} per ${price.interval}, cancel any time`,
        }
      : null,
  ];
  return lines.filter((line) => line !== null);
}

/** Returns a sentence about the time after the checkout. */
export function offerTerms({ promoType, freeAccessDays }: Pick<OfferedCode, 'promoType' | 'freeAccessDays'>): string {
  if (promoType === 'discount' || freeAccessDays === 0) {
    return 'The subscription renews until you cancel it. Cancel from Billing at any time.';
  }
  return 'The trial converts to a paid subscription when it ends. Cancel from Billing before then and you pay nothing.';
}

type TrialTerms = { needsCard: boolean; plan: Plan; price: string; days: number };

/** Returns the sentence that replaces a second trial (TRIAL-03). */
export function usedTrialText(plan: TrialTerms['plan'], price: string): string {
  const per = plan === 'monthly' ? 'per month' : 'per year';
  return `You have already used your free trial. Subscribing is charged today: ${price} ${per}.`;
}

/** Returns the terms of a free trial: costs and dates (TRIAL-02). */
export function trialTerms({ needsCard, plan, price, days }: TrialTerms): string[] {
  const paid = `${price} ${plan === 'monthly' ? 'per month' : 'per year'}`;
  return [
    'Nothing is charged today.',
    needsCard
      ? `A card is needed. After ${counted(days, 'day')} it is charged ${paid}, unless you cancel before.`
      : `No card is needed. The trial ends after ${counted(days, 'day')}; with a payment method it continues for ${paid}.`,
    'One free trial per person. Cancel any time from the billing page.',
  ];
}

/** Returns a sentence about the subscription after the checkout. */
export function startedSentence({ status, trialEnd }: Pick<Subscription, 'status' | 'trialEnd'>): string {
  if (status !== 'trialing' || trialEnd === null)
    return 'Your subscription is active. Everything in it is open to you.';
  return 'Your free trial has started and nothing was charged. It continues as a paid subscription when it ends, unless you cancel.';
}

function discountText({ percentage, amount, cycles }: NonNullable<OfferedCode['discount']>, currency: string | null) {
  const off = percentage === null ? amountText(amount ?? 0, currency) : `${percentage}%`;
  return `${off} off for ${counted(cycles, 'billing cycle')}`;
}

function amountText(amount: number, currency: string | null): string {
  return currency === null ? String(amount) : formatMoney(amount, currency);
}
