// This file is separate from the queries of api.ts, which every page loads.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
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
import type { CancelReason, CancelSubscription } from '#contract/commerce/subscriptions.ts';
import type { ChangePlan, PlanPreviewQuery } from '#contract/commerce/subscriptions-changes.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { today } from '#web/platform/clock.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { saveText } from '#web/platform/download.ts';
import { ApiError } from '#web/platform/errors.ts';
import { openTab } from '#web/platform/open-tab.ts';
import { queryOf, refresh } from '#web/platform/queries.ts';
import { saidIn } from '#web/said.ts';
import { csvFileName, csvOf, exportedOf, exportedSentence } from './display.ts';

/** Queries that depend on the state of a subscription. */
const subscriptionQueries = [
  getBilling,
  getSubscription,
  listSubscriptions,
  getResource,
  getResourceAccess,
  listResourceAccess,
];

/** Cancels a subscription at the end of its period, one whose first payment is not made at once (BILL-13). */
export const useCancelSubscription = (id: number, onCancelled: () => void) =>
  useAction({
    send: (body: CancelSubscription) => call(cancelSubscription, { params: { id }, body }),
    failed: 'Cancellation Failed',
    otherwise: 'Failed to cancel subscription.',
    done: (reply) => ({ title: 'Subscription Cancelled', description: saidIn(reply) }),
    changed: subscriptionQueries,
    onDone: onCancelled,
  });

/** Fetches the offer for a member who is about to cancel (SUBSCR-24). Without a reason there is no offer. */
export function useCancelOffer(id: number) {
  return useAction({
    send: async (reason: CancelReason | null) => {
      if (reason === null) return null;
      const { offer } = await call(showCancelOffer, { params: { id }, body: { reason } });
      return offer;
    },
  });
}

/** Accepts the offer that was shown before the cancellation. */
export const useAcceptOffer = (id: number, onAccepted: () => void) =>
  useAction({
    send: () => call(acceptCancelOffer, { params: { id } }),
    failed: 'Offer not accepted',
    done: (reply) => ({ title: 'Offer accepted', description: saidIn(reply) }),
    changed: subscriptionQueries,
    onDone: onAccepted,
  });

/** Pauses a subscription for some months (SUBSCR-22). */
export const usePause = (id: number, onPaused: () => void) =>
  useAction({
    send: (months: number) => call(pauseSubscription, { params: { id }, body: { months } }),
    failed: 'Pause failed',
    done: (reply) => ({ title: 'Pause scheduled', description: saidIn(reply) }),
    changed: subscriptionQueries,
    onDone: onPaused,
  });

/** Cancels a planned pause, or ends a running one with the next renewal. */
export const useEndPause = (id: number) =>
  useAction({
    send: () => call(endPause, { params: { id } }),
    failed: 'Pause not ended',
    done: (reply) => ({ title: 'Pause ended', description: saidIn(reply) }),
    changed: subscriptionQueries,
  });

/**
 * Query of the price of a change of plan, fetched each time the dialog opens, because the price depends on the moment.
 */
export function planPreviewQuery(id: number, query: PlanPreviewQuery) {
  return queryOptions({ ...queryOf(previewPlan, { params: { id }, query }), staleTime: 0, gcTime: 0 });
}

/** Changes the plan. A payment that is still to be made opens at the provider (SUBSCR-21). */
export function useChangePlan(id: number, onChanged?: () => void) {
  const client = useQueryClient();
  return useAction({
    send: (body: ChangePlan) => call(changePlan, { params: { id }, body }),
    failed: 'Plan not changed',
    done: (reply) => ({ title: reply.payUrl ? 'Payment Required' : 'Plan updated', description: saidIn(reply) }),
    changed: subscriptionQueries,
    onDone: ({ payUrl }) => {
      if (payUrl) window.location.assign(payUrl);
      onChanged?.();
    },
    onFailed: () => refresh(client, previewPlan),
  });
}

/** Withdraws the cancellation of a subscription (BILL-14). */
export const useReactivateSubscription = (id: number) =>
  useAction({
    send: () => call(reactivateSubscription, { params: { id } }),
    failed: 'Reactivation Failed',
    otherwise: 'Failed to reactivate subscription.',
    done: ({ message }) => ({ title: 'Subscription Reactivated', description: message }),
    changed: subscriptionQueries,
  });

/** Sends a money-back request (SUBSCR-07). */
export const useRequestRefund = (onSent: () => void) =>
  useAction({
    send: (reason: string) => call(requestRefund, { body: { reason } }),
    failed: 'Request failed',
    done: ({ message }) => ({ title: 'Request sent', description: message }),
    changed: [getBilling],
    onDone: onSent,
  });

/** Opens the payment provider's own billing page in a new tab, or in this one when the browser blocks it (BILL-01). */
export const useBillingPortal = () =>
  useAction({
    send: () => call(openBillingPortal),
    failed: (error) =>
      error instanceof ApiError && error.code === 'billing.portal-setup-required' ? 'Setup Required' : 'Error',
    otherwise: 'Failed to access billing portal. Please try again.',
    onDone: ({ url }) => openTab(url) || window.location.assign(url),
  });

/** Downloads the history as CSV (BILL-07 to BILL-10). */
export function useExport({ transactions }: Pick<Billing, 'transactions'>) {
  const { productName } = usePortalConfig();
  return useAction({
    send: async () => {
      const lines = exportedOf({ transactions });
      saveText(csvFileName(productName, today()), 'text/csv;charset=utf-8', csvOf(lines));
      return exportedSentence(lines.length);
    },
    failed: 'Export failed',
    otherwise: 'The file could not be saved. Please try again.',
    done: (description) => ({ title: 'Export Complete', description }),
  });
}
