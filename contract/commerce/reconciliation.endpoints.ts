import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { Reconciliation, RetryWaiting } from './reconciliation.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Comparing the portal with the payment provider';

export const getReconciliation = endpoint<{ reply: Reconciliation }>({
  method: 'GET',
  path: '/api/admin/reconciliation',
  caller: 'administrator',
  scope: 'none',
  summary: 'What the last comparison with the payment provider found, and what waits for a person',
  errors: [],
});

export const startReconciliation = endpoint<{ reply: Message }>({
  method: 'POST',
  path: '/api/admin/reconciliation/run',
  caller: 'administrator',
  scope: 'none',
  summary: 'Starts a comparison with the payment provider',
  errors: ['purchases.payments-off'],
});

export const retryWaiting = endpoint<{ body: RetryWaiting; reply: Message }>({
  method: 'POST',
  path: '/api/admin/reconciliation/retry',
  caller: 'administrator',
  scope: 'none',
  summary: 'Tries an event or an email again that was given up',
  errors: ['billing.already-handled'],
});
