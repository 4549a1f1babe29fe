import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, noSuchReference } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { idOf, type List } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { intentOfInvoice } from '../resources/invoice-payments.ts';
import { createRefund } from '../resources/refunds.ts';
import { settleInvoice } from './outcome.ts';

type CreditNote = Stripe.CreditNote;
type Line = Stripe.CreditNoteLineItem;
type InvoiceLine = Stripe.InvoiceLineItem;

/** Parameters of a credit note; the operation rejects all others. */
export type NewCreditNote = Pick<
  Stripe.CreditNoteCreateParams,
  | 'amount'
  | 'credit_amount'
  | 'invoice'
  | 'lines'
  | 'memo'
  | 'metadata'
  | 'out_of_band_amount'
  | 'reason'
  | 'refund_amount'
  | 'refunds'
>;

/** Ways in which the money of a paid invoice's credit note goes back; minor units. */
type Settlement = { credit: number; outOfBand: number; refund: number; refunds: CreditNote['refunds'] };

/**
 * Returns a credit note with its totals, not stored.
 * @throws ApiError 400 for an invoice that cannot have one, for more than is left of it, and for money without a
 * destination
 */
export function draftCreditNote(context: Context, sent: NewCreditNote): { note: CreditNote; how: Settlement } {
  const { store, now } = context;
  const invoice = store.find('invoice', sent.invoice);
  if (!invoice) throw noSuchReference('invoice', sent.invoice, 'invoice');
  if (invoice.status !== 'open' && invoice.status !== 'paid') {
    throw invalidRequest(`Credit notes can only be issued for open or paid invoices; this one is ${invoice.status}.`);
  }
  const earlier = notesOf(context, invoice.id);
  const lines = linesOf(invoice, sent);
  const taxes = totalTaxes(lines);
  const exclusive = sum(taxes.filter((tax) => tax.tax_behavior === 'exclusive').map(({ amount }) => amount));
  const allTaxes = sum(taxes.map(({ amount }) => amount));
  const subtotal = sum(lines.map(({ amount }) => amount));
  const discount = sum(lines.map((line) => line.discount_amount));
  const total = subtotal - discount + exclusive;
  const left = invoice.total - sum(earlier.map((note) => note.total));
  if (total < 1 || total > left) {
    throw invalidRequest('The sum of the credit notes cannot be above the total of the invoice.', { param: 'amount' });
  }
  const isPaid = invoice.status === 'paid';
  if (!isPaid && total > invoice.amount_remaining) {
    throw invalidRequest('The credit note is above what remains to be paid.', { param: 'amount' });
  }
  const how = settlementOf(sent, isPaid ? total : 0);
  const note: CreditNote = {
    id: newId('cn'),
    object: 'credit_note',
    amount: total,
    amount_shipping: 0,
    created: now,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? '',
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: discount,
    discount_amounts: [],
    effective_at: now,
    invoice: invoice.id,
    lines: { object: 'list', data: lines, has_more: false, url: '/v1/credit_notes/preview/lines' } satisfies List<Line>,
    livemode: false,
    memo: sent.memo ?? null,
    metadata: mergeMetadata({}, sent.metadata),
    number: `${invoice.number}-CN-${String(earlier.length + 1).padStart(2, '0')}`,
    out_of_band_amount: how.outOfBand || null,
    pdf: `${invoice.invoice_pdf}`,
    post_payment_amount: isPaid ? total : 0,
    pre_payment_amount: isPaid ? 0 : total,
    pretax_credit_amounts: [],
    reason: sent.reason ?? null,
    refunds: how.refunds,
    shipping_cost: null,
    status: 'issued',
    subtotal,
    subtotal_excluding_tax: subtotal - (allTaxes - exclusive),
    total,
    total_excluding_tax: total - allTaxes,
    total_taxes: taxes,
    type: isPaid ? 'post_payment' : 'pre_payment',
    voided_at: null,
  };
  const url = `/v1/credit_notes/${note.id}/lines`;
  return { note: { ...note, lines: { ...note.lines, url } }, how };
}

/** Returns the issued credit notes of an invoice. */
function notesOf({ store }: Context, invoiceId: string): CreditNote[] {
  return store.all('credit_note').filter((note) => idOf(note.invoice) === invoiceId && note.status === 'issued');
}

function settlementOf(sent: NewCreditNote, total: number): Settlement {
  const refunds = (sent.refunds ?? []).map(({ refund = '', amount_refunded: amount = 0 }) => ({
    amount_refunded: amount,
    payment_record_refund: null,
    refund,
    type: 'refund' as const,
  }));
  const how = {
    credit: sent.credit_amount ?? 0,
    outOfBand: sent.out_of_band_amount ?? 0,
    refund: sent.refund_amount ?? 0,
    refunds,
  };
  const settled = how.credit + how.outOfBand + how.refund + sum(refunds.map((one) => one.amount_refunded));
  if (settled === total) return how;
  throw invalidRequest(
    `The sum of credit amount, refund amount and out of band amount (${settled}) must equal the credit note amount (${total}).`,
  );
}

/** Returns the lines that a call names, or its amount distributed over all lines of the invoice in proportion. */
function linesOf(invoice: Stripe.Invoice, sent: NewCreditNote): Line[] {
  if ((sent.amount === undefined) === (sent.lines === undefined)) {
    throw invalidRequest('You must specify exactly one of amount, lines.', { param: 'amount' });
  }
  if (sent.amount !== undefined) return proportional(invoice, sent.amount);
  return (sent.lines ?? []).map((one, index) => {
    const line = invoice.lines.data.find(({ id }) => id === one.invoice_line_item);
    const param = `lines[${index}]`;
    if (!line) throw noSuchReference('line item', one.invoice_line_item ?? '', `${param}[invoice_line_item]`);
    const share = one.amount ?? Math.round((line.amount * (one.quantity ?? 1)) / (line.quantity ?? 1));
    if (share < 1 || share > line.amount) {
      throw invalidRequest('The amount must be above 0 and no more than the line of the invoice.', { param });
    }
    return creditLine(line, share);
  });
}

/** Returns the price of a line: the amount less its discounts, plus exclusive taxes. */
function grossOf(line: InvoiceLine): number {
  const off = sum((line.discount_amounts ?? []).map(({ amount }) => amount));
  const onTop = (line.taxes ?? []).filter((tax) => tax.tax_behavior === 'exclusive');
  return line.amount - off + sum(onTop.map(({ amount }) => amount));
}

function proportional(invoice: Stripe.Invoice, amountMinor: number): Line[] {
  let rest = amountMinor;
  const lines = invoice.lines.data.filter((line) => grossOf(line) > 0);
  const all = sum(lines.map(grossOf));
  return lines.map((line, index) => {
    const gross = index === lines.length - 1 ? rest : Math.round((amountMinor * grossOf(line)) / all);
    rest -= gross;
    const credited = creditLine(line, Math.round((line.amount * gross) / grossOf(line)));
    return withGross(credited, gross);
  });
}

/** Returns a line whose amount, discount and exclusive tax add up to exactly `gross`. */
function withGross(line: Line, gross: number): Line {
  const onTop = sum((line.taxes ?? []).filter((tax) => tax.tax_behavior === 'exclusive').map(({ amount }) => amount));
  return { ...line, amount: gross - onTop + line.discount_amount };
}

function creditLine(line: InvoiceLine, amount: number): Line {
  const share = line.amount === 0 ? 0 : amount / line.amount;
  const discount = Math.round(sum((line.discount_amounts ?? []).map((one) => one.amount)) * share);
  return {
    id: newId('cnli'),
    object: 'credit_note_line_item',
    amount,
    description: line.description,
    discount_amount: discount,
    discount_amounts: [],
    invoice_line_item: line.id,
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: null,
    tax_rates: [],
    taxes: (line.taxes ?? []).map((tax) => ({
      ...tax,
      amount: Math.round(tax.amount * share),
      taxable_amount: Math.round((tax.taxable_amount ?? 0) * share),
    })),
    type: 'invoice_line_item',
    unit_amount: null,
    unit_amount_decimal: null,
  };
}

type TotalTax = NonNullable<CreditNote['total_taxes']>[number];

function totalTaxes(lines: readonly Line[]): TotalTax[] {
  const totals = new Map<string, TotalTax>();
  for (const tax of lines.flatMap((line) => line.taxes ?? [])) {
    const key = `${tax.tax_rate_details?.tax_rate} ${tax.taxability_reason}`;
    const before = totals.get(key);
    const taxable = (tax.taxable_amount ?? 0) + (before?.taxable_amount ?? 0);
    totals.set(key, { ...tax, amount: tax.amount + (before?.amount ?? 0), taxable_amount: taxable });
  }
  return [...totals.values()];
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Issues a credit note. The due amount of an open invoice decreases, and the money of a paid one goes back. */
export function issueCreditNote(context: Context, sent: NewCreditNote): CreditNote {
  const { store } = context;
  const { note, how } = draftCreditNote(context, sent);
  const invoice = store.get('invoice', sent.invoice);
  const refund = how.refund > 0 ? refundInvoice(context, invoice, how.refund) : null;
  const made = refund && { amount_refunded: refund.amount, payment_record_refund: null, refund: refund.id };
  const stored = store.put('credit_note', {
    ...note,
    refunds: made ? [...note.refunds, { ...made, type: 'refund' }] : note.refunds,
  });
  if (how.credit > 0) changeBalance(context, idOf(invoice.customer) ?? '', -how.credit);
  emit(context, 'credit_note.created', stored);
  if (note.type === 'pre_payment') reduce(context, invoice, note.total);
  else {
    const credited = invoice.post_payment_credit_notes_amount + note.total;
    store.put('invoice', { ...invoice, post_payment_credit_notes_amount: credited });
  }
  return stored;
}

function refundInvoice(context: Context, invoice: Stripe.Invoice, amount: number): Stripe.Refund {
  const intent = intentOfInvoice(context.store, invoice.id);
  if (!intent) throw invalidRequest('This invoice was not paid by a payment that could be refunded.');
  return createRefund(context, { payment_intent: intent.id, amount });
}

function changeBalance(context: Context, customerId: string, changeMinor: number): void {
  const customer = referredCustomer(context, customerId);
  context.store.put('customer', { ...customer, balance: customer.balance + changeMinor });
}

/** Reduces the due amount of an open invoice and of its waiting payment; an invoice with nothing left is paid. */
function reduce(context: Context, before: Stripe.Invoice, byMinor: number): void {
  const { store } = context;
  const remaining = before.amount_remaining - byMinor;
  const invoice = store.put('invoice', {
    ...before,
    amount_due: before.amount_due - byMinor,
    amount_remaining: remaining,
    pre_payment_credit_notes_amount: before.pre_payment_credit_notes_amount + byMinor,
  });
  emit(context, 'invoice.updated', invoice, before);
  const intent = intentOfInvoice(store, invoice.id);
  if (intent && remaining > 0) store.put('payment_intent', { ...intent, amount: remaining });
  if (remaining === 0) settleInvoice(context, invoice, { amountPaid: 0, method: null });
}

/** Voids a credit note of an open invoice. @throws ApiError 400 when it is void or its invoice no longer open */
export function voidCreditNote(context: Context, before: CreditNote): CreditNote {
  const { store, now } = context;
  const invoice = store.get('invoice', idOf(before.invoice) ?? '');
  if (before.status === 'void' || before.type !== 'pre_payment' || invoice.status !== 'open') {
    throw invalidRequest('Only a credit note of an open invoice that is not void can be voided.');
  }
  const note = store.put('credit_note', { ...before, status: 'void', voided_at: now });
  emit(context, 'credit_note.voided', note);
  reduce(context, invoice, -before.total);
  return note;
}
