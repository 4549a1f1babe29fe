import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/commerce/subscriptions.endpoints.ts';
import type { ShownStatus } from '#contract/commerce/subscriptions.ts';
import { downloadSubscriptions } from '#contract/commerce/subscriptions-admin.endpoints.ts';
import type { SubscriptionColumn, SubscriptionCsvQuery } from '#contract/commerce/subscriptions-admin.ts';
import type { Message } from '#contract/message.ts';
import { addressOf, call } from '../../../platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf, refresh } from '../../../platform/queries.ts';
import { toast, toastFailure } from '../../../platform/toast.ts';
import { saidIn } from '../../../said.ts';

export function adminSubscriptions(given: { search?: string; status?: ShownStatus; page?: number }) {
  const query = { ...given, pageSize: listPageSize };
  return queryOptions({ ...pageQueryOf(endpoints.listAdminSubscriptions, { query }), ...listOptions });
}

/** Returns the URL of the list as a CSV file. */
export const subscriptionsCsv = (query: Partial<SubscriptionCsvQuery>, columns: ReadonlySet<SubscriptionColumn>) =>
  addressOf(downloadSubscriptions, { query: { ...query, page: undefined, columns: [...columns] } });

export const subscriptionCounts = { ...queryOf(endpoints.countAdminSubscriptions), staleTime: 0 };

/** Suspends a subscription for a reason (ADM-SUB-05). */
export const useSuspend = (id: number, onDone: () => void) =>
  useChange({
    send: (reason: string) => call(endpoints.suspendSubscription, { params: { id }, body: { reason } }),
    titles: { done: 'Subscription suspended', failed: 'Suspension Failed' },
    onDone,
  });

/** Lifts a suspension (ADM-SUB-04). */
export const useResume = (id: number) =>
  useChange({
    send: () => call(endpoints.resumeSubscription, { params: { id } }),
    titles: { done: 'Subscription Reactivated', failed: 'Reactivation Failed' },
  });

/** Cancels a subscription at the end of its period (ADM-SUB-05). */
export const useCancel = (id: number, onDone: () => void) =>
  useChange({
    send: () => call(endpoints.cancelAdminSubscription, { params: { id } }),
    titles: { done: 'Subscription Cancelled', failed: 'Cancellation Failed' },
    onDone,
  });

type Change<Sent> = {
  send: (sent: Sent) => Promise<Message>;
  /** Titles of the toasts (ADM-SUB-07). */
  titles: { done: string; failed: string };
  onDone?: () => void;
};

function useChange<Sent>({ send, titles, onDone }: Change<Sent>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (reply) => {
      await refresh(client, endpoints.listAdminSubscriptions, endpoints.countAdminSubscriptions);
      toast({ title: titles.done, description: saidIn(reply), tone: 'success' });
      onDone?.();
    },
    onError: (error) => toastFailure(titles.failed, error),
  });
}
