import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams, PageQuery } from '../text.ts';
import { BlockParams } from './access.ts';
import {
  AccessExplanation,
  Block,
  ClosedByRefund,
  Grant,
  GrantForm,
  GrantParams,
  MemberAccess,
  MemberAccessQuery,
  RefundPreviewQuery,
} from './access-admin.ts';
import { MemberPurchaseParams } from './purchases-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What a member may open and why: grants, blocks of the subscription';

export const listGrants = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/grants',
  params: IdParams,
  query: PageQuery,
  response: z.array(Grant),
  caller: 'administrator',
  scope: 'none',
  summary: 'The grants of a member, newest first; X-Total-Count is their number',
  errors: ['accounts.not-found'],
});

export const grantAccess = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/grants',
  params: IdParams,
  body: GrantForm,
  response: Grant,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Gives a member access to a resource, until an end or without one',
  errors: ['accounts.not-found', 'catalogue.not-found', 'access.granted-already', 'access.end-passed'],
  status: 201,
});

export const revokeGrant = endpoint({
  method: 'DELETE',
  path: '/api/admin/grants/:grantId',
  params: GrantParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Revokes a grant',
  errors: ['access.no-grant'],
});

export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/subscription-blocks',
  params: IdParams,
  query: PageQuery,
  response: z.array(Block),
  caller: 'administrator',
  scope: 'none',
  summary: "What was taken out of a member's subscription, newest first; X-Total-Count is their number",
  errors: ['accounts.not-found'],
});

export const explainAccess = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/access/:resourceId',
  params: BlockParams,
  response: AccessExplanation,
  caller: 'administrator',
  scope: 'none',
  summary: 'Why a member may use a resource, or why not, with every entitlement that counted',
  errors: ['accounts.not-found', 'catalogue.not-found'],
});

export const listMemberAccess = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/access',
  params: IdParams,
  query: MemberAccessQuery,
  response: MemberAccess,
  caller: 'administrator',
  scope: 'none',
  summary: 'What a member can open, each resource with its reason, and what is blocked',
  errors: ['accounts.not-found'],
});

export const previewRefund = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/purchases/:purchaseId/closes',
  params: MemberPurchaseParams,
  query: RefundPreviewQuery,
  response: ClosedByRefund,
  caller: 'administrator',
  scope: 'none',
  summary:
    'What a member can no longer open once a purchase is refunded, or a part of it (amountMinor, refused as the refund would be)',
  errors: [
    'accounts.not-found',
    'purchases.not-found',
    'billing.nothing-to-refund',
    'billing.refund-too-large',
    'billing.refund-disputed',
  ],
});
