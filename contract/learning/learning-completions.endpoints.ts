import { ChangesQuery } from '../changes.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import { ChangedCompletions } from './learning-completions.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Completions of resources for other systems, page by page in the order of their change';

export const listOwnCompletions = endpoint({
  method: 'GET',
  path: '/api/user/completions',
  query: ChangesQuery,
  response: ChangedCompletions,
  caller: 'member',
  scope: 'completions:read',
  summary: "The caller's completions",
  errors: [],
});

export const listOrganisationCompletions = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/completions',
  params: IdParams,
  query: ChangesQuery,
  response: ChangedCompletions,
  caller: 'member',
  scope: 'completions:read',
  summary: 'Completions of what an organisation assigned to its present people, for its owners and managers',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const listCompletions = endpoint({
  method: 'GET',
  path: '/api/completions',
  query: ChangesQuery,
  response: ChangedCompletions,
  caller: 'administrator',
  scope: 'completions:read',
  summary: 'The completions of all members',
  errors: [],
});
