import { awaitsAnswer } from '#contract/commerce/payments-admin.ts';
import { roundMajor } from '#contract/money.ts';
import type { Overview } from '#contract/operations/overview.ts';
import { getScheduled } from '#server/catalogue/publishing/actions.ts';
import { listRequests } from '#server/commerce/billing/guarantee-actions.ts';
import { listDisputes } from '#server/commerce/billing/ledger-actions.ts';
import { sumPastDue } from '#server/commerce/subscriptions/actions.ts';
import { getLastDays } from '#server/operations/analytics/actions.ts';
import { foldAll } from '#server/operations/analytics/flows.ts';
import { listEntries } from '#server/operations/audit/actions.ts';
import { listFailedJobs } from '#server/operations/system/actions.ts';
import type { FlowContext } from '#server/platform/context.ts';
import type { LaneOf } from '#server/platform/jobs/lanes.ts';

/** Number of recent changes in the overview. */
const changesShown = 5;

/**
 * Returns today's and the last days' figures, and the items that need an administrator, each counted as in its own list
 * (ADM-09).
 */
export async function readOverview(
  ctx: FlowContext,
  { currency, laneOf }: { currency: string; laneOf: LaneOf },
): Promise<Overview> {
  // Brings the sums up to date with the ledger.
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

/** Sums the amounts in `currency`; amounts in other currencies are only counted. */
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

/** Returns the earliest of some times, which ISO 8601 sorts as text. */
function firstOf(instants: readonly (string | null)[]): string | null {
  return instants.filter((instant) => instant !== null).toSorted()[0] ?? null;
}
