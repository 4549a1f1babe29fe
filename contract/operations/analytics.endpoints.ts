import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Arrival } from '../identity/sign-in-forms.ts';
import { Message } from '../message.ts';
import { AnalyticsActivity, AnalyticsOverview, AnalyticsQuery, AnalyticsRow, AnalyticsRowsQuery } from './analytics.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Figures for administrators: members, catalogue, revenue and use';

export const recordVisit = endpoint({
  method: 'POST',
  path: '/api/public/visits',
  body: Arrival,
  response: Message,
  caller: 'visitor',
  scope: 'none',
  summary: 'Counts a visit of a public page by the host of the site that led there; stores nothing about the visitor',
  errors: ['request.not-found', 'request.too-many'],
});

export const getAnalyticsOverview = endpoint({
  method: 'GET',
  path: '/api/admin/analytics',
  response: AnalyticsOverview,
  caller: 'administrator',
  scope: 'admin:insight:read',
  summary: 'How many resources and users there are, and how the catalogue is made up',
  errors: [],
});

export const getAnalyticsActivity = endpoint({
  method: 'GET',
  path: '/api/admin/analytics/activity',
  query: AnalyticsQuery,
  response: AnalyticsActivity,
  caller: 'administrator',
  scope: 'none',
  summary: 'Revenue, subscriptions, use of resources and searches without a result in a range of days (UTC)',
  errors: [],
});

export const listAnalyticsRows = endpoint({
  method: 'GET',
  path: '/api/admin/analytics/rows',
  query: AnalyticsRowsQuery,
  response: z.array(AnalyticsRow),
  caller: 'administrator',
  scope: 'none',
  summary: 'The payments or changes behind a figure, newest first; X-Total-Count is their number',
  errors: [],
});
