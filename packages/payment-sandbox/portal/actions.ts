import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../lists.ts';
import { detachPaymentMethod } from '../resources/attachment.ts';
import { liveCustomer } from '../resources/customer-lookup.ts';
import { changeDefaultCard } from '../resources/customers.ts';
import type { NewPaymentMethod } from '../resources/new-card.ts';
import { createSetupIntent, openSetupStates } from '../resources/new-setup-intent.ts';
import { confirmSetupIntent } from '../resources/setup-confirmation.ts';
import { cancelSubscription } from '../subscriptions/cancellation.ts';
import { updateSubscription } from '../subscriptions/changes.ts';
import { periodOf } from '../subscriptions/items.ts';
import { cardAt, isNeeded, subscriptionAt, type Visit } from './visit.ts';

/** Ends a plan with its period, by a time as Stripe's portal does, or now where the configuration says so. */
export function cancelPlan(context: Context, visit: Visit, id: string | null): void {
  const { enabled, mode } = visit.features.subscription_cancel;
  if (!enabled) throw notOffered();
  const subscription = subscriptionAt(visit, id);
  if (mode === 'immediately') cancelSubscription(context, subscription);
  else if (subscription.cancel_at === null) {
    updateSubscription(context, subscription, { cancel_at: periodOf(subscription).end });
  }
}

/** Lets a plan go on that was to end. */
export function renewPlan(context: Context, visit: Visit, id: string | null): void {
  const subscription = subscriptionAt(visit, id);
  if (subscription.cancel_at === null) return;
  const clears = subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const };
  updateSubscription(context, subscription, clears);
}

/** Makes a card the one that is charged, also for plans that have a card of their own. */
export function makeDefault(context: Context, visit: Visit, id: string | null): void {
  if (!visit.features.payment_method_update.enabled) throw notOffered();
  const card = cardAt(visit, id);
  changeDefaultCard(context, visit.customer, card.id);
  for (const subscription of visit.subscriptions) {
    if (subscription.default_payment_method === null) continue;
    updateSubscription(context, subscription, { default_payment_method: card.id });
  }
}

/** Takes a card away, unless a plan that goes on is charged to it. */
export function removeCard(context: Context, visit: Visit, id: string | null): void {
  if (!visit.features.payment_method_update.enabled) throw notOffered();
  const card = cardAt(visit, id);
  if (isNeeded(visit, card)) throw invalidRequest('Your plan is charged to this card. Add another card first.');
  detachPaymentMethod(context, card);
}

/**
 * Saves a card that was typed at the portal.
 * @returns the setup intent: succeeded, or to be answered at the bank
 * @throws ApiError 402 declined
 */
export function addCard(
  context: Context,
  visit: Visit,
  card: NewPaymentMethod['card'] | undefined,
): Stripe.SetupIntent {
  const { store } = context;
  if (!visit.features.payment_method_update.enabled) throw notOffered();
  const known = store.find('portal_setup', visit.session.id);
  const open = known && store.get('setup_intent', known.intent);
  const isUsable = open && openSetupStates.includes(open.status);
  const intent = isUsable ? open : createSetupIntent(context, { customer: visit.customer.id });
  store.put('portal_setup', { id: visit.session.id, intent: intent.id });
  const sent = { payment_method_data: { type: 'card', card }, use_stripe_sdk: true };
  const confirmed = confirmSetupIntent(context, intent, sent);
  if (confirmed.status === 'succeeded') followPortalSetup(context, confirmed);
  return confirmed;
}

/** The first card that a customer adds at the portal becomes the default. */
export function followPortalSetup(context: Context, intent: { id: string; status: string; customer: unknown }): void {
  const { store } = context;
  const setup = store.find('setup_intent', intent.id);
  const isOfPortal = store.all('portal_setup').some((one) => one.intent === intent.id);
  if (!setup || !isOfPortal || setup.status !== 'succeeded') return;
  const customer = liveCustomer(context, idOf(setup.customer) ?? '');
  if (customer.invoice_settings.default_payment_method !== null) return;
  changeDefaultCard(context, customer, idOf(setup.payment_method) ?? '');
}

function notOffered() {
  return invalidRequest('The customer portal does not offer this.');
}
