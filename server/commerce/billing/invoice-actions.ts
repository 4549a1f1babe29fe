import { issueDocuments } from '#server/commerce/payments/document-actions.ts';
import { billedOf, creditOf } from '#server/commerce/payments/document-rules.ts';
import { beginPaymentSnapshot, orderDuplicateRefund, recordReturns } from '#server/commerce/payments/refund-actions.ts';
import { isLost, type RefundState } from '#server/commerce/payments/rules.ts';
import { recordProcessing } from '#server/commerce/subscriptions/actions.ts';
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
import { findReader, type Reader } from './ledger-store.ts';

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
  subscription: Subscription;
  stripeSubscriptionId: string;
  description: string;
  portal: Portal;
};

/**
 * Records the current state of an invoice, with its refunds and disputes, for webhooks, the reconciler and after every
 * refund. Also issues its documents, mails the member, refunds a payment that came too late, and ends the subscription
 * after a lost dispute. Repetition and order do not matter.
 * @returns the invoice after the call
 */
export async function applyInvoice(ctx: Context, fetched: InvoiceSnapshot): Promise<RecordedInvoice | null> {
  const { subscription } = fetched;
  const snapshot = { ...fetched, state: withOverdue(fetched.state, subscription.status) };
  const { state } = snapshot;
  const invoice = await store.upsertInvoice(ctx.db, { ...snapshot, userId: subscription.userId });
  if (!invoice) return store.findInvoice(ctx.db, state.stripeInvoiceId);
  await recordFirstPayment(ctx, snapshot);
  const made = await recordReturns(ctx, { invoiceId: invoice.id }, { ...state, receivedMinor: state.paidMinor });
  await voidAfterEnd(ctx, snapshot);
  await endAfterLostDispute(ctx, snapshot);
  const isLate = isPaidTooLate(state, subscription.endedAt);
  if (isLate) await refundTooLate(ctx, invoice, snapshot);
  await issueInvoiceDocuments(ctx, invoice, snapshot);
  const reader = await findReader(ctx.db, subscription.userId);
  if (!reader) return invoice;
  await mailFailedPayment(ctx, snapshot, reader);
  // The member got a mail about the refund of a late payment when it was ordered.
  await mailRefunds(ctx, snapshot, reader, isLate ? made.filter(({ isOrdered }) => !isOrdered) : made);
  return invoice;
}

/** Notes whether the first payment of a subscription is under way. */
async function recordFirstPayment(ctx: Context, { state, subscription }: InvoiceSnapshot): Promise<void> {
  if (state.billingReason !== 'subscription_create') return;
  await recordProcessing(ctx, subscription.id, state.openPayment === 'processing');
}

/** Voids what is open after the end: a payment that was under way then could not be voided at once (SUBSCR-17). */
async function voidAfterEnd(ctx: Context, { state, subscription }: InvoiceSnapshot): Promise<void> {
  const isAtRest = state.status === 'open' && state.openPayment !== 'processing';
  if (isAtRest && isEnded(subscription.status)) await enqueueVoiding(ctx, subscription.id);
}

/** Ends a subscription at once when the bank has taken a payment of it back for good (ADM-SUB-11). */
async function endAfterLostDispute(ctx: Context, { state, subscription }: InvoiceSnapshot): Promise<void> {
  if (isEnded(subscription.status) || !state.disputes.some(({ status }) => isLost(status))) return;
  const { id: subscriptionId } = subscription;
  await enqueue(ctx.db, 'end-disputed-subscription', { subscriptionId }, { key: `end-disputed:${subscriptionId}` });
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
 * Issues the documents of a paid invoice. Several lines, as after a change of plan, keep Stripe's descriptions; a
 * single line has the portal's `description`.
 */
async function issueInvoiceDocuments(
  ctx: Context,
  { id: invoiceId, userId }: RecordedInvoice,
  { state, description, subscription, portal }: InvoiceSnapshot,
): Promise<void> {
  const { currency, taxes, totalMinor, taxMinor, paidMinor, intentId, issuedAt, status } = state;
  const isPaid = paidMinor > 0 || (status === 'paid' && totalMinor > 0);
  if (!isPaid) return;
  const billing = subscription.order?.billing;
  const netMinor = totalMinor - taxMinor;
  const isWhole = state.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === netMinor;
  const lines = state.lines.length > 1 && isWhole ? state.lines : [{ description, amountMinor: netMinor }];
  const whole = { currency, lines, taxes, totalMinor };
  // When an invoice is void, the part that the member's credit was to pay is credit again, so only the charged part is
  // invoiced.
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

/** Mails the member about a renewal that could not be charged, once for each attempt. */
async function mailFailedPayment(
  ctx: Context,
  { state, subscription, description, portal }: InvoiceSnapshot,
  reader: Reader,
): Promise<void> {
  if (!isFailedRenewal(state) || isEnded(subscription.status)) return;
  const { attemptCount, currency, dueMinor, hostedUrl, isSent, nextAttemptAt, openPayment, stripeInvoiceId } = state;
  const { graceEndsAt, order } = subscription;
  const failed = {
    description,
    currency,
    amountMinor: dueMinor,
    needsAuthentication: openPayment === 'authentication',
    isOverdue: attemptCount === 0 && isSent,
    nextAttemptAt,
    graceEndsAt,
    payUrl: hostedUrl,
    isOrder: order !== null,
    isOpen: graceEndsAt !== null && graceEndsAt > ctx.now,
  };
  const mail = paymentFailedMail(failed, reader, await portal.site(ctx));
  const key = `payment-failed:${stripeInvoiceId}:${attemptCount}`;
  await queueMail(ctx.db, { kind: 'money', key }, { ...mail, to: reader.email });
}

async function mailRefunds(
  ctx: Context,
  { state, description, portal }: InvoiceSnapshot,
  reader: Reader,
  refunds: readonly RefundState[],
): Promise<void> {
  const { currency } = state;
  for (const { stripeRefundId, amountMinor } of refunds) {
    const mail = refundMail({ description, currency, amountMinor }, reader, await portal.site(ctx));
    await queueMail(ctx.db, { kind: 'money', key: `invoice-refund:${stripeRefundId}` }, { ...mail, to: reader.email });
  }
}

/** Finds Stripe's id of the invoice that a payment paid; null when none is known here. */
export async function findInvoiceOfPayment(ctx: Context, intentId: string): Promise<string | null> {
  return (await store.findInvoiceByIntent(ctx.db, intentId))?.stripeInvoiceId ?? null;
}
