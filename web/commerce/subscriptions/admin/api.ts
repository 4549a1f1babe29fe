import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/commerce/subscriptions.endpoints.ts';
import type { ShownStatus } from '#contract/commerce/subscriptions.ts';
import { downloadSubscriptions } from '#contract/commerce/subscriptions-admin.endpoints.ts';
import type { SubscriptionColumn, SubscriptionCsvQuery } from '#contract/commerce/subscriptions-admin.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf } from '#web/platform/queries.ts';
import { saidIn } from '#web/said.ts';

export function adminSubscriptions(given: { search?: string; status?: ShownStatus; page?: number }) {
  const query = { ...given, pageSize: listPageSize };
  return queryOptions({ ...pageQueryOf(endpoints.listAdminSubscriptions, { query }), ...listOptions });
}

/** Returns the URL of the list as a CSV file. */
export const subscriptionsCsv = (query: Partial<SubscriptionCsvQuery>, columns: ReadonlySet<SubscriptionColumn>) =>
  addressOf(downloadSubscriptions, { query: { ...query, page: undefined, columns: [...columns] } });

export const subscriptionCounts = { ...queryOf(endpoints.countAdminSubscriptions), staleTime: 0 };

const changed = [endpoints.listAdminSubscriptions, endpoints.countAdminSubscriptions];

/** Suspends a subscription for a reason (ADM-SUB-05). */
export const useSuspend = (id: number, onDone: () => void) =>
  useAction({
    send: (reason: string) => call(endpoints.suspendSubscription, { params: { id }, body: { reason } }),
    done: (reply) => ({ title: 'Subscription suspended', description: saidIn(reply) }),
    failed: 'Suspension Failed',
    changed,
    onDone,
  });

/** Lifts a suspension (ADM-SUB-04). */
export const useResume = (id: number) =>
  useAction({
    send: () => call(endpoints.resumeSubscription, { params: { id } }),
    done: (reply) => ({ title: 'Subscription Reactivated', description: saidIn(reply) }),
    failed: 'Reactivation Failed',
    changed,
  });

/** Cancels a subscription at the end of its period, one whose first payment is not made at once (ADM-SUB-05). */
export const useCancel = (id: number) =>
  useAction({
    send: () => call(endpoints.cancelAdminSubscription, { params: { id } }),
    done: (reply) => ({ title: 'Subscription Cancelled', description: saidIn(reply) }),
    failed: 'Cancellation Failed',
    isQuoted: true,
    changed,
  });
