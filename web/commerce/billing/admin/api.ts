import { queryOptions } from '@tanstack/react-query';
import { getLatestPayment, refundSubscription } from '#contract/commerce/billing.endpoints.ts';
import type { DecideRefundRequest } from '#contract/commerce/billing.ts';
import { decideRefundRequest, listRefundRequests } from '#contract/commerce/guarantee.endpoints.ts';
import { listDisputes, listMemberPayments } from '#contract/commerce/payments-admin.endpoints.ts';
import { getReconciliation, retryWaiting, startReconciliation } from '#contract/commerce/reconciliation.endpoints.ts';
import type { RetryWaiting } from '#contract/commerce/reconciliation.ts';
import { listAdminSubscriptions } from '#contract/commerce/subscriptions.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of the latest payment of a subscription, which a refund would return; always fetched. */
export const latestPayment = (id: number) =>
  queryOptions({ ...queryOf(getLatestPayment, { params: { id } }), staleTime: 0, gcTime: 0 });

type Refund = {
  /** Amount in minor units; null for everything that is left. */
  amountMinor: number | null;
  /** Refunded amount that the dialog showed, in minor units; null when it was sent before the payment had loaded. */
  alreadyRefundedMinor: number | null;
};

/** Refunds the latest payment of a subscription (ADM-SUB-05, ADM-SUB-07). */
export const useRefund = (id: number, onDone: () => void) =>
  useAction({
    send: (body: Refund) => call(refundSubscription, { params: { id }, body }),
    failed: 'Refund Failed',
    done: ({ message }) => ({ title: 'Refund processed', description: message }),
    changed: [getLatestPayment, listAdminSubscriptions, listMemberPayments],
    onDone,
  });

/** Query of the last comparison with the payment provider, the discrepancies of 30 days, and the waiting work. */
export const reconciliationQuery = queryOptions({ ...queryOf(getReconciliation), staleTime: 0 });

export const useStartReconciliation = () =>
  useAction({
    send: () => call(startReconciliation),
    failed: 'Comparison failed',
    done: ({ message }) => ({ title: 'Comparison started', description: message }),
  });

/** Retries an event or a mail after all its attempts failed. */
export const useRetryWaiting = () =>
  useAction({
    send: (body: RetryWaiting) => call(retryWaiting, { body }),
    failed: 'Retry failed',
    done: ({ message }) => ({ title: 'Trying again', description: message }),
    changed: [getReconciliation],
  });

/** Query of the disputed payments; those to answer come first. */
export const disputesQuery = queryOptions({ ...queryOf(listDisputes), staleTime: 0 });

export const refundRequestsQuery = queryOptions({ ...queryOf(listRefundRequests), staleTime: 0 });

export const useDecideRequest = (id: number, onDone: () => void) =>
  useAction({
    send: (body: Pick<DecideRefundRequest, 'decision'> & { answer: string }) =>
      call(decideRefundRequest, { params: { id }, body }),
    failed: 'Decision failed',
    done: ({ message }) => ({ title: 'Request decided', description: message }),
    changed: [listRefundRequests],
    onDone,
  });
