import type { Reconciliation, RetryWaiting } from '#contract/commerce/reconciliation.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as store from './reconciliation-store.ts';

export function getLastRun(ctx: Context): Promise<store.Run | null> {
  return store.findLastRun(ctx.db);
}

/**
 * Returns the last comparison, the discrepancies that comparisons saw in the last 30 days, and the work that waits for
 * an administrator; at most 200 of each.
 */
export async function getReconciliation(ctx: Context): Promise<Reconciliation> {
  const last = await store.findLastRun(ctx.db);
  const discrepancies = await store.listDiscrepancies(ctx.db, 200);
  const waiting = await store.listWaiting(ctx.db, 200);
  return {
    lastRun: last && {
      startedAt: last.startedAt.toISOString(),
      finishedAt: last.finishedAt?.toISOString() ?? null,
      payments: last.compared.payments ?? 0,
      subscriptions: last.compared.subscriptions ?? 0,
      events: last.compared.events ?? 0,
      notOurs: last.compared.notOurs ?? 0,
      error: last.error,
    },
    discrepancies: discrepancies.map(({ id, kind, subject, member, details, outcome, foundAt, lastRunId }) => ({
      id,
      kind,
      subject,
      member,
      details,
      outcome,
      foundAt: foundAt.toISOString(),
      isInLastRun: lastRunId === last?.id,
    })),
    waiting: waiting.map((row) => ({ ...row, since: row.since.toISOString() })),
  };
}

/** Queues the reconciliation unless it is already queued. */
export async function startRun(ctx: MemberContext): Promise<void> {
  await enqueue(ctx.db, 'reconcile-with-stripe', {}, { key: 'reconcile-with-stripe', maxAttempts: 3 });
  await audit(ctx, { action: 'start', object: 'reconciliation', objectId: 'books' });
}

/** Retries an event or a mail that was given up. @throws billing.already-handled */
export async function retry(ctx: MemberContext, { kind, id }: RetryWaiting): Promise<void> {
  const mailId = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  const wasParked = kind === 'event' ? await store.unparkEvent(ctx.db, id) : await store.unparkMail(ctx.db, mailId);
  if (!wasParked) throw fail('billing.already-handled');
  if (kind === 'event') {
    await enqueue(ctx.db, 'handle-stripe-event', { eventId: id }, { key: `stripe-event:${id}` });
  } else {
    await enqueue(ctx.db, 'send-mail', { mailId }, { key: `mail:${mailId}` });
  }
  await audit(ctx, { action: 'retry', object: kind, objectId: id, before: 'given up', after: 'tried again' });
}

const dayMs = 86_400_000;

/** Minimum number of days that each run reads, so that records that changed after an earlier run are compared again. */
const leastDays = 3;

/** Number of days that the first run reads. */
const firstDays = 30;

/**
 * Returns the time from which Stripe's records are compared. It is at least a day before the start of the last run that
 * succeeded, so that no record is missed after a long stop, or after the restore of a backup, which also restores its
 * runs.
 */
export async function comparedUntil(ctx: Context): Promise<Date> {
  const last = await store.findLastFinished(ctx.db);
  const atLeast = ctx.now.getTime() - (last ? leastDays : firstDays) * dayMs;
  return new Date(Math.min(atLeast, (last?.getTime() ?? Number.POSITIVE_INFINITY) - dayMs));
}

/** @returns the id of the run */
export async function beginRun(ctx: Context): Promise<number> {
  return store.insertRun(ctx.db);
}

/** Ends a run, or records why it stopped. */
export async function endRun(
  ctx: Context,
  runId: number,
  result: { compared: store.Compared; error: string | null },
): Promise<void> {
  await store.updateRun(ctx.db, runId, result);
}

export async function recordDiscrepancy(ctx: Context, runId: number, found: store.NewDiscrepancy): Promise<void> {
  await store.upsertDiscrepancy(ctx.db, runId, found);
}

/** Returns the recorded statuses of subscriptions, by their ids at Stripe. */
export async function findStatuses(ctx: Context, stripeIds: readonly string[]): Promise<Map<string, string>> {
  const known = await store.listKnownSubscriptions(ctx.db, stripeIds);
  return new Map(known.map(({ stripeId, status }) => [stripeId ?? '', status]));
}

/**
 * Lists payments with an incomplete record: first those without a document, which the law requires, or whose dispute
 * has no due date, then those without a fee; at most 500 of each group.
 */
export async function listIncomplete(ctx: Context): Promise<store.Incomplete[]> {
  return [...(await store.listIncomplete(ctx.db, 500)), ...(await store.listWithoutFee(ctx.db, 500))];
}

/** Lists contradictions in our own records. */
export async function listContradictions(ctx: Context): Promise<store.NewDiscrepancy[]> {
  const doubles = await store.listDoubleSubscribers(ctx.db);
  const unpaid = await store.listUnpaidPurchases(ctx.db);
  const unasked = await store.listWithoutConsent(ctx.db);
  return [
    ...doubles.map(({ userId, subscriptions }) => ({
      kind: 'two-subscriptions' as const,
      subject: `member ${userId}`,
      userId,
      details: `Several subscriptions run for one member: ${subscriptions}.`,
      outcome: 'The one that was begun later is ended at the provider; please check whether a payment must go back.',
    })),
    ...unpaid.map(({ intentId, userId, title }) => ({
      kind: 'access-without-payment' as const,
      subject: intentId,
      userId,
      details: `“${title}” is open although its payment was not taken or went back.`,
      outcome: 'Nothing was closed by itself: please look at the payment.',
    })),
    ...unasked.map(({ subject, userId }) => ({
      kind: 'charged-without-consent' as const,
      subject,
      userId,
      details: 'No agreement to begin at once was recorded before this order was charged or its trial began.',
      outcome: 'The member keeps what was ordered; the right to withdraw has not ended.',
    })),
  ];
}

/** Deletes findings 90 days after they were last seen, and runs of that age that no finding names. */
export async function forgetOldRuns(ctx: Context): Promise<void> {
  await store.deleteOldRuns(ctx.db);
}
