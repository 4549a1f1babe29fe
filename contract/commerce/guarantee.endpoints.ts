import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { DecideRefundRequest, RefundRequest, RequestRefund } from './billing.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Requests under the money-back guarantee';

export const requestRefund = endpoint({
  method: 'POST',
  path: '/api/user/refund-requests',
  body: RequestRefund,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Asks for the money back within 30 days of the first payment of a subscription',
  errors: ['billing.no-guarantee', 'billing.already-requested'],
});

export const listRefundRequests = endpoint({
  method: 'GET',
  path: '/api/admin/refund-requests',
  response: z.array(RefundRequest),
  caller: 'administrator',
  scope: 'none',
  summary: 'The requests for money back that wait, and those decided in the last 30 days',
  errors: [],
});

export const decideRefundRequest = endpoint({
  method: 'POST',
  path: '/api/admin/refund-requests/:id/decide',
  params: IdParams,
  body: DecideRefundRequest,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Grants a request, which refunds the payment and ends the subscription, or declines it',
  errors: [
    'billing.request-not-found',
    'billing.request-decided',
    'billing.nothing-to-refund',
    'billing.refund-disputed',
    'billing.refund-under-way',
    'billing.refund-refused',
    'purchases.payments-off',
    'purchases.provider-failed',
  ],
});
