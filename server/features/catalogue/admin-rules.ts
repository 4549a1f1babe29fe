import type { ResourceForm } from '#contract/catalogue-forms.ts';
import { currencyDecimals, minimumCharge, toMinor } from '#contract/money.ts';

/** The prices of a form in minor units; a text when one does not fit the currency. */
export function pricesOf(form: ResourceForm, currency: string): Prices | { problem: string } {
  const fields = { Price: form.price, 'Monthly price': form.monthlyPrice, 'Annual price': form.annualPrice };
  const minor: (number | null)[] = [];
  for (const [field, price] of Object.entries(fields)) {
    const amountMinor = price === null ? null : toMinor(price, currency);
    if (price !== null && amountMinor === null) {
      return { problem: `${field} may have at most ${currencyDecimals(currency)} decimals` };
    }
    minor.push(amountMinor);
  }
  const [priceMinor = null, monthlyPriceMinor = null, annualPriceMinor = null] = minor;
  return { priceMinor, monthlyPriceMinor, annualPriceMinor };
}

export type Prices = { priceMinor: number | null; monthlyPriceMinor: number | null; annualPriceMinor: number | null };

/** A resource for purchase cannot be published below what the payment provider charges at all (ADM-RES-16). */
export function lacksPrice(form: ResourceForm, { priceMinor }: Prices, currency: string): boolean {
  return form.isPublished && form.accessType === 'purchase' && (priceMinor ?? 0) < minimumCharge(currency);
}

/** An address that is typed in: https, with a host and without user info (ADM-RES-17). */
export function isSecureAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
}
