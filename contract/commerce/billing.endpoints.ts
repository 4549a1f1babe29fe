import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { Billing, BillingPortal, EventReceived, LatestPayment, RefundSubscription } from './billing.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Bills, cards and refunds, and the events of the payment provider';

/** Stripe's webhooks; only their signature proves the sender (API-59). */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  response: EventReceived,
  caller: 'visitor',
  scope: 'none',
  summary: 'Takes an event of the payment provider',
  rawBody: { mediaType: 'application/json', description: 'The event, exactly as the payment provider signed it.' },
  proof: 'stripeSignature',
  errors: ['billing.signature-refused'],
});

export const getBilling = endpoint({
  method: 'GET',
  path: '/api/user/billing',
  response: Billing,
  caller: 'member',
  scope: 'none',
  summary: 'What the caller pays and paid: totals, invoices, cards and every transaction',
  errors: [],
});

export const openBillingPortal = endpoint({
  method: 'POST',
  path: '/api/billing/customer-portal',
  response: BillingPortal,
  caller: 'member',
  scope: 'none',
  summary: "Opens the payment provider's own billing page for the caller",
  errors: ['billing.portal-setup-required', 'billing.portal-failed', 'purchases.payments-off'],
});

export const refundSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/subscriptions/:id/refund',
  params: IdParams,
  body: RefundSubscription,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Gives the latest payment of a subscription back, whole or in part',
  errors: [
    'subscriptions.not-found',
    'billing.nothing-to-refund',
    'billing.refund-too-large',
    'billing.refund-disputed',
    'billing.refund-under-way',
    'billing.refund-outdated',
    'billing.refund-refused',
    'purchases.payments-off',
    'purchases.provider-failed',
  ],
});

export const getLatestPayment = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions/:id/latest-payment',
  params: IdParams,
  response: z.nullable(LatestPayment),
  caller: 'administrator',
  scope: 'none',
  summary: 'What a refund of a subscription would give back; null when nothing was paid',
  errors: ['subscriptions.not-found'],
});
