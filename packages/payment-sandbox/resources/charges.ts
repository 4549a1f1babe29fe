import type Stripe from 'stripe';
import { type Context, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { noSuchResource } from '../errors.ts';
import type { Inclusions } from '../expand.ts';
import { newId } from '../ids.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';

/** Charges are written by confirmations only, so there is nothing to create here. */
export const chargeOperations = [
  operation<Stripe.ChargeListParams>({
    method: 'get',
    path: '/v1/charges',
    accepts: ['created', 'customer', 'ending_before', 'limit', 'payment_intent', 'starting_after'],
    run: ({ store, parameters }) => {
      const charges = store
        .all('charge')
        .filter((charge) => refersTo(charge.customer, parameters.customer))
        .filter((charge) => refersTo(charge.payment_intent, parameters.payment_intent))
        .filter((charge) => inRange(charge.created, parameters.created));
      return pageOf(charges, parameters, { url: '/v1/charges', kind: 'charge' });
    },
  }),
  operation<Stripe.ChargeRetrieveParams>({
    method: 'get',
    path: '/v1/charges/{id}',
    accepts: [],
    run: ({ store, id }) => {
      const charge = store.find('charge', id);
      if (!charge) throw noSuchResource('charge', id);
      return charge;
    },
  }),
];

export const chargeInclusions: Inclusions = {
  'charge.refunds': (store, id) => {
    const refunds = store.all('refund').filter((refund) => idOf(refund.charge) === id);
    return pageOf(refunds, {}, { url: `/v1/charges/${id}/refunds`, kind: 'refund' });
  },
};

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
