import type { AnalyticsOverview } from '#contract/analytics.ts';
import type { Context } from '#server/platform/context.ts';
import { countUsers, listCoverage, listResourceGroups } from './overview-store.ts';
import { overviewOf } from './rules.ts';

/** What there is now (ADM-04). */
export async function getOverview(ctx: Context): Promise<AnalyticsOverview> {
  const groups = await listResourceGroups(ctx.db);
  return overviewOf({ groups, users: await countUsers(ctx.db), covered: await listCoverage(ctx.db) });
}
