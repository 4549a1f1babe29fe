import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import { Resource, ResourceSummary } from './catalogue.ts';

/** @public The group of these calls in the API's description. */
export const about = 'A resource and those like it';

export const getResource = endpoint({
  method: 'GET',
  path: '/api/resources/:id',
  params: IdParams,
  response: Resource,
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'One resource',
  errors: ['catalogue.not-found'],
});

export const listRelatedResources = endpoint({
  method: 'GET',
  path: '/api/resources/:id/related',
  params: IdParams,
  response: z.array(ResourceSummary),
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'Up to three published resources of the same type',
  errors: ['catalogue.not-found'],
});
