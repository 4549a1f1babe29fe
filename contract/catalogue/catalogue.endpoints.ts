import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type { Resource, ResourceSummary } from './catalogue.ts';

/** @public The group of these calls in the API's description. */
export const about = 'A resource and those like it';

export const getResource = endpoint<{ params: IdParams; reply: Resource }>({
  method: 'GET',
  path: '/api/resources/:id',
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'One resource',
  errors: ['catalogue.not-found'],
});

export const listRelatedResources = endpoint<{ params: IdParams; reply: ResourceSummary[] }>({
  method: 'GET',
  path: '/api/resources/:id/related',
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'Up to three published resources of the same type',
  errors: ['catalogue.not-found'],
});
