// Without schemas, which the page of a single purchase does not need.
import { minimumCharge, toMajor, toMinor } from '../money.ts';

export const plans = ['monthly', 'annual'] as const;
export type Plan = (typeof plans)[number];

/**
 * Prices of a resource without its own: 8.99 and 89.99, or a hundred times as much in currencies in which these are too
 * little to charge (SUBSCR-04).
 */
const defaultPrices: Record<Plan, number> = { monthly: 8.99, annual: 89.99 };

function defaultMinor(currency: string, plan: Plan): number {
  const usual = toMinor(defaultPrices[plan], currency);
  const isPrice = usual !== null && (toMinor(defaultPrices.monthly, currency) ?? 0) >= minimumCharge(currency);
  return isPrice ? usual : (toMinor(Math.round(defaultPrices[plan] * 100), currency) ?? minimumCharge(currency));
}

/**
 * Returns the price of a plan in minor units: the resource's, or the default when the resource has no chargeable price.
 */
export function chargedMinor(priceMinor: number | null, currency: string, plan: Plan): number {
  return priceMinor !== null && priceMinor >= minimumCharge(currency) ? priceMinor : defaultMinor(currency, plan);
}

type Priced = { monthlyPrice: number | null; annualPrice: number | null; currency: string };

/** Returns the price of a plan in major units, from a resource as the API returns it. */
export function planPrice({ monthlyPrice, annualPrice, currency }: Priced, plan: Plan): number {
  const price = plan === 'monthly' ? monthlyPrice : annualPrice;
  return toMajor(chargedMinor(price === null ? null : toMinor(price, currency), currency, plan), currency);
}
