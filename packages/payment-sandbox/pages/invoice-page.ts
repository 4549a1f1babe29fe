import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { accountRows, isPaidByTransfer } from '../invoices/transfer-routes.ts';
import { idOf } from '../lists.ts';
import type { RawParameters } from '../parameters.ts';
import { intentOfInvoice } from '../resources/invoice-payments.ts';
import { confirmIntent } from '../resources/payment-confirmation.ts';
import { type CardAnswer, unfinished } from './checkout-page.ts';
import { cardFrom, html, type Markup, pageText, shownDate, shownMoney } from './layout.ts';

/** Returns the invoice of a page; a draft has no page. @throws ApiError 404 */
export function shownInvoice({ store }: Context, id: string): Stripe.Invoice {
  const invoice = store.find('invoice', id);
  if (invoice && invoice.status !== 'draft') return invoice;
  throw new ApiError(404, { type: 'invalid_request_error', message: 'There is no such invoice.' });
}

/**
 * Page behind `hosted_invoice_url`: the charges, the PDF, and while the invoice is unpaid, a card form or the account
 * for a bank transfer.
 */
export function invoicePage({ store }: Context, invoice: Stripe.Invoice): string {
  const money = (amountMinor: number) => shownMoney(amountMinor, invoice.currency);
  const isOpen = invoice.status === 'open' && invoice.amount_remaining > 0;
  const types = invoice.payment_settings.payment_method_types;
  const isPayable = isOpen && (types === null || types.includes('card'));
  const title = `Invoice ${invoice.number}`;
  return pageText({
    title,
    ...(isPayable ? { script: 'card-page' as const } : {}),
    content: html`<h1>${title}</h1>
<p>${invoiceBadge(invoice)} <span class="quiet">${when(invoice)}</span></p>
<section class="panel" aria-label="Invoice">
<p class="large">${money(invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_remaining)}</p>
<p class="quiet">From ${invoice.account_name} to ${invoice.customer_name ?? invoice.customer_email ?? 'the customer'}</p>
<dl class="rows">
${invoice.lines.data.map((line) => html`<div><dt>${line.description}<br><span class="quiet">${period(line)}</span></dt><dd class="amount">${money(line.amount)}</dd></div>`)}
${sums(invoice).map(([name, amount]) => html`<div><dt>${name}</dt><dd class="amount">${money(amount)}</dd></div>`)}
<div class="total"><dt>Total</dt><dd class="amount">${money(invoice.total)}</dd></div>
</dl>
<p><a class="button secondary" href="${invoice.id}/pdf">Download PDF</a></p>
</section>
${isOpen && isPaidByTransfer(invoice) ? transfer({ store }, invoice) : null}
${isPayable ? payment(invoice) : null}`,
  });
}

/** Returns the subtotal, its discounts and the taxes; empty when there are no discounts and taxes. */
export function sums(invoice: Stripe.Invoice): [name: string, amountMinor: number][] {
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const taxes = invoice.total_taxes ?? [];
  if (off === 0 && taxes.length === 0) return [];
  return [
    ['Subtotal', invoice.subtotal],
    ...(off === 0 ? [] : [['Discount', -off] as [string, number]]),
    ...taxes.map((tax): [string, number] => [taxName(tax), tax.amount]),
  ];
}

type TotalTax = NonNullable<Stripe.Invoice['total_taxes']>[number];

function taxName({ tax_behavior: behaviour, taxability_reason: reason }: TotalTax): string {
  if (reason === 'reverse_charge') return 'Tax: reverse charge, the customer accounts for it';
  return behaviour === 'inclusive' ? 'Tax included' : 'Tax';
}

/** Returns the date of the invoice's status, such as `Paid on 3 March 2027` or `Due on 2 April 2027`. */
export function when({ status, status_transitions: times, created, due_date: due }: Stripe.Invoice): string {
  if (status === 'paid') return `Paid on ${shownDate(times.paid_at ?? created)}`;
  if (due !== null && status === 'open') return `Due on ${shownDate(due)}`;
  return `Issued on ${shownDate(times.finalized_at ?? created)}`;
}

/** Formats a line's period: one day, or the first and last one. */
export function period({ period: { start, end } }: Stripe.InvoiceLineItem): string {
  return start === end ? shownDate(start) : `${shownDate(start)} to ${shownDate(end)}`;
}

/** Renders the account to which a bank transfer goes, with its reference. */
function transfer(context: Pick<Context, 'store'>, invoice: Stripe.Invoice): Markup {
  const rows = accountRows(context.store, idOf(invoice.customer) ?? '', invoice.currency);
  return html`<section class="panel" aria-labelledby="transfer-title">
<h2 id="transfer-title">Pay by bank transfer</h2>
<dl class="rows">
${[...rows, ['Reference', invoice.number ?? ''] as const].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>
</section>`;
}

function payment(invoice: Stripe.Invoice): Markup {
  return html`<section class="panel" aria-labelledby="pay-title">
<h2 id="pay-title">Pay this invoice</h2>
<form method="post" class="stack" novalidate data-confirm="/invoices/${invoice.id}/confirm" data-finish="/invoices/${invoice.id}/finish">
<div id="card"></div>
<p class="problem" role="alert" hidden></p>
<button class="whole">Pay ${shownMoney(invoice.amount_remaining, invoice.currency)}</button>
</form>
</section>`;
}

/** Pays an open invoice with the submitted card. @throws ApiError with the page's message */
export function payInvoiceOnPage(context: Context, id: string, form: RawParameters): CardAnswer {
  const invoice = shownInvoice(context, id);
  if (invoice.status === 'paid') return { redirect: id };
  const intent = intentOfInvoice(context.store, id);
  if (invoice.status !== 'open' || !intent) throw invalidRequest('This invoice can no longer be paid.');
  const sent = { payment_method_data: { type: 'card', card: cardFrom(form) }, use_stripe_sdk: true };
  const confirmed = confirmIntent(context, intent, sent);
  if (confirmed.status === 'succeeded') return { redirect: id };
  return {
    step: String(confirmed.next_action?.use_stripe_sdk?.source),
    amount: shownMoney(confirmed.amount, confirmed.currency),
  };
}

/** Continues after the bank's page. @throws ApiError 402 or 400 while the invoice is unpaid */
export function finishInvoiceOnPage(context: Context, id: string): CardAnswer {
  if (shownInvoice(context, id).status === 'paid') return { redirect: id };
  throw unfinished(context.store, intentOfInvoice(context.store, id)?.id ?? '');
}

/** Rows of invoices with links to their pages and PDFs. */
export function invoiceRows(invoices: readonly Stripe.Invoice[]): Markup {
  return html`<ul class="rows">${invoices.map(
    (invoice) => html`<li>
<span>${shownDate(invoice.status_transitions.finalized_at ?? invoice.created)} <span class="amount">${shownMoney(invoice.total, invoice.currency)}</span> ${invoiceBadge(invoice)}</span>
<span class="actions"><a href="../invoices/${invoice.id}" aria-label="Invoice ${invoice.number}">${invoice.number}</a> <a href="../invoices/${invoice.id}/pdf" aria-label="PDF of invoice ${invoice.number}">PDF</a></span>
</li>`,
  )}</ul>`;
}

const badges: Readonly<Record<string, { text: string; look: string }>> = {
  paid: { text: 'Paid', look: 'badge good' },
  open: { text: 'Open', look: 'badge warning' },
  uncollectible: { text: 'Uncollectible', look: 'badge warning' },
  void: { text: 'Void', look: 'badge' },
};

function invoiceBadge({ status }: Stripe.Invoice): Markup {
  const { text, look } = badges[status ?? ''] ?? { text: 'Draft', look: 'badge' };
  return html`<span class="${look}">${text}</span>`;
}
