import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import {
  CompletePurchase,
  CreatePaymentIntent,
  Gift,
  GiftLink,
  GivenGift,
  OpenGift,
  OpenPayment,
  Purchase,
  PurchaseConsent,
  PurchaseQuery,
} from './purchases.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Buying a single resource';

/** Reasons why a promo code does not apply to a purchase. */
const codeErrors = [
  'promotions.code-refused',
  'promotions.other-type',
  'promotions.other-product',
  'promotions.verify-first',
  'promotions.not-for-gifts',
  'promotions.new-customers-only',
  'promotions.redeemed-before',
] as const;

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  body: CreatePaymentIntent,
  response: OpenPayment,
  caller: 'member',
  scope: 'none',
  summary: 'Opens, or opens again, the payment of one resource',
  errors: [
    'catalogue.not-found',
    'purchases.not-for-sale',
    'purchases.already-owned',
    'access.parts-open',
    'purchases.below-minimum',
    'purchases.gift-day',
    'payments.place-needed',
    'payments.place-unknown',
    'payments.tax-failed',
    ...codeErrors,
    'purchases.payments-off',
    'purchases.provider-failed',
  ],
});

export const agreeToPurchase = endpoint({
  method: 'POST',
  path: '/api/purchase-consent',
  body: PurchaseConsent,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Records that the caller asks for access at once, before an own payment is confirmed',
  errors: ['purchases.payment-unknown', 'payments.tax-changed', 'promotions.code-ended', 'payments.place-needed'],
});

export const completePurchase = endpoint({
  method: 'POST',
  path: '/api/complete-purchase',
  body: CompletePurchase,
  response: Purchase,
  caller: 'member',
  scope: 'none',
  summary: 'Syncs a payment at once and records the purchase',
  errors: [
    'purchases.payment-unknown',
    'purchases.not-paid',
    'purchases.processing',
    'purchases.returned',
    'purchases.payments-off',
    'purchases.unconfirmed',
  ],
});

export const listPurchases = endpoint({
  method: 'GET',
  path: '/api/user/purchases',
  query: PurchaseQuery,
  response: z.array(Purchase),
  caller: 'member',
  scope: 'none',
  summary: "The caller's own live purchases, newest first; X-Total-Count is their number",
  errors: [],
});

export const listGifts = endpoint({
  method: 'GET',
  path: '/api/user/gifts',
  query: PurchaseQuery,
  response: z.array(Gift),
  caller: 'member',
  scope: 'none',
  summary: 'The gifts that the caller has paid, newest first',
  errors: [],
});

export const sendGift = endpoint({
  method: 'POST',
  path: '/api/user/gifts/:id/send',
  params: IdParams,
  response: Gift,
  caller: 'member',
  scope: 'none',
  summary: 'Emails an own gift once more, with a new link',
  errors: ['purchases.gift-unknown', 'purchases.gift-not-sendable'],
});

export const openGift = endpoint({
  method: 'POST',
  path: '/api/gifts/open',
  body: GiftLink,
  response: OpenGift,
  caller: 'visitor',
  scope: 'none',
  summary: 'What a gift link leads to; uses nothing up',
  errors: ['purchases.gift-unknown', 'request.too-many'],
});

export const redeemGift = endpoint({
  method: 'POST',
  path: '/api/gifts/redeem',
  body: GiftLink,
  response: GivenGift,
  caller: 'member',
  scope: 'none',
  summary: 'Makes the caller the owner of a gift, once',
  errors: [
    'purchases.gift-unknown',
    'purchases.gift-redeemed',
    'purchases.gift-refunded',
    'purchases.gift-owned',
    'access.parts-open',
  ],
});
