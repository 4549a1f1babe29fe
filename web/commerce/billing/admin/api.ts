import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getLatestPayment, refundSubscription } from '#contract/commerce/billing.endpoints.ts';
import type { DecideRefundRequest } from '#contract/commerce/billing.ts';
import { decideRefundRequest, listRefundRequests } from '#contract/commerce/guarantee.endpoints.ts';
import { listDisputes } from '#contract/commerce/payments-admin.endpoints.ts';
import { getReconciliation, retryWaiting, startReconciliation } from '#contract/commerce/reconciliation.endpoints.ts';
import type { RetryWaiting } from '#contract/commerce/reconciliation.ts';
import { listAdminSubscriptions } from '#contract/commerce/subscriptions.endpoints.ts';
import { call } from '../../../platform/api.ts';
import { queryOf, refresh } from '../../../platform/queries.ts';
import { toast, toastFailure } from '../../../platform/toast.ts';

/** Query of the payment that a refund would return, fetched each time the dialog opens. */
export const latestPayment = (id: number) =>
  queryOptions({ ...queryOf(getLatestPayment, { params: { id } }), staleTime: 0, gcTime: 0 });

type Refund = {
  /** Amount in minor units; null for everything that is left. */
  amountMinor: number | null;
  /** Refunded amount that the dialog showed, in minor units. */
  alreadyRefundedMinor: number | null;
};

/** Refunds the latest payment of a subscription (ADM-SUB-05, ADM-SUB-07). */
export function useRefund(id: number, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Refund) => call(refundSubscription, { params: { id }, body }),
    onSuccess: ({ message }) => {
      toast({ title: 'Refund processed', description: message, tone: 'success' });
      onDone();
    },
    onError: (error) => toastFailure('Refund Failed', error),
    onSettled: () => refresh(client, getLatestPayment, listAdminSubscriptions),
  });
}

/** Query of the results of the last comparison with the payment provider. */
export const reconciliationQuery = queryOptions({ ...queryOf(getReconciliation), staleTime: 0 });

export function useStartReconciliation() {
  return useMutation({
    mutationFn: () => call(startReconciliation),
    onSuccess: ({ message }) => toast({ title: 'Comparison started', description: message, tone: 'success' }),
    onError: (error) => toastFailure('Comparison failed', error),
  });
}

/** Retries an event or a mail after all its attempts failed. */
export function useRetryWaiting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RetryWaiting) => call(retryWaiting, { body }),
    onSuccess: ({ message }) => toast({ title: 'Trying again', description: message, tone: 'success' }),
    onError: (error) => toastFailure('Retry failed', error),
    onSettled: () => refresh(client, getReconciliation),
  });
}

/** Query of the disputed payments; those to answer come first. */
export const disputesQuery = queryOptions({ ...queryOf(listDisputes), staleTime: 0 });

export const refundRequestsQuery = queryOptions({ ...queryOf(listRefundRequests), staleTime: 0 });

export function useDecideRequest(id: number, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<DecideRefundRequest, 'decision'> & { answer: string }) =>
      call(decideRefundRequest, { params: { id }, body }),
    onSuccess: ({ message }) => {
      toast({ title: 'Request decided', description: message, tone: 'success' });
      onDone();
    },
    onError: (error) => toastFailure('Decision failed', error),
    onSettled: () => refresh(client, listRefundRequests),
  });
}
