import { toMajor } from '#contract/money.ts';
import type { ShownTax, TaxMode } from '#contract/tax.ts';
import { type DocumentTax, taxOf } from './document-rules.ts';

/** A buyer's place and tax id, as far as they decide the tax. */
export type Taxpayer = {
  country: string;
  postcode: string | null;
  city: string | null;
  line1: string | null;
  taxId: { type: string; value: string } | null;
};

/** A price and a buyer to compute a tax for. */
export type TaxOrder = {
  mode: Exclude<TaxMode, 'none'>;
  payer: Taxpayer;
  /** Price in minor units after a promo code; tax that is added is not in it. */
  priceMinor: number;
  currency: string;
};

/** The tax that Stripe computed for one order. */
export type Tax = {
  /** Stripe's id, which is bound to one payment; empty for the tax of an invoice. */
  calculationId: string;
  /**
   * Digest of the order (`basisOf`), so that another price or buyer gets another calculation; empty for the tax of an
   * invoice or of a recovered payment.
   */
  basis: string;
  isIncluded: boolean;
  country: string;
  taxes: DocumentTax[];
};

/** Returns the sum to pay: the price, and the tax that it does not contain. */
export function totalOf({ priceMinor }: Pick<TaxOrder, 'priceMinor'>, tax: Tax | null): number {
  return tax && !tax.isIncluded ? priceMinor + taxOf(tax) : priceMinor;
}

/** Name that invoices give to a supply for which the buyer's company pays the tax, as European law requires. */
export const reverseCharge = 'Reverse charge';

/**
 * Returns one tax for documents; null for a tax of 0 that is no reverse charge, such as where the seller collects none.
 * @param reason Stripe's `taxability_reason`
 */
export function documentTaxOf(tax: DocumentTax, reason: string | null): DocumentTax | null {
  if (reason === 'reverse_charge') return { ...tax, name: reverseCharge, percent: '0', amountMinor: 0 };
  return tax.amountMinor === 0 ? null : tax;
}

/** Returns the name of a type of tax: "VAT" for `vat`, "Sales tax" for `sales_tax`. */
export function nameOfType(type: string | null): string {
  if (type === null) return 'Tax';
  if (!type.includes('_')) return type.toUpperCase();
  const words = type.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Converts a tax to major units, for pages. */
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
