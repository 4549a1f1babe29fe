import type Stripe from 'stripe';
import type { RawAnswer, TestSandbox } from './sandbox.ts';

/** Prices for tests of subscriptions, and a function that creates customers. */
export type Shop = {
  monthly: Stripe.Price;
  yearly: Stripe.Price;
  /** Creates a customer; a card of this name becomes the default one. */
  customer(card?: string): Promise<Stripe.Customer>;
};

/** Creates a product at 8.99 a month and 89.99 a year. */
export async function openShop({ stripe }: TestSandbox): Promise<Shop> {
  const product = await stripe.products.create({ name: 'Premium' });
  const price = (amountMinor: number, interval: 'month' | 'year') =>
    stripe.prices.create({ product: product.id, currency: 'gbp', unit_amount: amountMinor, recurring: { interval } });
  return {
    monthly: await price(899, 'month'),
    yearly: await price(8999, 'year'),
    async customer(card) {
      const customer = await stripe.customers.create({ email: 'member@example.org' });
      if (!card) return customer;
      const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
      const settings = { default_payment_method: method.id };
      await stripe.customers.update(customer.id, { invoice_settings: settings });
      return customer;
    },
  };
}

/** Creates a subscription as the portal does: it waits for the browser to pay its first invoice. */
export function subscribe(
  { stripe }: TestSandbox,
  customer: Stripe.Customer,
  price: Stripe.Price,
  extra: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
    ...extra,
  });
}

export function invoiceIn(subscription: Stripe.Subscription): Stripe.Invoice {
  if (!subscription.latest_invoice || typeof subscription.latest_invoice === 'string') {
    throw new Error('the latest invoice was not expanded');
  }
  return subscription.latest_invoice;
}

/** Confirms the payment behind a client secret as Stripe.js does. */
export function payInBrowser(
  sandbox: TestSandbox,
  subscription: Stripe.Subscription,
  fields: Record<string, string>,
): Promise<RawAnswer> {
  const secret = invoiceIn(subscription).confirmation_secret?.client_secret ?? '';
  const id = secret.split('_secret_')[0];
  const { publishableKey } = sandbox.running;
  return sandbox.post(`/v1/payment_intents/${id}/confirm`, { key: publishableKey, client_secret: secret, ...fields });
}

/** Writes events as lines of `type status`, in their order, to compare a life step by step. */
function linesOf(events: readonly Stripe.Event[]): string[] {
  return events.map(({ type, data: { object } }) => {
    const status = 'status' in object && typeof object.status === 'string' ? ` ${object.status}` : '';
    return `${type}${status}`;
  });
}

/** Returns the lines of all events that some work causes. */
export async function linesDuring(sandbox: TestSandbox, work: () => Promise<unknown>): Promise<string[]> {
  const before = await sandbox.newestEvent();
  await work();
  return linesOf(await sandbox.eventsAfter(before));
}

/** Returns the lines of the events that some work causes for one customer, whatever else happens in the sandbox. */
export async function linesOfCustomer(
  sandbox: TestSandbox,
  customer: Stripe.Customer,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const before = await sandbox.newestEvent();
  await work();
  const { data } = await sandbox.stripe.invoices.list({ customer: customer.id, limit: 100 });
  const invoices = new Set(data.map(({ id }) => id));
  const events = await sandbox.eventsAfter(before);
  return linesOf(
    events.filter(({ data: { object } }) => {
      if (object.object === 'invoice_payment') return invoices.has(String(object.invoice));
      return 'customer' in object && object.customer === customer.id;
    }),
  );
}

/** Builds card fields as Stripe.js posts them. */
export function cardFields(number: string): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  };
}
