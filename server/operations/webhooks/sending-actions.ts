import { testEventType } from '#contract/operations/webhooks.ts';
import type { Context } from '#server/platform/context.ts';
import { bulkPriority, enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { queueOf, wake } from './actions.ts';
import { failingMail, switchedOffMail } from './emails.ts';
import { mailOwners } from './mail-actions.ts';
import { type Attempt, afterFailure, callsAtATime, isDelivered, nextDelay, pauseOf } from './rules.ts';
import * as store from './sending-store.ts';
import { claimWarning, switchOff } from './store.ts';

/** A receiver, and deliveries that it may have now. */
export type Work = { receiver: store.Receiver; deliveries: readonly store.DueDelivery[] };

/** Creates the deliveries of new events and enqueues their sending. @returns whether events may be left */
export async function spreadEvents(ctx: Context): Promise<boolean> {
  await store.removeSpreadJobs(ctx.db);
  const { webhookIds, mayBeMore } = await store.spreadEvents(ctx.db);
  for (const id of webhookIds) await wake(ctx, id);
  return mayBeMore;
}

/** Enqueues the sending of deliveries whose job was lost or has failed too often. */
export async function wakeForgotten(ctx: Context): Promise<void> {
  for (const id of await store.listForgotten(ctx.db)) await wake(ctx, id);
}

/** Maximum number of deliveries of one step; for a failing receiver, one for each concurrent call. */
const [atOnce, tried] = [100, callsAtATime];

/**
 * Takes the next due deliveries of a webhook. Skips those of a webhook that is off or whose organisation is closed, of
 * a type that it no longer has, and, except `seat.returned`, about people who are no longer in the organisation; they
 * can be sent again (HOOK-04).
 * @returns null when there is nothing to send now; the job of the next delivery is then enqueued
 */
export async function takeDue(ctx: Context, webhookId: number): Promise<Work | null> {
  const receiver = await store.lockReceiver(ctx.db, webhookId);
  if (!receiver) return null;
  if (!receiver.isOn || receiver.isClosed) {
    await store.skipAll(ctx.db, webhookId);
    return null;
  }
  if (receiver.isPaused) return leave(ctx, webhookId);
  const due = await store.listDue(ctx.db, webhookId, receiver.isFailing ? tried : atOnce);
  const isWanted = ({ event, isOfFormerPerson }: store.DueDelivery) =>
    isTest(event.type) || (receiver.types.includes(event.type) && !(isOfFormerPerson && !tellsOfLeaving(event.type)));
  const unwanted = due.filter((delivery) => !isWanted(delivery));
  if (unwanted.length > 0)
    await store.skip(
      ctx.db,
      unwanted.map(({ id }) => id),
    );
  const deliveries = due.filter(isWanted);
  return deliveries.length === 0 ? leave(ctx, webhookId) : { receiver, deliveries };
}

async function leave(ctx: Context, webhookId: number): Promise<null> {
  await planNext(ctx, webhookId, 0);
  return null;
}

const isTest = (type: string) => type === testEventType;

/**
 * Of the events about former people, owners get only this one, because the organisation's seats change when a person
 * leaves.
 */
const tellsOfLeaving = (type: string) => type === 'seat.returned';

type Tried = { work: Work; attempts: readonly Attempt[]; isLast: boolean };

/**
 * Records attempts. Switches the webhook off after a 410 or five days of failures, warns after one day, and mails the
 * owners of either. Enqueues the next job when `isLast`.
 */
export async function recordAttempts(
  ctx: Context,
  { work: { receiver, deliveries }, attempts, isLast }: Tried,
  portal: Portal,
): Promise<void> {
  const before = new Map(deliveries.map(({ id, attempts: sent }) => [id, sent]));
  const isWell = attempts.some(isDelivered);
  const isSilent = attempts.every(({ responseStatus }) => responseStatus === null);
  const pauseSeconds = Math.max(...attempts.map(pauseOf));
  const health = await store.recordReceiver(ctx.db, receiver.id, { isWell, isSilent, pauseSeconds });
  await store.recordOutcomes(
    ctx.db,
    attempts.map((attempt) => outcomeOf(attempt, before.get(attempt.deliveryId) ?? 0)),
  );
  const isGone = attempts.some(({ responseStatus }) => responseStatus === 410);
  const decided = isGone ? 'switch-off' : health && afterFailure(health.failingSeconds, health.isWarned);
  if (decided === 'switch-off') await endReceiver(ctx, receiver, isGone, portal);
  if (decided === 'warn') await warn(ctx, receiver, portal);
  if (isLast) await planNext(ctx, receiver.id, 0);
}

/**
 * Enqueues the job of a webhook's next delivery for its due time. The job key differs from that of `wake`, so that
 * neither job replaces the other.
 */
export async function planNext(ctx: Context, webhookId: number, restSeconds: number): Promise<void> {
  const runAt = await store.findNextTime(ctx.db, webhookId, restSeconds);
  if (runAt === undefined) return;
  const queue = queueOf(webhookId);
  const options = { key: `webhook-again:${webhookId}`, queue, priority: bulkPriority, ...(runAt && { runAt }) };
  await enqueue(ctx.db, 'send-webhook', { webhookId }, options);
}

/** Deletes events and deliveries older than 90 days. */
export function forgetOldEvents(ctx: Context): Promise<void> {
  return store.deleteOldEvents(ctx.db);
}

function outcomeOf(attempt: Attempt, before: number): store.Outcome {
  const delay = isDelivered(attempt) ? 0 : nextDelay(before + 1, attempt, Math.random());
  return {
    id: attempt.deliveryId,
    before,
    status: isDelivered(attempt) ? 'delivered' : delay === null ? 'failed' : 'waiting',
    delay: delay ?? 0,
    response_status: attempt.responseStatus,
    duration_ms: attempt.durationMs,
    response: attempt.response,
    response_type: attempt.responseType,
    sent_path: attempt.sentPath,
    signed_at: attempt.signedAt,
    error: attempt.error,
  };
}

async function warn(ctx: Context, receiver: store.Receiver, portal: Portal): Promise<void> {
  if (!(await claimWarning(ctx.db, receiver.id))) return;
  const site = await portal.site(ctx);
  await mailOwners(ctx, receiver, `webhook-failing:${receiver.id}`, (reader, path) =>
    failingMail(reader, { url: receiver.url, path }, site),
  );
}

async function endReceiver(ctx: Context, receiver: store.Receiver, isGone: boolean, portal: Portal): Promise<void> {
  if (!(await switchOff(ctx.db, receiver.id, isGone ? 'gone' : 'failing'))) return;
  await store.skipAll(ctx.db, receiver.id);
  const site = await portal.site(ctx);
  await mailOwners(ctx, receiver, `webhook-off:${receiver.id}`, (reader, path) =>
    switchedOffMail(reader, { url: receiver.url, path, isGone }, site),
  );
}
