import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { PurchaseQuery } from './purchases.ts';
import type {
  MemberPurchase,
  MemberPurchaseParams,
  OwnerCount,
  OwnerQuery,
  RefundPurchase,
  RemovedPurchase,
} from './purchases-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = "Members' purchases as administrators see and change them";

export const listMemberPurchases = endpoint<{ params: IdParams; query: PurchaseQuery; reply: MemberPurchase[] }>({
  method: 'GET',
  path: '/api/admin/users/:id/purchases',
  caller: 'administrator',
  scope: 'none',
  summary: "A member's live purchases, newest first; X-Total-Count is their number",
  errors: ['accounts.not-found'],
});

export const removePurchase = endpoint<{ params: MemberPurchaseParams; reply: RemovedPurchase }>({
  method: 'DELETE',
  path: '/api/admin/users/:id/purchases/:purchaseId',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a purchase from a member; a refund is made separately, at the payment provider',
  errors: ['purchases.not-found'],
});

export const refundPurchase = endpoint<{ params: MemberPurchaseParams; body: RefundPurchase; reply: Message }>({
  method: 'POST',
  path: '/api/admin/users/:id/purchases/:purchaseId/refund',
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

export const countOwners = endpoint<{ query: OwnerQuery; reply: OwnerCount[] }>({
  method: 'GET',
  path: '/api/admin/resource-owners',
  caller: 'administrator',
  scope: 'admin:insight:read',
  summary: 'How many members own each of these resources by purchase; those without an owner are left out',
  errors: [],
});
