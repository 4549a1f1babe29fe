import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { missingParameter, noSuchReference } from '../errors.ts';
import { emit } from '../events.ts';
import { mergeMetadata } from '../metadata.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { redeemDiscounts } from '../subscriptions/discounts.ts';
import { schedule } from '../tasks.ts';
import { draftInvoice } from './draft.ts';
import { invoiceItemLine } from './lines.ts';
import { pendingItems, takeUpItems } from './pending-items.ts';
import { withTotals } from './totals.ts';

type Sent = Pick<
  Stripe.InvoiceCreateParams,
  | 'auto_advance'
  | 'currency'
  | 'customer'
  | 'default_payment_method'
  | 'description'
  | 'discounts'
  | 'footer'
  | 'metadata'
  | 'pending_invoice_items_behavior'
  | 'subscription'
>;

/** Makes a draft by hand, with or without what waits for the customer's next invoice. */
export function createInvoice(context: Context, sent: Sent): Stripe.Invoice {
  const { store, now } = context;
  if (!sent.customer) throw missingParameter('customer');
  const customer = referredCustomer(context, sent.customer).id;
  const subscription = sent.subscription ? store.find('subscription', sent.subscription) : null;
  if (subscription === undefined) throw noSuchReference('subscription', sent.subscription ?? '', 'subscription');
  const currency = sent.currency?.toLowerCase() ?? subscription?.currency ?? 'gbp';
  const includes = sent.pending_invoice_items_behavior === 'include' || subscription !== null;
  const waiting = includes ? pendingItems(context, { customer, subscription: subscription?.id ?? null, currency }) : [];
  const period = { start: now, end: now };
  const autoAdvance = sent.auto_advance ?? false;
  const lines = waiting.map(invoiceItemLine);
  const made = { customer, subscription, currency, reason: 'manual', period, lines, discounts: [], autoAdvance };
  const blank = draftInvoice(context, made);
  const ids = redeemDiscounts(context, sent.discounts || [], { customer, invoice: blank.id, currency });
  const discounts = ids.map((id) => store.get('discount', id));
  const invoice = store.put('invoice', {
    ...withTotals(context, blank, lines, discounts),
    default_payment_method: sent.default_payment_method ?? null,
    description: sent.description ?? null,
    footer: sent.footer ?? null,
    metadata: mergeMetadata({}, sent.metadata),
  });
  takeUpItems(context, waiting, invoice);
  emit(context, 'invoice.created', invoice);
  if (invoice.automatically_finalizes_at !== null) {
    schedule(context, 'invoice.finalize', invoice.id, invoice.automatically_finalizes_at);
  }
  return invoice;
}

/** Puts something more on a draft. */
export function addToDraft(context: Context, draft: Stripe.Invoice, item: Stripe.InvoiceItem): Stripe.Invoice {
  const { store } = context;
  const discounts = draft.discounts.map((id) => store.get('discount', typeof id === 'string' ? id : id.id));
  const invoice = store.put(
    'invoice',
    withTotals(context, draft, [...draft.lines.data, invoiceItemLine(item)], discounts),
  );
  emit(context, 'invoice.updated', invoice, draft);
  return invoice;
}
