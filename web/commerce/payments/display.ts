import type { BillingDetails } from '#contract/commerce/payments.ts';
import { formatMoney } from '#contract/money.ts';
import type { ShownTax, TaxMode } from '#contract/tax.ts';

/** What a document is and what was paid or refunded with it. */
export type DocumentName = { kind: 'invoice' | 'creditNote'; subject: string };

export const documentNouns = { invoice: 'Invoice', creditNote: 'Credit note' } as const;

const names = new Intl.DisplayNames('en-GB', { type: 'region' });

/** "United Kingdom" */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** What invoices show, a line each; empty when nothing was added. */
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

/** "VAT 20% (United Kingdom)" */
function taxLabel({ name, percent, country }: ShownTax['parts'][number]): string {
  return [name, percent && ` ${percent}%`, country && ` (${countryName(country)})`].filter(Boolean).join('');
}

/** Net and each tax of what is to be paid, a line each; nothing without tax (TAX-09). */
export function taxFacts(tax: ShownTax | null, currency: string): { label: string; value: string }[] {
  if (!tax) return [];
  const parts = tax.parts.map((part) => ({ label: taxLabel(part), value: formatMoney(part.amount, currency) }));
  const none = { label: `Tax (${countryName(tax.country)})`, value: formatMoney(0, currency) };
  return [{ label: 'Net', value: formatMoney(tax.net, currency) }, ...(parts.length > 0 ? parts : [none])];
}

/** The price as the catalogue has it, or as a promo code makes it: with the tax that it contains, without added tax. */
export function priceBeforeTax({ amount, tax }: { amount: number; tax: ShownTax | null }): number {
  return tax && !tax.isIncluded ? tax.net : amount;
}

/** What a member should know about the tax beside its amount; null where the portal computes none. */
export function taxNote(tax: ShownTax | null, mode: TaxMode): string | null {
  if (mode === 'none') return null;
  if (!tax) return mode === 'exclusive' ? 'Tax is added when your country is known.' : 'The price includes tax.';
  if (tax.isReverseCharge) return 'Reverse charge: your company accounts for the tax.';
  return tax.isIncluded && tax.tax > 0 ? 'The total includes the tax.' : null;
}
