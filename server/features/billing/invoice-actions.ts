import { moneyText } from '#contract/money.ts';
import { queueMail } from '#server/features/accounts/mail-actions.ts';
import { noteProcessing } from '#server/features/subscriptions/actions.ts';
import { isEnded, type Subscription } from '#server/features/subscriptions/rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail, failInvalid } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { paymentFailedMail, refundMail } from './emails.ts';
import { type InvoiceState, isFailedRenewal, judgeRefund, type RecordedInvoice } from './invoice-rules.ts';
import * as store from './invoice-store.ts';
import { findReader } from './ledger-store.ts';

/** Begins a snapshot of an invoice. `mayHaveReturns`: refunds or disputes are known here already. */
export async function beginSnapshot(
  ctx: Context,
  stripeInvoiceId: string,
): Promise<{ snapshotNumber: number; mayHaveReturns: boolean }> {
  return {
    snapshotNumber: await store.nextSnapshotNumber(ctx.db),
    mayHaveReturns: await store.hasInvoiceReturns(ctx.db, stripeInvoiceId),
  };
}

export type InvoiceSnapshot = {
  state: InvoiceState;
  snapshotNumber: number;
  /** The one that it belongs to. */
  subscription: Subscription;
  stripeSubscriptionId: string;
  description: string;
  portal: Portal;
};

/**
 * Writes the present state of an invoice down, with its refunds and disputes; called for webhooks, the reconciler and
 * after every refund alike. Repetition and order do not matter.
 * @returns the invoice as it is afterwards
 */
export async function applyInvoice(ctx: Context, seen: InvoiceSnapshot): Promise<RecordedInvoice | null> {
  const { state, subscription, portal, description } = seen;
  const { userId } = subscription;
  const row = await store.upsertInvoice(ctx.db, { ...seen, userId });
  if (!row) return store.findInvoice(ctx.db, state.stripeInvoiceId);
  const isFirst = state.billingReason === 'subscription_create';
  if (isFirst) await noteProcessing(ctx, subscription.id, state.openPayment === 'processing');
  for (const refund of state.refunds) await store.upsertInvoiceRefund(ctx.db, row.id, refund);
  for (const dispute of state.disputes) await store.upsertInvoiceDispute(ctx.db, row.id, dispute);
  const reader = await findReader(ctx.db, userId);
  if (!reader) return row;
  const { currency, attemptCount: attempt, stripeInvoiceId } = state;
  if (isFailedRenewal(state) && !isEnded(subscription.status)) {
    const { dueMinor: amountMinor, openPayment, nextAttemptAt, hostedUrl: payUrl } = state;
    const needsAuthentication = openPayment === 'authentication';
    const { graceEndsAt } = subscription;
    const failed = { description, currency, amountMinor, needsAuthentication, nextAttemptAt, graceEndsAt, payUrl };
    const mail = paymentFailedMail(
      { ...failed, isOpen: graceEndsAt !== null && graceEndsAt > ctx.now },
      reader,
      portal,
    );
    await queueMail(
      ctx.db,
      { kind: 'money', key: `payment-failed:${stripeInvoiceId}:${attempt}` },
      { ...mail, to: reader.email },
    );
  }
  for (const { stripeRefundId, amountMinor, status } of state.refunds) {
    if (status !== 'pending' && status !== 'succeeded') continue;
    const mail = refundMail({ description, currency, amountMinor }, reader, portal);
    await queueMail(ctx.db, { kind: 'money', key: `invoice-refund:${stripeRefundId}` }, { ...mail, to: reader.email });
  }
  return row;
}

/** The provider's id of the invoice that a payment paid; null when none is known here. */
export async function findInvoiceOfPayment(ctx: Context, intentId: string): Promise<string | null> {
  return (await store.findInvoiceByIntent(ctx.db, intentId))?.stripeInvoiceId ?? null;
}

export type RefundOrder = {
  invoiceId: number;
  /** Null when the invoice itself was named. */
  subscriptionId: number | null;
  /** Major units; null for all that is left. */
  amount: number | null;
  /** What the screen showed as returned already; null when the caller does not say. */
  alreadyRefundedMinor: number | null;
  reason: 'administrator' | 'guarantee';
};

export type OrderedRefund = { refundId: number; amountMinor: number; currency: string };

/**
 * Orders a refund (ADM-SUB-08). The row is the order; a job carries it out when the request could not.
 * @throws billing.nothing-to-refund, refund-too-large, refund-disputed, refund-under-way, refund-outdated
 */
export async function orderRefund(ctx: MemberContext, order: RefundOrder): Promise<OrderedRefund> {
  const { invoiceId, subscriptionId, amount, alreadyRefundedMinor, reason } = order;
  const refundable = await store.lockRefundable(ctx.db, invoiceId);
  const { currency, returnedMinor, paidMinor } = refundable;
  if (alreadyRefundedMinor !== null && alreadyRefundedMinor !== returnedMinor) {
    throw fail('billing.refund-outdated');
  }
  const verdict = judgeRefund(refundable, amount);
  if (verdict.kind === 'refuse') {
    const left = moneyText({ amountMinor: paidMinor - returnedMinor, currency });
    if (verdict.reason === 'not-an-amount') throw failInvalid('Amount must be more than zero');
    if (verdict.reason === 'disputed') throw fail('billing.refund-disputed');
    throw verdict.reason === 'too-much'
      ? fail('billing.refund-too-large', { left })
      : fail('billing.nothing-to-refund');
  }
  const { amountMinor } = verdict;
  const due = await store.insertDueRefund(ctx.db, { invoiceId, amountMinor, reason, orderedBy: ctx.actor.userId });
  if (!due) throw fail('billing.refund-under-way');
  const runAt = new Date(ctx.now.getTime() + 60_000);
  await enqueue(ctx.db, 'issue-invoice-refund', { refundId: due.id }, { key: `invoice-refund:${due.id}`, runAt });
  const before = { returnedMinor };
  const after = {
    refundId: due.id,
    amountMinor,
    currency,
    occasion: reason,
    returnedMinor: returnedMinor + amountMinor,
  };
  const object = subscriptionId === null ? 'invoice' : 'subscription';
  const objectId = subscriptionId ?? invoiceId;
  await audit(ctx, { action: 'refund', object, objectId, memberId: refundable.userId, before, after });
  return { refundId: due.id, amountMinor, currency };
}

/** A refund that was decided and not yet made; null when it is done or was turned down. */
export async function findDue(ctx: Context, refundId: number): Promise<store.DueRefund | null> {
  return store.findDueRefund(ctx.db, refundId);
}

/** Refunds that were decided and not yet made. */
export async function listDue(ctx: Context): Promise<store.DueRefund[]> {
  return store.listDueRefunds(ctx.db, 100);
}

/** Notes that the provider turned a refund down. */
export async function refuseRefund(ctx: Context, refundId: number, reason: string): Promise<void> {
  await store.refuseDueRefund(ctx.db, refundId, reason);
  await audit(ctx, { action: 'refuse-refund', object: 'invoice-refund', objectId: refundId, after: reason });
}

/** Invoices to sync again; see the store for which. */
export async function listOpen(ctx: Context, atStart: boolean): Promise<RecordedInvoice[]> {
  return store.listOpenInvoices(ctx.db, { atStart, limit: 200 });
}
