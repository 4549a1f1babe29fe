import * as z from 'zod/mini';
import { repeated } from '../text.ts';
import { AdminSubscriptionQuery } from './subscriptions.ts';

/** The columns of the list, beside the member's name, that can be chosen. */
export const subscriptionColumns = ['email', 'status', 'period', 'trial'] as const;
export type SubscriptionColumn = (typeof subscriptionColumns)[number];

/** The list as a CSV file: its search and filter, and the chosen columns. */
export const SubscriptionCsvQuery = z.extend(z.omit(AdminSubscriptionQuery, { page: true, pageSize: true }), {
  columns: repeated(z.enum(subscriptionColumns, { error: 'This column is not known' })),
});
export type SubscriptionCsvQuery = z.infer<typeof SubscriptionCsvQuery>;
