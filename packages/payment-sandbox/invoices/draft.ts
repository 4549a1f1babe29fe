import type Stripe from 'stripe';
import { leastCharge } from '../amounts.ts';
import { secondsPerDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter, noSuchReference } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { couponOf, redeemDiscounts } from '../subscriptions/discounts.ts';
import type { Period } from '../subscriptions/timetable.ts';
import { schedule } from '../tasks.ts';
import { automaticTaxOf, taxAmounts, totalTaxes, withTaxes } from '../tax/invoice-taxes.ts';
import { taxIdsOf, taxSettingsOf } from '../tax/places.ts';
import { invoiceItemLine, pendingItems, takeUpItems } from './lines.ts';
import { paymentSettingsOf } from './transfer-routes.ts';

/** Input of a draft; nothing is stored or announced yet. */
type DraftInvoice = {
  customer: string;
  subscription: Stripe.Subscription | null;
  currency: string;
  reason: Stripe.Invoice.BillingReason;
  /** Period that ends with the invoice; for a first invoice the moment itself. */
  period: Period;
  lines: readonly Stripe.InvoiceLineItem[];
  discounts: readonly Stripe.Discount[];
  /** Whether the provider finalises and charges the invoice automatically. */
  autoAdvance: boolean;
  /** Days in which the customer pays an invoice that is sent; without them the subscription's, or a card is charged. */
  daysUntilDue?: number | null;
  /** Whether taxes are computed; as for the subscription when absent. */
  automaticTax?: boolean;
};

/** Time that a draft of a new period stays open for changes. */
const draftSeconds = 3600;

/** Returns a draft with its totals, not stored. */
export function draftInvoice(context: Context, made: DraftInvoice): Stripe.Invoice {
  const { now } = context;
  const customer = referredCustomer(context, made.customer);
  const daysUntilDue = made.daysUntilDue ?? made.subscription?.days_until_due ?? null;
  const blank: Stripe.Invoice = {
    ...exampleOf('invoice'),
    ...untouched,
    ...customerFields(context, customer),
    id: newId('in'),
    account_country: taxSettingsOf(context.store).country,
    account_name: 'RAPP Learning',
    amount_overpaid: 0,
    automatic_tax: automaticTaxOf(made.automaticTax ?? made.subscription?.automatic_tax.enabled ?? false),
    auto_advance: made.autoAdvance,
    automatically_finalizes_at: made.autoAdvance ? now + draftSeconds : null,
    billing_reason: made.reason,
    collection_method: daysUntilDue === null ? 'charge_automatically' : 'send_invoice',
    created: now,
    currency: made.currency,
    due_date: daysUntilDue === null ? null : now + daysUntilDue * secondsPerDay,
    parent: made.subscription && parentOf(made.subscription),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: made.period.end,
    period_start: made.period.start,
    starting_balance: customer.balance,
    test_clock: null,
  };
  return withTotals(context, blank, made.lines, made.discounts);
}

/** Fields of the example that this sandbox does not use, or that are set later. */
const untouched = {
  amount_paid: 0,
  effective_at: null,
  from_invoice: null,
  last_finalization_error: null,
  next_payment_attempt: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>;

function customerFields({ store }: Context, customer: Stripe.Customer): Partial<Stripe.Invoice> {
  return {
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: taxIdsOf(store, customer.id).map(({ type, value }) => ({ type, value })),
  };
}

function parentOf({ id, metadata }: Stripe.Subscription): Stripe.Invoice.Parent {
  return {
    quote_details: null,
    subscription_details: { metadata, subscription: id },
    type: 'subscription_details',
  };
}

/** Returns the subscription of an invoice; null without one. */
export function subscriptionOf({ store }: Context, invoice: Stripe.Invoice): Stripe.Subscription | null {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === null ? null : store.get('subscription', id);
}

type Line = Stripe.InvoiceLineItem;

/**
 * Returns an invoice with these lines, the discounts applied one after another, and its totals.
 * @param invoice not yet stored, or a draft
 */
function withTotals(
  context: Context,
  invoice: Stripe.Invoice,
  lines: readonly Line[],
  discounts: readonly Stripe.Discount[],
): Stripe.Invoice {
  const discounted = discounts.reduce((left, discount) => lessDiscount(context, left, discount), lines.map(plain));
  const subtotal = sum(lines.map((line) => line.amount));
  const totalDiscounts = discounts.map((discount) => ({
    amount: sum(discounted.map((line) => amountBy(line, discount.id))),
    discount: discount.id,
  }));
  const { lines: taxed, automaticTax } = withTaxes(context, invoice, discounted);
  const taxes = totalTaxes(taxed);
  const { exclusive, inclusive } = taxAmounts(taxes);
  const total = subtotal - sum(totalDiscounts.map(({ amount }) => amount)) + exclusive;
  const due = amountDue(invoice.currency, total, invoice.starting_balance);
  return {
    ...invoice,
    amount_due: due,
    amount_remaining: due,
    automatic_tax: automaticTax,
    discounts: discounts.map(({ id }) => id),
    lines: {
      object: 'list',
      data: taxed.map((line) => ({ ...line, invoice: invoice.id })),
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    subtotal,
    subtotal_excluding_tax: subtotal - inclusive,
    total,
    total_discount_amounts: totalDiscounts,
    total_excluding_tax: total - exclusive - inclusive,
    total_pretax_credit_amounts: totalDiscounts.map((one) => ({ ...one, type: 'discount' as const })),
    total_taxes: taxes,
  };
}

/**
 * Returns the due amount after the customer's balance, where credit is negative. An amount that is too small to charge
 * waits on the balance.
 */
export function amountDue(currency: string, total: number, balance: number): number {
  const due = Math.max(0, total + balance);
  return due < leastCharge(currency) ? 0 : due;
}

function plain(line: Line): Line {
  return { ...line, discount_amounts: [], discounts: [], pretax_credit_amounts: [] };
}

function amountBy(line: Line, discountId: string): number {
  return sum((line.discount_amounts ?? []).filter((one) => one.discount === discountId).map((one) => one.amount));
}

function lessDiscount(context: Context, lines: readonly Line[], discount: Stripe.Discount): Line[] {
  const coupon = couponOf(context, discount);
  const products = coupon.applies_to?.products;
  const applies = (line: Line) =>
    line.discountable && (!products || products.includes(line.pricing?.price_details?.product ?? ''));
  let left = coupon.amount_off ?? 0;
  return lines.map((line) => {
    if (!applies(line)) return line;
    const rest = line.amount - sum((line.discount_amounts ?? []).map((one) => one.amount));
    const amount =
      coupon.percent_off === null ? Math.min(left, Math.max(rest, 0)) : Math.round((rest * coupon.percent_off) / 100);
    left -= amount;
    return withDiscount(line, discount.id, amount);
  });
}

function withDiscount(line: Line, discount: string, amount: number): Line {
  if (amount === 0) return line;
  return {
    ...line,
    discount_amounts: [...(line.discount_amounts ?? []), { amount, discount }],
    pretax_credit_amounts: [...(line.pretax_credit_amounts ?? []), { amount, discount, type: 'discount' }],
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

type Sent = Pick<
  Stripe.InvoiceCreateParams,
  | 'auto_advance'
  | 'collection_method'
  | 'days_until_due'
  | 'due_date'
  | 'automatic_tax'
  | 'currency'
  | 'custom_fields'
  | 'customer'
  | 'default_payment_method'
  | 'description'
  | 'discounts'
  | 'footer'
  | 'metadata'
  | 'payment_settings'
  | 'pending_invoice_items_behavior'
  | 'subscription'
>;

/** Creates a draft on request, with or without the items that wait for the customer's next invoice. */
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
  const automaticTax = sent.automatic_tax?.enabled ?? subscription?.automatic_tax.enabled ?? false;
  const daysUntilDue = daysOf(context, sent);
  const made = {
    customer,
    subscription,
    currency,
    daysUntilDue,
    period,
    lines,
    discounts: [],
    autoAdvance,
    automaticTax,
  };
  const blank = draftInvoice(context, { ...made, reason: 'manual' });
  const ids = redeemDiscounts(context, sent.discounts || [], { customer, invoice: blank.id, currency });
  const discounts = ids.map((id) => store.get('discount', id));
  const invoice = store.put('invoice', {
    ...withTotals(context, blank, lines, discounts),
    custom_fields: sent.custom_fields || null,
    default_payment_method: sent.default_payment_method ?? null,
    description: sent.description ?? null,
    footer: sent.footer ?? null,
    metadata: mergeMetadata({}, sent.metadata),
    payment_settings: paymentSettingsOf(context, blank, sent.payment_settings),
  });
  takeUpItems(context, waiting, invoice);
  emit(context, 'invoice.created', invoice);
  if (invoice.automatically_finalizes_at !== null) {
    schedule(context, 'invoice.finalize', invoice.id, invoice.automatically_finalizes_at);
  }
  return invoice;
}

/**
 * Returns the days until a sent invoice is due; null for one that is charged.
 * @throws ApiError 400 for a sent one without such a time, and for a charged one with it
 */
function daysOf({ now }: Context, sent: Sent): number | null {
  const { collection_method: method, days_until_due: days, due_date: date } = sent;
  if (method !== 'send_invoice') {
    if (days === undefined && date === undefined) return null;
    throw invalidRequest('You can only set a due date when collection_method is send_invoice.', {
      param: days === undefined ? 'due_date' : 'days_until_due',
    });
  }
  if (days === undefined && date === undefined) throw missingParameter('days_until_due');
  return days ?? ((date ?? now) - now) / secondsPerDay;
}

/** Returns a draft with new totals, for the customer's current data. */
export function recalculated(context: Context, draft: Stripe.Invoice): Stripe.Invoice {
  return withTotals(context, draft, draft.lines.data, discountsOf(context, draft));
}

function discountsOf({ store }: Context, draft: Stripe.Invoice): Stripe.Discount[] {
  return draft.discounts.map((id) => store.get('discount', typeof id === 'string' ? id : id.id));
}

export function addToDraft(context: Context, draft: Stripe.Invoice, item: Stripe.InvoiceItem): Stripe.Invoice {
  const { store } = context;
  const lines = [...draft.lines.data, invoiceItemLine(item)];
  const invoice = store.put('invoice', withTotals(context, draft, lines, discountsOf(context, draft)));
  emit(context, 'invoice.updated', invoice, draft);
  return invoice;
}
