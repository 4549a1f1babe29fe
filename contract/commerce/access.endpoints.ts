import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { AccessDecision, BlockParams, BlockResource, ResourceAccess, ResourceAccessQuery } from './access.ts';

/** @public The group of these calls in the API's description. */
export const about = "Whether the caller may use a resource, and blocks in a member's subscription";

export const getResourceAccess = endpoint<{ params: IdParams; reply: AccessDecision }>({
  method: 'GET',
  path: '/api/resources/:id/access',
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'Whether the caller may use a resource, and if not, why',
  errors: ['catalogue.not-found'],
});

export const listResourceAccess = endpoint<{ query: ResourceAccessQuery; reply: ResourceAccess[] }>({
  method: 'GET',
  path: '/api/user/resource-access',
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'The same for many resources at once; repeat resourceId to narrow it',
  errors: [],
});

export const blockResource = endpoint<{ params: IdParams; body: BlockResource; reply: Message }>({
  method: 'POST',
  path: '/api/admin/users/:id/subscription/block-resource',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Takes a resource out of what a member's subscription opens",
  errors: ['accounts.not-found', 'catalogue.not-found'],
});

export const unblockResource = endpoint<{ params: BlockParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/users/:id/subscription/block-resource/:resourceId',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Lifts such a block',
  errors: ['access.no-block'],
});
