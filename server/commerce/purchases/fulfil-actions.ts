import { moneyText } from '#contract/money.ts';
import { issueDocuments } from '#server/commerce/payments/document-actions.ts';
import { billedOf, taxName, taxOf } from '#server/commerce/payments/document-rules.ts';
import { isDuplicate, orderDuplicateRefund, recordReturns } from '#server/commerce/payments/refund-actions.ts';
import type { Payment, RefundState } from '#server/commerce/payments/rules.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import {
  findAttemptByIntent,
  lockAttempt,
  lockPayments,
  supersedeAttempts,
  updateAttemptFromSnapshot,
} from './attempt-store.ts';
import {
  closedOrderMail,
  codeRefundMail,
  paidTwiceMail,
  purchaseEndedMail,
  receiptMail,
  refundedMail,
} from './emails.ts';
import { mailGiftEnd, scheduleGift } from './gift-actions.ts';
import { type Attempt, type CodeRefund, judgePayment, purchaseStatusOf, saleTitle } from './rules.ts';
import {
  findPurchaseByIntent,
  getBuyer,
  getPaidAttempt,
  getTitle,
  insertPurchase,
  type PurchaseRow,
  updatePurchaseStatus,
} from './store.ts';

/** A payment as Stripe returned it, the number of that snapshot, and the ids of this installation. */
export type Snapshot = {
  payment: Payment;
  /**
   * Whether the payment was cancelled because its invoice is marked as paid outside Stripe, so that Stripe charged
   * nothing (SEAT-02).
   */
  isPaidElsewhere: boolean;
  snapshotNumber: number;
  ownIds: readonly string[];
  portal: Portal;
};

type PaidAttempt = Attempt & { intentId: string };

/**
 * Stores the current state of a payment. This is the only place where a payment becomes a purchase, for
 * complete-purchase, webhooks and the reconciler. Repetition and order do not matter (CHECKOUT-09 to 11).
 * @returns the synced attempt; null when the portal did not make the payment
 */
export async function fulfil(
  ctx: Context,
  { payment, isPaidElsewhere, snapshotNumber, ownIds, portal }: Snapshot,
): Promise<Attempt | null> {
  const known = await findAttemptByIntent(ctx.db, payment.intentId);
  if (!known) return null;
  await lockPayments(ctx.db, known);
  const attempt = await lockAttempt(ctx.db, known.id);
  if (snapshotNumber < attempt.lastSnapshotNumber) return attempt;
  const judged = judgePayment(attempt, payment, ownIds);
  const verdict = judged === 'canceled' && isPaidElsewhere ? 'succeeded' : judged;
  if (verdict === 'foreign') return null;
  if (verdict === 'succeeded' || verdict === 'mismatch') {
    const { amountReceivedMinor } = payment;
    // A payment elsewhere leaves a canceled intent, whose last charge is one that failed.
    const paidWith = judged === 'canceled' ? null : payment.paidWith;
    const status = verdict === 'succeeded' ? 'succeeded' : 'refused';
    await updateAttemptFromSnapshot(ctx.db, attempt.id, { snapshotNumber, status, amountReceivedMinor, paidWith });
    const made = await recordReturns(
      ctx,
      { attemptId: attempt.id },
      { ...payment, receivedMinor: amountReceivedMinor },
    );
    const paid = { ...attempt, intentId: payment.intentId };
    if (verdict === 'succeeded') await recordPaid(ctx, paid, { payment, made, portal });
    else if (attempt.status !== 'refused') await recordMismatch(ctx, attempt, payment);
  } else {
    // An open payment leaves the attempt as it was: open or superseded.
    const status = verdict === 'canceled' ? 'canceled' : attempt.status;
    await updateAttemptFromSnapshot(ctx.db, attempt.id, { snapshotNumber, status });
  }
  return lockAttempt(ctx.db, attempt.id);
}

/**
 * Records the purchase of an attempt whose whole price a promo code covers, and mails the receipt (PROMO-18).
 * @returns false when the attempt is no longer open, or the member owns the resource
 */
export async function fulfilFree(ctx: Context, { id, ...sale }: Attempt, portal: Portal): Promise<boolean> {
  await lockPayments(ctx.db, sale);
  const attempt = await lockAttempt(ctx.db, id);
  if (attempt.status !== 'open' || attempt.amountMinor > 0) return false;
  const inserted = await insertPurchase(ctx.db, attempt);
  if (!inserted) return false;
  if (attempt.isGift) await scheduleGift(ctx, attempt.id);
  const { lastSnapshotNumber: snapshotNumber } = attempt;
  await updateAttemptFromSnapshot(ctx.db, id, { snapshotNumber, status: 'succeeded', amountReceivedMinor: 0 });
  await sendReceipt(ctx, attempt, { purchaseId: inserted.id, documentNumber: null }, portal);
  return true;
}

type Paid = { payment: Payment; made: readonly RefundState[]; portal: Portal };

async function recordPaid(ctx: Context, attempt: PaidAttempt, { payment, made, portal }: Paid): Promise<void> {
  const documentNumber = await issueDocumentsOf(ctx, attempt.id, portal);
  const status = purchaseStatusOf(attempt.amountMinor, payment);
  const purchase = await findPurchaseByIntent(ctx.db, attempt.intentId);
  if (purchase) {
    await updatePurchase(ctx, purchase, status, portal);
    const hasNoMail = status === 'paid' || purchase.status === 'removed';
    if (hasNoMail) await mailRefunds(ctx, purchase, made, portal);
    return;
  }
  // A payment that went back, or that `orderDuplicateRefund` sends back, buys nothing.
  if (status !== 'paid' || (await isDuplicate(ctx, attempt.id))) return;
  const inserted = await insertPurchase(ctx.db, attempt);
  if (!inserted) return refundDuplicate(ctx, attempt, portal);
  if (attempt.isGift) await scheduleGift(ctx, attempt.id);
  if (attempt.order) await recordOrder(ctx, attempt, inserted.id);
  const paidBy = { attemptId: attempt.id, cardPrint: payment.cardPrint };
  await enqueue(ctx.db, 'claim-code-card', paidBy, { key: `claim-code-card:${attempt.id}` });
  // Paying an invoice ends no checkout that a member has open beside it.
  if (!attempt.invoice) await supersedeAttempts(ctx.db, attempt);
  await sendReceipt(ctx, attempt, { purchaseId: inserted.id, documentNumber }, portal);
}

/** Records an order's seats in the audit log. The seats themselves are made by a trigger on the purchase's row. */
async function recordOrder(ctx: Context, { order, resourceId, userId }: Attempt, purchaseId: number): Promise<void> {
  if (!order) return;
  const after = { purchaseId, resourceId, seats: order.seats };
  const entry = { action: 'buy-seats', object: 'organisation', objectId: order.organisationId } as const;
  await audit(ctx, { ...entry, memberId: userId, after });
}

/** `documentNumber` is null without a payment, because there is no invoice then. */
type Receipt = { purchaseId: number; documentNumber: string | null };

async function sendReceipt(
  ctx: Context,
  attempt: Attempt,
  { purchaseId, documentNumber }: Receipt,
  portal: Portal,
): Promise<void> {
  const [buyer, title] = [await getBuyer(ctx.db, attempt.userId), await getTitle(ctx.db, attempt.resourceId)];
  if (!buyer.email) return;
  const mail = receiptMail(
    {
      ...attempt,
      seats: attempt.order?.seats ?? null,
      taxFacts: taxFactsOf(attempt),
      documentNumber,
      title,
      paidAt: ctx.now,
    },
    buyer,
    await portal.site(ctx),
  );
  await queueMail(ctx.db, { kind: 'money', key: `receipt:${purchaseId}` }, { ...mail, to: buyer.email });
}

function taxFactsOf({ amountMinor, currency, tax }: Attempt): [name: string, amount: string][] {
  if (!tax || tax.taxes.length === 0) return [];
  return [
    ['Net', moneyText({ amountMinor: amountMinor - taxOf(tax), currency })],
    ...tax.taxes.map((one): [string, string] => [taxName(one), moneyText({ ...one, currency })]),
  ];
}

/** Issues the missing documents of a payment for a resource. @returns the number of its invoice */
async function issueDocumentsOf(ctx: Context, attemptId: number, portal: Portal): Promise<string> {
  const {
    userId,
    title,
    seats,
    billing,
    amountMinor: totalMinor,
    currency,
    taxes,
    intentId,
    paidAt,
  } = await getPaidAttempt(ctx.db, attemptId);
  return issueDocuments(ctx, {
    payment: { attemptId },
    userId,
    ...(billing && { billed: billedOf(billing) }),
    seller: await portal.seller(ctx),
    amounts: {
      currency,
      lines: [{ description: saleTitle(title, seats), amountMinor: totalMinor - taxOf({ taxes }) }],
      taxes,
      totalMinor,
    },
    paymentReference: intentId,
    paidAt,
  });
}

/**
 * Ends or restores a purchase to match its payment; a purchase that an administrator removed remains removed. Mails the
 * payer of a refunded purchase, and the recipient of a gift that has ended.
 */
async function updatePurchase(
  ctx: Context,
  purchase: PurchaseRow,
  status: ReturnType<typeof purchaseStatusOf>,
  portal: Portal,
): Promise<void> {
  if (purchase.status === status || purchase.status === 'removed') return;
  if (!(await updatePurchaseStatus(ctx.db, purchase.id, status))) return;
  await audit(ctx, {
    action: status === 'paid' ? 'restore' : 'end',
    object: 'purchase',
    objectId: purchase.id,
    memberId: purchase.user_id,
    before: purchase.status,
    after: status,
  });
  if (status !== 'paid' && purchase.is_gift) await mailGiftEnd(ctx, purchase.attempt_id, portal);
  const buyer = await getBuyer(ctx.db, purchase.user_id);
  if (status !== 'refunded' || !buyer.email) return;
  await queueMail(
    ctx.db,
    { kind: 'money', key: `purchase-refunded:${purchase.id}` },
    {
      ...purchaseEndedMail(purchase, buyer, await portal.site(ctx)),
      to: buyer.email,
    },
  );
}

/** Announces refunds that end no purchase: of a part, or of a purchase that an administrator removed. */
async function mailRefunds(
  ctx: Context,
  purchase: PurchaseRow,
  made: readonly RefundState[],
  portal: Portal,
): Promise<void> {
  const { title, currency, status } = purchase;
  const buyer = await getBuyer(ctx.db, purchase.user_id);
  if (!buyer.email) return;
  const site = await portal.site(ctx);
  for (const { stripeRefundId, amountMinor } of made) {
    const mail = refundedMail({ title, currency, amountMinor, isKept: status === 'paid' }, buyer, site);
    await queueMail(ctx.db, { kind: 'money', key: `purchase-refund:${stripeRefundId}` }, { ...mail, to: buyer.email });
  }
}

/** Refunds a payment in full, because the member has paid for this resource before or the organisation is closed. */
async function refundDuplicate(ctx: Context, attempt: Attempt, portal: Portal): Promise<void> {
  const refund = await orderDuplicateRefund(ctx, { attemptId: attempt.id }, attempt.amountMinor);
  if (!refund) return;
  const { id: objectId, userId: memberId, amountMinor, currency } = attempt;
  const after = { amountMinor, currency };
  await audit(ctx, { action: 'refund-duplicate', object: 'payment', objectId, memberId, after });
  const [buyer, title] = [await getBuyer(ctx.db, attempt.userId), await getTitle(ctx.db, attempt.resourceId)];
  if (!buyer.email) return;
  await queueMail(
    ctx.db,
    { kind: 'money', key: `paid-twice:${refund.id}` },
    {
      ...(attempt.order ? closedOrderMail : paidTwiceMail)({ ...attempt, title }, buyer, await portal.site(ctx)),
      to: buyer.email,
    },
  );
}

/**
 * Refunds a purchase that was made with a code which may not be used with its card (PROMO-19, PROMO-21); the refund
 * ends the purchase.
 * @returns false when a refund was ordered before
 */
export async function refundUse(
  ctx: Context,
  attemptId: number,
  { why, portal }: { why: CodeRefund; portal: Portal },
): Promise<boolean> {
  const attempt = await lockAttempt(ctx.db, attemptId);
  const refund = await orderDuplicateRefund(ctx, { attemptId }, attempt.amountMinor);
  if (!refund) return false;
  const [buyer, title] = [await getBuyer(ctx.db, attempt.userId), await getTitle(ctx.db, attempt.resourceId)];
  if (!buyer.email) return true;
  const mail = codeRefundMail({ ...attempt, title, why }, buyer, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'money', key: `code-used-twice:${refund.id}` }, { ...mail, to: buyer.email });
  return true;
}

/**
 * Records that a payment has another amount or sale than its attempt. An administrator decides whether to give access
 * or to refund it.
 */
async function recordMismatch(ctx: Context, attempt: Attempt, payment: Payment): Promise<void> {
  const { amountReceivedMinor, currency, metadata } = payment;
  await audit(ctx, {
    action: 'refuse-payment',
    object: 'payment',
    objectId: attempt.id,
    memberId: attempt.userId,
    before: { amountMinor: attempt.amountMinor, currency: attempt.currency },
    after: { amountReceivedMinor, currency, metadata },
  });
}
