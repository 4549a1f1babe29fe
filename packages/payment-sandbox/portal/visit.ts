import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { idOf } from '../lists.ts';
import { liveCustomer } from '../resources/customer-lookup.ts';

type Features = Stripe.BillingPortal.Configuration.Features;

/** A customer at the portal, and what its configuration offers them. */
export type Visit = {
  session: Stripe.BillingPortal.Session;
  customer: Stripe.Customer;
  features: Features;
  subscriptions: Stripe.Subscription[];
  cards: Stripe.PaymentMethod[];
  invoices: Stripe.Invoice[];
};

const shownStates: readonly Stripe.Subscription.Status[] = ['active', 'past_due', 'paused', 'trialing', 'unpaid'];

/** Everything the portal shows behind an address; newest first. @throws ApiError 404 */
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

/** The card that is charged unless something else is said. */
export function defaultCardOf({ customer }: Visit): string | null {
  return idOf(customer.invoice_settings.default_payment_method);
}

/** The card a subscription is charged to: its own, else the customer's. */
export function cardOf(visit: Visit, subscription: Stripe.Subscription): Stripe.PaymentMethod | undefined {
  const id = idOf(subscription.default_payment_method) ?? defaultCardOf(visit);
  return visit.cards.find((card) => card.id === id);
}

/** Whether a card is what a subscription that goes on is charged to. */
export function isNeeded(visit: Visit, card: Stripe.PaymentMethod): boolean {
  return visit.subscriptions.some((one) => one.cancel_at === null && cardOf(visit, one)?.id === card.id);
}

export function subscriptionAt(visit: Visit, id: string | null): Stripe.Subscription {
  const subscription = visit.subscriptions.find((one) => one.id === id);
  if (subscription) return subscription;
  throw new ApiError(404, { type: 'invalid_request_error', message: 'This plan has already ended.' });
}

export function cardAt(visit: Visit, id: string | null): Stripe.PaymentMethod {
  const card = visit.cards.find((one) => one.id === id);
  if (card) return card;
  throw new ApiError(404, { type: 'invalid_request_error', message: 'This card was already removed.' });
}
