import type { OrderBilling } from '#contract/commerce/purchases-seats.ts';
export type DocumentKind = 'invoice' | 'credit_note';

/** A line of a document; the amount without tax, in minor units. */
export type DocumentLine = { description: string; amountMinor: number };

/** One tax of a document; `percent` is decimal text, such as "20". */
export type DocumentTax = {
  name: string;
  country: string | null;
  percent: string | null;
  amountMinor: number;
};

/** Amounts of a document at its issue, in minor units. */
export type DocumentAmounts = {
  currency: string;
  lines: readonly DocumentLine[];
  taxes: readonly DocumentTax[];
  totalMinor: number;
};

/** Returns the number of a document: "INV-2026-000042", or "CN-2026-000007" for a credit note. */
export function documentNumber({ kind, year, number }: { kind: DocumentKind; year: number; number: number }): string {
  return `${kind === 'invoice' ? 'INV' : 'CN'}-${year}-${String(number).padStart(6, '0')}`;
}

/** A buyer: the member's name, and the invoice details of the member or of an order by invoice. */
export type Buyer = {
  firstName: string;
  lastName: string;
  organization: string | null;
  companyName: string | null;
  line1: string | null;
  line2: string | null;
  city: string | null;
  postcode: string | null;
  country: string | null;
  taxId: string | null;
  purchaseOrder: string | null;
};

/** The part of a buyer that an order by invoice names itself. */
export type BilledTo = Omit<Buyer, 'firstName' | 'lastName'>;

export function billedOf({ name, address, town, postcode, country, taxId, poNumber }: OrderBilling): BilledTo {
  const place = { line1: address, line2: null, city: town, postcode, country };
  return { companyName: name, organization: null, ...place, taxId, purchaseOrder: poNumber };
}

/** Returns the printed lines of a buyer: the company before the person if there is one. */
export function buyerLines(buyer: Buyer): string[] {
  const { firstName, lastName, companyName, organization, line1, line2, country, taxId, purchaseOrder } = buyer;
  const person = `${firstName} ${lastName}`;
  const city = [buyer.postcode, buyer.city].filter(Boolean).join(' ');
  const lines = [
    ...(companyName ? [companyName, person] : [person, organization]),
    line1,
    line2,
    city,
    country && countryName(country),
    taxId && `Tax id ${taxId}`,
    purchaseOrder && `Order number ${purchaseOrder}`,
  ];
  return lines.flatMap((line) => (line ? [line] : []));
}

const names = new Intl.DisplayNames('en-GB', { type: 'region' });

function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** Returns the name of a tax, such as "VAT 20% (GB)". */
export function taxName({ name, country, percent }: DocumentTax): string {
  return [name, percent && ` ${percent}%`, country && ` (${country})`].filter(Boolean).join('');
}

/** Returns the sum of the taxes, in minor units. */
export function taxOf({ taxes }: Pick<DocumentAmounts, 'taxes'>): number {
  return taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * Returns the amounts of a document for a part of an invoice, such as a credit note. Each tax is shared out in
 * proportion, so that the credit notes of a whole payment add up to its invoice.
 * @param creditedMinor sum of the earlier credit notes of the invoice
 */
export function creditOf(
  invoice: DocumentAmounts,
  { creditedMinor, refundMinor }: { creditedMinor: number; refundMinor: number },
): DocumentAmounts {
  const upTo = (amountMinor: number, returnedMinor: number) =>
    Math.round((amountMinor * Math.min(returnedMinor, invoice.totalMinor)) / invoice.totalMinor);
  const taxes = invoice.taxes
    .map((tax) => ({
      ...tax,
      amountMinor: upTo(tax.amountMinor, creditedMinor + refundMinor) - upTo(tax.amountMinor, creditedMinor),
    }))
    .filter(({ amountMinor }, index) => amountMinor > 0 || invoice.taxes[index]?.amountMinor === 0);
  const description = invoice.lines.map((line) => line.description).join(', ');
  return {
    currency: invoice.currency,
    taxes,
    lines: [{ description, amountMinor: refundMinor - taxOf({ taxes }) }],
    totalMinor: refundMinor,
  };
}
