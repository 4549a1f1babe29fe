import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as store from './event-store.ts';

export type IncomingEvent = { id: string; type: string; objectId: string };

/**
 * Stores an event and queues its handling in the same transaction. An event that was processed already changes nothing.
 */
export async function receiveEvent(ctx: Context, event: IncomingEvent): Promise<void> {
  const waits = await store.insertEvent(ctx.db, { ...event, isHandled: subjectOf(event.type) !== null });
  if (!waits) return;
  await enqueue(ctx.db, 'handle-stripe-event', { eventId: event.id }, { key: `stripe-event:${event.id}` });
}

/** Finds an event that is still to be processed; null when it is done or unknown. */
export async function findWaitingEvent(ctx: Context, eventId: string): Promise<store.StripeEvent | null> {
  const event = await store.findEvent(ctx.db, eventId);
  return event?.processed_at === null ? event : null;
}

/** Returns the events that the portal has not stored. */
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

export async function finishEvent(ctx: Context, eventId: string): Promise<void> {
  await store.updateEventProcessed(ctx.db, eventId);
}

/** Records a failed attempt; the last one parks the event, so that an administrator sees it. */
export async function recordFailure(
  ctx: Context,
  eventId: string,
  failure: { reason: string; isLast: boolean },
): Promise<void> {
  await store.updateEventFailed(ctx.db, eventId, failure);
}

/** Deletes events that were processed more than 60 days ago. */
export async function forgetOldEvents(ctx: Context): Promise<void> {
  await store.deleteOldEvents(ctx.db);
}

/** Kind of object that an event is about, each of which is fetched in its own way. */
export type EventSubject =
  | 'payment'
  | 'charge'
  | 'refund'
  | 'dispute'
  | 'subscription'
  | 'trial_end'
  | 'renewal'
  | 'invoice'
  | 'checkout'
  | 'payment_method'
  | 'customer'
  | 'tax_id';

/** The events that change something here; all others are received and ignored. */
const subjects: Readonly<Record<string, EventSubject>> = {
  'payment_intent.succeeded': 'payment',
  'payment_intent.processing': 'payment',
  'payment_intent.payment_failed': 'payment',
  'payment_intent.canceled': 'payment',
  'charge.refunded': 'charge',
  'charge.refund.updated': 'refund',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'customer.subscription.created': 'subscription',
  'customer.subscription.updated': 'subscription',
  'customer.subscription.deleted': 'subscription',
  'customer.subscription.paused': 'subscription',
  'customer.subscription.resumed': 'subscription',
  'customer.subscription.trial_will_end': 'trial_end',
  'invoice.upcoming': 'renewal',
  'invoice.finalized': 'invoice',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'invoice',
  'invoice.payment_action_required': 'invoice',
  'invoice.voided': 'invoice',
  'invoice.marked_uncollectible': 'invoice',
  'checkout.session.completed': 'checkout',
  'checkout.session.expired': 'checkout',
  'payment_method.attached': 'payment_method',
  'payment_method.detached': 'payment_method',
  'payment_method.updated': 'payment_method',
  'payment_method.automatically_updated': 'payment_method',
  'customer.updated': 'customer',
  'customer.tax_id.updated': 'tax_id',
};

/** Event types that the webhook endpoint must send, and that are fetched when they never arrived. */
export const handledTypes: readonly string[] = Object.keys(subjects);

/** Returns the subject of events of a type; null for a type that the portal ignores. */
export function subjectOf(type: string): EventSubject | null {
  return subjects[type] ?? null;
}
