import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import { MemberSummary, Overview, UnderWay } from './overview.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What administrators look at first: today, this week, and what waits for them';

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  response: Overview,
  caller: 'administrator',
  scope: 'none',
  summary: 'Money and members of the last 14 days, what waits for an administrator, and the latest changes',
  errors: [],
});

export const getUnderWay = endpoint({
  method: 'GET',
  path: '/api/admin/under-way',
  response: UnderWay,
  caller: 'administrator',
  scope: 'none',
  summary: 'What runs in the background: imports, mailings, emails and jobs that are retried',
  errors: [],
});

export const getMemberSummary = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/summary',
  params: IdParams,
  response: MemberSummary,
  caller: 'administrator',
  scope: 'none',
  summary: 'How a member signs in, what they work on, and the tools that they opened',
  errors: ['accounts.not-found'],
});
