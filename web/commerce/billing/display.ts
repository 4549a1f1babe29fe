import type { Billing, Invoice, PaymentMethod, Transaction } from '#contract/commerce/billing.ts';
import { csvText, textCell } from '#contract/csv.ts';
import { currencyDecimals, roundMajor } from '#contract/money.ts';
import { isoDay } from '#web/dates.ts';
import { inReaderZone } from '#web/local-time.ts';

const typeNames: Record<Transaction['type'], string> = {
  purchase: 'One-time Purchase',
  subscription: 'Subscription Payment',
  refund: 'Refund',
};

/**
 * Returns "One-time Purchase", "Subscription Payment" (BILL-09) or "Refund"; a subscription's payment of 0 is a
 * "Subscription".
 */
export function typeName({ type, amount }: Pick<Transaction, 'type' | 'amount'>): string {
  return type === 'subscription' && amount === 0 ? 'Subscription' : typeNames[type];
}

const statusNames: Record<Transaction['status'], string> = {
  paid: 'Paid',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  pending: 'Pending',
};

type Tone = 'success' | 'info' | 'warning' | 'neutral';

/** Returns the badge of a line of the history. A subscription's payment of 0 is shown as the start of a trial. */
export function statusOf({ type, amount, status }: Pick<Transaction, 'type' | 'amount' | 'status'>): {
  label: string;
  tone: Tone;
} {
  if (type === 'subscription' && amount === 0) return { label: 'Free Trial', tone: 'info' };
  const tones: Record<Transaction['status'], Tone> = {
    paid: 'success',
    partially_refunded: 'info',
    refunded: 'neutral',
    disputed: 'warning',
    pending: 'warning',
  };
  return { label: statusNames[status], tone: tones[status] };
}

const invoiceStatuses: Record<Invoice['status'], { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  open: { label: 'Payment Due', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  uncollectible: { label: 'Not paid', tone: 'neutral' },
  void: { label: 'Cancelled', tone: 'neutral' },
};

/** Returns the badge of an invoice, including refunds. */
export function invoiceStatus({ status, amount, refunded }: Pick<Invoice, 'status' | 'amount' | 'refunded'>): {
  label: string;
  tone: Tone;
} {
  if (refunded === 0) return invoiceStatuses[status];
  return refunded < amount ? { label: 'Partially refunded', tone: 'info' } : { label: 'Refunded', tone: 'neutral' };
}

const monthAndYear = inReaderZone({ month: 'long', year: 'numeric' });

/** Formats as "June 2026" (BILL-05). */
export function memberSince(createdAt: string): string {
  return monthAndYear(createdAt);
}

/** Returns "Expires 08/28"; null for a method that does not expire. */
export function expiryOf({ expMonth, expYear }: Pick<PaymentMethod, 'expMonth' | 'expYear'>): string | null {
  if (expMonth === null || expYear === null) return null;
  return `Expires ${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
}

/**
 * Returns the payment methods with keys. Two may look the same, so the key includes the index. The first is the
 * default.
 */
export function shownMethods(methods: readonly PaymentMethod[]) {
  return methods.map((method, index) => ({ method, key: `${index} ${method.label}`, isDefault: index === 0 }));
}

/** Returns the lines of the CSV: all but those of 0 (API-20). */
export function exportedOf({ transactions }: Pick<Billing, 'transactions'>): Transaction[] {
  return transactions.filter(({ amount }) => amount !== 0);
}

/** Returns "1 transaction was downloaded." (BILL-10) */
export function exportedSentence(count: number): string {
  return count === 1 ? '1 transaction was downloaded.' : `${count} transactions were downloaded.`;
}

const header = ['Date', 'Type', 'Description', 'Amount', 'Currency', 'Reference', 'Status', 'Net', 'Tax', 'Document'];

/** Returns the transactions as CSV (BILL-08), one a line, with amounts in major units and a decimal point. */
export function csvOf(transactions: readonly Transaction[]): string {
  const rows = transactions.map((line) => [
    isoDay(new Date(line.date)),
    textCell(typeName(line)),
    textCell(line.description),
    amountCell(line.amount, line.currency),
    textCell(line.currency),
    textCell(line.reference),
    textCell(statusOf(line).label),
    amountCell(line.amount - line.tax, line.currency),
    amountCell(line.tax, line.currency),
    textCell(line.document?.number ?? ''),
  ]);
  return csvText([header, ...rows]);
}

function amountCell(amount: number, currency: string): string {
  return roundMajor(amount, currency).toFixed(currencyDecimals(currency));
}

/** Returns "rapp-learning-transactions-2026-11-21.csv" (BILL-09). */
export function csvFileName(productName: string, today: Date, subject = 'transactions'): string {
  const product = productName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${[product, subject, isoDay(today)].filter(Boolean).join('-')}.csv`;
}
