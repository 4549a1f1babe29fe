import type Stripe from 'stripe';
import {
  brandOf,
  type CardBehaviour,
  cardRefusal,
  checkCardDetails,
  fingerprintOf,
  testCardNamed,
  testCardOf,
} from '../cards.ts';
import { type Context, settingsOf } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter, noSuchReference } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import { addressOf, mergeMetadata, textOf } from '../parameters.ts';
import { changeSubscription } from '../subscriptions/status.ts';
import { newOtherMethod } from './bank-methods.ts';
import { referredCustomer } from './customer-lookup.ts';

/**
 * Attaches a card to a customer, after the bank's check that Stripe makes at this point.
 * @throws ApiError 400 for another customer's card or one that may not be used again, 402 when the bank declines it
 */
export function attachPaymentMethod(
  context: Context,
  method: Stripe.PaymentMethod,
  customerId: string,
): Stripe.PaymentMethod {
  const { store } = context;
  if (idOf(method.customer) === customerId) return method;
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    });
  }
  refuseSpent(context, method);
  const { behaviour } = store.get('card_secret', method.id);
  if (behaviour.decline && !behaviour.attachesAnyway) throw cardRefusal(behaviour.decline, {});
  const attached = store.put('payment_method', { ...method, customer: customerId });
  emit(context, 'payment_method.attached', attached);
  return attached;
}

/** @throws ApiError 400 for a card that was used without a customer or was detached */
export function refuseSpent({ store }: Context, method: Stripe.PaymentMethod): void {
  if (!store.get('card_secret', method.id).spent) return;
  throw invalidRequest(
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    { code: 'payment_method_unexpected_state', param: 'payment_method' },
  );
}

/** Detaches a card from its customer permanently. @throws ApiError 400 when it has no customer */
export function detachPaymentMethod(context: Context, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const { store } = context;
  const customerId = idOf(method.customer);
  if (customerId === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    });
  }
  const detached = store.put('payment_method', { ...method, customer: null });
  store.put('card_secret', { ...store.get('card_secret', method.id), spent: true });
  emit(context, 'payment_method.detached', detached, method);
  forgetDefault(context, customerId, method.id);
  for (const subscription of store.all('subscription')) {
    if (idOf(subscription.default_payment_method) !== method.id) continue;
    changeSubscription(context, subscription, { ...subscription, default_payment_method: null });
  }
  return detached;
}

function forgetDefault(context: Context, customerId: string, methodId: string): void {
  const customer = referredCustomer(context, customerId);
  if (idOf(customer.invoice_settings.default_payment_method) !== methodId) return;
  const settings = { ...customer.invoice_settings, default_payment_method: null };
  const updated = context.store.put('customer', { ...customer, invoice_settings: settings });
  emit(context, 'customer.updated', updated, customer);
}

/** Detaches all cards of a customer who is being deleted. */
export function detachAll(context: Context, customerId: string): void {
  for (const method of context.store.all('payment_method')) {
    if (idOf(method.customer) === customerId) detachPaymentMethod(context, method);
  }
}

/** Data of a new payment method, in all operations that accept them. */
export type NewPaymentMethod = Pick<
  Stripe.PaymentMethodCreateParams,
  'allow_redisplay' | 'bacs_debit' | 'billing_details' | 'card' | 'link' | 'metadata' | 'sepa_debit'
> & { type?: string };

/** Creates a payment method from typed data, and stores no more of a number than Stripe shows. */
export function createPaymentMethod(context: Context, sent: NewPaymentMethod): Stripe.PaymentMethod {
  if (!sent.type) throw missingParameter('type');
  const method =
    sent.type === 'card' ? storeCard(context, typedCard(context, sent.card)) : newOtherMethod(context, sent);
  return context.store.put('payment_method', {
    ...method,
    allow_redisplay: sent.allow_redisplay ?? 'unspecified',
    billing_details: billingOf(method.billing_details, sent.billing_details),
    metadata: mergeMetadata({}, sent.metadata),
  });
}

type TypedCard = { number: string; month: number; year: number; behaviour: CardBehaviour };

function typedCard(context: Context, card: NewPaymentMethod['card']): TypedCard {
  if (!card) throw missingParameter('card');
  if (card.token) {
    const named = testCardNamed(card.token);
    if (!named) throw noSuchReference('token', card.token, 'card[token]');
    return { ...named, ...farExpiry(context) };
  }
  const { number, exp_month: month, exp_year: year, cvc } = card;
  if (!number) throw missingParameter('card[number]');
  if (month === undefined) throw missingParameter('card[exp_month]');
  if (year === undefined) throw missingParameter('card[exp_year]');
  const digits = number.replaceAll(/[\s-]/g, '');
  const { behaviour } = testCardOf(digits);
  const fullYear = year < 100 ? 2000 + year : year;
  checkCardDetails({ month, year: fullYear, cvc }, context.now);
  return { number: digits, month, year: fullYear, behaviour };
}

/** Returns an expiry four years ahead, for cards made from an id such as pm_card_visa. */
function farExpiry({ now }: Context): { month: number; year: number } {
  const today = new Date(now * 1000);
  return { month: today.getUTCMonth() + 1, year: today.getUTCFullYear() + 4 };
}

function storeCard(context: Context, typed: TypedCard): Stripe.PaymentMethod {
  const { store, now } = context;
  const brand = brandOf(typed.number);
  const example = exampleOf('payment_method');
  const id = newId('pm');
  store.put('card_secret', { id, behaviour: typed.behaviour, setUpForOffSession: false, spent: false });
  return store.put('payment_method', {
    ...example,
    id,
    billing_details: { address: addressOf({}), email: null, name: null, phone: null, tax_id: null },
    // Safe because the example of a payment method is a card.
    card: {
      ...(example.card as Stripe.PaymentMethod.Card),
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      display_brand: brand,
      exp_month: typed.month,
      exp_year: typed.year,
      fingerprint: fingerprintOf(typed, settingsOf(store).fingerprintKey),
      generated_from: null,
      last4: typed.number.slice(-4),
      networks: { available: [brand], preferred: null },
      wallet: null,
    },
    created: now,
    metadata: {},
  });
}

/** Creates a new card for an id such as pm_card_visa, each time it is used; undefined for other ids. */
export function namedTestMethod(context: Context, id: string): Stripe.PaymentMethod | undefined {
  const named = id.startsWith('pm_card_') ? testCardNamed(id) : undefined;
  return named && storeCard(context, { ...named, ...farExpiry(context) });
}

/** Returns the payment method that a parameter names. @throws ApiError 400 */
export function paymentMethodFor(context: Context, id: string, param: string): Stripe.PaymentMethod {
  const method = namedTestMethod(context, id) ?? context.store.find('payment_method', id);
  if (!method) throw noSuchReference('PaymentMethod', id, param);
  return method;
}

/** Returns billing details with the call's values; empty values clear. */
export function billingOf(
  current: Stripe.PaymentMethod.BillingDetails,
  sent: Stripe.PaymentMethodCreateParams['billing_details'],
): Stripe.PaymentMethod.BillingDetails {
  if (!sent) return current;
  return {
    ...current,
    address: sent.address === undefined ? current.address : addressOf(sent.address || {}),
    email: textOf(sent.email, current.email),
    name: textOf(sent.name, current.name),
    phone: textOf(sent.phone, current.phone),
  };
}
