import type Stripe from 'stripe';
import { createSession } from '../checkout/creation.ts';
import { expireSession } from '../checkout/ending.ts';
import { type Call, operation } from '../context.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import type { Inclusions } from '../expand.ts';
import { inRange, type List, pageOf, refersTo } from '../lists.ts';
import type { Store } from '../store.ts';

export const checkoutSessionOperations = [
  operation<Stripe.Checkout.SessionCreateParams>({
    method: 'post',
    path: '/v1/checkout/sessions',
    accepts: [
      'allowed_payment_method_types',
      'automatic_tax',
      'billing_address_collection',
      'cancel_url',
      'client_reference_id',
      'currency',
      'customer',
      'customer_creation',
      'customer_email',
      'customer_update',
      'discounts',
      'expires_at',
      'line_items',
      'locale',
      'metadata',
      'mode',
      'payment_intent_data',
      'payment_method_collection',
      'setup_intent_data',
      'submit_type',
      'subscription_data',
      'success_url',
      'ui_mode',
    ],
    run: (call) => createSession(call, call.parameters),
  }),
  operation<Stripe.Checkout.SessionListParams>({
    method: 'get',
    path: '/v1/checkout/sessions',
    accepts: [
      'created',
      'customer',
      'customer_details',
      'ending_before',
      'limit',
      'payment_intent',
      'starting_after',
      'status',
      'subscription',
    ],
    run: listSessions,
  }),
  operation<Stripe.Checkout.SessionRetrieveParams>({
    method: 'get',
    path: '/v1/checkout/sessions/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.Checkout.SessionExpireParams>({
    method: 'post',
    path: '/v1/checkout/sessions/{id}/expire',
    accepts: [],
    run: (call) => {
      const session = existing(call);
      if (session.status !== 'open') {
        throw invalidRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      return expireSession(call, { session, details: call.store.get('checkout_details', session.id) });
    },
  }),
  operation<Stripe.Checkout.SessionListLineItemsParams>({
    method: 'get',
    path: '/v1/checkout/sessions/{id}/line_items',
    accepts: ['ending_before', 'limit', 'starting_after'],
    run: (call) => linesOf(call.store, existing(call).id, call.parameters),
  }),
];

export const checkoutSessionInclusions: Inclusions = {
  'checkout.session.line_items': (store, id) => linesOf(store, id, {}),
};

function existing({ store, id }: Call<unknown>): Stripe.Checkout.Session {
  const session = store.find('checkout.session', id);
  if (!session) throw noSuchResource('checkout.session', id);
  return session;
}

/** Returns a page of the lines, in their original order. */
function linesOf(store: Store, id: string, page: Stripe.PaginationParams): List<Stripe.LineItem> {
  const lines = store.get('checkout_details', id).lines.toReversed();
  return pageOf(lines, page, { url: `/v1/checkout/sessions/${id}/line_items`, kind: 'item' });
}

function listSessions({ store, parameters }: Call<Stripe.Checkout.SessionListParams>): object {
  const { created, customer, customer_details: details, status, subscription } = parameters;
  const sessions = store
    .all('checkout.session')
    .filter((session) => refersTo(session.customer, customer) && refersTo(session.subscription, subscription))
    .filter((session) => refersTo(session.payment_intent, parameters.payment_intent))
    .filter((session) => !details || session.customer_details?.email === details.email)
    .filter((session) => (status === undefined || session.status === status) && inRange(session.created, created));
  return pageOf(sessions, parameters, { url: '/v1/checkout/sessions', kind: 'checkout.session' });
}
