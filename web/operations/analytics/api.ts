import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getAnalyticsActivity,
  getAnalyticsOverview,
  listAnalyticsRows,
} from '#contract/operations/analytics.endpoints.ts';
import type { AnalyticsQuery, AnalyticsRowsQuery } from '#contract/operations/analytics.ts';
import { csvFileName } from '#web/commerce/billing/display.ts';
import { useAction } from '#web/platform/action.ts';
import { today } from '#web/platform/clock.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { saveText } from '#web/platform/download.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf } from '#web/platform/queries.ts';
import { type ChartTable, csvOf } from './chart-display.ts';

/** Query of the current counts, fetched each time the tab is opened. */
export const overviewQuery = queryOptions({ ...queryOf(getAnalyticsOverview), staleTime: 0 });

/** Query of the activity in a range. The previous range stays on screen until the next one arrives. */
export function activityQuery(range: AnalyticsQuery) {
  return queryOptions({
    ...queryOf(getAnalyticsActivity, { query: range }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Query of a page of the rows behind a figure. */
export function rowsQuery(query: AnalyticsRowsQuery) {
  return queryOptions({
    ...pageQueryOf(listAnalyticsRows, { query: { ...query, pageSize: listPageSize } }),
    ...listOptions,
  });
}

/**
 * Saves a chart's figures as CSV.
 * @param subject part of the file name, such as "resources-by-type"
 */
export function useTableExport(subject: string, table: ChartTable) {
  const { productName } = usePortalConfig();
  return useAction({
    send: async () => saveText(csvFileName(productName, today(), subject), 'text/csv;charset=utf-8', csvOf(table)),
    failed: 'Export failed',
    otherwise: 'The file could not be saved. Please try again.',
    done: () => ({ title: 'Export Complete', description: 'The figures were downloaded.' }),
  });
}
