import type { Billing, LatestPayment } from '#contract/billing.ts';
import { toMajor } from '#contract/money.ts';
import type { MemberPayments } from '#contract/payments-admin.ts';
import { getUser } from '#server/features/accounts/user-actions.ts';
import { getSubscription } from '#server/features/subscriptions/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { getGuarantee } from './guarantee-actions.ts';
import { type Ledger, returnedMinor, showDue, showInvoice, totalsOf, transactionsOf } from './ledger-rules.ts';
import { findDue, listInvoices, listPaidPurchases, listPaymentMethods } from './ledger-store.ts';

/**
 * What the caller pays and paid (API-20).
 * @param currency the catalogue's, in which totals are counted
 */
export async function getBilling(ctx: MemberContext, currency: string): Promise<Billing> {
  const { userId } = ctx.actor;
  const ledger = await readLedger(ctx, userId);
  const due = await findDue(ctx.db, userId);
  return {
    ...totalsOf(ledger, currency),
    currency,
    invoices: ledger.invoices.map(showInvoice),
    paymentMethods: await listPaymentMethods(ctx.db, userId),
    transactions: transactionsOf(ledger),
    guarantee: await getGuarantee(ctx),
    duePayment: due && showDue(due),
  };
}

async function readLedger(ctx: Context, userId: number): Promise<Ledger> {
  return { purchases: await listPaidPurchases(ctx.db, userId), invoices: await listInvoices(ctx.db, userId) };
}

/** What a member paid and what went back, for administrators (ADM-USER-18). @throws accounts.not-found */
export async function getMemberPayments(ctx: Context, userId: number, currency: string): Promise<MemberPayments> {
  await getUser(ctx, userId);
  const ledger = await readLedger(ctx, userId);
  const { totalSpent } = totalsOf(ledger, currency);
  return { totalSpent, currency, transactions: transactionsOf(ledger) };
}

/** What a refund of a subscription would give back; null when nothing was paid. @throws subscriptions.not-found */
export async function getLatestPayment(ctx: Context, subscriptionId: number): Promise<LatestPayment | null> {
  const { stripeSubscriptionId, userId } = await getSubscription(ctx, subscriptionId);
  const invoices = await listInvoices(ctx.db, userId);
  const paid = invoices
    .filter((one) => one.stripeSubscriptionId === stripeSubscriptionId && one.paidMinor > 0)
    .toSorted((one, other) => (other.paidAt?.getTime() ?? 0) - (one.paidAt?.getTime() ?? 0))[0];
  if (!paid) return null;
  const { paidMinor, returns, currency, paidAt, issuedAt } = paid;
  const refundedMinor = returnedMinor(paidMinor, returns);
  return {
    amount: toMajor(paidMinor, currency),
    refunded: toMajor(refundedMinor, currency),
    refundedMinor,
    left: toMajor(paidMinor - refundedMinor, currency),
    currency,
    paidAt: (paidAt ?? issuedAt).toISOString(),
  };
}
