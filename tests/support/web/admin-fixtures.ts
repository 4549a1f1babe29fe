import type { Overview } from '#contract/operations/overview.ts';

const noTask = { count: 0, amount: 0, since: null };

/** Overview of fourteen days without activity, with nothing to handle. */
export function overview(changed: Partial<Overview> = {}): Overview {
  return {
    currency: 'GBP',
    days: Array.from({ length: 14 }, (_, index) => ({
      day: new Date(Date.UTC(2126, 0, index + 1)).toISOString().slice(0, 10),
      purchases: 0,
      subscriptions: 0,
      refunds: 0,
      newMembers: 0,
      newSubscriptions: 0,
    })),
    activeMembers: { today: 0, week: 0 },
    failedPayments: noTask,
    disputes: { count: 0, amount: 0, dueBy: null },
    refundRequests: noTask,
    failedJobs: { count: 0, since: null },
    scheduled: { count: 0, next: null },
    emptySearches: { count: 0, most: [] },
    closestSearches: { count: 0, most: [] },
    changes: [],
    ...changed,
  };
}
