import type Stripe from 'stripe';
import { html, type Markup } from './markup.ts';
import { shownDate, shownMoney } from './wording.ts';

/** Invoices as rows with links to each one's page and PDF. */
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

/** The state of an invoice in a word. */
export function invoiceBadge({ status }: Stripe.Invoice): Markup {
  const { text, look } = badges[status ?? ''] ?? { text: 'Draft', look: 'badge' };
  return html`<span class="${look}">${text}</span>`;
}
