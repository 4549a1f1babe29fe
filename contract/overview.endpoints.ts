import { endpoint } from './endpoint.ts';
import type { Overview } from './overview.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What administrators look at first: today, this week, and what waits for them';

export const getOverview = endpoint<{ reply: Overview }>({
  method: 'GET',
  path: '/api/admin/overview',
  caller: 'administrator',
  summary: 'Money and members of the last 14 days, what waits for an administrator, and the latest changes',
  errors: [],
});
