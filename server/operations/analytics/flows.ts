import type { AnalyticsActivity, AnalyticsQuery } from '#contract/operations/analytics.ts';
import type { FlowContext } from '#server/platform/context.ts';
import * as actions from './actions.ts';
import type { UsageCounts } from './usage-counts.ts';

type Asked = { range: AnalyticsQuery; currency: string; usage: UsageCounts };

/** What happened up to this moment: the sums are brought up to date first, so that they equal the ledger. */
export async function readActivity(ctx: FlowContext, { range, currency, usage }: Asked): Promise<AnalyticsActivity> {
  await ctx.transaction((inner) => actions.writeUsage(inner, usage.take()));
  await foldAll(ctx);
  return actions.getActivity(ctx, range, currency);
}

/** Works every change into the sums, a part at a time so that no transaction lasts long. */
export async function foldAll(ctx: FlowContext): Promise<void> {
  while (!(await ctx.transaction((inner) => actions.foldChanges(inner))));
}
