// This file is separate from the queries of api.ts, which every page loads.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { getBilling, openBillingPortal } from '#contract/commerce/billing.endpoints.ts';
import type { Billing } from '#contract/commerce/billing.ts';
import { requestRefund } from '#contract/commerce/guarantee.endpoints.ts';
import {
  acceptCancelOffer,
  cancelSubscription,
  changePlan,
  endPause,
  getSubscription,
  listSubscriptions,
  pauseSubscription,
  previewPlan,
  reactivateSubscription,
  showCancelOffer,
} from '#contract/commerce/subscriptions.endpoints.ts';
import type {
  CancelReason,
  CancelSubscription,
  ChangePlan,
  PlanPreviewQuery,
} from '#contract/commerce/subscriptions.ts';
import { call } from '../../platform/api.ts';
import { today } from '../../platform/clock.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { saveText } from '../../platform/download.ts';
import { ApiError } from '../../platform/errors.ts';
import { openTab } from '../../platform/open-tab.ts';
import { queryOf, refresh } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { saidIn } from '../../said.ts';
import { csvFileName, csvOf, exportedOf, exportedSentence } from './display.ts';

/** Refreshes every query that depends on the state of a subscription. */
function refreshSubscription(client: QueryClient): Promise<void> {
  return refresh(
    client,
    getBilling,
    getSubscription,
    listSubscriptions,
    getResource,
    getResourceAccess,
    listResourceAccess,
  );
}

/** Cancels a subscription at the end of its period (BILL-13). */
export function useCancelSubscription(id: number, onCancelled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CancelSubscription) => call(cancelSubscription, { params: { id }, body }),
    onSuccess: async (reply) => {
      await refreshSubscription(client);
      toast({ title: 'Subscription Cancelled', description: saidIn(reply), tone: 'success' });
      onCancelled();
    },
    onError: (error) => toastFailure('Cancellation Failed', error, 'Failed to cancel subscription.'),
  });
}

/** Fetches the offer for a member who is about to cancel (SUBSCR-24). Without a reason there is no offer. */
export function useCancelOffer(id: number) {
  return useMutation({
    mutationFn: async (reason: CancelReason | null) => {
      if (reason === null) return null;
      const { offer } = await call(showCancelOffer, { params: { id }, body: { reason } });
      return offer;
    },
  });
}

/** Accepts the offer that was shown before the cancellation. */
export function useAcceptOffer(id: number, onAccepted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(acceptCancelOffer, { params: { id } }),
    onSuccess: async (reply) => {
      await refreshSubscription(client);
      toast({ title: 'Offer accepted', description: saidIn(reply), tone: 'success' });
      onAccepted();
    },
    onError: async (error) => {
      await refreshSubscription(client);
      toastFailure('Offer not accepted', error);
    },
  });
}

/** Pauses a subscription for some months (SUBSCR-22). */
export function usePause(id: number, onPaused: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (months: number) => call(pauseSubscription, { params: { id }, body: { months } }),
    onSuccess: async (reply) => {
      await refreshSubscription(client);
      toast({ title: 'Pause scheduled', description: saidIn(reply), tone: 'success' });
      onPaused();
    },
    onError: (error) => toastFailure('Pause failed', error),
  });
}

/** Cancels a planned pause, or ends a running one with the next renewal. */
export function useEndPause(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endPause, { params: { id } }),
    onSuccess: async (reply) => {
      await refreshSubscription(client);
      toast({ title: 'Pause ended', description: saidIn(reply), tone: 'success' });
    },
    onError: (error) => toastFailure('Pause not ended', error),
  });
}

/**
 * Query of the price of a change of plan, fetched each time the dialog opens, because the price depends on the moment.
 */
export function planPreviewQuery(id: number, query: PlanPreviewQuery) {
  return queryOptions({ ...queryOf(previewPlan, { params: { id }, query }), staleTime: 0, gcTime: 0 });
}

/** Changes the plan. A payment that is still to be made opens at the provider (SUBSCR-21). */
export function useChangePlan(id: number, onChanged?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePlan) => call(changePlan, { params: { id }, body }),
    onSuccess: async (reply) => {
      await refreshSubscription(client);
      toast({
        title: reply.payUrl ? 'Payment Required' : 'Plan updated',
        description: saidIn(reply),
        tone: 'success',
      });
      if (reply.payUrl) window.location.assign(reply.payUrl);
      onChanged?.();
    },
    onError: async (error) => {
      await refresh(client, previewPlan);
      toastFailure('Plan not changed', error);
    },
  });
}

/** Withdraws the cancellation of a subscription (BILL-14). */
export function useReactivateSubscription(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(reactivateSubscription, { params: { id } }),
    onSuccess: async ({ message }) => {
      await refreshSubscription(client);
      toast({ title: 'Subscription Reactivated', description: message, tone: 'success' });
    },
    onError: (error) => toastFailure('Reactivation Failed', error, 'Failed to reactivate subscription.'),
  });
}

/** Sends a money-back request (SUBSCR-07). */
export function useRequestRefund(onSent: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => call(requestRefund, { body: { reason } }),
    onSuccess: async ({ message }) => {
      await refresh(client, getBilling);
      toast({ title: 'Request sent', description: message, tone: 'success' });
      onSent();
    },
    onError: (error) => toastFailure('Request failed', error),
  });
}

/** Opens the payment provider's own billing page in a new tab (BILL-01). */
export function useBillingPortal() {
  return useMutation({
    mutationFn: () => call(openBillingPortal),
    onSuccess: ({ url }) => {
      if (!openTab(url)) window.location.assign(url);
    },
    onError: (error) => {
      const needsSetup = error instanceof ApiError && error.code === 'billing.portal-setup-required';
      toastFailure(
        needsSetup ? 'Setup Required' : 'Error',
        error,
        'Failed to access billing portal. Please try again.',
      );
    },
  });
}

/** Downloads the history as CSV (BILL-07 to BILL-10). */
export function useExport({ transactions }: Pick<Billing, 'transactions'>) {
  const { productName } = usePortalConfig();
  return useMutation({
    mutationFn: async () => {
      const lines = exportedOf({ transactions });
      saveText(csvFileName(productName, today()), 'text/csv;charset=utf-8', csvOf(lines));
      return exportedSentence(lines.length);
    },
    onSuccess: (description) => toast({ title: 'Export Complete', description, tone: 'success' }),
    onError: (error) => toastFailure('Export failed', error, 'The file could not be saved. Please try again.'),
  });
}
