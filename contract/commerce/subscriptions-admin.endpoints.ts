import { endpoint } from '../endpoint.ts';
import { SubscriptionCsvQuery } from './subscriptions-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Lists of subscriptions as files';

export const downloadSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions/csv',
  query: SubscriptionCsvQuery,
  caller: 'administrator',
  scope: 'none',
  summary: 'The same list as a CSV file with the chosen columns, at most the newest 10,000 subscriptions',
  responseTypes: ['text/csv'],
  errors: [],
});
