import { toMajor } from '#contract/money.ts';
import type { ShownTax, TaxMode } from '#contract/tax.ts';
import { type DocumentTax, taxOf } from './document-rules.ts';

/** Where a buyer is and who it is, as far as it decides the tax. */
export type Taxpayer = {
  country: string;
  postcode: string | null;
  city: string | null;
  line1: string | null;
  taxId: { type: string; value: string } | null;
};

/** What tax is to be computed for; null with TAX none, and for what costs nothing. */
export type TaxOrder = {
  mode: Exclude<TaxMode, 'none'>;
  payer: Taxpayer;
  /** The price as the catalogue and the promo code make it, in minor units. */
  priceMinor: number;
  currency: string;
};

/** The tax that Stripe computed for one order; it is part of what is paid. */
export type Tax = {
  /** Stripe's id, which is bound to one payment. */
  calculationId: string;
  /** A digest of the order, so that another price or buyer makes another calculation. */
  basis: string;
  isIncluded: boolean;
  country: string;
  taxes: DocumentTax[];
};

/** What is paid: the price, and the tax that it does not contain. */
export function totalOf({ priceMinor }: Pick<TaxOrder, 'priceMinor'>, tax: Tax | null): number {
  return tax && !tax.isIncluded ? priceMinor + taxOf(tax) : priceMinor;
}

/** How invoices name a supply that the buyer's company pays the tax of, which European law asks for. */
export const reverseCharge = 'Reverse charge';

/**
 * One tax as documents print it; null for a tax of nothing, such as one that the seller does not collect there.
 * @param reason Stripe's `taxability_reason`
 */
export function documentTaxOf(tax: DocumentTax, reason: string | null): DocumentTax | null {
  if (reason === 'reverse_charge') return { ...tax, name: reverseCharge, percent: '0', amountMinor: 0 };
  return tax.amountMinor === 0 ? null : tax;
}

/** "VAT" for `vat`, "Sales tax" for `sales_tax`. */
export function nameOfType(type: string | null): string {
  if (type === null) return 'Tax';
  if (!type.includes('_')) return type.toUpperCase();
  const words = type.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** The tax as pages show it. */
export function showTax(
  tax: Pick<Tax, 'isIncluded' | 'country' | 'taxes'> | null,
  { totalMinor, currency }: { totalMinor: number; currency: string },
): ShownTax | null {
  if (!tax) return null;
  const { isIncluded, country, taxes } = tax;
  const taxMinor = taxOf(tax);
  return {
    isIncluded,
    country,
    net: toMajor(totalMinor - taxMinor, currency),
    tax: toMajor(taxMinor, currency),
    isReverseCharge: taxes.some(({ name }) => name === reverseCharge),
    parts: taxes.map(({ amountMinor, ...part }) => ({ ...part, amount: toMajor(amountMinor, currency) })),
  };
}
