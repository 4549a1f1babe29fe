import type { EventReceived } from './billing.ts';
import { endpoint } from './endpoint.ts';

/** The payment provider's messages; only their signature tells who sends them (API-59). */
export const receiveStripeEvent = endpoint<{ reply: EventReceived }>({
  method: 'POST',
  path: '/api/webhooks/stripe',
  caller: 'visitor',
  summary: 'Takes an event of the payment provider',
  errors: ['billing.signature-refused'],
});
