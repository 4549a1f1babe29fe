import type Stripe from 'stripe';
import { operation } from '../context.ts';
import { noSuchResource } from '../errors.ts';
import type { Inclusions } from '../expand.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';

/** Only payments create charges, so there is no operation that creates them. */
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
