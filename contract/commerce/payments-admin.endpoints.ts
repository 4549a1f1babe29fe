import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type { AccountsQuery, Dispute, MemberPayments } from './payments-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Disputed payments, and what the accountant of the publisher needs';

export const downloadAccounts = endpoint<{ query: AccountsQuery }>({
  method: 'GET',
  path: '/api/admin/accounts/csv',
  caller: 'administrator',
  scope: 'none',
  summary: 'Payments, refunds and lost disputes of a month, or its taxes by country, as CSV',
  replyTypes: ['text/csv'],
  errors: [],
});

export const listDisputes = endpoint<{ reply: Dispute[] }>({
  method: 'GET',
  path: '/api/admin/disputes',
  caller: 'administrator',
  scope: 'none',
  summary: 'Disputes and inquiries that are open, the most urgent first, and those decided in the last 30 days',
  errors: [],
});

export const listMemberPayments = endpoint<{ params: IdParams; reply: MemberPayments }>({
  method: 'GET',
  path: '/api/admin/users/:id/payments',
  caller: 'administrator',
  scope: 'none',
  summary: 'What a member paid and what went back, newest first',
  errors: ['accounts.not-found'],
});
