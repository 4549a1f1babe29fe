import type { ChangesQuery } from '../changes.ts';
import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type { ChangedCompletions } from './learning-completions.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Completions of resources for other systems, page by page in the order of their change';

export const listOwnCompletions = endpoint<{ query: ChangesQuery; reply: ChangedCompletions }>({
  method: 'GET',
  path: '/api/user/completions',
  caller: 'member',
  scope: 'completions:read',
  summary: "The caller's completions",
  errors: [],
});

export const listOrganisationCompletions = endpoint<{
  params: IdParams;
  query: ChangesQuery;
  reply: ChangedCompletions;
}>({
  method: 'GET',
  path: '/api/organisations/:id/completions',
  caller: 'member',
  scope: 'completions:read',
  summary: 'Completions of what an organisation assigned to its present people, for its owners and managers',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const listCompletions = endpoint<{ query: ChangesQuery; reply: ChangedCompletions }>({
  method: 'GET',
  path: '/api/completions',
  caller: 'administrator',
  scope: 'completions:read',
  summary: 'The completions of all members',
  errors: [],
});
