import { queryOptions } from '@tanstack/react-query';
import { getBilling } from '#contract/commerce/billing.endpoints.ts';
import { listSubscriptions } from '#contract/commerce/subscriptions.endpoints.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of the member's payments and totals, fetched on every visit because payments arrive without this browser. */
export const billingQuery = queryOptions({ ...queryOf(getBilling), staleTime: 0 });

/**
 * Query of the member's subscriptions, newest first, fetched on every visit because payments arrive without this
 * browser.
 */
export const subscriptionsQuery = queryOptions({ ...queryOf(listSubscriptions), staleTime: 0 });
