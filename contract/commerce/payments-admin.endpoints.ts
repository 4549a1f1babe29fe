import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import { AccountsQuery, Dispute, MemberPayments } from './payments-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Disputed payments, and what the accountant of the publisher needs';

export const downloadAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/accounts/csv',
  query: AccountsQuery,
  caller: 'administrator',
  scope: 'none',
  summary: 'Payments, refunds and lost disputes of a month, or its taxes by country, as CSV',
  responseTypes: ['text/csv'],
  errors: [],
});

export const listDisputes = endpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  response: z.array(Dispute),
  caller: 'administrator',
  scope: 'none',
  summary: 'Disputes and inquiries that are open, the most urgent first, and those decided in the last 30 days',
  errors: [],
});

export const listMemberPayments = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/payments',
  params: IdParams,
  response: MemberPayments,
  caller: 'administrator',
  scope: 'none',
  summary: 'What a member paid and what went back, newest first',
  errors: ['accounts.not-found'],
});
