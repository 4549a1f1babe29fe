import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { Reconciliation, RetryWaiting } from './reconciliation.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Comparing the portal with the payment provider';

export const getReconciliation = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliation',
  response: Reconciliation,
  caller: 'administrator',
  scope: 'none',
  summary: 'What the last comparison with the payment provider found, and what waits for a person',
  errors: [],
});

export const startReconciliation = endpoint({
  method: 'POST',
  path: '/api/admin/reconciliation/run',
  response: Message,
  caller: 'administrator',
  scope: 'none',
  summary: 'Starts a comparison with the payment provider',
  errors: ['purchases.payments-off'],
});

export const retryWaiting = endpoint({
  method: 'POST',
  path: '/api/admin/reconciliation/retry',
  body: RetryWaiting,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  summary: 'Tries an event or an email again that was given up',
  errors: ['billing.already-handled'],
});
