import { roundMajor } from '#contract/money.ts';
import type { Overview } from '#contract/overview.ts';
import { awaitsAnswer } from '#contract/payments-admin.ts';
import { getLastDays } from '#server/features/analytics/actions.ts';
import { foldAll } from '#server/features/analytics/flows.ts';
import { listEntries } from '#server/features/audit/actions.ts';
import { listRequests } from '#server/features/billing/guarantee-actions.ts';
import { listDisputes } from '#server/features/billing/ledger-actions.ts';
import { getScheduled } from '#server/features/publishing/actions.ts';
import { sumPastDue } from '#server/features/subscriptions/actions.ts';
import { listFailedJobs } from '#server/features/system/actions.ts';
import type { FlowContext } from '#server/platform/context.ts';
import type { LaneOf } from '#server/platform/jobs/lanes.ts';

/** How many of the newest changes are shown. */
const changesShown = 5;

/** Today and the last days, and what waits for an administrator, each as its own list counts it (ADM-09). */
export async function readOverview(
  ctx: FlowContext,
  { currency, laneOf }: { currency: string; laneOf: LaneOf },
): Promise<Overview> {
  // The sums equal the ledger from here on.
  await foldAll(ctx);
  const [figures, failedPayments, disputes, requests, jobs, scheduled, changes] = await Promise.all([
    getLastDays(ctx, currency),
    sumPastDue(ctx, currency),
    listDisputes(ctx, null),
    listRequests(ctx),
    listFailedJobs(ctx, laneOf),
    getScheduled(ctx),
    listEntries(ctx, { person: '', action: '', object: '', search: '', pageSize: changesShown }),
  ]);
  const unanswered = disputes.filter(({ status }) => awaitsAnswer(status));
  const open = requests.filter(({ status }) => status === 'open');
  return {
    currency,
    ...figures,
    failedPayments,
    disputes: { ...sumOf(unanswered, currency), dueBy: firstOf(unanswered.map(({ dueBy }) => dueBy)) },
    refundRequests: { ...sumOf(open, currency), since: firstOf(open.map(({ createdAt }) => createdAt)) },
    failedJobs: { count: jobs.length, since: firstOf(jobs.map(({ failedAt }) => failedAt)) },
    scheduled,
    changes: changes.entries,
  };
}

type Priced = { amount: number; currency: string };

/** Amounts of another currency are counted, not added. */
function sumOf(items: readonly Priced[], currency: string): { count: number; amount: number } {
  const own = items.filter((item) => item.currency === currency);
  return {
    count: items.length,
    amount: roundMajor(
      own.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
  };
}

/** The earliest of some instants, which ISO 8601 sorts as text. */
function firstOf(instants: readonly (string | null)[]): string | null {
  return instants.filter((instant) => instant !== null).toSorted()[0] ?? null;
}
