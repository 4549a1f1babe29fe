import type { AccessType, RappPhase, ResourceType } from '#contract/catalogue.ts';
import type { AdminResourceQuery, PublishStatus } from '#contract/catalogue-admin.ts';
import type { ResourceForm } from '#contract/catalogue-forms.ts';
import { currencyDecimals, minimumCharge, toMinor } from '#contract/money.ts';
import { bitsOfAny } from './rules.ts';

/** What the administrator's list is narrowed to; every word must be found, `null` and empty lists restrict nothing. */
export type KeptFilter = {
  words: string[];
  type: ResourceType | null;
  accessType: AccessType | null;
  status: PublishStatus | null;
  principlesBits: number[];
  phase: RappPhase | null;
};

/** The filter of a query. */
export function keptFilterOf(query: Omit<AdminResourceQuery, 'sort' | 'page' | 'pageSize'>): KeptFilter {
  return {
    words: [...new Set(query.search.split(/\s+/).filter((word) => word !== ''))],
    type: query.type ?? null,
    accessType: query.accessType ?? null,
    status: query.status ?? null,
    principlesBits: query.rappPrinciples ? bitsOfAny([query.rappPrinciples]) : [],
    phase: query.rappImplementationPhase ?? null,
  };
}

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

type Surroundings = { portalOrigin: string; isDemo: boolean };

/**
 * An address that a tool may have (ADM-PROD-10): https, a path of the app, an address of the portal itself, and in demo
 * mode http on this very machine.
 */
export function isToolAddress(address: string, { portalOrigin, isDemo }: Surroundings): boolean {
  if (/[\\\s\p{C}]/u.test(address)) return false;
  const url = URL.parse(address, portalOrigin);
  if (url?.username !== '' || url.password !== '') return false;
  if (url.origin === portalOrigin) return address.startsWith(`${portalOrigin}/`) || /^\/(?!\/)/.test(address);
  if (!/^https?:\/\//.test(address)) return false;
  if (url.protocol === 'http:') return isDemo && isLoopback(url.hostname);
  return isSecureAddress(address);
}

const isLoopback = (host: string) => /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
