import { queryOptions } from '@tanstack/react-query';
import { getBilling } from '#contract/commerce/billing.endpoints.ts';
import { listSubscriptions } from '#contract/commerce/subscriptions.endpoints.ts';
import { queryOf } from '../../platform/queries.ts';

/** What the member pays and paid, always asked for anew: payments arrive without this browser's doing. */
export const billingQuery = queryOptions({ ...queryOf(getBilling), staleTime: 0 });

/** The member's subscriptions, newest first; always asked for anew, for the same reason. */
export const subscriptionsQuery = queryOptions({ ...queryOf(listSubscriptions), staleTime: 0 });
