import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { emit } from '../events.ts';
import { idOf } from '../lists.ts';
import { changeSubscription } from '../subscriptions/status.ts';
import { cardRefusal } from './card-refusal.ts';
import { referredCustomer } from './customer-lookup.ts';

/** Gives a card to a customer, after the bank's check that Stripe makes at this point. */
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

/** Takes a card from its customer for good. @throws ApiError 400 when it has none */
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

/** Takes all cards from a customer who is being deleted. */
export function detachAll(context: Context, customerId: string): void {
  for (const method of context.store.all('payment_method')) {
    if (idOf(method.customer) === customerId) detachPaymentMethod(context, method);
  }
}
