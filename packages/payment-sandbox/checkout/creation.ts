import type Stripe from 'stripe';
import { type Context, pageAddress } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter, noSuchReference, unsupportedParameter } from '../errors.ts';
import { newId, newSessionId } from '../ids.ts';
import { idOf } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { checkChoices } from '../resources/payment-intent-states.ts';
import { createSetupIntent } from '../resources/setup-intent-states.ts';
import { trialEndOf } from '../subscriptions/trial.ts';
import { schedule } from '../tasks.ts';
import { taxpayerOf } from '../tax/places.ts';
import { checkedDiscounts, putCheckout } from './session.ts';

type Sent = Stripe.Checkout.SessionCreateParams;
const modes = ['payment', 'setup', 'subscription'] as const;
type Mode = (typeof modes)[number];

const shortestSeconds = 30 * 60;
const longestSeconds = 24 * 3600;

/** Opens a checkout; its `url` is enough to complete it. @throws ApiError 400 */
export function createSession(context: Context, sent: Sent): Stripe.Checkout.Session {
  const mode = modeOf(sent);
  refuseUnused(context, sent, mode);
  const id = newSessionId();
  const customer = sent.customer ? referredCustomer(context, sent.customer) : null;
  const lines = mode === 'setup' ? [] : newLines(context, sent.line_items, mode);
  const blank: Stripe.Checkout.Session = {
    ...exampleOf('checkout.session'),
    ...untouched,
    id,
    allow_promotion_codes: null,
    allowed_payment_method_types: sent.allowed_payment_method_types ?? null,
    automatic_tax: automaticTax(context, sent, customer),
    billing_address_collection: sent.billing_address_collection ?? null,
    cancel_url: webAddress(sent.cancel_url, 'cancel_url'),
    client_reference_id: sent.client_reference_id ?? null,
    created: context.now,
    currency: lines[0]?.currency ?? sent.currency ?? null,
    customer: customer?.id ?? null,
    customer_creation: customer || mode === 'setup' ? null : creationOf(sent, mode),
    customer_details: customer || sent.customer_email ? customerDetails(customer, sent.customer_email ?? null) : null,
    customer_email: sent.customer_email ?? null,
    discounts: checkedDiscounts(context, sent.discounts ?? []),
    expires_at: expiryOf(context, sent.expires_at),
    locale: sent.locale ?? null,
    metadata: mergeMetadata({}, sent.metadata),
    mode,
    payment_method_collection: mode === 'subscription' ? (sent.payment_method_collection ?? 'always') : null,
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    submit_type: sent.submit_type ?? null,
    success_url: successAddress(sent.success_url),
    url: pageAddress(context, `/checkout/${id}`, sent.success_url),
  };
  const setup = mode === 'setup' ? newSetup(context, sent, customer?.id ?? null) : null;
  const { session } = putCheckout(context, {
    session: { ...blank, setup_intent: setup },
    details: {
      id,
      lines,
      subscription: subscriptionData(context, sent),
      payment: sent.payment_intent_data ?? {},
      attempt: setup ? { intent: setup, subscription: null } : null,
      savesAddress: !customer || sent.customer_update?.address === 'auto',
    },
  });
  schedule(context, 'checkout.expire', id, session.expires_at);
  return session;
}

/** Fields of Stripe's example that this sandbox does not use, or that are set later. */
const untouched = {
  adaptive_pricing: null,
  after_expiration: null,
  amount_subtotal: null,
  amount_total: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  invoice: null,
  invoice_creation: null,
  managed_payments: null,
  payment_intent: null,
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  permissions: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  status: 'open',
  total_details: null,
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;

/**
 * Returns the automatic tax of a session.
 * @throws ApiError 400 for a customer whose place is unknown, unless the page may save the place it asks for
 */
function automaticTax(
  { store }: Context,
  { automatic_tax: sent, customer_update: update }: Sent,
  customer: Stripe.Customer | null,
): Stripe.Checkout.Session.AutomaticTax {
  if (!sent?.enabled) return { enabled: false, liability: null, provider: null, status: null };
  if (customer && update?.address !== 'auto' && taxpayerOf(store, customer) === null) {
    throw invalidRequest(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      { code: 'customer_tax_location_invalid', param: 'automatic_tax' },
    );
  }
  const status = 'requires_location_inputs' as const;
  return { enabled: true, liability: { type: 'self' }, provider: 'stripe', status };
}

function modeOf({ mode }: Sent): Mode {
  if (mode === undefined) throw missingParameter('mode');
  const known = modes.find((one) => one === mode);
  if (known) return known;
  throw invalidRequest('Invalid mode: must be one of payment, setup, or subscription', { param: 'mode' });
}

/** @throws ApiError 400 for parameters that this sandbox does not act on, or that do not belong to the mode */
function refuseUnused(context: Context, sent: Sent, mode: Mode): void {
  checkChoices(context, { allowed_payment_method_types: sent.allowed_payment_method_types });
  if (sent.ui_mode && sent.ui_mode !== 'hosted_page') throw unsupportedParameter('ui_mode');
  refuseOthers('payment_intent_data', sent.payment_intent_data, paymentFields);
  refuseOthers('setup_intent_data', sent.setup_intent_data, ['description', 'metadata']);
  refuseOthers('customer_update', sent.customer_update, ['address', 'name']);
  refuseOthers('subscription_data', sent.subscription_data, subscriptionFields);
  const foreign = Object.entries(ownData).find(
    ([owner, name]) => owner !== mode && new Map<string, unknown>(Object.entries(sent)).get(name) !== undefined,
  );
  if (foreign) {
    throw invalidRequest(`You can not pass \`${foreign[1]}\` in \`${mode}\` mode.`, { param: foreign[1] });
  }
  if (sent.payment_method_collection && mode !== 'subscription') {
    throw invalidRequest('You can only set `payment_method_collection` if there are recurring prices.', {
      param: 'payment_method_collection',
    });
  }
  if (sent.customer && sent.customer_email) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
      param: 'customer',
    });
  }
}

const ownData = { payment: 'payment_intent_data', setup: 'setup_intent_data', subscription: 'subscription_data' };
const paymentFields = [
  'description',
  'metadata',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
];
const subscriptionFields = [
  'billing_mode',
  'description',
  'metadata',
  'trial_end',
  'trial_period_days',
  'trial_settings',
];

function refuseOthers(name: string, sent: object | undefined, known: readonly string[]): void {
  const other = Object.keys(sent ?? {}).find((field) => !known.includes(field));
  if (other) throw unsupportedParameter(`${name}[${other}]`);
}

/** Returns the subscription's data. Rejects an impossible trial now, not only on the page. */
function subscriptionData(
  context: Context,
  { subscription_data: sent = {} }: Sent,
): NonNullable<Sent['subscription_data']> {
  const { billing_mode: _, ...data } = sent;
  if (data.trial_period_days !== undefined && data.trial_period_days < 1) {
    throw invalidRequest('The minimum number of trial period days is 1.', {
      param: 'subscription_data[trial_period_days]',
    });
  }
  trialEndOf(data, context.now);
  return data;
}

function newSetup(context: Context, { setup_intent_data: data }: Sent, customer: string | null): string {
  const intent = createSetupIntent(context, {
    customer,
    description: data?.description ?? null,
    metadata: mergeMetadata({}, data?.metadata),
  });
  return intent.id;
}

function creationOf(sent: Sent, mode: Mode): Stripe.Checkout.Session.CustomerCreation {
  return mode === 'subscription' ? 'always' : (sent.customer_creation ?? 'if_required');
}

/** Returns the known details of the buyer. */
export function customerDetails(
  customer: Stripe.Customer | null,
  email: string | null,
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: customer?.address ?? null,
    business_name: null,
    email: customer?.email ?? email,
    individual_name: null,
    name: customer?.name ?? null,
    phone: customer?.phone ?? null,
    tax_exempt: customer?.tax_exempt ?? 'none',
    tax_ids: null,
  };
}

function expiryOf({ now }: Context, sent: number | undefined): number {
  if (sent === undefined) return now + longestSeconds;
  // Allows a minute, because the caller's clock may differ from the sandbox's.
  if (sent >= now + shortestSeconds - 60 && sent <= now + longestSeconds + 60) return sent;
  throw invalidRequest(
    'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
    { param: 'expires_at' },
  );
}

function successAddress(sent: string | undefined): string {
  if (!sent) throw missingParameter('success_url');
  webAddress(sent.replaceAll('{CHECKOUT_SESSION_ID}', 'id'), 'success_url');
  return sent;
}

function webAddress(sent: string | undefined, param: string): string | null {
  if (!sent) return null;
  if (/^https?:$/.test(URL.parse(sent)?.protocol ?? '')) return sent;
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param });
}

type SentLine = Stripe.Checkout.SessionCreateParams.LineItem;

/** Returns the bought lines, each with its price; `withAmounts` adds the amounts. @throws ApiError 400 */
function newLines(
  context: Context,
  sent: readonly SentLine[] | undefined,
  mode: 'payment' | 'subscription',
): Stripe.LineItem[] {
  if (!sent || sent.length === 0) throw missingParameter('line_items');
  const lines = sent.map((line, index) => newLine(context, line, `line_items[${index}]`));
  const recurring = lines.filter((line) => line.price?.recurring);
  if (mode === 'payment' && recurring.length > 0) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'line_items' },
    );
  }
  if (mode === 'subscription' && recurring.length === 0) {
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.', {
      param: 'line_items',
    });
  }
  if (mode === 'subscription' && recurring.length < lines.length) throw unsupportedParameter('line_items');
  if (new Set(lines.map((line) => line.currency)).size > 1) {
    throw invalidRequest('All prices of a Checkout Session must have the same currency.', { param: 'line_items' });
  }
  return lines;
}

function newLine(context: Context, sent: SentLine, name: string): Stripe.LineItem {
  if (sent.price_data) throw unsupportedParameter(`${name}[price_data]`);
  if (sent.tax_rates) throw unsupportedParameter(`${name}[tax_rates]`);
  if (sent.adjustable_quantity?.enabled) throw unsupportedParameter(`${name}[adjustable_quantity]`);
  if (!sent.price) throw missingParameter(`${name}[price]`);
  const price = context.store.find('price', sent.price);
  if (!price) throw noSuchReference('price', sent.price, `${name}[price]`);
  if (!price.active) {
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: `${name}[price]`,
    });
  }
  const { quantity = 1 } = sent;
  if (quantity < 1) throw invalidRequest('Quantity must be at least 1.', { param: `${name}[quantity]` });
  const subtotal = (price.unit_amount ?? 0) * quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: subtotal,
    amount_tax: 0,
    amount_total: subtotal,
    currency: price.currency,
    description: context.store.find('product', idOf(price.product) ?? '')?.name ?? null,
    metadata: mergeMetadata({}, sent.metadata),
    price,
    quantity,
  };
}
