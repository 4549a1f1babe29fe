import { queryOptions } from '@tanstack/react-query';
import { blockResource, unblockResource } from '#contract/commerce/access.endpoints.ts';
import * as access from '#contract/commerce/access-admin.endpoints.ts';
import type { GrantForm } from '#contract/commerce/access-admin.ts';
import { getLatestPayment } from '#contract/commerce/billing.endpoints.ts';
import { listMemberPayments } from '#contract/commerce/payments-admin.endpoints.ts';
import * as purchases from '#contract/commerce/purchases-admin.endpoints.ts';
import { endMemberSubscription, getMemberSubscription } from '#contract/commerce/subscriptions.endpoints.ts';
import { listAuditEntries } from '#contract/operations/audit.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { listOptions, listPageSize, queryOf } from '#web/platform/queries.ts';
import type { AccessState } from './display.ts';

const fresh = { staleTime: 0 };
const of = (id: number) => ({ params: { id } });

/** Queries of a member's purchases, grants, blocks and subscription, fetched each time (ADM-USER-08). */
export const memberPurchases = (id: number) => ({ ...queryOf(purchases.listMemberPurchases, of(id)), ...fresh });
export const memberGrants = (id: number) => ({ ...queryOf(access.listGrants, of(id)), ...fresh });
export const memberBlocks = (id: number) => ({ ...queryOf(access.listBlocks, of(id)), ...fresh });
export const memberSubscription = (id: number) => ({ ...queryOf(getMemberSubscription, of(id)), ...fresh });

/** Query of the reasons for or against a member's access to a resource. */
export const explanation = (id: number, resourceId: number) => ({
  ...queryOf(access.explainAccess, { params: { id, resourceId } }),
  ...fresh,
});

/** Query of a page of the resources that a member can open, with reasons (ADM-USER-18). */
export function memberAccess(id: number, { search, reason, page }: AccessState) {
  const query = { search, reason: reason ?? undefined, page, pageSize: listPageSize };
  return queryOptions({ ...queryOf(access.listMemberAccess, { params: { id }, query }), ...listOptions });
}

export const memberPayments = (id: number) => ({ ...queryOf(listMemberPayments, of(id)), ...fresh });

/**
 * Query of the resources that refunding all that is left of a purchase would close, and of those that would stay open
 * (ADM-USER-19).
 */
export const closedByRefund = (id: number, purchaseId: number) => ({
  ...queryOf(access.previewRefund, { params: { id, purchaseId } }),
  ...fresh,
});

const changed = [
  purchases.listMemberPurchases,
  access.listGrants,
  access.listBlocks,
  access.explainAccess,
  access.listMemberAccess,
  listMemberPayments,
  getLatestPayment,
  listAuditEntries,
  getMemberSubscription,
];

/** Gives access (ADM-USER-09). */
export const useGrant = (userId: number, onDone: () => void) =>
  useAction({
    send: (body: GrantForm) => call(access.grantAccess, { params: { id: userId }, body }),
    done: () => ({ title: 'Access Granted' }),
    failed: 'Failed to Grant Access',
    changed,
    onDone,
  });

export const useRevoke = () =>
  useAction({
    send: (grantId: number) => call(access.revokeGrant, { params: { grantId } }),
    done: () => ({ title: 'Access Revoked' }),
    failed: 'Failed to revoke access',
    changed,
  });

/** Ends a purchase without a refund (ADM-USER-12). */
export const useRemovePurchase = (userId: number) =>
  useAction({
    send: (purchaseId: number) => call(purchases.removePurchase, { params: { id: userId, purchaseId } }),
    done: () => ({
      title: 'Purchase Removed',
      description: 'Nothing was refunded. Check the payment provider dashboard for the refund.',
    }),
    failed: 'Failed to Remove Purchase',
    isQuoted: true,
    changed,
  });

type PurchaseRefund = {
  purchaseId: number;
  /** Amount in minor units; null for everything that is left. */
  amountMinor: number | null;
  alreadyRefundedMinor: number | null;
  reason: string;
};

/** Refunds a purchase, whole or in part (ADM-USER-17). */
export const useRefundPurchase = (userId: number, onDone: () => void) =>
  useAction({
    send: ({ purchaseId, ...body }: PurchaseRefund) =>
      call(purchases.refundPurchase, { params: { id: userId, purchaseId }, body }),
    done: ({ message }) => ({ title: 'Refund processed', description: message }),
    failed: 'Refund Failed',
    changed,
    onDone,
  });

/** Ends the subscription at once. */
export const useEndSubscription = (userId: number) =>
  useAction({
    send: () => call(endMemberSubscription, { params: { id: userId } }),
    done: () => ({ title: 'Subscription Cancelled' }),
    failed: 'Failed to Cancel Subscription',
    isQuoted: true,
    changed,
  });

type Block = { resourceId: number; reason: string };

/** Blocks a resource of the member's subscription (ADM-USER-10). */
export const useBlock = (userId: number) =>
  useAction({
    send: (body: Block) => call(blockResource, { params: { id: userId }, body }),
    done: () => ({ title: 'Resource removed' }),
    failed: 'Failed to Remove Resource',
    isQuoted: true,
    changed,
  });

/** Lifts a block (ACCESS-20). */
export const useUnblock = (userId: number) =>
  useAction({
    send: (resourceId: number) => call(unblockResource, { params: { id: userId, resourceId } }),
    done: () => ({ title: 'Resource Unblocked' }),
    failed: 'Failed to unblock resource',
    changed,
  });
