import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { PurchaseQuery } from './purchases.ts';
import {
  MemberPurchase,
  MemberPurchaseParams,
  OwnerCount,
  OwnerQuery,
  RefundPurchase,
  RemovedPurchase,
} from './purchases-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = "Members' purchases as administrators see and change them";

export const listMemberPurchases = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/purchases',
  params: IdParams,
  query: PurchaseQuery,
  response: z.array(MemberPurchase),
  caller: 'administrator',
  scope: 'none',
  summary: "A member's live purchases, newest first; X-Total-Count is their number",
  errors: ['accounts.not-found'],
});

export const removePurchase = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/purchases/:purchaseId',
  params: MemberPurchaseParams,
  response: RemovedPurchase,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a purchase from a member; a refund is made separately, at the payment provider',
  errors: ['purchases.not-found'],
});

export const refundPurchase = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/purchases/:purchaseId/refund',
  params: MemberPurchaseParams,
  body: RefundPurchase,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Refunds the payment of a purchase, whole or in part; a whole refund ends the purchase',
  errors: [
    'purchases.not-found',
    'billing.nothing-to-refund',
    'billing.refund-too-large',
    'billing.refund-disputed',
    'billing.refund-under-way',
    'billing.refund-outdated',
    'billing.refund-refused',
    'purchases.payments-off',
    'purchases.provider-failed',
  ],
});

export const countOwners = endpoint({
  method: 'GET',
  path: '/api/admin/resource-owners',
  query: OwnerQuery,
  response: z.array(OwnerCount),
  caller: 'administrator',
  scope: 'admin:insight:read',
  summary: 'How many members own each of these resources by purchase; those without an owner are left out',
  errors: [],
});
