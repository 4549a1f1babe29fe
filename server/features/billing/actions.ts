import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { subjectOf } from './rules.ts';
import * as store from './store.ts';

export type IncomingEvent = { id: string; type: string; objectId: string };

/** Stores an event and queues its work in the same transaction; a known one that is done with stays as it is. */
export async function receiveEvent(ctx: Context, event: IncomingEvent): Promise<void> {
  const waits = await store.insertEvent(ctx.db, { ...event, isHandled: subjectOf(event.type) !== null });
  if (!waits) return;
  await enqueue(ctx.db, 'handle-stripe-event', { eventId: event.id }, { key: `stripe-event:${event.id}` });
}

/** An event that is still to be worked off; null when it is done. */
export async function findWaitingEvent(ctx: Context, eventId: string): Promise<store.StripeEvent | null> {
  const event = await store.findEvent(ctx.db, eventId);
  return event?.processed_at === null ? event : null;
}

/** Of these events, the ones that never arrived. */
export async function listUnknown(ctx: Context, events: IncomingEvent[]): Promise<IncomingEvent[]> {
  if (events.length === 0) return [];
  const known = new Set(
    await store.listKnownEvents(
      ctx.db,
      events.map(({ id }) => id),
    ),
  );
  return events.filter(({ id }) => !known.has(id));
}

/** Marks an event as worked off. */
export async function finishEvent(ctx: Context, eventId: string): Promise<void> {
  await store.updateEventProcessed(ctx.db, eventId);
}

/** Notes a failed try; the last one parks the event for an administrator to see. */
export async function noteFailure(
  ctx: Context,
  eventId: string,
  failure: { reason: string; isLast: boolean },
): Promise<void> {
  await store.updateEventFailed(ctx.db, eventId, failure);
}

/** Forgets events that were worked off long ago. */
export async function forgetOldEvents(ctx: Context): Promise<void> {
  await store.deleteOldEvents(ctx.db);
}
