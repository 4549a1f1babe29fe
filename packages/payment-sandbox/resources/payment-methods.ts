import type Stripe from 'stripe';
import { checkCardDetails } from '../cards.ts';
import { type Call, operation } from '../context.ts';
import { invalidRequest, missingParameter, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { pageOf, refersTo } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import {
  attachPaymentMethod,
  billingOf,
  createPaymentMethod,
  detachPaymentMethod,
  namedTestMethod,
} from './customer-cards.ts';
import { referredCustomer } from './customer-lookup.ts';

export const paymentMethodOperations = [
  operation<Stripe.PaymentMethodCreateParams>({
    method: 'post',
    path: '/v1/payment_methods',
    accepts: ['allow_redisplay', 'bacs_debit', 'billing_details', 'card', 'link', 'metadata', 'sepa_debit', 'type'],
    run: (call) => createPaymentMethod(call, call.parameters),
  }),
  operation<Stripe.PaymentMethodListParams>({
    method: 'get',
    path: '/v1/payment_methods',
    accepts: ['customer', 'ending_before', 'limit', 'starting_after', 'type'],
    run: ({ store, parameters }) => {
      const methods = store
        .all('payment_method')
        .filter((method) => method.customer !== null && refersTo(method.customer, parameters.customer))
        .filter((method) => parameters.type === undefined || method.type === parameters.type);
      return pageOf(methods, parameters, { url: '/v1/payment_methods', kind: 'payment_method' });
    },
  }),
  operation<Stripe.PaymentMethodRetrieveParams>({
    method: 'get',
    path: '/v1/payment_methods/{id}',
    accepts: [],
    run: (call) => namedTestMethod(call, call.id) ?? existing(call),
  }),
  operation<Stripe.PaymentMethodUpdateParams>({
    method: 'post',
    path: '/v1/payment_methods/{id}',
    accepts: ['allow_redisplay', 'billing_details', 'card', 'metadata'],
    run: updatePaymentMethod,
  }),
  operation<Stripe.PaymentMethodAttachParams>({
    method: 'post',
    path: '/v1/payment_methods/{id}/attach',
    accepts: ['customer'],
    run: (call) => {
      const method = namedTestMethod(call, call.id) ?? existing(call);
      if (!call.parameters.customer) throw missingParameter('customer');
      return attachPaymentMethod(call, method, referredCustomer(call, call.parameters.customer).id);
    },
  }),
  operation<Stripe.PaymentMethodDetachParams>({
    method: 'post',
    path: '/v1/payment_methods/{id}/detach',
    accepts: [],
    run: (call) => detachPaymentMethod(call, existing(call)),
  }),
];

function existing(call: Call<unknown>): Stripe.PaymentMethod {
  const method = call.store.find('payment_method', call.id);
  if (!method) throw noSuchResource('PaymentMethod', call.id);
  return method;
}

function updatePaymentMethod(call: Call<Stripe.PaymentMethodUpdateParams>): Stripe.PaymentMethod {
  const { store, parameters, now } = call;
  const before = existing(call);
  if (before.customer === null) {
    throw invalidRequest('You must save this PaymentMethod to a customer before you can update it.', {
      code: 'payment_method_unexpected_state',
    });
  }
  const { card } = before;
  const changed = card && {
    ...card,
    exp_month: parameters.card?.exp_month ?? card.exp_month,
    exp_year: parameters.card?.exp_year ?? card.exp_year,
  };
  if (parameters.card) {
    if (!changed) throw invalidRequest(`You cannot update the card of a ${before.type}.`, { param: 'card' });
    checkCardDetails({ month: changed.exp_month, year: changed.exp_year, cvc: undefined }, now);
  }
  const updated = store.put('payment_method', {
    ...before,
    allow_redisplay: parameters.allow_redisplay ?? before.allow_redisplay,
    billing_details: billingOf(before.billing_details, parameters.billing_details),
    ...(changed ? { card: changed } : {}),
    metadata: mergeMetadata(before.metadata ?? {}, parameters.metadata),
  });
  emit(call, 'payment_method.updated', updated, before);
  return updated;
}
