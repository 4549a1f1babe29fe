import { endpoint } from './endpoint.ts';
import type { AccountsQuery } from './payments-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What the accountant of the publisher needs';

export const downloadAccounts = endpoint<{ query: AccountsQuery }>({
  method: 'GET',
  path: '/api/admin/accounts/csv',
  caller: 'administrator',
  summary: 'Payments, refunds and lost disputes of a month, or its taxes by country, as CSV',
  replyTypes: ['text/csv'],
  errors: [],
});
