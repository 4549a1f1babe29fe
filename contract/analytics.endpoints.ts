import type { AnalyticsOverview } from './analytics.ts';
import { endpoint } from './endpoint.ts';

export const getAnalyticsOverview = endpoint<{ reply: AnalyticsOverview }>({
  method: 'GET',
  path: '/api/admin/analytics',
  caller: 'administrator',
  summary: 'How many resources and users there are, and how the catalogue is made up',
  errors: [],
});
