// This file is separate from the actions of steps-api.ts, because the route loads it with the first page.
import { queryOptions } from '@tanstack/react-query';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import { eachVisit } from '#web/learning/library/api.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of the dashboard's rows, assigned learning and assessment, the last visit, and whether the member is new. */
export const dashboardQuery = queryOptions({ ...queryOf(getDashboard), ...eachVisit });

/**
 * Returns the ids of the resources in the rows and in the newest list, so that their access can be requested together.
 */
export function idsOf(dashboard: Dashboard | undefined, newest: readonly ResourceSummary[]): number[] {
  const { forRole, free, subscription } = dashboard ?? {};
  const all = [newest, forRole?.resources, free?.resources, subscription?.resources];
  return [...new Set(all.flatMap((resources) => (resources ?? []).map(({ id }) => id)))];
}
