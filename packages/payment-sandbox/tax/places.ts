import type Stripe from 'stripe';
import { settingsOf } from '../context.ts';
import { type ApiError, invalidRequest } from '../errors.ts';
import type { Settings } from '../records.ts';
import type { Store } from '../store.ts';
import { isCountry, knownCountries } from './rates.ts';

/** Place where a customer is taxed; the state is null where it is not known. */
export type TaxPlace = { country: string; state: string | null; source: Stripe.Customer.Tax.Location['source'] };

/** Facts that decide a customer's tax. */
export type Taxpayer = {
  place: TaxPlace;
  exempt: NonNullable<Stripe.Customer['tax_exempt']>;
  taxIds: readonly { type: string; value: string }[];
};

export type TaxSettings = NonNullable<Settings['tax']>;

/** Returns the seller's tax settings; at first a British seller that is registered in all known countries. */
export function taxSettingsOf(store: Store): TaxSettings {
  return settingsOf(store).tax ?? { country: 'GB', registrations: [...knownCountries], behaviour: null, taxCode: null };
}

type AnyAddress = { [field in keyof Stripe.Address]?: string | null } | null | undefined;

/**
 * Returns the taxable place of an address; null when it is incomplete. The country is enough, except in the US (postal
 * code) and Canada (postal code or province): https://docs.stripe.com/tax/customer-locations
 */
export function placeOfAddress(address: AnyAddress, source: TaxPlace['source'] = 'billing_address'): TaxPlace | null {
  const country = address?.country?.toUpperCase();
  if (!country || !isCountry(country)) return null;
  const { postal_code: postalCode, state } = address ?? {};
  if (country === 'US' && !/^\d{5}(-\d{4})?$/.test(postalCode ?? '')) return null;
  if (country === 'CA' && !postalCode && !state) return null;
  return { country, state: state || null, source };
}

/** Returns the seller's country for a public IP address, and null for a private one. */
export function placeOfIp(store: Store, ip: string | null): TaxPlace | null {
  if (!ip || /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^(::1|f[cd])/i.test(ip)) return null;
  return { country: taxSettingsOf(store).country, state: null, source: 'ip_address' };
}

/**
 * Returns the place of a customer's tax: from the shipping address, otherwise the billing address, otherwise the IP
 * address. The first address with a country decides, so the place is null when that address is incomplete.
 */
export function placeOf(store: Store, customer: Stripe.Customer): TaxPlace | null {
  const shipping = customer.shipping?.address;
  if (shipping?.country) return placeOfAddress(shipping, 'shipping_destination');
  if (customer.address?.country) return placeOfAddress(customer.address);
  return placeOfIp(store, ipOf(store, customer.id));
}

function ipOf(store: Store, customerId: string): string | null {
  return store.find('customer_tax_input', customerId)?.ipAddress ?? null;
}

/** Returns everything that decides a customer's tax; null while their place is unknown. */
export function taxpayerOf(store: Store, customer: Stripe.Customer): Taxpayer | null {
  const place = placeOf(store, customer);
  return place && { place, exempt: customer.tax_exempt ?? 'none', taxIds: taxIdsOf(store, customer.id) };
}

/** Returns a customer's tax ids, oldest first. */
export function taxIdsOf(store: Store, customerId: string): Stripe.TaxId[] {
  return store.all('tax_id').filter(({ customer }) => customer === customerId);
}

/** Builds the `tax` of a customer, which responses contain only when it is expanded. */
export function customerTax(store: Store, customer: Stripe.Customer): Stripe.Customer.Tax {
  const place = placeOf(store, customer);
  const isCollected = place !== null && taxSettingsOf(store).registrations.includes(place.country);
  return {
    automatic_tax: place === null ? 'unrecognized_location' : isCollected ? 'supported' : 'not_collecting',
    ip_address: ipOf(store, customer.id),
    location: place && { country: place.country, source: place.source, state: place.state },
    provider: 'stripe',
  };
}

/** Checks that Stripe Tax is set up. @throws ApiError 400 `stripe_tax_inactive` */
export function checkTaxActive(store: Store): void {
  if (!taxSettingsOf(store).isPending) return;
  throw invalidRequest('Stripe Tax has not been activated on your account. Complete its settings first.', {
    code: 'stripe_tax_inactive',
  });
}

export function noTaxPlace(param?: string): ApiError {
  return invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid', ...(param ? { param } : {}) },
  );
}
