import type { Billing, LatestPayment } from '#contract/commerce/billing.ts';
import type { Dispute, MemberPayments } from '#contract/commerce/payments-admin.ts';
import { toMajor } from '#contract/money.ts';
import { sumOrdered } from '#server/commerce/payments/refund-actions.ts';
import { getSubscription } from '#server/commerce/subscriptions/actions.ts';
import { listAdministrators } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { getUser } from '#server/identity/accounts/user-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { disputeMail } from './emails.ts';
import { getGuarantee } from './guarantee-actions.ts';
import { type Ledger, showDue, showInvoice, totalsOf, transactionsOf } from './ledger-rules.ts';
import * as store from './ledger-store.ts';

/**
 * Returns the caller's invoices, transactions, totals, payment methods, guarantee and the payment that is due (API-20).
 * @param currency of the catalogue; only payments in it are in the totals
 */
export async function getBilling(ctx: MemberContext, currency: string): Promise<Billing> {
  const { userId } = ctx.actor;
  const ledger = await readLedger(ctx, userId);
  const due = await store.findDue(ctx.db, userId);
  return {
    ...totalsOf(ledger, currency),
    currency,
    invoices: ledger.invoices.map(showInvoice),
    paymentMethods: await store.listPaymentMethods(ctx.db, userId),
    transactions: transactionsOf(ledger),
    guarantee: await getGuarantee(ctx),
    duePayment: due && showDue(due),
  };
}

async function readLedger(ctx: Context, userId: number): Promise<Ledger> {
  return {
    purchases: await store.listPaidPurchases(ctx.db, userId),
    invoices: await store.listInvoices(ctx.db, userId),
  };
}

/** Returns a member's payments and refunds, for administrators (ADM-USER-18). @throws accounts.not-found */
export async function getMemberPayments(ctx: Context, userId: number, currency: string): Promise<MemberPayments> {
  await getUser(ctx, userId);
  const ledger = await readLedger(ctx, userId);
  const { totalSpent } = totalsOf(ledger, currency);
  return { totalSpent, currency, transactions: transactionsOf(ledger) };
}

/**
 * Returns the payment that a refund of a subscription would return; null when nothing was paid.
 * @throws subscriptions.not-found
 */
export async function getLatestPayment(ctx: Context, subscriptionId: number): Promise<LatestPayment | null> {
  const { stripeSubscriptionId } = await getSubscription(ctx, subscriptionId);
  const paid = stripeSubscriptionId && (await store.findLatestPaid(ctx.db, stripeSubscriptionId));
  if (!paid) return null;
  const { invoiceId, paidMinor, currency, paidAt } = paid;
  const refundedMinor = await sumOrdered(ctx, { invoiceId });
  return {
    amount: toMajor(paidMinor, currency),
    refunded: toMajor(refundedMinor, currency),
    refundedMinor,
    left: toMajor(paidMinor - refundedMinor, currency),
    currency,
    paidAt: paidAt.toISOString(),
  };
}

/**
 * Lists disputes and inquiries that are open, the most urgent first, then those decided in the last 30 days; at most
 * 200.
 * @param paymentsUrl URL under which Stripe shows payments; null for the sandbox, which has no dashboard
 */
export async function listDisputes(ctx: Context, paymentsUrl: string | null): Promise<Dispute[]> {
  const rows = await store.listDisputes(ctx.db, 200);
  return rows.map(({ userId: memberId, amountMinor, intentId, openedAt, dueBy, ...row }) => ({
    ...row,
    memberId,
    amount: toMajor(amountMinor, row.currency),
    openedAt: openedAt.toISOString(),
    dueBy: dueBy?.toISOString() ?? null,
    url: paymentsUrl && `${paymentsUrl}/${intentId}`,
  }));
}

/**
 * Mails each administrator once that a dispute needs a response; an inquiry that becomes a dispute is a second mail.
 * Does nothing when the dispute got its response before the job ran.
 */
export async function mailDispute(ctx: Context, id: string, portal: Portal): Promise<void> {
  const dispute = await store.findUnanswered(ctx.db, id);
  if (!dispute) return;
  const site = await portal.site(ctx);
  for (const reader of await listAdministrators(ctx)) {
    const mail = disputeMail(dispute, reader, site);
    const key = { kind: 'money', key: `dispute:${id}:${dispute.status}:${reader.userId}` } as const;
    await queueMail(ctx.db, key, { ...mail, to: reader.email });
  }
}
