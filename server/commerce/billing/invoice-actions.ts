import { issueDocuments } from '#server/commerce/payments/document-actions.ts';
import { billedOf, creditOf } from '#server/commerce/payments/document-rules.ts';
import { beginPaymentSnapshot, orderDuplicateRefund, recordReturns } from '#server/commerce/payments/refund-actions.ts';
import { isLost } from '#server/commerce/payments/rules.ts';
import { noteProcessing } from '#server/commerce/subscriptions/actions.ts';
import { isEnded, type Subscription } from '#server/commerce/subscriptions/rules.ts';
import { enqueueVoiding } from '#server/commerce/subscriptions/sync-actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { paidTooLateMail, paymentFailedMail, refundMail } from './emails.ts';
import {
  type InvoiceState,
  isFailedRenewal,
  isPaidTooLate,
  type RecordedInvoice,
  withOverdue,
} from './invoice-rules.ts';
import * as store from './invoice-store.ts';
import { findReader } from './ledger-store.ts';

/** Begins a snapshot of an invoice. `mayHaveReturns`: whether refunds or disputes of it are known here. */
export async function beginSnapshot(
  ctx: Context,
  stripeInvoiceId: string,
): Promise<{ snapshotNumber: number; mayHaveReturns: boolean }> {
  const known = await store.findInvoice(ctx.db, stripeInvoiceId);
  return beginPaymentSnapshot(ctx, known && { invoiceId: known.id });
}

export type InvoiceSnapshot = {
  state: InvoiceState;
  snapshotNumber: number;
  /** The subscription that the invoice belongs to. */
  subscription: Subscription;
  stripeSubscriptionId: string;
  description: string;
  portal: Portal;
};

/**
 * Records the current state of an invoice, with its refunds and disputes, for webhooks, the reconciler and after every
 * refund. Repetition and order do not matter.
 * @returns the invoice after the call
 */
export async function applyInvoice(ctx: Context, fetched: InvoiceSnapshot): Promise<RecordedInvoice | null> {
  const { subscription, portal, description } = fetched;
  const state = withOverdue(fetched.state, subscription.status);
  const seen = { ...fetched, state };
  const { userId } = subscription;
  const row = await store.upsertInvoice(ctx.db, { ...seen, userId });
  if (!row) return store.findInvoice(ctx.db, state.stripeInvoiceId);
  const isFirst = state.billingReason === 'subscription_create';
  if (isFirst) await noteProcessing(ctx, subscription.id, state.openPayment === 'processing');
  const made = await recordReturns(ctx, { invoiceId: row.id }, { ...state, receivedMinor: state.paidMinor });
  // A payment that was under way when the subscription ended could not be voided then (SUBSCR-17).
  const isAtRest = state.status === 'open' && state.openPayment !== 'processing';
  if (isAtRest && isEnded(subscription.status)) await enqueueVoiding(ctx, subscription.id);
  // The bank took a payment back for good, so its subscription ends at once (ADM-SUB-11).
  if (state.disputes.some(({ status }) => isLost(status)) && !isEnded(subscription.status)) {
    const { id: subscriptionId } = subscription;
    await enqueue(ctx.db, 'end-disputed-subscription', { subscriptionId }, { key: `end-disputed:${subscriptionId}` });
  }
  const isLate = isPaidTooLate(state, subscription.endedAt);
  if (isLate) await refundTooLate(ctx, row, seen);
  const isPaid = state.paidMinor > 0 || (state.status === 'paid' && state.totalMinor > 0);
  if (isPaid) await issueInvoiceDocuments(ctx, row, seen);
  const reader = await findReader(ctx.db, userId);
  if (!reader) return row;
  const { currency, attemptCount: attempt, stripeInvoiceId } = state;
  if (isFailedRenewal(state) && !isEnded(subscription.status)) {
    const { dueMinor: amountMinor, openPayment, nextAttemptAt, hostedUrl: payUrl } = state;
    const needsAuthentication = openPayment === 'authentication';
    const { graceEndsAt } = subscription;
    const isOverdue = attempt === 0 && state.isSent;
    const failed = {
      description,
      currency,
      amountMinor,
      needsAuthentication,
      isOverdue,
      nextAttemptAt,
      graceEndsAt,
      payUrl,
      isOrder: subscription.order !== null,
    };
    const mail = paymentFailedMail(
      { ...failed, isOpen: graceEndsAt !== null && graceEndsAt > ctx.now },
      reader,
      await portal.site(ctx),
    );
    await queueMail(
      ctx.db,
      { kind: 'money', key: `payment-failed:${stripeInvoiceId}:${attempt}` },
      { ...mail, to: reader.email },
    );
  }
  for (const { stripeRefundId, amountMinor, isOrdered } of made) {
    // The member got a mail about that refund when it was ordered.
    if (isLate && isOrdered) continue;
    const mail = refundMail({ description, currency, amountMinor }, reader, await portal.site(ctx));
    await queueMail(ctx.db, { kind: 'money', key: `invoice-refund:${stripeRefundId}` }, { ...mail, to: reader.email });
  }
  return row;
}

/** Refunds the rest of a payment that gave the member no access (SUBSCR-20). */
async function refundTooLate(
  ctx: Context,
  { id: invoiceId, userId: memberId }: RecordedInvoice,
  { state, description, portal }: InvoiceSnapshot,
): Promise<void> {
  const { paidMinor, currency, refunds, disputes } = state;
  if (disputes.some(({ status }) => isLost(status))) return;
  const gone = refunds.filter(({ status }) => status === 'pending' || status === 'succeeded');
  const amountMinor = paidMinor - gone.reduce((sum, one) => sum + one.amountMinor, 0);
  const refund = amountMinor > 0 ? await orderDuplicateRefund(ctx, { invoiceId }, amountMinor) : null;
  if (!refund) return;
  const after = { refundId: refund.id, amountMinor, currency };
  await audit(ctx, { action: 'refund-late', object: 'invoice', objectId: invoiceId, memberId, after });
  const reader = await findReader(ctx.db, memberId);
  if (!reader) return;
  const mail = paidTooLateMail({ description, currency, amountMinor }, reader, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'money', key: `paid-late:${refund.id}` }, { ...mail, to: reader.email });
}

/**
 * Issues the documents of an invoice. A single line has the portal's own words; several, as after a change of plan,
 * have Stripe's.
 */
async function issueInvoiceDocuments(
  ctx: Context,
  { id: invoiceId, userId }: RecordedInvoice,
  { state, description, subscription, portal }: InvoiceSnapshot,
): Promise<void> {
  const { currency, taxes, totalMinor, taxMinor, paidMinor, intentId, issuedAt, status } = state;
  const billing = subscription.order?.billing;
  const netMinor = totalMinor - taxMinor;
  const isWhole = state.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === netMinor;
  const lines = state.lines.length > 1 && isWhole ? state.lines : [{ description, amountMinor: netMinor }];
  const whole = { currency, lines, taxes, totalMinor };
  // The part of a void invoice that the member's credit was to pay is credit again.
  const isPart = status === 'void' && paidMinor < totalMinor;
  await issueDocuments(ctx, {
    payment: { invoiceId },
    userId,
    ...(billing && { billed: billedOf(billing) }),
    seller: await portal.seller(ctx),
    amounts: isPart ? creditOf(whole, { creditedMinor: 0, refundMinor: paidMinor }) : whole,
    paymentReference: intentId,
    paidAt: state.paidAt ?? issuedAt,
  });
}

/** Finds Stripe's id of the invoice that a payment paid; null when none is known here. */
export async function findInvoiceOfPayment(ctx: Context, intentId: string): Promise<string | null> {
  return (await store.findInvoiceByIntent(ctx.db, intentId))?.stripeInvoiceId ?? null;
}

/** Lists invoices to sync again; `listOpenInvoices` says which. */
export async function listOpen(ctx: Context, atStart: boolean): Promise<RecordedInvoice[]> {
  return store.listOpenInvoices(ctx.db, { atStart, limit: 200 });
}
