import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type { MemberSummary, Overview, UnderWay } from './overview.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What administrators look at first: today, this week, and what waits for them';

export const getOverview = endpoint<{ reply: Overview }>({
  method: 'GET',
  path: '/api/admin/overview',
  caller: 'administrator',
  scope: 'none',
  summary: 'Money and members of the last 14 days, what waits for an administrator, and the latest changes',
  errors: [],
});

export const getUnderWay = endpoint<{ reply: UnderWay }>({
  method: 'GET',
  path: '/api/admin/under-way',
  caller: 'administrator',
  scope: 'none',
  summary: 'What runs in the background: imports, mailings, emails and jobs that are retried',
  errors: [],
});

export const getMemberSummary = endpoint<{ params: IdParams; reply: MemberSummary }>({
  method: 'GET',
  path: '/api/admin/users/:id/summary',
  caller: 'administrator',
  scope: 'none',
  summary: 'How a member signs in, what they work on, and the tools that they opened',
  errors: ['accounts.not-found'],
});
