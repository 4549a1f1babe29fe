import type { Billing } from '#contract/billing.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { showInvoice, totalsOf, transactionsOf } from './ledger-rules.ts';
import { listCards, listInvoices, listPaidPurchases } from './ledger-store.ts';

/**
 * What the caller pays and paid (API-20).
 * @param currency the catalogue's, in which totals are counted
 */
export async function getBilling(ctx: MemberContext, currency: string): Promise<Billing> {
  const { userId } = ctx.actor;
  const ledger = {
    purchases: await listPaidPurchases(ctx.db, userId),
    invoices: await listInvoices(ctx.db, userId),
  };
  return {
    ...totalsOf(ledger, currency),
    currency,
    invoices: ledger.invoices.map(showInvoice),
    paymentMethods: await listCards(ctx.db, userId),
    transactions: transactionsOf(ledger),
  };
}
