import type { Figure } from '#contract/operations/analytics.ts';

/** Names of the figures whose rows can be opened. */
export const figureNames: Record<Figure, string> = {
  'one-off': 'One-off purchases',
  'new-subscription': 'New subscriptions',
  renewal: 'Renewals',
  refund: 'Refunds and lost disputes',
  'lost-dispute': 'Lost disputes',
  payment: 'Payments and refunds',
  'subscription-payment': 'Payments and refunds of subscriptions',
  fee: 'Fees of the provider',
  'unknown-fee': 'Payments whose fee is not known yet',
  new: 'New recurring revenue',
  returned: 'Returned recurring revenue',
  expansion: 'Expansion of recurring revenue',
  contraction: 'Contraction of recurring revenue',
  churn: 'Churn of recurring revenue',
  dispute: 'Disputes opened',
  cancellation: 'Cancelled subscriptions',
  stayed: 'Accepted offers to stay',
  lost: 'Lost subscriptions',
  'trial-ended': 'Trials that ended',
  'trial-converted': 'Trials that went on to be paid',
};
