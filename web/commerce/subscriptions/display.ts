import { type Plan, planPrice } from '#contract/commerce/plans.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { formatMoney, roundMajor } from '#contract/money.ts';
import type { TaxMode } from '#contract/tax.ts';

type Priced = { monthlyPrice: number | null; annualPrice: number | null };

/** Prices of the plans in major units; the default prices before the resource has loaded (SUBSCR-04). */
export type PlanPrices = Record<Plan, number>;

export function planPrices(resource: Priced | undefined, currency: string): PlanPrices {
  const priced = { monthlyPrice: null, annualPrice: null, ...resource, currency };
  return { monthly: planPrice(priced, 'monthly'), annual: planPrice(priced, 'annual') };
}

export const planWords = {
  monthly: { name: 'Monthly', per: 'per month', each: 'each month', adverb: 'monthly' },
  annual: { name: 'Annual', per: 'per year', each: 'each year', adverb: 'annually' },
} as const;

/** Returns "Save £17.89" when a year costs less than twelve months; null otherwise (SUBSCR-05). */
export function saving({ monthly, annual }: PlanPrices, currency: string): string | null {
  const saved = roundMajor(monthly * 12 - annual, currency);
  return saved > 0 ? `Save ${formatMoney(saved, currency)}` : null;
}

const usualBenefits = [
  'Access to all subscription-level tools and frameworks',
  'Advanced AI readiness assessments',
  'Exclusive implementation templates',
  'Priority customer support',
];

/** Returns the contents of the subscription: the resource's own list, or the default one (SUBSCR-06). */
export function benefitsOf(resource: { metadata: { subscriptionBenefits: string[] } } | undefined): string[] {
  const own = resource?.metadata.subscriptionBenefits ?? [];
  return own.length > 0 ? own : usualBenefits;
}

/** Returns the terms beside the form (SUBSCR-07). */
export function termsOf(plan: Plan, currency: string, tax: TaxMode): string[] {
  return [
    `Auto-renews ${planWords[plan].adverb} unless cancelled.`,
    'Cancel any time from the billing page.',
    'Access lasts to the end of the billing period.',
    `Prices in ${currency}, ${tax === 'inclusive' ? 'including' : 'excluding'} taxes.`,
    '30-day money-back guarantee for new subscribers.',
  ];
}

/** Returns "£8.99 per month". */
export function pricePer(plan: Plan, amount: number, currency: string): string {
  return `${formatMoney(amount, currency)} ${planWords[plan].per}`;
}

/** Whether the subscription is active or on trial and not suspended; ignores pauses and days of grace. */
export function isOpen({ status, temporarySuspended }: Pick<Subscription, 'status' | 'temporarySuspended'>): boolean {
  return (status === 'active' || status === 'trialing') && !temporarySuspended;
}
