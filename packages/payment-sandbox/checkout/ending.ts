import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { emit } from '../events.ts';
import { idOf } from '../lists.ts';
import type { CheckoutAttempt, CheckoutDetails } from '../records.ts';
import type { NewPaymentMethod } from '../resources/customer-cards.ts';
import { liveCustomer } from '../resources/customer-lookup.ts';
import { newCustomer } from '../resources/customers.ts';
import { intentOfInvoice } from '../resources/invoice-payments.ts';
import { confirmIntent } from '../resources/payment-confirmation.ts';
import { blankIntent, cancelIntent, detailsOf, openStates } from '../resources/payment-intent-states.ts';
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  openSetupStates,
} from '../resources/setup-intent-states.ts';
import { cancelSubscription } from '../subscriptions/cancellation.ts';
import { createSubscription, type NewSubscription } from '../subscriptions/creation.ts';
import { type TaskHandlers, unschedule } from '../tasks.ts';
import { customerDetails } from './creation.ts';
import { asksForCard, type Checkout, checkoutOf, payerOf } from './session.ts';

export const checkoutTasks: TaskHandlers = {
  'checkout.expire': (context, id) => {
    const checkout = checkoutOf(context.store, id);
    if (checkout.session.status === 'open') expireSession(context, checkout);
  },
};

/** Closes a checkout that was not completed, with the objects begun in it. */
export function expireSession(context: Context, { session, details }: Checkout): Stripe.Checkout.Session {
  const { store } = context;
  unschedule(context, 'checkout.expire', session.id);
  const intentId = details.attempt?.intent ?? '';
  const setup = store.find('setup_intent', intentId);
  if (setup && openSetupStates.includes(setup.status)) cancelSetupIntent(context, setup, 'abandoned');
  const subscription = store.find('subscription', details.attempt?.subscription ?? '');
  if (subscription?.status === 'incomplete') cancelSubscription(context, subscription);
  const payment = store.find('payment_intent', intentId);
  if (payment && openStates.includes(payment.status)) cancelIntent(context, payment, 'abandoned');
  const expired = store.put('checkout.session', { ...session, status: 'expired', url: null });
  emit(context, 'checkout.session.expired', expired);
  return expired;
}

/** Objects that a completed checkout created. */
type Bought = { customer: string | null; paymentIntent?: string; subscription?: Stripe.Subscription };

/** Closes a completed checkout; its page then only leads to the success URL. */
function completeSession(context: Context, { session }: Checkout, bought: Bought): Stripe.Checkout.Session {
  const { customer, paymentIntent = null, subscription } = bought;
  unschedule(context, 'checkout.expire', session.id);
  const isPaid = (session.amount_total ?? 0) > 0;
  const completed = context.store.put('checkout.session', {
    ...session,
    customer,
    customer_details: customer ? customerDetails(liveCustomer(context, customer), null) : session.customer_details,
    invoice: subscription?.latest_invoice ?? null,
    payment_intent: paymentIntent,
    payment_status: isPaid ? 'paid' : 'no_payment_required',
    status: 'complete',
    subscription: subscription?.id ?? null,
    url: null,
  });
  emit(context, 'checkout.session.completed', completed);
  return completed;
}

/** Values of the page's form: the card, unless none is required, and the buyer's email address, when it is unknown. */
type Filled = { card: NewPaymentMethod['card'] | undefined; email: string | null };
type AnyIntent = Stripe.PaymentIntent | Stripe.SetupIntent;

/**
 * Pays or saves the card of a checkout.
 * @returns the intent that the bank must confirm, or null when the checkout is complete
 * @throws ApiError 402 declined, 400 for a checkout that is closed or a form that is incomplete
 */
export function confirmCheckout(context: Context, checkout: Checkout, filled: Filled): AnyIntent | null {
  const { store } = context;
  if (checkout.session.status === 'complete') return null;
  if (checkout.session.status !== 'open') throw closed();
  checkAddress(context, checkout);
  if (!asksForCard(checkout)) {
    const customer = customerOf(context, checkout, filled);
    completeSession(context, checkout, boughtWithoutCard(context, checkout, customer));
    return null;
  }
  const attempt = checkout.details.attempt ?? newAttempt(context, checkout, customerOf(context, checkout, filled));
  // A declined card leaves the attempt in place, because the same intent takes the next card.
  const details = store.put('checkout_details', { ...checkout.details, attempt });
  const sent = { payment_method_data: { type: 'card', card: filled.card }, use_stripe_sdk: true };
  const intent = attempt.intent.startsWith('seti_')
    ? confirmSetupIntent(context, store.get('setup_intent', attempt.intent), sent)
    : confirmIntent(context, store.get('payment_intent', attempt.intent), sent);
  if (intent.status === 'requires_action') return intent;
  followCheckout(context, intent, details.id);
  return null;
}

/** @throws ApiError 400 while a tax must be computed for an unknown place */
function checkAddress(context: Context, { session, details }: Checkout): void {
  if (!session.automatic_tax.enabled || payerOf(context, session, details)) return;
  throw invalidRequest('Choose your country first, so that the tax can be worked out.', {
    code: 'customer_tax_location_invalid',
    param: 'country',
  });
}

function closed() {
  return invalidRequest('This checkout is no longer open. Go back and start again.', { code: 'resource_missing' });
}

/** Completes the checkout whose intent has succeeded, if there is one, even when its page was closed at the bank's. */
export function followCheckout(context: Context, intent: AnyIntent, knownId?: string): void {
  const { store } = context;
  const id = knownId ?? store.all('checkout_details').findLast((one) => one.attempt?.intent === intent.id)?.id;
  if (id === undefined || intent.status !== 'succeeded') return;
  const checkout = checkoutOf(store, id);
  if (checkout.session.status !== 'open') return;
  completeSession(context, checkout, boughtWith(context, checkout, intent));
}

/**
 * Creates the objects that the page confirms: a payment intent, a subscription that costs something at once, or a setup
 * intent for one that does not.
 */
function newAttempt(context: Context, checkout: Checkout, customer: string | null): CheckoutAttempt {
  const { session, details } = checkout;
  if (session.mode === 'subscription' && (session.amount_total ?? 0) > 0) {
    const subscription = createSubscription(context, {
      ...subscriptionOf(checkout, customer),
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
    });
    const intent = intentOfInvoice(context.store, idOf(subscription.latest_invoice) ?? '');
    if (!intent) throw new Error(`${subscription.id} has nothing to pay`);
    return { intent: intent.id, subscription: subscription.id };
  }
  if (session.mode === 'subscription') {
    return { intent: createSetupIntent(context, { customer }).id, subscription: null };
  }
  const due = { amountMinor: session.amount_total ?? 0, currency: session.currency ?? '', customer };
  const blank = blankIntent(context, due);
  const intent = context.store.put('payment_intent', { ...blank, ...detailsOf(blank, details.payment) });
  emit(context, 'payment_intent.created', intent);
  return { intent: intent.id, subscription: null };
}

function boughtWith(context: Context, { session, details }: Checkout, intent: AnyIntent): Bought {
  const { store } = context;
  const customer = idOf(intent.customer);
  if (session.mode === 'payment') return { customer, paymentIntent: intent.id };
  if (session.mode === 'setup') return { customer };
  const paid = store.find('subscription', details.attempt?.subscription ?? '');
  if (paid) return { customer, subscription: paid };
  settleCurrency(context, customer, session.currency);
  const sent = subscriptionOf({ session, details }, customer);
  const card = idOf(intent.payment_method) ?? '';
  return { customer, subscription: createSubscription(context, { ...sent, default_payment_method: card }) };
}

/** Returns the result of a checkout that needs neither a payment nor a card. */
function boughtWithoutCard(context: Context, checkout: Checkout, customer: string | null): Bought {
  if (checkout.session.mode !== 'subscription') return { customer };
  return { customer, subscription: createSubscription(context, subscriptionOf(checkout, customer)) };
}

/** Sets the currency of a customer's first subscription for all later ones. */
function settleCurrency(context: Context, customerId: string | null, currency: string | null): void {
  const before = liveCustomer(context, customerId ?? '');
  if (before.currency) return;
  const customer = context.store.put('customer', { ...before, currency });
  emit(context, 'customer.updated', customer, before);
}

function subscriptionOf({ session, details }: Checkout, customer: string | null): NewSubscription {
  const discounts = (session.discounts ?? []).map(({ coupon }) => ({ coupon: idOf(coupon) ?? '' }));
  return {
    ...details.subscription,
    automatic_tax: { enabled: session.automatic_tax.enabled },
    customer: customer ?? '',
    discounts,
    items: details.lines.map(({ price, quantity }) => ({ price: price?.id ?? '', quantity: quantity ?? 1 })),
  };
}

/**
 * Returns the customer of a session and saves the address from the page. Creates a customer when the session has none
 * and `customer_creation` is `always`; otherwise null.
 * @throws ApiError 400 when a new customer has no email address
 */
function customerOf(context: Context, { session, details }: Checkout, { email }: Filled): string | null {
  const known = idOf(session.customer);
  if (known !== null) saveAddress(context, known, details);
  if (known !== null || session.customer_creation !== 'always') return known;
  const address = session.customer_email ?? email;
  if (!address) throw invalidRequest('Your email address is missing.', { code: 'email_invalid', param: 'email' });
  return newCustomer(context, { email: address, ...(details.address ? { address: sendable(details.address) } : {}) })
    .id;
}

/** Saves the address from the page as the customer's, where the caller allows that. */
function saveAddress(context: Context, id: string, { address, savesAddress }: CheckoutDetails): void {
  if (!address || !savesAddress) return;
  const before = liveCustomer(context, id);
  const customer = context.store.put('customer', { ...before, address });
  emit(context, 'customer.updated', customer, before);
}

function sendable(address: Stripe.Address): Stripe.AddressParam {
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null));
}
