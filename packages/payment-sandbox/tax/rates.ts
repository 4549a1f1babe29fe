import type Stripe from 'stripe';

/** Standard rates of value added tax, GST and consumption tax, in percent: a table for tests, not for tax returns. */
const standardRates: Readonly<Record<string, number>> = {
  AT: 20,
  AU: 10,
  BE: 21,
  BG: 20,
  CH: 8.1,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  JP: 10,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  NO: 25,
  NZ: 15,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
  US: 0,
};

const unionCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/**
 * Countries whose tax the sandbox knows; a seller is registered in all of them unless a control call says otherwise.
 */
export const knownCountries: readonly string[] = Object.keys(standardRates);

/** Returns the standard rate in percent; 0 for the US and for a country that is not in the table. */
export function standardRate(country: string): number {
  return standardRates[country] ?? 0;
}

export function isInUnion(country: string): boolean {
  return unionCountries.includes(country);
}

type TaxType = NonNullable<Stripe.TaxRate['tax_type']>;

/** Names the kind of tax of a country. */
export function taxNameOf(country: string): { displayName: string; taxType: TaxType } {
  if (country === 'US') return { displayName: 'Sales tax', taxType: 'sales_tax' };
  if (country === 'AU' || country === 'NZ') return { displayName: 'GST', taxType: 'gst' };
  if (country === 'JP') return { displayName: 'JCT', taxType: 'jct' };
  return { displayName: 'VAT', taxType: 'vat' };
}

const countryNames = new Intl.DisplayNames(['en-GB'], { type: 'region' });

export function countryName(country: string): string {
  return countryNames.of(country) ?? country;
}

/** Whether this is a country code that Stripe could locate: two letters that name a country. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && countryNames.of(code) !== code;
}
