import type { Db } from '#server/platform/database/db.ts';
import { columnsOf } from './refund-store.ts';
import type { Fee, PaymentOf } from './rules.ts';

/** Stores the fees of a payment that are not known yet; Stripe never changes one. */
export async function insertFees(db: Db, payment: PaymentOf, fees: readonly Fee[]): Promise<void> {
  if (fees.length === 0) return;
  await db.kysely
    .insertInto('payment_fees')
    .values(
      fees.map(({ stripeBalanceTransactionId, kind, amountMinor, feeMinor, taxMinor, currency, chargedAt }) => ({
        ...columnsOf(payment),
        stripe_balance_transaction_id: stripeBalanceTransactionId,
        kind,
        amount_minor: amountMinor,
        fee_minor: feeMinor,
        tax_minor: taxMinor,
        currency,
        charged_at: chargedAt,
      })),
    )
    .onConflict((conflict) => conflict.column('stripe_balance_transaction_id').doNothing())
    .execute();
}
