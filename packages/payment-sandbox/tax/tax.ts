import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { exampleOf } from '../document.ts';
import { newId } from '../ids.ts';
import type { Store } from '../store.ts';
import { type TaxPlace, type Taxpayer, taxSettingsOf } from './places.ts';
import { countryName, isInUnion, standardRate, taxNameOf } from './rates.ts';

export type TaxBehaviour = 'exclusive' | 'inclusive';

/** Reason for the amount of a tax, in the words that invoices, calculations and checkouts share. */
export type TaxReason = 'customer_exempt' | 'not_collecting' | 'reverse_charge' | 'standard_rated' | 'zero_rated';

/** Tax on one amount; all amounts in minor units. */
export type Tax = {
  amount: number;
  /** Amount the rate applies to, without the tax; 0 when none is due. */
  taxable: number;
  percentage: number;
  behaviour: TaxBehaviour;
  reason: TaxReason;
  place: TaxPlace;
};

/** Computes the tax on an amount. An inclusive price stays the same whatever tax it contains. */
export function taxOn(store: Store, amountMinor: number, behaviour: TaxBehaviour, payer: Taxpayer): Tax {
  const { place } = payer;
  const reason = reasonFor(store, payer);
  const isDue = reason === 'standard_rated';
  const percentage = isDue ? standardRate(place.country) : 0;
  const amount = isDue ? taxWithin(amountMinor, percentage, behaviour) : 0;
  const taxable = behaviour === 'inclusive' ? amountMinor - amount : amountMinor;
  return { amount, taxable: isDue ? taxable : 0, percentage, behaviour, reason, place };
}

function reasonFor(store: Store, { place, exempt, taxIds }: Taxpayer): TaxReason {
  const { country: seller, registrations } = taxSettingsOf(store);
  if (exempt === 'exempt') return 'customer_exempt';
  if (!registrations.includes(place.country)) return 'not_collecting';
  const isAbroad = place.country !== seller;
  if (exempt === 'reverse' || (isAbroad && taxIds.some((id) => isCompanyIn(place.country, id))))
    return 'reverse_charge';
  return standardRate(place.country) === 0 ? 'zero_rated' : 'standard_rated';
}

/** Whether the tax id is a VAT number of that country; Stripe Tax does not ask whether it has been verified. */
function isCompanyIn(country: string, { type, value }: { type: string; value: string }): boolean {
  if (type === 'gb_vat') return country === 'GB';
  return type === 'eu_vat' && isInUnion(country) && countryOfVat(value) === country;
}

/** Returns the country a VAT number begins with; null when it does not begin with two letters. Greece writes EL. */
export function countryOfVat(value: string): string | null {
  const prefix = value.slice(0, 2).toUpperCase();
  if (!/^[A-Z]{2}$/.test(prefix)) return null;
  return prefix === 'EL' ? 'GR' : prefix;
}

/** Computes a tax, rounded half up in its absolute value so that a credit has the tax of the charge it takes back. */
function taxWithin(amountMinor: number, percentage: number, behaviour: TaxBehaviour): number {
  const size = Math.abs(amountMinor);
  const tax = behaviour === 'exclusive' ? (size * percentage) / 100 : size - size / (1 + percentage / 100);
  return Math.sign(amountMinor) * Math.round(tax);
}

/** Finds or stores the tax rate of an automatic tax. It is not active, so that lists of active rates leave it out. */
export function rateOf({ store, now }: Context, { place, percentage, behaviour }: Tax): Stripe.TaxRate {
  const isInclusive = behaviour === 'inclusive';
  const known = store
    .all('tax_rate')
    .find(
      (rate) =>
        rate.metadata?.automatic_tax === 'true' &&
        rate.country === place.country &&
        rate.percentage === percentage &&
        rate.inclusive === isInclusive,
    );
  if (known) return known;
  const { displayName, taxType } = taxNameOf(place.country);
  return store.put('tax_rate', {
    ...exampleOf('tax_rate'),
    id: newId('txr'),
    active: false,
    country: place.country,
    created: now,
    description: null,
    display_name: displayName,
    effective_percentage: percentage,
    flat_amount: null,
    inclusive: isInclusive,
    jurisdiction: countryName(place.country),
    jurisdiction_level: 'country',
    metadata: { automatic_tax: 'true' },
    percentage,
    rate_type: 'percentage',
    state: null,
    tax_type: taxType,
  });
}
