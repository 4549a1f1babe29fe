import type Stripe from 'stripe';
import { fetchPayment } from '#server/commerce/payments/flows/payment.ts';
import { fetchTax } from '#server/commerce/payments/flows/tax.ts';
import { workThrough } from '#server/commerce/payments/flows/work-through.ts';
import { beginPaymentSnapshot } from '#server/commerce/payments/refund-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { isMissing, nullIfMissing, StripeOutage, StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as attempts from '../attempt-actions.ts';
import { findOverdueAttempt, listSupersededAttempts } from '../attempt-store.ts';
import { fulfil } from '../fulfil-actions.ts';
import { findPayment } from '../order-store.ts';
import type { Attempt } from '../rules.ts';
import { type InvoiceDeps, isPaid, sendOrder, voidInvoice } from './send-order.ts';

export type PaymentDeps = { stripe: StripeGateway; portal: Portal };

/** Dependencies of the reconciler, which also sends invoices that were not sent. */
export type ReconcilerDeps = PaymentDeps & InvoiceDeps;

/**
 * Brings an attempt in line with its payment's current state at Stripe. Once it is paid, the member's other payments of
 * the same sale are cancelled.
 * @returns the synced attempt; null when the portal did not make the payment
 * @throws StripeOutage when Stripe does not respond
 */
export async function syncPayment(ctx: FlowContext, deps: PaymentDeps, intentId: string): Promise<Attempt | null> {
  const known = await attempts.findByIntent(ctx, intentId);
  if (!known) return null;
  const { snapshotNumber, mayHaveReturns } = await ctx.transaction((inner) =>
    beginPaymentSnapshot(inner, { attemptId: known.id }),
  );
  const payment = await fetchPayment(ctx, deps.stripe, { intentId, mayHaveReturns });
  if (!payment) return ctx.transaction((inner) => attempts.recordMissing(inner, known, snapshotNumber));
  // An invoice that is marked as paid outside Stripe cancels its payment there.
  const isPaidElsewhere = payment.status === 'canceled' && (await isPaid(ctx, deps.stripe, known.invoice));
  const { ownIds } = await getInstallation(ctx.db);
  const synced = await ctx.transaction((inner) =>
    fulfil(inner, { payment, isPaidElsewhere, snapshotNumber, ownIds, portal: deps.portal }),
  );
  if (synced?.status === 'succeeded') await cancelOthers(ctx, deps, synced);
  return synced;
}

/** Syncs the order that an invoice was sent for. @returns false for any other invoice */
export async function syncInvoiceOrder(ctx: FlowContext, deps: PaymentDeps, invoiceId: string): Promise<boolean> {
  const intentId = await findPayment(ctx.db, invoiceId);
  return intentId !== null && (await syncPayment(ctx, deps, intentId)) !== null;
}

/** Cancels an attempt at Stripe, so that it can no longer be paid, and syncs it: it may have been paid just before. */
export async function cancelPayment(ctx: FlowContext, deps: PaymentDeps, attempt: Attempt): Promise<void> {
  const { id, intentId } = attempt;
  if (attempt.invoice) {
    const isVoid = await voidInvoice(ctx, deps.stripe, attempt.invoice);
    if (isVoid && intentId === null) return ctx.transaction((inner) => attempts.closeAttempt(inner, id));
    if (intentId !== null) await syncPayment(ctx, deps, intentId);
    return;
  }
  // The browser gets an intent's secret only after its id is recorded, so an attempt without one cannot be paid.
  if (intentId === null) return ctx.transaction((inner) => attempts.closeAttempt(inner, id));
  try {
    await deps.stripe.call(ctx, (api) => api.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' }));
  } catch (error) {
    if (isMissing(error)) return ctx.transaction((inner) => attempts.closeAttempt(inner, id));
    // Paid or cancelled already, or under way at the bank: the sync below finds out which.
    if (!(error instanceof StripeRejection)) throw error;
  }
  await syncPayment(ctx, deps, intentId);
}

/** Cancels every open payment of a member at Stripe, without invoices of organisations. */
export async function cancelPayments(ctx: FlowContext, deps: PaymentDeps, userId: number): Promise<void> {
  await workThrough(
    await attempts.listOpen(ctx, userId),
    async (attempt) => {
      await ctx.transaction((inner) => attempts.giveUpAttempt(inner, attempt));
      await cancelPayment(ctx, deps, attempt);
    },
    { nameOf: ({ id }) => `attempt ${id}`, failure: 'Some payments could not be cancelled' },
  );
}

/**
 * Syncs an attempt without a final state. Cancels an attempt that is superseded, was left for 7 days, or holds a code
 * for too long; a debit that the bank is processing cannot be cancelled. Sends an invoice that was not sent.
 */
export async function reconcileAttempt(
  ctx: FlowContext,
  deps: ReconcilerDeps,
  attempt: Attempt & { isAbandoned: boolean },
): Promise<void> {
  const isGivenUp = attempt.isAbandoned && !(await isProcessing(ctx, deps, attempt));
  if (isGivenUp) await ctx.transaction((inner) => attempts.giveUpAttempt(inner, attempt));
  if (isGivenUp || attempt.status === 'superseded') return cancelPayment(ctx, deps, attempt);
  if (attempt.intentId === null) return attempt.invoice ? sendOrder(ctx, deps, attempt) : undefined;
  const synced = await syncPayment(ctx, deps, attempt.intentId);
  if (!synced || synced.status === attempt.status) return;
  const { id: objectId, userId: memberId, status: before } = attempt;
  await ctx.transaction((inner) =>
    audit(inner, { action: 'reconcile', object: 'payment', objectId, memberId, before, after: synced.status }),
  );
}

async function isProcessing(ctx: FlowContext, { stripe }: PaymentDeps, { intentId }: Attempt): Promise<boolean> {
  if (intentId === null) return false;
  const intent = await nullIfMissing(stripe.call(ctx, (api) => api.paymentIntents.retrieve(intentId)));
  return intent?.status === 'processing';
}

/** Cancels a payment when the time of its code is over (PROMO-18). */
export async function endHold(ctx: FlowContext, deps: ReconcilerDeps, attemptId: number): Promise<void> {
  const overdue = await findOverdueAttempt(ctx.db, attemptId);
  if (overdue) await reconcileAttempt(ctx, deps, { ...overdue, isAbandoned: true });
}

/**
 * Cancels the superseded payments. An outage is ignored, because the purchase is recorded and the reconciler cancels
 * the rest within minutes.
 */
async function cancelOthers(ctx: FlowContext, deps: PaymentDeps, paid: Attempt): Promise<void> {
  try {
    for (const other of await listSupersededAttempts(ctx.db, paid)) await cancelPayment(ctx, deps, other);
  } catch (error) {
    if (!(error instanceof StripeOutage)) throw error;
  }
}

/** The outcome of recovering a payment at Stripe that the database does not know. */
export type Recovered =
  | { kind: 'not-of-a-sale' }
  | { kind: 'member-unknown' | 'resource-unknown' | 'organisation-unknown'; id: number }
  | { kind: 'recovered'; attempt: Attempt };

/**
 * Recovers a payment that this installation made before its database was restored to an earlier day: the attempt is
 * recreated from the payment's metadata and then synced like any other.
 */
export async function recoverPayment(
  ctx: FlowContext,
  deps: PaymentDeps,
  intent: Stripe.PaymentIntent,
): Promise<Recovered> {
  const { id, metadata, amount, currency } = intent;
  const { ownIds } = await getInstallation(ctx.db);
  const tax = await fetchTax(ctx, deps.stripe, intent);
  const paid = { intentId: id, metadata, amountMinor: amount, currency: currency.toUpperCase(), tax };
  const found = await ctx.transaction((inner) => attempts.recoverAttempt(inner, paid, ownIds));
  if (found.kind !== 'recovered') return found;
  const attempt = await syncPayment(ctx, deps, id);
  return attempt ? { kind: 'recovered', attempt } : { kind: 'not-of-a-sale' };
}
