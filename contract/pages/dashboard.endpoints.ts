import { endpoint } from '../endpoint.ts';
import type { Dashboard } from './dashboard.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What a member sees first';

export const getDashboard = endpoint<{ reply: Dashboard }>({
  method: 'GET',
  path: '/api/dashboard',
  caller: 'member',
  scope: 'library:read',
  summary: "The rows of the caller's dashboard, the assessment, and what was done so far",
  errors: [],
});
