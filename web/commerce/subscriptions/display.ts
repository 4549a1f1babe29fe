import { type Plan, planPrice, type Subscription } from '#contract/commerce/subscriptions.ts';
import { formatMoney, roundMajor } from '#contract/money.ts';
import type { TaxMode } from '#contract/tax.ts';

type Priced = { monthlyPrice: number | null; annualPrice: number | null };

/** The prices of the plans in major units; before the resource has loaded, the default prices (SUBSCR-04). */
export type PlanPrices = Record<Plan, number>;

/** The prices of a resource's plans. */
export function planPrices(resource: Priced | undefined, currency: string): PlanPrices {
  const priced = { monthlyPrice: null, annualPrice: null, ...resource, currency };
  return { monthly: planPrice(priced, 'monthly'), annual: planPrice(priced, 'annual') };
}

/** The name of a plan and its interval. */
export const planWords = {
  monthly: { name: 'Monthly', per: 'per month', each: 'each month', adverb: 'monthly' },
  annual: { name: 'Annual', per: 'per year', each: 'each year', adverb: 'annually' },
} as const;

/** "Save £17.89" when a year costs less than twelve months; null otherwise (SUBSCR-05). */
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

/** What the subscription includes: the resource's own list, or the usual one (SUBSCR-06). */
export function benefitsOf(resource: { metadata: { subscriptionBenefits: string[] } } | undefined): string[] {
  const own = resource?.metadata.subscriptionBenefits ?? [];
  return own.length > 0 ? own : usualBenefits;
}

/** The terms beside the form (SUBSCR-07). */
export function termsOf(plan: Plan, currency: string, tax: TaxMode): string[] {
  return [
    `Auto-renews ${planWords[plan].adverb} unless cancelled.`,
    'Cancel any time from the billing page.',
    'Access lasts to the end of the billing period.',
    `Prices in ${currency}, ${tax === 'inclusive' ? 'including' : 'excluding'} taxes.`,
    '30-day money-back guarantee for new subscribers.',
  ];
}

/** "£8.99 per month" */
export function pricePer(plan: Plan, amount: number, currency: string): string {
  return `${formatMoney(amount, currency)} ${planWords[plan].per}`;
}

/** Whether this subscription opens resources now. */
export function isOpen({ status, temporarySuspended }: Pick<Subscription, 'status' | 'temporarySuspended'>): boolean {
  return (status === 'active' || status === 'trialing') && !temporarySuspended;
}
