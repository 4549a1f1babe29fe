import type Stripe from 'stripe';
import type { Context } from './context.ts';
import { newId } from './ids.ts';
import { exampleOf } from './templates.ts';

type Movement = {
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  reportingCategory: string;
  /** Signed, in minor units: negative when money leaves the account. */
  amountMinor: number;
  feeMinor: number;
  currency: string;
  source: string;
  description: string | null;
};

/** Writes one line of the account's balance, which charges, refunds and disputes refer to. */
export function moveMoney({ store, now }: Context, movement: Movement): Stripe.BalanceTransaction {
  const { type, reportingCategory, amountMinor, feeMinor, currency, source, description } = movement;
  const fee = {
    amount: feeMinor,
    application: null,
    currency,
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  };
  return store.put('balance_transaction', {
    ...exampleOf('balance_transaction'),
    id: newId('txn'),
    amount: amountMinor,
    available_on: now,
    created: now,
    currency,
    description,
    fee: feeMinor,
    fee_details: feeMinor === 0 ? [] : [fee],
    net: amountMinor - feeMinor,
    reporting_category: reportingCategory,
    source,
    type,
  });
}

/** A plausible price list of the provider: 1.5 % and 20 of the smallest unit. */
export function processingFeeMinor(amountMinor: number): number {
  return Math.round((amountMinor * 150) / 10_000) + 20;
}
