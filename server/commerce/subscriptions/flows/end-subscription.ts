import type Stripe from 'stripe';
import { workThrough } from '#server/commerce/payments/flows/work-through.ts';
import { audit } from '#server/platform/audit.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { StripeRejection } from '#server/platform/stripe/errors.ts';
import { idOf } from '#server/platform/stripe/fields.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as actions from '../actions.ts';
import * as attempts from '../attempt-actions.ts';
import { isEnded, isRunning, type Subscription } from '../rules.ts';
import { listPaidPlans } from '../store.ts';
import { closeAttempt } from '../sync-actions.ts';
import {
  fetchSubscription,
  type Note,
  reconcileSubscription,
  type SubscriptionDeps,
  syncCheckout,
  syncSubscription,
} from './sync-subscription.ts';

/**
 * Ends an unpaid attempt at Stripe so that it can no longer be paid. Its invoice is voided first, because Stripe
 * rejects that once the invoice is paid: cancelling first could end a paid subscription.
 * @returns the synced subscription, which may be running because it was paid just before; null for an attempt that
 * never reached Stripe
 */
export async function endUnpaid(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  note?: Note,
): Promise<Subscription | null> {
  const { stripeSubscriptionId: id, sessionId } = row;
  if (id === null && sessionId !== null) {
    // A session that was completed just before has begun a subscription: it is synced.
    await succeeds(deps.stripe.call(ctx, (api) => api.checkout.sessions.expire(sessionId)));
    await syncCheckout(ctx, deps, sessionId);
    return ctx.transaction(async (inner) => {
      const synced = await actions.getSubscription(inner, row.id);
      await note?.(inner, synced);
      return synced;
    });
  }
  if (id === null) {
    await ctx.transaction(async (inner) => {
      await closeAttempt(inner, row);
      await note?.(inner, { ...row, status: 'incomplete_expired' });
    });
    return null;
  }
  const found = await fetchSubscription(ctx, deps.stripe, id);
  const invoice = found?.latest_invoice;
  const invoiceId = idOf(invoice);
  // Neither a voided invoice nor a draft can be paid: a draft has no page, and Stripe closes it with its subscription.
  const wasVoid = typeof invoice === 'object' && (invoice?.status === 'void' || isDraft(found));
  if ((isUnpaid(found) || wasVoid) && invoiceId) {
    const isVoid = wasVoid || (await succeeds(deps.stripe.call(ctx, (api) => api.invoices.voidInvoice(invoiceId))));
    if (isVoid) await succeeds(deps.stripe.call(ctx, (api) => api.subscriptions.cancel(id)));
  }
  return syncSubscription(ctx, deps, id, note);
}

/**
 * Ends a subscription at once, paid or not; a job voids the invoices that are still to be paid (SUBSCR-17).
 * @returns the synced subscription; null for an attempt that never reached Stripe
 * @throws StripeOutage when Stripe does not respond
 */
async function endNow(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  note?: Note,
): Promise<Subscription | null> {
  const current = row.status === 'incomplete' ? await endUnpaid(ctx, deps, row, note) : row;
  const id = current?.stripeSubscriptionId;
  if (!current || !id || isEnded(current.status)) return current;
  await succeeds(deps.stripe.call(ctx, (api) => api.subscriptions.cancel(id)));
  return syncSubscription(ctx, deps, id, note);
}

/**
 * Voids the open invoices of a subscription that has ended, so that none can be paid any more. The member, an
 * administrator, or Stripe after its last attempt to charge may have ended it (SUBSCR-17). Before the end, voiding
 * would count as payment.
 */
export async function voidOpenInvoices(ctx: FlowContext, { stripe }: SubscriptionDeps, id: number): Promise<void> {
  const { stripeSubscriptionId: subscription, status } = await actions.getSubscription(ctx, id);
  if (!subscription || !isEnded(status)) return;
  const open = await stripe.call(ctx, (api) => api.invoices.list({ subscription, status: 'open', limit: 100 }));
  const voidOne = (invoice: Stripe.Invoice) =>
    succeeds(stripe.call(ctx, (api) => api.invoices.voidInvoice(invoice.id)));
  await workThrough(open.data, voidOne, {
    nameOf: (invoice) => `invoice ${invoice.id}`,
    failure: 'Some invoices could not be voided',
  });
}

/**
 * Whether no payment was made yet. Only a subscription by card is `incomplete` then; for sent invoices, the first
 * invoice is open.
 */
function isUnpaid(found: Stripe.Subscription | null): boolean {
  return found?.status === 'incomplete' || firstSent(found)?.status === 'open';
}

const isDraft = (found: Stripe.Subscription | null) => firstSent(found)?.status === 'draft';

/** Returns the first invoice of a subscription whose invoices are sent, while no later one exists. */
function firstSent(found: Stripe.Subscription | null): Stripe.Invoice | null {
  const invoice = found?.latest_invoice;
  const isFirst = typeof invoice === 'object' && invoice?.billing_reason === 'subscription_create';
  return isFirst && found?.collection_method === 'send_invoice' ? invoice : null;
}

/**
 * Ends all subscriptions of a member at once, without those of organisations, for example after the account was
 * deleted.
 */
export async function endMemberSubscriptions(ctx: FlowContext, deps: SubscriptionDeps, userId: number): Promise<void> {
  await workThrough(
    await actions.listLive(ctx, { userId, organisationId: null }),
    (row) => endNow(ctx, deps, row, (inner, applied) => actions.recordChange(inner, 'end', row, applied)),
    { nameOf: ({ id }) => `subscription ${id}`, failure: 'Some subscriptions could not be ended' },
  );
}

/**
 * Ends the subscriptions of organisations that a deleted account paid for with its cards; the seats remain until the
 * end of the paid period (SEAT-04).
 */
export async function endPaidPlans(ctx: FlowContext, deps: SubscriptionDeps, userId: number): Promise<void> {
  await workThrough(await listPaidPlans(ctx.db, userId), (row) => endNow(ctx, deps, row), {
    nameOf: ({ id }) => `subscription ${id}`,
    failure: 'Some plans could not be ended',
  });
}

/** Ends a subscription at once because the bank took one of its payments back (ADM-SUB-11). */
export async function endDisputed(ctx: FlowContext, deps: SubscriptionDeps, id: number): Promise<void> {
  const row = await actions.getSubscription(ctx, id);
  if (isEnded(row.status)) return;
  await endNow(ctx, deps, row, (inner, applied) => actions.recordChange(inner, 'end', row, applied));
}

/** Ends a subscription whose first payment failed after days; the member can begin another (SUBSCR-20). */
export async function endFailedStart(ctx: FlowContext, deps: SubscriptionDeps, id: number): Promise<void> {
  const row = await actions.getSubscription(ctx, id);
  if (row.status === 'incomplete') await endUnpaid(ctx, deps, row);
}

/** Syncs a subscription with a change that the portal may have missed, and ends a duplicate. */
export async function reconcileUnfinished(ctx: FlowContext, deps: SubscriptionDeps, row: Subscription): Promise<void> {
  const { id, userId: memberId, status: before, stripeSubscriptionId: stripeId, sessionId } = row;
  if (stripeId !== null) await reconcileSubscription(ctx, deps, stripeId);
  else if (sessionId !== null) await syncCheckout(ctx, deps, sessionId);
  const { status: after, isDuplicate } = await actions.getSubscription(ctx, id);
  if (after !== before) {
    await ctx.transaction((inner) =>
      audit(inner, { action: 'reconcile', object: 'subscription', objectId: id, memberId, before, after }),
    );
  }
  if (isDuplicate) await endDuplicate(ctx, deps, id);
}

/** Ends a duplicate of the member's subscription, unpaid or running, and refunds its payment. */
export async function endDuplicate(ctx: FlowContext, deps: SubscriptionDeps, subscriptionId: number): Promise<void> {
  const row = await ctx.transaction((inner) => attempts.findDuplicate(inner, subscriptionId));
  if (!row) return;
  const current = isRunning(row.status) ? row : await endUnpaid(ctx, deps, row);
  if (!current?.isDuplicate || !isRunning(current.status)) return;
  await endAndRefund(ctx, deps, current);
}

/** Ends a subscription that should not have started and refunds its payment. */
export async function endAndRefund(ctx: FlowContext, deps: SubscriptionDeps, row: Subscription): Promise<void> {
  await refundLatest(ctx, deps.stripe, row);
  await endNow(ctx, deps, row);
}

async function refundLatest(ctx: FlowContext, stripe: StripeGateway, row: Subscription): Promise<void> {
  const found = row.stripeSubscriptionId && (await fetchSubscription(ctx, stripe, row.stripeSubscriptionId));
  const invoiceId = idOf(found ? found.latest_invoice : null);
  if (!invoiceId) return;
  const { id: installation } = await getInstallation(ctx.db);
  const payments = await stripe.call(ctx, (api) => api.invoicePayments.list({ invoice: invoiceId, status: 'paid' }));
  for (const { payment } of payments.data) {
    const intentId = idOf(payment.payment_intent);
    if (!intentId) continue;
    const metadata = { installation, subscriptionId: String(row.id) };
    const idempotencyKey = `${installation}:second:${row.id}:${intentId}`;
    await succeeds(
      stripe.call(ctx, (api) =>
        api.refunds.create({ payment_intent: intentId, reason: 'duplicate', metadata }, { idempotencyKey }),
      ),
    );
  }
}

/**
 * Returns whether Stripe made the change. A change that Stripe rejects is done already or no longer possible; the next
 * sync shows which.
 */
async function succeeds(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof StripeRejection) return false;
    throw error;
  }
}
