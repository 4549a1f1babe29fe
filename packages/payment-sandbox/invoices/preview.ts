import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, missingParameter, noSuchReference } from '../errors.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import { addressOf } from '../parameters.ts';
import type { Collection } from '../records.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { newTaxId } from '../resources/customer-tax-ids.ts';
import { newCustomer } from '../resources/customers.ts';
import type { Store } from '../store.ts';
import { updateSubscription } from '../subscriptions/changes.ts';
import { createSubscription } from '../subscriptions/creation.ts';
import { upcomingInvoice } from '../subscriptions/renewal.ts';
import { hasEnded } from '../subscriptions/status.ts';

/**
 * Returns the invoice that a change would create at once, or otherwise the next one. The change is really made, on a
 * copy of the store that is thrown away.
 */
export function previewInvoice(context: Context, sent: Stripe.InvoiceCreatePreviewParams): Stripe.Invoice {
  const tried: Context = { ...context, isPreview: true, store: scratchStore(context.store) };
  const customer = sent.customer ?? previewedCustomer(tried, sent);
  if (customer && sent.customer_details) describeCustomer(tried, customer, sent.customer_details);
  const invoice = sent.subscription
    ? ofChange(tried, sent.subscription, sent)
    : ofNew(tried, { ...sent, ...(customer ? { customer } : {}) });
  const id = newId('upcoming_in');
  const lines = invoice.lines.data.map((line) => ({ ...line, invoice: id }));
  return {
    ...invoice,
    id,
    amount_paid: 0,
    amount_remaining: invoice.amount_due,
    attempt_count: 0,
    attempted: false,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { ...invoice.lines, data: lines, url: `/v1/invoices/${id}/lines` },
    number: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
}

type CustomerDetails = NonNullable<Stripe.InvoiceCreatePreviewParams['customer_details']>;

/** Returns the customer of a preview: the subscription's, or one that exists only in the preview. */
function previewedCustomer(context: Context, sent: Stripe.InvoiceCreatePreviewParams): string | undefined {
  if (sent.subscription) return idOf(context.store.find('subscription', sent.subscription)?.customer) ?? undefined;
  return sent.customer_details ? newCustomer(context, {}).id : undefined;
}

/** Changes the customer to the values that the preview assumes. */
function describeCustomer(context: Context, id: string, sent: CustomerDetails): void {
  const { store } = context;
  const before = referredCustomer(context, id);
  const ip = sent.tax?.ip_address;
  if (ip !== undefined) store.put('customer_tax_input', { id, ipAddress: ip || null });
  store.put('customer', {
    ...before,
    address: sent.address === undefined ? before.address : addressOf(sent.address),
    tax_exempt: sent.tax_exempt === undefined ? before.tax_exempt : sent.tax_exempt || 'none',
  });
  for (const taxId of sent.tax_ids ?? []) newTaxId(context, id, taxId);
}

function ofChange(context: Context, id: string, sent: Stripe.InvoiceCreatePreviewParams): Stripe.Invoice {
  const before = context.store.find('subscription', id);
  if (!before) throw noSuchReference('subscription', id, 'subscription');
  const details = sent.subscription_details;
  const changes = details || sent.discounts || sent.automatic_tax;
  const after = changes ? updateSubscription(context, before, changesOf(sent)) : before;
  const latest = idOf(after.latest_invoice);
  if (latest !== null && latest !== idOf(before.latest_invoice)) return context.store.get('invoice', latest);
  const isLast = after.cancel_at !== null && after.cancel_at_period_end;
  if (hasEnded(after) || isLast) {
    throw invalidRequest('No upcoming invoices for this subscription.', { code: 'invoice_upcoming_none' });
  }
  return upcomingInvoice(context, after);
}

function changesOf({ automatic_tax, discounts, subscription_details: details }: Stripe.InvoiceCreatePreviewParams) {
  const { billing_cycle_anchor, cancel_at, cancel_at_period_end, items, trial_end } = details ?? {};
  const { proration_behavior, proration_date } = details ?? {};
  const dates = { billing_cycle_anchor, cancel_at, cancel_at_period_end, trial_end };
  const changes = { ...dates, automatic_tax, discounts, items, proration_behavior, proration_date };
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(sent), payment_behavior: 'default_incomplete' } as const;
}

function ofNew(context: Context, sent: Stripe.InvoiceCreatePreviewParams): Stripe.Invoice {
  const { automatic_tax: automaticTax, customer, discounts, subscription_details: details } = sent;
  if (!customer) throw missingParameter('customer');
  const items = details?.items?.map(({ price, price_data, quantity }) => ({ price, price_data, quantity }));
  const made = createSubscription(context, {
    customer,
    discounts: discounts || [],
    items,
    payment_behavior: 'default_incomplete',
    ...(automaticTax ? { automatic_tax: automaticTax } : {}),
    ...(details?.trial_end === undefined ? {} : { trial_end: details.trial_end }),
  });
  return context.store.get('invoice', idOf(made.latest_invoice) ?? '');
}

/** Makes a store that begins like another one and leaves that unchanged. */
function scratchStore(real: Store): Store {
  const written = new Map<Collection, Map<string, { id: string } | null>>();
  const own = (collection: Collection) => {
    const table = written.get(collection) ?? new Map<string, { id: string } | null>();
    written.set(collection, table);
    return table;
  };
  const scratch: Store = {
    ...real,
    find(collection, id) {
      const found = own(collection).get(id);
      // Safe because a collection only ever holds records of its own type, see put.
      return found === undefined
        ? real.find(collection, id)
        : ((found ?? undefined) as ReturnType<typeof real.find<typeof collection>>);
    },
    get(collection, id) {
      const record = scratch.find(collection, id);
      if (!record) throw new Error(`the sandbox has lost ${collection} ${id}`);
      return record;
    },
    all(collection) {
      const ids = new Set([...real.all(collection).map(({ id }) => id), ...own(collection).keys()]);
      return [...ids].flatMap((id) => scratch.find(collection, id) ?? []);
    },
    put(collection, record) {
      own(collection).set(record.id, record);
      return record;
    },
    remove: (collection, id) => void own(collection).set(id, null),
  };
  return scratch;
}
