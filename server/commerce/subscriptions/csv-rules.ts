import type { AdminSubscription } from '#contract/commerce/subscriptions.ts';
import type { SubscriptionColumn } from '#contract/commerce/subscriptions-admin.ts';
import type { CsvTable } from '#contract/csv.ts';

/** Columns of the CSV file of the administrators' list of subscriptions. */
export const subscriptionCsv: CsvTable<AdminSubscription, SubscriptionColumn> = {
  first: { Id: ({ id }) => id, User: ({ userName }) => userName },
  columns: {
    email: { Email: ({ userEmail }) => userEmail },
    status: { Status: statusOf },
    period: {
      'Period begins (UTC)': ({ currentPeriodStart }) => currentPeriodStart,
      'Period ends (UTC)': ({ currentPeriodEnd }) => currentPeriodEnd,
    },
    trial: { 'Trial ends (UTC)': ({ trialEnd }) => trialEnd },
  },
};

/** Returns the status that the list shows: suspended and cancelling take priority (ADM-SUB-03). */
function statusOf({ status, cancelAtPeriodEnd, temporarySuspended }: AdminSubscription): string {
  if (temporarySuspended) return 'suspended';
  return cancelAtPeriodEnd ? 'cancelling' : status;
}
