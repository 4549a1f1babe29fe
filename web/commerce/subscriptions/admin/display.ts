import type { AdminSubscription, ShownStatus } from '#contract/commerce/subscriptions.ts';
import type { SubscriptionColumn } from '#contract/commerce/subscriptions-admin.ts';
import { shortDate } from '#web/dates.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';
import { filterNames } from './list-display.ts';

/** Names of the columns that the administrator can show or hide. */
export const subscriptionColumnNames: Record<SubscriptionColumn, string> = {
  email: 'Email',
  status: 'Status',
  period: 'Current period',
  trial: 'Trial end',
};

type SubscriptionState = Pick<AdminSubscription, 'status' | 'cancelAtPeriodEnd' | 'temporarySuspended'>;

/**
 * Returns the word and colour of a subscription's status, in order of priority. A status without a word is shown
 * unchanged (ADM-SUB-03).
 */
export function shownStatus({ status, cancelAtPeriodEnd, temporarySuspended }: SubscriptionState): {
  kind: ShownStatus;
  name: string;
  tone: BadgeTone;
} {
  if (temporarySuspended) return { kind: 'suspended', name: 'Suspended', tone: 'danger' };
  if (cancelAtPeriodEnd) return { kind: 'cancelling', name: 'Cancelling', tone: 'warning' };
  const known = named[status];
  return known ?? { kind: 'other', name: status, tone: 'neutral' };
}

const named: Readonly<Record<string, { kind: ShownStatus; name: string; tone: BadgeTone }>> = {
  active: { kind: 'active', name: 'Active', tone: 'success' },
  trialing: { kind: 'trialing', name: 'Trial', tone: 'info' },
  past_due: { kind: 'past_due', name: 'Past Due', tone: 'danger' },
  canceled: { kind: 'canceled', name: 'Cancelled', tone: 'neutral' },
};

/** Returns the actions that an administrator has on a subscription (ADM-SUB-04 to ADM-SUB-06). */
export function actionsFor(row: SubscriptionState): ('reactivate' | 'suspend' | 'cancel' | 'refund')[] {
  if (row.temporarySuspended) return ['reactivate'];
  if (row.status === 'canceled' || row.status === 'incomplete_expired') return [];
  return row.cancelAtPeriodEnd ? ['suspend', 'refund'] : ['suspend', 'cancel', 'refund'];
}

/** Formats as "02 Dec 2026"; null for null. */
export function dateText(instant: string | null): string | null {
  return instant === null ? null : shortDate(instant);
}

/** Returns "02 Nov 2026 to 02 Dec 2026"; null without a period. */
export function periodText(row: Pick<AdminSubscription, 'currentPeriodStart' | 'currentPeriodEnd'>): string | null {
  const [start, end] = [dateText(row.currentPeriodStart), dateText(row.currentPeriodEnd)];
  return start && end ? `${start} to ${end}` : null;
}

/** Returns the text of an empty list: "No member named “x” has the status Active." */
export function noMatchText({ search, status }: { search: string; status: ShownStatus | null }): string {
  const who = search === '' ? 'No member' : `No member named “${search}”`;
  const what = status === null ? 'has a subscription' : `has the status ${filterNames[status]}`;
  return `${who} ${what}. Check the spelling or show all statuses.`;
}
