import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { AccessDecision, BlockParams, BlockResource, ResourceAccess, ResourceAccessQuery } from './access.ts';

/** @public The group of these calls in the API's description. */
export const about = "Whether the caller may use a resource, and blocks in a member's subscription";

export const getResourceAccess = endpoint({
  method: 'GET',
  path: '/api/resources/:id/access',
  params: IdParams,
  response: AccessDecision,
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'Whether the caller may use a resource, and if not, why',
  errors: ['catalogue.not-found'],
});

export const listResourceAccess = endpoint({
  method: 'GET',
  path: '/api/user/resource-access',
  query: ResourceAccessQuery,
  response: z.array(ResourceAccess),
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'The same for many resources at once; repeat resourceId to narrow it',
  errors: [],
});

export const blockResource = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/subscription/block-resource',
  params: IdParams,
  body: BlockResource,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Takes a resource out of what a member's subscription opens",
  errors: ['accounts.not-found', 'catalogue.not-found'],
});

export const unblockResource = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/subscription/block-resource/:resourceId',
  params: BlockParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Lifts such a block',
  errors: ['access.no-block'],
});
