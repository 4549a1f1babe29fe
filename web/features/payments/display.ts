import type { BillingDetails } from '#contract/payments.ts';

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

/** What Stripe found about a tax id. */
export const taxIdStatuses: Record<
  NonNullable<BillingDetails['taxIdStatus']>,
  { label: string; tone: 'neutral' | 'success' | 'warning' }
> = {
  pending: { label: 'Tax id is being checked', tone: 'neutral' },
  verified: { label: 'Tax id verified', tone: 'success' },
  unverified: { label: 'Tax id could not be verified', tone: 'warning' },
  unavailable: { label: 'Tax id accepted', tone: 'neutral' },
};
