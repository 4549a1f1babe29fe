import type Stripe from 'stripe';
import { syncTaxId } from '#server/commerce/payments/flows/details.ts';
import type { PromoJobDeps } from '#server/commerce/promotions/flows/promo-deps.ts';
import { findByIntent } from '#server/commerce/purchases/attempt-actions.ts';
import { syncInvoiceOrder } from '#server/commerce/purchases/flows/sync-payment.ts';
import {
  reconcileSubscription,
  type SubscriptionDeps,
  syncCheckout,
} from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { isMissing } from '#server/platform/stripe/errors.ts';
import { idOf, type Reference } from '#server/platform/stripe/fields.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { pagesOf } from '#server/platform/stripe/pages.ts';
import * as actions from '../event-actions.ts';
import { type EventSubject, handledTypes, subjectOf } from '../event-actions.ts';
import { findInvoiceOfPayment } from '../invoice-actions.ts';
import { mailEnd, mailPause, mailRenewal, mailTrialEnd } from '../notice-actions.ts';
import { isOwnCustomer } from '../payment-method-store.ts';
import { syncInvoice, syncPaid } from './sync-invoice.ts';
import { customerOfMethod, syncPaymentMethods } from './sync-payment-methods.ts';

type Webhook = { rawBody: unknown; signature: string | string[] | undefined };

/**
 * Receives a webhook: checks its signature, stores it and queues its work. A forged, altered or old one changes nothing
 * (CHECKOUT-18).
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
 * Processes one stored event: fetches the current state of its subject from Stripe and applies that, so that order and
 * repetition do not matter.
 */
export async function applyEvent(ctx: FlowContext, deps: PromoJobDeps, eventId: string): Promise<void> {
  const event = await actions.findWaitingEvent(ctx, eventId);
  if (!event) return;
  const subject = subjectOf(event.type);
  if (subject) await handlers[subject](ctx, deps, event.object_id);
  await ctx.transaction((inner) => actions.finishEvent(inner, eventId));
}

type EventHandler = (ctx: FlowContext, deps: PromoJobDeps, objectId: string) => Promise<void>;

const handlers: Record<EventSubject, EventHandler> = {
  payment: async (ctx, deps, id) => {
    await syncPaid(ctx, deps, id);
  },
  charge: (ctx, deps, id) => handleReturnedMoney(ctx, deps, (api) => api.charges.retrieve(id)),
  refund: (ctx, deps, id) => handleReturnedMoney(ctx, deps, (api) => api.refunds.retrieve(id)),
  dispute: (ctx, deps, id) => handleReturnedMoney(ctx, deps, (api) => api.disputes.retrieve(id)),
  subscription: async (ctx, deps, id) => {
    const row = await reconcileSubscription(ctx, deps, id);
    if (!row) return;
    await ctx.transaction(async (inner) => {
      await mailPause(inner, row, deps.portal);
      await mailEnd(inner, row, deps.portal);
    });
    if (row.stripeCustomerId) await syncPaymentMethods(ctx, deps, row.stripeCustomerId);
  },
  trial_end: async (ctx, deps, id) => {
    const row = await reconcileSubscription(ctx, deps, id);
    if (row?.stripeCustomerId) await syncPaymentMethods(ctx, deps, row.stripeCustomerId);
    if (row) await ctx.transaction((inner) => mailTrialEnd(inner, row, deps.portal));
  },
  renewal: async (ctx, deps, id) => {
    const row = await reconcileSubscription(ctx, deps, id);
    if (row) await ctx.transaction((inner) => mailRenewal(inner, row, deps.portal));
  },
  invoice: async (ctx, deps, id) => {
    if (!(await syncInvoiceOrder(ctx, deps, id))) await syncInvoice(ctx, deps, id);
  },
  checkout: async (ctx, deps, id) => {
    await syncCheckout(ctx, deps, id);
  },
  payment_method: async (ctx, deps, id) => {
    const customer = await customerOfMethod(ctx, deps.stripe, id);
    if (customer) await syncPaymentMethods(ctx, deps, customer);
  },
  customer: (ctx, deps, id) => syncPaymentMethods(ctx, deps, id),
  tax_id: (ctx, { stripe }, id) => syncTaxId(ctx, stripe, id),
};

type OfPayment = { payment_intent: string | { id: string } | null };

/**
 * Syncs the payment that a charge, refund or dispute belongs to; does nothing when Stripe has lost the object, or it
 * has no payment.
 */
async function handleReturnedMoney(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  ask: (api: Stripe) => Promise<OfPayment>,
): Promise<void> {
  try {
    const { payment_intent: intent } = await deps.stripe.call(ctx, ask);
    if (intent) await syncPaid(ctx, deps, idOf(intent));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Days for which Stripe keeps events; it attempts to deliver them for three. */
const lookBackDays = 30;

/** Maximum number of types in one call (https://docs.stripe.com/api/events/list). */
const mostTypes = 20;

type Undelivered = {
  /** Number of undelivered events at Stripe. */
  asked: number;
  /** The undelivered events that the portal had not stored. */
  unknown: (actions.IncomingEvent & { isForeign: boolean })[];
};

/** Fetches the events of the last 30 days that Stripe could not deliver, and receives those that are not known here. */
export async function fetchUndelivered(
  ctx: FlowContext,
  stripe: StripeGateway,
  failures: ItemFailures,
): Promise<Undelivered> {
  const since = Math.floor(ctx.now.getTime() / 1000) - lookBackDays * 86_400;
  const fetched: Undelivered = { asked: 0, unknown: [] };
  for (let start = 0; start < handledTypes.length; start += mostTypes) {
    const types = handledTypes.slice(start, start + mostTypes);
    const wanted = { delivery_success: false, types, created: { gte: since } };
    for await (const events of pagesOf(ctx, stripe, (api, page) => api.events.list({ ...wanted, ...page }))) {
      fetched.asked += events.length;
      fetched.unknown.push(...(await takeIn(ctx, events, failures)));
    }
  }
  return fetched;
}

/** Receives the events that the portal has not stored, and returns them. */
async function takeIn(
  ctx: FlowContext,
  events: Stripe.Event[],
  failures: ItemFailures,
): Promise<Undelivered['unknown']> {
  const newIds = new Set((await actions.listUnknown(ctx, events.map(incoming))).map(({ id }) => id));
  const unknown: Undelivered['unknown'] = [];
  for (const event of events.filter(({ id }) => newIds.has(id))) {
    await failures.attempt(`event ${event.id}`, async () => {
      const found = { ...incoming(event), isForeign: await isForeign(ctx, event) };
      await ctx.transaction((inner) => actions.receiveEvent(inner, found));
      unknown.push(found);
    });
  }
  return unknown;
}

/** Whether an event is about a customer or a payment of another use of the Stripe account. */
async function isForeign(ctx: FlowContext, { data }: Stripe.Event): Promise<boolean> {
  type Owned = { object: string; id?: string; customer?: Reference | null; payment_intent?: Reference | null };
  // Safe cast, because objects of events have these fields or lack them; no kind of object has them with another
  // meaning.
  const object = data.object as Owned;
  const customerId = object.object === 'customer' ? object.id : idOf(object.customer);
  if (customerId) return !(await isOwnCustomer(ctx.db, customerId));
  const intentId = object.object === 'payment_intent' ? object.id : idOf(object.payment_intent);
  if (!intentId) return false;
  return !(await findByIntent(ctx, intentId)) && !(await findInvoiceOfPayment(ctx, intentId));
}

/**
 * Returns the event with the id of its object. An upcoming invoice has no id yet, so the id is that of its
 * subscription.
 */
function incoming({ id, type, data }: Stripe.Event): actions.IncomingEvent {
  // Safe cast, because every other object of an event has an id, and `parent` is that of an invoice.
  const object = data.object as { id?: string; parent?: Stripe.Invoice.Parent | null };
  const subscriptionId = idOf(object.parent?.subscription_details?.subscription);
  const objectId = type === 'invoice.upcoming' ? subscriptionId : object.id;
  return { id, type, objectId: objectId ?? '' };
}
