import type Stripe from 'stripe';
import { type Call, type Context, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import type { Inclusions } from '../expand.ts';
import { randomText } from '../ids.ts';
import { cashOf } from '../invoices/cash.ts';
import { idOf, inRange, pageOf } from '../lists.ts';
import { addressOf, mergeMetadata, textOf } from '../parameters.ts';
import { endAllSubscriptions } from '../subscriptions/status.ts';
import { customerTax, noTaxPlace, placeOf, taxIdsOf } from '../tax/places.ts';
import { attachPaymentMethod, detachAll, paymentMethodFor } from './customer-cards.ts';
import { liveCustomer } from './customer-lookup.ts';
import { newTaxId } from './customer-tax-ids.ts';

const writable = [
  'address',
  'balance',
  'description',
  'email',
  'invoice_prefix',
  'invoice_settings',
  'metadata',
  'name',
  'next_invoice_sequence',
  'phone',
  'preferred_locales',
  'shipping',
  'tax',
  'tax_exempt',
] as const;

export const customerOperations = [
  operation<Stripe.CustomerCreateParams>({
    method: 'post',
    path: '/v1/customers',
    accepts: [...writable, 'payment_method', 'tax_id_data'],
    run: createCustomer,
  }),
  operation<Stripe.CustomerListParams>({
    method: 'get',
    path: '/v1/customers',
    accepts: ['created', 'email', 'ending_before', 'limit', 'starting_after'],
    run: ({ store, parameters }) => {
      const customers = store
        .all('customer')
        .filter((customer): customer is Stripe.Customer => !customer.deleted)
        .filter((customer) => parameters.email === undefined || customer.email === parameters.email)
        .filter((customer) => inRange(customer.created, parameters.created));
      return pageOf(customers, parameters, { url: '/v1/customers', kind: 'customer' });
    },
  }),
  operation<Stripe.CustomerRetrieveParams>({
    method: 'get',
    path: '/v1/customers/{id}',
    accepts: [],
    run: ({ store, id }) => {
      const customer = store.find('customer', id);
      if (!customer) throw noSuchResource('customer', id);
      return customer;
    },
  }),
  operation<Stripe.CustomerUpdateParams>({
    method: 'post',
    path: '/v1/customers/{id}',
    accepts: writable,
    run: updateCustomer,
  }),
  operation<Stripe.CustomerDeleteParams>({
    method: 'delete',
    path: '/v1/customers/{id}',
    accepts: [],
    run: deleteCustomer,
  }),
  operation<Stripe.CustomerListPaymentMethodsParams>({
    method: 'get',
    path: '/v1/customers/{id}/payment_methods',
    accepts: ['allow_redisplay', 'ending_before', 'limit', 'starting_after', 'type'],
    run: (call) => {
      const { store, parameters, id } = call;
      liveCustomer(call, id);
      const methods = store
        .all('payment_method')
        .filter((method) => idOf(method.customer) === id)
        .filter((method) => parameters.type === undefined || method.type === parameters.type)
        .filter((method) => !parameters.allow_redisplay || method.allow_redisplay === parameters.allow_redisplay);
      return pageOf(methods, parameters, { url: `/v1/customers/${id}/payment_methods`, kind: 'payment_method' });
    },
  }),
  operation<Stripe.CustomerRetrievePaymentMethodParams>({
    method: 'get',
    path: '/v1/customers/{customerId}/payment_methods/{id}',
    accepts: [],
    run: (call) => {
      const { id: customerId } = liveCustomer(call, call.path.customerId ?? '');
      const method = call.store.find('payment_method', call.id);
      if (!method || idOf(method.customer) !== customerId) throw noSuchResource('PaymentMethod', call.id);
      return method;
    },
  }),
];

/** Tax data that a customer shows only when expanded. */
export const customerInclusions: Inclusions = {
  'customer.tax': (store, id) => {
    const customer = store.find('customer', id);
    return customer && !customer.deleted ? customerTax(store, customer) : null;
  },
  'customer.tax_ids': (store, id) =>
    pageOf(taxIdsOf(store, id), {}, { url: `/v1/customers/${id}/tax_ids`, kind: 'tax_id' }),
};

export function newCustomer(context: Context, sent: Stripe.CustomerCreateParams): Stripe.Customer {
  const { store, now } = context;
  const blank: Stripe.Customer = {
    // Safe because the example of a customer is not deleted.
    ...(exampleOf('customer') as Stripe.Customer),
    id: `cus_${randomText(14)}`,
    address: null,
    created: now,
    currency: null,
    discount: null,
    invoice_prefix: randomText(8).toUpperCase(),
    shipping: null,
    test_clock: null,
  };
  const customer = store.put('customer', withFields(blank, sent));
  emit(context, 'customer.created', customer);
  return customer;
}

function createCustomer(call: Call<Stripe.CustomerCreateParams>): Stripe.Customer {
  const { store, parameters } = call;
  const customer = newCustomer(call, parameters);
  rememberTaxInput(call, customer, parameters.tax);
  for (const taxId of parameters.tax_id_data ?? []) newTaxId(call, customer.id, taxId);
  if (parameters.payment_method) {
    attachPaymentMethod(call, paymentMethodFor(call, parameters.payment_method, 'payment_method'), customer.id);
  }
  const preferred = parameters.invoice_settings?.default_payment_method;
  return preferred ? store.put('customer', withDefaultCard(call, customer, preferred)) : customer;
}

type SentTax = Stripe.CustomerUpdateParams['tax'];

/**
 * Stores the place of a customer's browser, and checks it where the call asks for that.
 * @throws ApiError 400 `customer_tax_location_invalid`; the call then changes nothing
 */
function rememberTaxInput({ store }: Context, customer: Stripe.Customer, sent: SentTax): void {
  if (sent?.ip_address !== undefined) {
    store.put('customer_tax_input', { id: customer.id, ipAddress: sent.ip_address || null });
  }
  const isTaxed = store
    .all('subscription')
    .some((one) => idOf(one.customer) === customer.id && one.automatic_tax.enabled && one.ended_at === null);
  const checks = sent?.validate_location === 'immediately' || (sent?.validate_location === 'auto' && isTaxed);
  if (checks && placeOf(store, customer) === null) throw noTaxPlace('address');
}

function updateCustomer(call: Call<Stripe.CustomerUpdateParams>): Stripe.Customer {
  const { store, parameters, id } = call;
  const before = liveCustomer(call, id);
  const preferred = parameters.invoice_settings?.default_payment_method;
  const changed = withFields(before, parameters);
  const customer = store.put('customer', preferred === undefined ? changed : withDefaultCard(call, changed, preferred));
  rememberTaxInput(call, customer, parameters.tax);
  if (JSON.stringify(before) !== JSON.stringify(customer)) emit(call, 'customer.updated', customer, before);
  return customer;
}

function deleteCustomer(call: Call<Stripe.CustomerDeleteParams>): Stripe.DeletedCustomer {
  const { store, id } = call;
  liveCustomer(call, id);
  // "You cannot delete a customer with any cash balances, even if the balance is 0"
  // (https://docs.stripe.com/api/cash_balance)
  if (cashOf(store, id).available !== null) {
    throw invalidRequest('You cannot delete a customer that has a cash balance.');
  }
  endAllSubscriptions(call, id);
  detachAll(call, id);
  emit(call, 'customer.deleted', liveCustomer(call, id));
  return store.put('customer', { id, object: 'customer', deleted: true });
}

function withFields(
  customer: Stripe.Customer,
  sent: Stripe.CustomerCreateParams & Stripe.CustomerUpdateParams,
): Stripe.Customer {
  const { invoice_settings: invoiceSettings } = sent;
  return {
    ...customer,
    address: sent.address === undefined ? customer.address : addressOf(sent.address),
    balance: sent.balance ?? customer.balance,
    description: textOf(sent.description, customer.description),
    email: emailOf(sent.email, customer.email),
    invoice_prefix: sent.invoice_prefix ?? customer.invoice_prefix,
    invoice_settings: {
      ...customer.invoice_settings,
      footer: textOf(invoiceSettings?.footer, customer.invoice_settings.footer),
    },
    metadata: mergeMetadata(customer.metadata, sent.metadata),
    name: textOf(sent.name, customer.name),
    next_invoice_sequence: sent.next_invoice_sequence ?? customer.next_invoice_sequence,
    phone: textOf(sent.phone, customer.phone),
    preferred_locales: sent.preferred_locales ?? customer.preferred_locales,
    shipping: sent.shipping === undefined ? customer.shipping : shippingOf(sent.shipping),
    tax_exempt: sent.tax_exempt === undefined ? customer.tax_exempt : sent.tax_exempt || 'none',
  };
}

export function changeDefaultCard(context: Context, before: Stripe.Customer, methodId: string): void {
  if (idOf(before.invoice_settings.default_payment_method) === methodId) return;
  const customer = context.store.put('customer', withDefaultCard(context, before, methodId));
  emit(context, 'customer.updated', customer, before);
}

function withDefaultCard(call: Context, customer: Stripe.Customer, methodId: string): Stripe.Customer {
  const method = methodId === '' ? null : call.store.find('payment_method', methodId);
  if (method !== null && idOf(method?.customer) !== customer.id) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    );
  }
  const settings = { ...customer.invoice_settings, default_payment_method: method?.id ?? null };
  return { ...customer, invoice_settings: settings };
}

function emailOf(sent: string | undefined, current: string | null): string | null {
  if (sent && !/^[^\s@]+@[^\s@]+$/.test(sent)) {
    throw invalidRequest(`Invalid email address: ${sent}`, { code: 'email_invalid', param: 'email' });
  }
  return textOf(sent, current);
}

type SentShipping = Exclude<Stripe.CustomerCreateParams['shipping'], undefined>;

function shippingOf(sent: SentShipping): Stripe.Customer.Shipping | null {
  if (!sent) return null;
  return { address: addressOf(sent.address) ?? undefined, name: sent.name, phone: sent.phone ?? null };
}
