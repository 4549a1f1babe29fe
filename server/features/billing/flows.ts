import type Stripe from 'stripe';
import { settlePayment } from '#server/features/purchases/flows/settle-payment.ts';
import { type SubscriptionDeps, settleSubscription } from '#server/features/subscriptions/flows/settle-subscription.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { isMissing } from '#server/platform/stripe/answers.ts';
import type { StripeGateway } from '#server/platform/stripe.ts';
import * as actions from './actions.ts';
import { type EventSubject, followedTypes, subjectOf } from './rules.ts';

type Webhook = { rawBody: unknown; signature: string | string[] | undefined };

/**
 * Takes a webhook: proves it, stores it, queues its work. A forged, altered or old one changes nothing (CHECKOUT-18).
 * @throws billing.signature-refused
 */
export async function receiveWebhook(
  ctx: FlowContext,
  stripe: StripeGateway | null,
  { rawBody, signature }: Webhook,
): Promise<void> {
  const isReadable = rawBody instanceof Uint8Array && typeof signature === 'string';
  const event = isReadable ? (stripe?.readEvent(rawBody, signature) ?? null) : null;
  if (!event) throw fail('billing.signature-refused');
  await ctx.transaction((inner) => actions.receiveEvent(inner, incoming(event)));
}

/**
 * Works one stored event off: asks the provider for the present state of what it is about and applies that, so that
 * order and repetition do not matter.
 */
export async function applyEvent(ctx: FlowContext, deps: SubscriptionDeps, eventId: string): Promise<void> {
  const event = await actions.findWaitingEvent(ctx, eventId);
  if (!event) return;
  const subject = subjectOf(event.type);
  if (subject) await follow(ctx, deps, subject, event.object_id);
  await ctx.transaction((inner) => actions.finishEvent(inner, eventId));
}

async function follow(ctx: FlowContext, deps: SubscriptionDeps, subject: EventSubject, id: string): Promise<void> {
  if (subject === 'subscription' || subject === 'invoice') {
    const subscriptionId = subject === 'invoice' ? await subscriptionOf(deps.stripe, id) : id;
    if (subscriptionId) await settleSubscription(ctx, deps, subscriptionId);
    return;
  }
  const intentId = await paymentOf(deps.stripe, subject, id);
  if (intentId) await settlePayment(ctx, deps, intentId);
}

/** The subscription that an invoice belongs to; null when it belongs to none. */
async function subscriptionOf(stripe: StripeGateway, invoiceId: string): Promise<string | null> {
  try {
    const { parent } = await stripe.call((api) => api.invoices.retrieve(invoiceId));
    const subscription = parent?.subscription_details?.subscription;
    return typeof subscription === 'string' ? subscription : (subscription?.id ?? null);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

type PaymentSubject = Exclude<EventSubject, 'subscription' | 'invoice'>;

/** The payment that a charge, refund or dispute belongs to; null when the provider knows none. */
async function paymentOf(stripe: StripeGateway, subject: PaymentSubject, id: string): Promise<string | null> {
  if (subject === 'payment') return id;
  try {
    const { payment_intent: intent } = await stripe.call<{ payment_intent: string | { id: string } | null }>((api) => {
      if (subject === 'charge') return api.charges.retrieve(id);
      return subject === 'refund' ? api.refunds.retrieve(id) : api.disputes.retrieve(id);
    });
    return typeof intent === 'string' ? intent : (intent?.id ?? null);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The provider keeps events for 30 days and tries to deliver them for three. */
const lookBackDays = 30;
const mostEvents = 1000;

/** Asks the provider for events that it could not deliver, and takes in those that are not known here. */
export async function fetchUndelivered(ctx: FlowContext, stripe: StripeGateway): Promise<void> {
  const since = Math.floor(ctx.now.getTime() / 1000) - lookBackDays * 86_400;
  const found = await stripe.call((api) =>
    api.events
      .list({ delivery_success: false, types: [...followedTypes], created: { gte: since }, limit: 100 })
      .autoPagingToArray({ limit: mostEvents }),
  );
  const unknown = await actions.listUnknown(ctx, found.map(incoming));
  for (const event of unknown) await ctx.transaction((inner) => actions.receiveEvent(inner, event));
}

function incoming({ id, type, data }: Stripe.Event): actions.IncomingEvent {
  // Every object of an event has an id, but for an upcoming invoice, which nothing here follows.
  const { id: objectId } = data.object as { id?: string };
  return { id, type, objectId: objectId ?? '' };
}
