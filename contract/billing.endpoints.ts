import type { Billing, EventReceived } from './billing.ts';
import { endpoint } from './endpoint.ts';

/** The payment provider's messages; only their signature tells who sends them (API-59). */
export const receiveStripeEvent = endpoint<{ reply: EventReceived }>({
  method: 'POST',
  path: '/api/webhooks/stripe',
  caller: 'visitor',
  summary: 'Takes an event of the payment provider',
  errors: ['billing.signature-refused'],
});

export const getBilling = endpoint<{ reply: Billing }>({
  method: 'GET',
  path: '/api/user/billing',
  caller: 'member',
  summary: 'What the caller pays and paid: totals, invoices, cards and every transaction',
  errors: [],
});
