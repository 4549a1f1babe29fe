import type { AnalyticsActivity, AnalyticsQuery } from '#contract/operations/analytics.ts';
import type { FlowContext } from '#server/platform/context.ts';
import * as actions from './actions.ts';
import type { UsageCounts } from './usage-counts.ts';

type Asked = { range: AnalyticsQuery; currency: string; usage: UsageCounts };

/**
 * Returns the activity up to now: first stores this process's counts of uses and adds all pending changes to the sums,
 * so that they equal the ledger.
 */
export async function readActivity(ctx: FlowContext, { range, currency, usage }: Asked): Promise<AnalyticsActivity> {
  await ctx.transaction((inner) => actions.writeUsage(inner, usage.take()));
  await foldAll(ctx);
  return actions.getActivity(ctx, range, currency);
}

/** Adds every change to the sums, in batches so that no transaction lasts long. */
export async function foldAll(ctx: FlowContext): Promise<void> {
  while (!(await ctx.transaction((inner) => actions.foldChanges(inner))));
}
