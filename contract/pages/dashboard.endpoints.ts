import { endpoint } from '../endpoint.ts';
import { Dashboard } from './dashboard.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What a member sees first';

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  response: Dashboard,
  caller: 'member',
  scope: 'library:read',
  summary: "The rows of the caller's dashboard, the assessment, and what was done so far",
  errors: [],
});
