import type { Billing, DuePayment, Invoice, Transaction } from '#contract/commerce/billing.ts';
import { toMajor } from '#contract/money.ts';
import { documentNumber } from '#server/commerce/payments/document-rules.ts';

/** The invoice or credit note of a line in the payment history. */
export type LineDocument = {
  id: number;
  kind: 'invoice' | 'credit_note';
  year: number;
  number: number;
  taxMinor: number;
};

/** Money of one payment that was returned, or is on its way back. */
export type Return = {
  kind: 'refund' | 'dispute';
  /** Stripe's id, or our own while the refund is not made yet. */
  reference: string;
  amountMinor: number;
  at: Date;
  isPending: boolean;
  /** The credit note of the return; null while there is none. */
  document: LineDocument | null;
};

/** A payment that was charged for a resource; the purchase may have ended since. */
export type PaidPurchase = {
  attemptId: number;
  /** The invoice of the payment. */
  document: LineDocument | null;
  title: string;
  amountMinor: number;
  currency: string;
  at: Date;
  intentId: string;
  returns: readonly Return[];
};

export type LedgerInvoice = {
  stripeInvoiceId: string;
  stripeSubscriptionId: string | null;
  number: string | null;
  status: Invoice['status'];
  description: string;
  totalMinor: number;
  /** Amount that was actually charged, in minor units. */
  paidMinor: number;
  /** Amount that is still to be paid. */
  dueMinor: number;
  currency: string;
  issuedAt: Date;
  paidAt: Date | null;
  hostedUrl: string | null;
  /** The portal's own invoice. */
  document: LineDocument | null;
  returns: readonly Return[];
};

export type Ledger = { purchases: readonly PaidPurchase[]; invoices: readonly LedgerInvoice[] };

/** Returns the refunded and lost part of a payment, at most the charged amount; whole minor units. */
export function returnedMinor(takenMinor: number, returns: readonly Return[]): number {
  return Math.min(
    takenMinor,
    returns.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  );
}

/**
 * Returns the sums that were charged and not returned (BILL-05), in major units of one currency; payments in other
 * currencies are listed but not added up.
 */
export function totalsOf(
  { purchases, invoices }: Ledger,
  currency: string,
): Pick<Billing, 'totalSpent' | 'purchaseTotal' | 'subscriptionTotal'> {
  const purchaseMinor = keptMinor(
    purchases.map((line) => ({ ...line, takenMinor: line.amountMinor })),
    currency,
  );
  const subscriptionMinor = keptMinor(
    invoices.map((line) => ({ ...line, takenMinor: line.paidMinor })),
    currency,
  );
  return {
    totalSpent: toMajor(purchaseMinor + subscriptionMinor, currency),
    purchaseTotal: toMajor(purchaseMinor, currency),
    subscriptionTotal: toMajor(subscriptionMinor, currency),
  };
}

type Taken = { takenMinor: number; currency: string; returns: readonly Return[] };

function keptMinor(lines: readonly Taken[], currency: string): number {
  return lines
    .filter((line) => line.currency === currency)
    .reduce((sum, { takenMinor, returns }) => sum + takenMinor - returnedMinor(takenMinor, returns), 0);
}

/** Returns every payment and every return as a separate line, newest first; unpaid invoices are left out (BILL-07). */
export function transactionsOf({ purchases, invoices }: Ledger): Transaction[] {
  const lines = [...purchases.flatMap(linesOfPurchase), ...invoices.flatMap(linesOfInvoice)];
  return lines
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ at, ...line }) => ({ ...line, date: at.toISOString() }));
}

type Line = Omit<Transaction, 'date'> & { at: Date };

function linesOfPurchase(paid: PaidPurchase): Line[] {
  const { attemptId, document, title: description, amountMinor, currency, at, intentId, returns } = paid;
  const line: Line = {
    id: `payment-${attemptId}`,
    at,
    type: 'purchase',
    description,
    amount: toMajor(amountMinor, currency),
    currency,
    reference: intentId,
    status: paidStatus(amountMinor, returns),
    ...documentOf(document, currency),
  };
  return [line, ...returns.map((one) => lineOfReturn(one, line))];
}

function linesOfInvoice(invoice: LedgerInvoice): Line[] {
  const { stripeInvoiceId, number, description, paidMinor, currency, paidAt, document, returns } = invoice;
  if (paidAt === null) return [];
  const line: Line = {
    id: `invoice-${stripeInvoiceId}`,
    at: paidAt,
    type: 'subscription',
    description,
    amount: toMajor(paidMinor, currency),
    currency,
    reference: number ?? stripeInvoiceId,
    status: paidStatus(paidMinor, returns),
    ...documentOf(document, currency),
  };
  return [line, ...returns.map((one) => lineOfReturn(one, line))];
}

function lineOfReturn({ kind, reference, amountMinor, at, isPending, document }: Return, of: Line): Line {
  return {
    ...of,
    id: `return-${reference}`,
    at,
    type: 'refund',
    amount: -toMajor(amountMinor, of.currency),
    reference,
    status: kind === 'dispute' ? 'disputed' : isPending ? 'pending' : 'refunded',
    ...documentOf(document, of.currency),
  };
}

function documentOf(document: LineDocument | null, currency: string): Pick<Transaction, 'document' | 'tax'> {
  if (!document) return { document: null, tax: 0 };
  const tax = toMajor(document.taxMinor, currency);
  const isCredit = document.kind === 'credit_note';
  return { document: { id: document.id, number: documentNumber(document) }, tax: isCredit ? 0 - tax : tax };
}

function paidStatus(takenMinor: number, returns: readonly Return[]): Transaction['status'] {
  if (returns.length === 0) return 'paid';
  if (returnedMinor(takenMinor, returns) < takenMinor) return 'partially_refunded';
  return returns.some(({ kind }) => kind === 'dispute') ? 'disputed' : 'refunded';
}

/** Converts an invoice for the API; its amount is the charged money or, before payment, the amount to pay. */
export function showInvoice(invoice: LedgerInvoice): Invoice {
  const { stripeInvoiceId, status, totalMinor, paidMinor, dueMinor, currency, returns, issuedAt, paidAt } = invoice;
  const { number, description, hostedUrl, document } = invoice;
  const amountMinor = status === 'paid' || paidMinor > 0 ? paidMinor : status === 'open' ? dueMinor : totalMinor;
  return {
    id: stripeInvoiceId,
    number,
    status,
    amount: toMajor(amountMinor, currency),
    refunded: toMajor(returnedMinor(paidMinor, returns), currency),
    currency,
    issuedAt: secondsOf(issuedAt),
    paidAt: paidAt && secondsOf(paidAt),
    description,
    hostedUrl: status === 'open' ? hostedUrl : null,
    documentId: document?.id ?? null,
  };
}

/** An open invoice whose payment failed, is overdue, waits for the member or is under way at the bank. */
export type LedgerDue = {
  state: DuePayment['state'];
  dueMinor: number;
  currency: string;
  hostedUrl: string | null;
  attemptCount: number;
  nextAttemptAt: Date | null;
  isOpen: boolean;
  /** End of the access unless the invoice is paid; null without days of grace, and while suspended. */
  accessUntil: Date | null;
};

export function showDue({ state, dueMinor, currency, ...due }: LedgerDue): DuePayment {
  return {
    state,
    amount: toMajor(dueMinor, currency),
    currency,
    payUrl: due.hostedUrl,
    attempts: due.attemptCount,
    nextAttemptAt: due.nextAttemptAt?.toISOString() ?? null,
    isOpen: due.isOpen,
    accessUntil: due.accessUntil?.toISOString() ?? null,
  };
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
