import type { BillingDetails } from '#contract/commerce/payments.ts';
import { formatMoney } from '#contract/money.ts';
import type { ShownTax, TaxMode } from '#contract/tax.ts';

/** Kind of a document, and the item that was paid or refunded. */
export type DocumentName = { kind: 'invoice' | 'creditNote'; subject: string };

export const documentNouns = { invoice: 'Invoice', creditNote: 'Credit note' } as const;

const names = new Intl.DisplayNames('en-GB', { type: 'region' });

/** Returns a name such as "United Kingdom". */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** Returns the details on invoices, one per line; empty when there are none. */
export function detailLines(details: BillingDetails): string[] {
  const { companyName, line1, line2, postcode, city, country, taxId, purchaseOrder } = details;
  const lines = [
    companyName,
    line1,
    line2,
    [postcode, city].filter(Boolean).join(' '),
    country && countryName(country),
    taxId && `Tax id ${taxId}`,
    purchaseOrder && `Order number ${purchaseOrder}`,
  ];
  return lines.flatMap((line) => (line ? [line] : []));
}

/** Returns "VAT 20% (United Kingdom)". */
function taxLabel({ name, percent, country }: ShownTax['parts'][number]): string {
  return [name, percent && ` ${percent}%`, country && ` (${countryName(country)})`].filter(Boolean).join('');
}

/** Returns the net amount and each tax, one per line; empty when no tax was computed (TAX-09). */
export function taxFacts(tax: ShownTax | null, currency: string): { label: string; value: string }[] {
  if (!tax) return [];
  const parts = tax.parts.map((part) => ({ label: taxLabel(part), value: formatMoney(part.amount, currency) }));
  const none = { label: `Tax (${countryName(tax.country)})`, value: formatMoney(0, currency) };
  return [{ label: 'Net', value: formatMoney(tax.net, currency) }, ...(parts.length > 0 ? parts : [none])];
}

/**
 * Returns the price as in the catalogue, or after a promo code: including a tax that the price contains, without added
 * tax.
 */
export function priceBeforeTax({ amount, tax }: { amount: number; tax: ShownTax | null }): number {
  return tax && !tax.isIncluded ? tax.net : amount;
}

/**
 * Returns a sentence about the tax, to show beside the amount; null in a portal that computes none, and when the
 * amounts need no explanation.
 */
export function taxNote(tax: ShownTax | null, mode: TaxMode): string | null {
  if (mode === 'none') return null;
  if (!tax) return mode === 'exclusive' ? 'Tax is added when your country is known.' : 'The price includes tax.';
  if (tax.isReverseCharge) return 'Reverse charge: your company accounts for the tax.';
  return tax.isIncluded && tax.tax > 0 ? 'The total includes the tax.' : null;
}
