import { csvText, textCell } from '#contract/csv.ts';
import { currencyDecimals, toMajor } from '#contract/money.ts';
import { type DocumentKind, documentNumber } from './document-rules.ts';

/** A payment, a refund or a lost dispute of a month; amounts in minor units, negative for money that went back. */
export type Entry = {
  at: Date;
  type: 'payment' | 'refund' | 'dispute';
  /** Null for disputes, which have no document of their own. */
  document: { kind: DocumentKind; year: number; number: number } | null;
  /** Whether this is a credit note whose refund failed afterwards. */
  isVoid: boolean;
  buyer: string;
  country: string | null;
  description: string;
  currency: string;
  taxMinor: number;
  totalMinor: number;
  rates: string | null;
  reference: string | null;
};

/**
 * Stripe's fee for a payment, a refund or a dispute, in minor units; `fee` is null for a payment whose fee is not
 * known.
 */
export type FeeEntry = {
  at: Date;
  kind: 'payment' | 'refund' | 'dispute';
  documentYear: number | null;
  documentNumber: number | null;
  buyer: string;
  description: string;
  /** Currency of the amounts: the account's, or the payment's while the fee is not known. */
  currency: string;
  amountMinor: number;
  fee: { feeMinor: number; taxMinor: number; transaction: string } | null;
  reference: string | null;
};

/** The sums of a month for one country, tax, rate and currency; amounts in minor units. */
export type TaxSum = {
  country: string | null;
  name: string | null;
  percent: string | null;
  currency: string;
  documents: number;
  netMinor: number;
  taxMinor: number;
};

const entryHeadings = [
  'Date (UTC)',
  'Type',
  'Document',
  'Status',
  'Buyer',
  'Country',
  'Description',
  'Currency',
  'Net',
  'Tax',
  'Tax rate %',
  'Total',
  'Reference',
];

const typeNames: Record<Entry['type'], string> = { payment: 'Payment', refund: 'Refund', dispute: 'Lost dispute' };

/** Returns the entries of a month as CSV (BILL-20, BILL-21); amounts in major units with a point. */
export function entriesCsv(entries: readonly Entry[]): string {
  return csvText([entryHeadings, ...entries.map(entryCells)]);
}

function entryCells(entry: Entry): string[] {
  const { at, type, document, isVoid, buyer, country, description, currency, rates, reference } = entry;
  const amount = (amountMinor: number) => amountText(isVoid ? 0 : amountMinor, currency);
  return [
    at.toISOString().slice(0, 10),
    typeNames[type],
    document ? documentNumber(document) : '',
    isVoid ? 'Void' : 'Valid',
    textCell(buyer),
    country ?? '',
    textCell(description),
    currency,
    amount(entry.totalMinor - entry.taxMinor),
    amount(entry.taxMinor),
    rates ?? '',
    amount(entry.totalMinor),
    textCell(reference ?? ''),
  ];
}

const feeHeadings = [
  'Date (UTC)',
  'For',
  'Document',
  'Buyer',
  'Description',
  'Currency',
  'Amount',
  'Fee',
  'Tax in fee',
  'Net',
  'Payment',
  'Balance transaction',
];

const feeNames: Record<FeeEntry['kind'], string> = { payment: 'Payment', refund: 'Refund', dispute: 'Dispute' };

/**
 * Returns the fees of a month as CSV. A fee that is not known reads "Unknown", because 0 would look like a real fee.
 */
export function feesCsv(entries: readonly FeeEntry[]): string {
  return csvText([feeHeadings, ...entries.map(feeCells)]);
}

function feeCells(entry: FeeEntry): string[] {
  const { at, kind, documentYear: year, documentNumber: number, currency, amountMinor, fee } = entry;
  return [
    at.toISOString().slice(0, 10),
    feeNames[kind],
    year !== null && number !== null ? documentNumber({ kind: 'invoice', year, number }) : '',
    textCell(entry.buyer),
    textCell(entry.description),
    currency,
    amountText(amountMinor, currency),
    fee ? amountText(fee.feeMinor, currency) : 'Unknown',
    fee ? amountText(fee.taxMinor, currency) : 'Unknown',
    fee ? amountText(amountMinor - fee.feeMinor, currency) : 'Unknown',
    textCell(entry.reference ?? ''),
    fee?.transaction ?? '',
  ];
}

const taxHeadings = ['Country', 'Tax', 'Rate %', 'Currency', 'Documents', 'Net', 'Tax amount'];

/** Returns the taxes of a month by country and rate as CSV; documents without tax have rows of their own. */
export function taxesCsv(sums: readonly TaxSum[]): string {
  return csvText([
    taxHeadings,
    ...sums.map(({ country, name, percent, currency, documents, netMinor, taxMinor }) => [
      country ?? '',
      textCell(name ?? 'No tax'),
      percent ?? '',
      currency,
      String(documents),
      amountText(netMinor, currency),
      amountText(taxMinor, currency),
    ]),
  ]);
}

function amountText(amountMinor: number, currency: string): string {
  return toMajor(amountMinor, currency).toFixed(currencyDecimals(currency));
}
