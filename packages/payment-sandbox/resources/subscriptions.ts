import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { invalidRequest, noSuchReference, noSuchResource } from '../errors.ts';
import { inRange, pageOf, refersTo } from '../lists.ts';
import { cancelSubscription } from '../subscriptions/cancellation.ts';
import { updateSubscription } from '../subscriptions/changes.ts';
import { createSubscription } from '../subscriptions/creation.ts';
import { periodOf } from '../subscriptions/items.ts';
import { pauseSubscription, resumeSubscription } from '../subscriptions/pausing.ts';
import { hasEnded } from '../subscriptions/status.ts';

const writable = [
  'automatic_tax',
  'cancel_at',
  'cancel_at_period_end',
  'collection_method',
  'days_until_due',
  'default_payment_method',
  'description',
  'discounts',
  'items',
  'metadata',
  'off_session',
  'payment_behavior',
  'payment_settings',
  'proration_behavior',
  'trial_end',
  'trial_settings',
] as const;

export const subscriptionOperations = [
  operation<Stripe.SubscriptionCreateParams>({
    method: 'post',
    path: '/v1/subscriptions',
    accepts: [...writable, 'currency', 'customer', 'trial_period_days'],
    run: (call) => createSubscription(call, call.parameters),
  }),
  operation<Stripe.SubscriptionListParams>({
    method: 'get',
    path: '/v1/subscriptions',
    accepts: [
      'created',
      'current_period_end',
      'current_period_start',
      'customer',
      'ending_before',
      'limit',
      'price',
      'starting_after',
      'status',
    ],
    run: listSubscriptions,
  }),
  operation<Stripe.SubscriptionRetrieveParams>({
    method: 'get',
    path: '/v1/subscriptions/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.SubscriptionUpdateParams>({
    method: 'post',
    path: '/v1/subscriptions/{id}',
    accepts: [...writable, 'billing_cycle_anchor', 'cancellation_details', 'pause_collection', 'proration_date'],
    run: (call) => updateSubscription(call, existing(call), call.parameters),
  }),
  operation<Stripe.SubscriptionCancelParams>({
    method: 'delete',
    path: '/v1/subscriptions/{id}',
    accepts: ['cancellation_details', 'invoice_now', 'prorate'],
    run: (call) => cancelSubscription(call, existing(call), call.parameters),
  }),
  operation<Stripe.SubscriptionPauseParams>({
    method: 'post',
    path: '/v1/subscriptions/{id}/pause',
    accepts: ['bill_for', 'invoicing_behavior', 'type'],
    run: (call) => pauseSubscription(call, existing(call), call.parameters),
  }),
  operation<Stripe.SubscriptionResumeParams>({
    method: 'post',
    path: '/v1/subscriptions/{id}/resume',
    accepts: ['billing_cycle_anchor', 'payment_behavior', 'proration_behavior'],
    run: (call) => resumeSubscription(call, existing(call), call.parameters),
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.Subscription {
  const subscription = store.find('subscription', id);
  if (!subscription) throw noSuchResource('subscription', id);
  return subscription;
}

function listSubscriptions({ store, parameters }: Call<Stripe.SubscriptionListParams>): object {
  const { customer, price, status } = parameters;
  const subscriptions = store
    .all('subscription')
    .filter((subscription) => hasStatus(subscription, status))
    .filter((subscription) => refersTo(subscription.customer, customer))
    .filter((subscription) => !price || subscription.items.data.some((item) => item.price.id === price))
    .filter((subscription) => inRange(periodOf(subscription).end, parameters.current_period_end))
    .filter((subscription) => inRange(periodOf(subscription).start, parameters.current_period_start))
    .filter((subscription) => inRange(subscription.created, parameters.created));
  return pageOf(subscriptions, parameters, { url: '/v1/subscriptions', kind: 'subscription' });
}

/** Whether a subscription is in a list; a list without a status filter leaves cancelled ones out. */
function hasStatus(subscription: Stripe.Subscription, wanted: Stripe.SubscriptionListParams.Status | undefined) {
  if (wanted === 'all') return true;
  if (wanted === 'ended') return hasEnded(subscription);
  return wanted === undefined ? subscription.status !== 'canceled' : subscription.status === wanted;
}

const paying = ['off_session', 'payment_behavior', 'proration_behavior', 'proration_date'] as const;

/** Operations on single items; each change of an item is a change of its subscription. */
export const subscriptionItemOperations = [
  operation<Stripe.SubscriptionItemCreateParams>({
    method: 'post',
    path: '/v1/subscription_items',
    accepts: [
      'metadata',
      'payment_behavior',
      'price',
      'proration_behavior',
      'proration_date',
      'quantity',
      'subscription',
    ],
    run: (call) => {
      const { subscription: id, metadata, price, quantity } = call.parameters;
      const before = call.store.find('subscription', id);
      if (!before) throw noSuchReference('subscription', id, 'subscription');
      const items = updateSubscription(call, before, {
        ...howOf(call.parameters),
        items: [{ metadata, price, quantity }],
      }).items.data;
      const added = items.find((item) => !before.items.data.some((old) => old.id === item.id));
      if (!added) throw invalidRequest('The item is added when its invoice is paid.', { param: 'payment_behavior' });
      return added;
    },
  }),
  operation<Stripe.SubscriptionItemListParams>({
    method: 'get',
    path: '/v1/subscription_items',
    accepts: ['ending_before', 'limit', 'starting_after', 'subscription'],
    run: ({ store, parameters }) => {
      const subscription = store.find('subscription', parameters.subscription);
      if (!subscription) throw noSuchReference('subscription', parameters.subscription, 'subscription');
      const items = [...subscription.items.data].reverse();
      return pageOf(items, parameters, { url: '/v1/subscription_items', kind: 'subscription_item' });
    },
  }),
  operation<Stripe.SubscriptionItemRetrieveParams>({
    method: 'get',
    path: '/v1/subscription_items/{id}',
    accepts: [],
    run: (call) => existingItem(call).item,
  }),
  operation<Stripe.SubscriptionItemUpdateParams>({
    method: 'post',
    path: '/v1/subscription_items/{id}',
    accepts: [...paying, 'metadata', 'price', 'quantity'],
    run: (call) => {
      const { subscription } = existingItem(call);
      const { metadata, price, quantity } = call.parameters;
      updateSubscription(call, subscription, {
        ...howOf(call.parameters),
        items: [{ id: call.id, metadata, price, quantity }],
      });
      return existingItem(call).item;
    },
  }),
  operation<Stripe.SubscriptionItemDeleteParams>({
    method: 'delete',
    path: '/v1/subscription_items/{id}',
    accepts: ['payment_behavior', 'proration_behavior', 'proration_date'],
    run: (call): Stripe.DeletedSubscriptionItem => {
      const { id } = call;
      const { subscription } = existingItem(call);
      if (subscription.items.data.length === 1) {
        throw invalidRequest('A subscription must have at least one active item. To end it, cancel the subscription.');
      }
      updateSubscription(call, subscription, { ...howOf(call.parameters), items: [{ id, deleted: true }] });
      return { id, object: 'subscription_item', deleted: true };
    },
  }),
];

type How = Pick<
  Stripe.SubscriptionUpdateParams,
  'off_session' | 'payment_behavior' | 'proration_behavior' | 'proration_date'
>;

function howOf({ off_session, payment_behavior, proration_behavior, proration_date }: How): How {
  return { off_session, payment_behavior, proration_behavior, proration_date };
}

function existingItem({ store, id }: Call<unknown>): {
  subscription: Stripe.Subscription;
  item: Stripe.SubscriptionItem;
} {
  for (const subscription of store.all('subscription')) {
    const item = subscription.items.data.find((one) => one.id === id);
    if (item) return { subscription, item };
  }
  throw noSuchResource('subscription_item', id);
}
