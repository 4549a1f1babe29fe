import type {
  AnalyticsActivity,
  AnalyticsOverview,
  AnalyticsQuery,
  AnalyticsRow,
  AnalyticsRowsQuery,
} from './analytics.ts';
import { endpoint } from './endpoint.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Figures for administrators: members, catalogue, revenue and use';

export const getAnalyticsOverview = endpoint<{ reply: AnalyticsOverview }>({
  method: 'GET',
  path: '/api/admin/analytics',
  caller: 'administrator',
  summary: 'How many resources and users there are, and how the catalogue is made up',
  errors: [],
});

export const getAnalyticsActivity = endpoint<{ query: AnalyticsQuery; reply: AnalyticsActivity }>({
  method: 'GET',
  path: '/api/admin/analytics/activity',
  caller: 'administrator',
  summary: 'Revenue, subscriptions, use of resources and searches without a result in a range of days (UTC)',
  errors: [],
});

export const listAnalyticsRows = endpoint<{ query: AnalyticsRowsQuery; reply: AnalyticsRow[] }>({
  method: 'GET',
  path: '/api/admin/analytics/rows',
  caller: 'administrator',
  summary: 'The payments or changes behind a figure, newest first; X-Total-Count is their number',
  errors: [],
});
