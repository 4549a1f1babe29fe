import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { noSuchResource, unsupportedParameter } from '../errors.ts';
import { inRange, pageOf, refersTo } from '../lists.ts';
import { cancelSchedule, changeSchedule, releaseSchedule, scheduleOf } from '../subscriptions/schedules.ts';

/** Operations on the schedules of existing subscriptions, which say what a subscription becomes when a period ends. */
export const subscriptionScheduleOperations = [
  operation<Stripe.SubscriptionScheduleCreateParams>({
    method: 'post',
    path: '/v1/subscription_schedules',
    accepts: ['from_subscription', 'metadata'],
    run: (call) => {
      const { from_subscription: subscription, metadata } = call.parameters;
      if (!subscription) throw unsupportedParameter('phases');
      return scheduleOf(call, subscription, metadata || {});
    },
  }),
  operation<Stripe.SubscriptionScheduleListParams>({
    method: 'get',
    path: '/v1/subscription_schedules',
    accepts: ['created', 'customer', 'ending_before', 'limit', 'starting_after'],
    run: ({ store, parameters }) => {
      const schedules = store
        .all('subscription_schedule')
        .filter((one) => refersTo(one.customer, parameters.customer) && inRange(one.created, parameters.created));
      return pageOf(schedules, parameters, { url: '/v1/subscription_schedules', kind: 'subscription schedule' });
    },
  }),
  operation<Stripe.SubscriptionScheduleRetrieveParams>({
    method: 'get',
    path: '/v1/subscription_schedules/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.SubscriptionScheduleUpdateParams>({
    method: 'post',
    path: '/v1/subscription_schedules/{id}',
    accepts: ['end_behavior', 'metadata', 'phases', 'proration_behavior'],
    run: (call) => changeSchedule(call, existing(call), call.parameters),
  }),
  operation<Stripe.SubscriptionScheduleReleaseParams>({
    method: 'post',
    path: '/v1/subscription_schedules/{id}/release',
    accepts: [],
    run: (call) => releaseSchedule(call, existing(call)),
  }),
  operation<Stripe.SubscriptionScheduleCancelParams>({
    method: 'post',
    path: '/v1/subscription_schedules/{id}/cancel',
    accepts: [],
    run: (call) => cancelSchedule(call, existing(call)),
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.SubscriptionSchedule {
  const schedule = store.find('subscription_schedule', id);
  if (!schedule) throw noSuchResource('subscription schedule', id);
  return schedule;
}
