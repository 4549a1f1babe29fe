import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { invalidRequest, noSuchReference, noSuchResource } from '../errors.ts';
import { pageOf } from '../lists.ts';
import { updateSubscription } from '../subscriptions/changes.ts';

const paying = ['off_session', 'payment_behavior', 'proration_behavior', 'proration_date'] as const;

/** Each change of one item is a change of its subscription. */
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
    run: (call) => existing(call).item,
  }),
  operation<Stripe.SubscriptionItemUpdateParams>({
    method: 'post',
    path: '/v1/subscription_items/{id}',
    accepts: [...paying, 'metadata', 'price', 'quantity'],
    run: (call) => {
      const { subscription } = existing(call);
      const { metadata, price, quantity } = call.parameters;
      updateSubscription(call, subscription, {
        ...howOf(call.parameters),
        items: [{ id: call.id, metadata, price, quantity }],
      });
      return existing(call).item;
    },
  }),
  operation<Stripe.SubscriptionItemDeleteParams>({
    method: 'delete',
    path: '/v1/subscription_items/{id}',
    accepts: ['payment_behavior', 'proration_behavior', 'proration_date'],
    run: (call): Stripe.DeletedSubscriptionItem => {
      const { id } = call;
      const { subscription } = existing(call);
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

function existing({ store, id }: Call<unknown>): {
  subscription: Stripe.Subscription;
  item: Stripe.SubscriptionItem;
} {
  for (const subscription of store.all('subscription')) {
    const item = subscription.items.data.find((one) => one.id === id);
    if (item) return { subscription, item };
  }
  throw noSuchResource('subscription_item', id);
}
