import type Stripe from 'stripe';
import type { Context } from './context.ts';
import { ApiError, invalidRequest } from './errors.ts';
import { idOf } from './lists.ts';
import { detachPaymentMethod, type NewPaymentMethod } from './resources/customer-cards.ts';
import { liveCustomer } from './resources/customer-lookup.ts';
import { changeDefaultCard } from './resources/customers.ts';
import { confirmSetupIntent, createSetupIntent, openSetupStates } from './resources/setup-intent-states.ts';
import { cancelSubscription } from './subscriptions/cancellation.ts';
import { updateSubscription } from './subscriptions/changes.ts';
import { periodOf } from './subscriptions/items.ts';
import { changeSchedule, scheduleOf } from './subscriptions/schedules.ts';

type Features = Stripe.BillingPortal.Configuration.Features;

/** A customer at the portal, and the features of its configuration. */
export type Visit = {
  session: Stripe.BillingPortal.Session;
  customer: Stripe.Customer;
  features: Features;
  subscriptions: Stripe.Subscription[];
  cards: Stripe.PaymentMethod[];
  invoices: Stripe.Invoice[];
};

const shownStates: readonly Stripe.Subscription.Status[] = ['active', 'past_due', 'paused', 'trialing', 'unpaid'];

/** Returns everything that the portal shows in a session, newest first. @throws ApiError 404 */
export function visitOf(context: Context, sessionId: string): Visit {
  const { store } = context;
  const session = store.find('billing_portal.session', sessionId);
  const configuration = store.find('billing_portal.configuration', idOf(session?.configuration) ?? '');
  if (!session || !configuration) throw closed();
  const customer = liveCustomer(context, session.customer);
  const isTheirs = (one: { customer: Stripe.Subscription['customer'] | null }) => idOf(one.customer) === customer.id;
  const subscriptions = store.all('subscription').filter(isTheirs);
  const invoices = store.all('invoice').filter((one) => idOf(one.customer) === customer.id && one.number !== null);
  return {
    session,
    customer,
    features: configuration.features,
    subscriptions: subscriptions.filter(({ status }) => shownStates.includes(status)).reverse(),
    cards: store
      .all('payment_method')
      .filter((method) => idOf(method.customer) === customer.id)
      .reverse(),
    invoices: invoices.reverse(),
  };
}

function closed(): ApiError {
  const message = 'This link is no longer valid. Go back and open the billing page again.';
  return new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message });
}

export function defaultCardOf({ customer }: Visit): string | null {
  return idOf(customer.invoice_settings.default_payment_method);
}

/** Returns the card that a subscription is charged to: its own, or otherwise the customer's. */
export function cardOf(visit: Visit, subscription: Stripe.Subscription): Stripe.PaymentMethod | undefined {
  const id = idOf(subscription.default_payment_method) ?? defaultCardOf(visit);
  return visit.cards.find((card) => card.id === id);
}

/** Whether a subscription that continues is charged to the card. */
export function isNeeded(visit: Visit, card: Stripe.PaymentMethod): boolean {
  return visit.subscriptions.some((one) => one.cancel_at === null && cardOf(visit, one)?.id === card.id);
}

export function subscriptionAt(visit: Visit, id: string | null): Stripe.Subscription {
  const subscription = visit.subscriptions.find((one) => one.id === id);
  if (subscription) return subscription;
  throw new ApiError(404, { type: 'invalid_request_error', message: 'This plan has already ended.' });
}

function cardAt(visit: Visit, id: string | null): Stripe.PaymentMethod {
  const card = visit.cards.find((one) => one.id === id);
  if (card) return card;
  throw new ApiError(404, { type: 'invalid_request_error', message: 'This card was already removed.' });
}

/** Cancels a plan at the end of its period, by a time as in Stripe's portal, or now where the configuration says so. */
export function cancelPlan(context: Context, visit: Visit, id: string | null): void {
  const { enabled, mode } = visit.features.subscription_cancel;
  if (!enabled) throw notOffered();
  const subscription = subscriptionAt(visit, id);
  if (mode === 'immediately') cancelSubscription(context, subscription);
  else if (subscription.cancel_at === null) {
    updateSubscription(context, subscription, { cancel_at: periodOf(subscription).end });
  }
}

export function renewPlan(context: Context, visit: Visit, id: string | null): void {
  const subscription = subscriptionAt(visit, id);
  if (subscription.cancel_at === null) return;
  const clears = subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const };
  updateSubscription(context, subscription, clears);
}

/**
 * Returns the prices that a plan may be changed to; none when the portal offers no changes, or when the plan is about
 * to end or has a schedule.
 */
export function otherPlans({ store }: Pick<Context, 'store'>, visit: Visit, plan: Stripe.Subscription): Stripe.Price[] {
  const { enabled, products } = visit.features.subscription_update;
  if (!enabled || plan.cancel_at !== null || plan.schedule !== null) return [];
  const taken = plan.items.data.map(({ price }) => price.id);
  const offered = (products ?? []).flatMap(({ prices }) => prices).filter((id) => !taken.includes(id));
  return offered.flatMap((id) => store.find('price', id) ?? []).filter(({ active }) => active);
}

/**
 * Whether the configuration makes a change wait for the end of the period: a change to a shorter interval or a lower
 * price.
 */
export function waitsForPeriod({ features }: Visit, plan: Stripe.Subscription, price: Stripe.Price): boolean {
  const { conditions } = features.subscription_update.schedule_at_period_end;
  const old = plan.items.data[0]?.price;
  if (!old?.recurring || !price.recurring) return false;
  const daysOf = ({ interval, interval_count: count }: Stripe.Price.Recurring) => (intervalDays[interval] ?? 0) * count;
  const isShorter = daysOf(price.recurring) < daysOf(old.recurring);
  const isLess = daysOf(price.recurring) === daysOf(old.recurring) && (price.unit_amount ?? 0) < (old.unit_amount ?? 0);
  return conditions.some(({ type }) => (type === 'shortening_interval' ? isShorter : isLess));
}

const intervalDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** Returns the parameters that change a plan; the page previews them, and the button sends them. */
export function planChange({ features }: Visit, plan: Stripe.Subscription, price: Stripe.Price) {
  const [item] = plan.items.data;
  if (!item) throw new Error('a subscription has at least one item');
  const { billing_cycle_anchor: anchor, proration_behavior: behaviour } = features.subscription_update;
  return {
    items: [{ id: item.id, price: price.id }],
    proration_behavior: behaviour,
    ...(anchor === 'now' ? { billing_cycle_anchor: { type: 'now' as const } } : {}),
  };
}

/**
 * Changes a plan to another price, now or when its period ends.
 * @throws ApiError 404 for a plan that has ended, 400 for a price that is not offered, 402 when the payment fails
 */
export function changePlan(context: Context, visit: Visit, id: string | null, priceId: string | null): void {
  const plan = subscriptionAt(visit, id);
  const price = otherPlans(context, visit, plan).find((one) => one.id === priceId);
  if (!price) throw notOffered();
  if (!waitsForPeriod(visit, plan, price)) {
    updateSubscription(context, plan, { ...planChange(visit, plan, price), payment_behavior: 'error_if_incomplete' });
    return;
  }
  const begun = scheduleOf(context, plan.id);
  const phases = begun.phases.map(({ start_date, end_date, items }) => ({
    start_date,
    end_date,
    items: items.map(({ price: old, quantity }) => ({ price: idOf(old) ?? '', quantity })),
  }));
  const next = { items: [{ price: price.id }], proration_behavior: 'none' as const };
  changeSchedule(context, begun, { end_behavior: 'release', phases: [...phases, next] });
}

/** Makes a card the customer's default, and the card of every plan that had its own. */
export function makeDefault(context: Context, visit: Visit, id: string | null): void {
  if (!visit.features.payment_method_update.enabled) throw notOffered();
  const card = cardAt(visit, id);
  changeDefaultCard(context, visit.customer, card.id);
  for (const subscription of visit.subscriptions) {
    if (subscription.default_payment_method === null) continue;
    updateSubscription(context, subscription, { default_payment_method: card.id });
  }
}

/** Removes a card, unless a plan that continues is charged to it. */
export function removeCard(context: Context, visit: Visit, id: string | null): void {
  if (!visit.features.payment_method_update.enabled) throw notOffered();
  const card = cardAt(visit, id);
  if (isNeeded(visit, card)) throw invalidRequest('Your plan is charged to this card. Add another card first.');
  detachPaymentMethod(context, card);
}

/**
 * Saves a card that was typed at the portal.
 * @returns the setup intent: succeeded, or waiting for the bank's confirmation
 * @throws ApiError 400 when the portal does not offer it, 402 when the card is declined
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

/** Makes a card that a customer added at the portal the default, when the customer has none. */
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
