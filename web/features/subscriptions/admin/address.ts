import { type ShownStatus, shownStatuses } from '#contract/subscriptions.ts';
import type { Search } from '../../../platform/search.ts';

/** What the address says of the tab: what the table is narrowed to, and its page. */
export type SubscriptionState = { search: string; status: ShownStatus | null; page: number };

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/** Reads the tab's state; what makes no sense has its usual value. */
export function readSubscriptionState({ search, status, page }: Search): SubscriptionState {
  const number = Number(one(page));
  return {
    search: one(search).trim().slice(0, 100),
    status: shownStatuses.find((known) => known === status) ?? null,
    page: Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1,
  };
}

/** The same as the address's query. */
export function subscriptionQueryOf({ search, status, page }: SubscriptionState) {
  return { tab: 'subscriptions', search, status: status ?? undefined, page: page > 1 ? page : undefined };
}
