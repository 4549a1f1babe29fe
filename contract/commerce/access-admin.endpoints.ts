import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { BlockParams } from './access.ts';
import type {
  AccessExplanation,
  AccessListQuery,
  Block,
  ClosedByRefund,
  Grant,
  GrantForm,
  GrantParams,
  MemberAccess,
  MemberAccessQuery,
  RefundPreviewQuery,
} from './access-admin.ts';
import type { MemberPurchaseParams } from './purchases-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What a member may open and why: grants, blocks of the subscription';

export const listGrants = endpoint<{ params: IdParams; query: AccessListQuery; reply: Grant[] }>({
  method: 'GET',
  path: '/api/admin/users/:id/grants',
  caller: 'administrator',
  scope: 'none',
  summary: 'The grants of a member, newest first; X-Total-Count is their number',
  errors: ['accounts.not-found'],
});

export const grantAccess = endpoint<{ params: IdParams; body: GrantForm; reply: Grant }>({
  method: 'POST',
  path: '/api/admin/users/:id/grants',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Gives a member access to a resource, until an end or without one',
  errors: ['accounts.not-found', 'catalogue.not-found', 'access.granted-already', 'access.end-passed'],
  status: 201,
});

export const revokeGrant = endpoint<{ params: GrantParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/grants/:grantId',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Revokes a grant',
  errors: ['access.no-grant'],
});

export const listBlocks = endpoint<{ params: IdParams; query: AccessListQuery; reply: Block[] }>({
  method: 'GET',
  path: '/api/admin/users/:id/subscription-blocks',
  caller: 'administrator',
  scope: 'none',
  summary: "What was taken out of a member's subscription, newest first; X-Total-Count is their number",
  errors: ['accounts.not-found'],
});

export const explainAccess = endpoint<{ params: BlockParams; reply: AccessExplanation }>({
  method: 'GET',
  path: '/api/admin/users/:id/access/:resourceId',
  caller: 'administrator',
  scope: 'none',
  summary: 'Why a member may use a resource, or why not, with every entitlement that counted',
  errors: ['accounts.not-found', 'catalogue.not-found'],
});

export const listMemberAccess = endpoint<{ params: IdParams; query: MemberAccessQuery; reply: MemberAccess }>({
  method: 'GET',
  path: '/api/admin/users/:id/access',
  caller: 'administrator',
  scope: 'none',
  summary: 'What a member can open, each resource with its reason, and what is blocked',
  errors: ['accounts.not-found'],
});

export const previewRefund = endpoint<{
  params: MemberPurchaseParams;
  query: RefundPreviewQuery;
  reply: ClosedByRefund;
}>({
  method: 'GET',
  path: '/api/admin/users/:id/purchases/:purchaseId/closes',
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
