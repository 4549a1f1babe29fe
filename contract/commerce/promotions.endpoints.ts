import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import {
  OpenedCheckout,
  OwnTrial,
  RedeemCode,
  RedeemValidated,
  StartedTrial,
  StartTrial,
  TypedCode,
  Validation,
} from './promotions.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Checking and redeeming promo codes';

/** Reasons why this member cannot redeem a code, or start a trial, that others can. */
const memberErrors = [
  'promotions.redeemed-before',
  'promotions.verify-first',
  'promotions.trial-used',
  'promotions.new-customers-only',
  'subscriptions.already-subscribed',
  'subscriptions.starting',
  'subscriptions.payment-due',
  'subscriptions.payment-processing',
  'subscriptions.suspended',
  'payments.place-needed',
  'payments.place-unknown',
  'payments.tax-failed',
  'payments.tax-id-refused',
] as const;

const redeemErrors = [
  'promotions.code-refused',
  'promotions.plan-unknown',
  ...memberErrors,
  'purchases.payments-off',
  'purchases.provider-failed',
] as const;

export const redeemPromoCode = endpoint({
  method: 'POST',
  path: '/api/promo/redeem',
  body: RedeemCode,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Starts the free trial of a code in one step',
  errors: ['promotions.discount-only', 'promotions.card-used', ...redeemErrors],
});

export const startTrial = endpoint({
  method: 'POST',
  path: '/api/start-trial',
  body: StartTrial,
  response: StartedTrial,
  caller: 'member',
  scope: 'none',
  summary: "Starts the free trial of a resource's plan, or answers the address where a card is named first",
  errors: [
    'catalogue.not-found',
    'subscriptions.not-offered',
    'subscriptions.no-trial',
    'promotions.card-used',
    ...memberErrors,
    'purchases.payments-off',
    'purchases.provider-failed',
  ],
});

export const getOwnTrial = endpoint({
  method: 'GET',
  path: '/api/user/trial',
  response: OwnTrial,
  caller: 'member',
  scope: 'none',
  summary: 'Whether the caller has had a free trial',
  errors: [],
});

export const validatePromoCode = endpoint({
  method: 'POST',
  path: '/api/promo-codes/validate',
  body: TypedCode,
  response: Validation,
  caller: 'member',
  scope: 'none',
  summary: 'Answers what a code gives; a valid answer lets this member redeem it by its id for 15 minutes',
  errors: [],
});

export const redeemValidatedCode = endpoint({
  method: 'POST',
  path: '/api/promo-codes/redeem',
  body: RedeemValidated,
  response: OpenedCheckout,
  caller: 'member',
  scope: 'none',
  summary: 'Opens the checkout of a code that was validated, or the one that is open already',
  errors: ['promotions.validate-first', ...redeemErrors, 'catalogue.not-found', 'subscriptions.not-offered'],
});
