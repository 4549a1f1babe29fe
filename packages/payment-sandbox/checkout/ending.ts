import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { liveCustomer } from '../resources/customer-lookup.ts';
import { cancelSetupIntent, openSetupStates } from '../resources/new-setup-intent.ts';
import { cancelIntent } from '../resources/payment-intent-cancellation.ts';
import { openStates } from '../resources/payment-intent-states.ts';
import { cancelSubscription } from '../subscriptions/cancellation.ts';
import { type TaskHandlers, unschedule } from '../tasks.ts';
import { customerDetails } from './creation.ts';
import { type Checkout, checkoutOf } from './session.ts';

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

/** What a completed checkout has led to. */
export type Bought = { customer: string | null; paymentIntent?: string; subscription?: Stripe.Subscription };

/** Closes a checkout that was completed; its page then only leads on. */
export function completeSession(context: Context, { session }: Checkout, bought: Bought): Stripe.Checkout.Session {
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
