import type { Message } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import type {
  CompletePurchase,
  CreatePaymentIntent,
  OpenPayment,
  Purchase,
  PurchaseConsent,
  PurchaseQuery,
} from './purchases.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Buying a single resource';

/** Why a promo code does not hold for a purchase. */
const codeErrors = [
  'promotions.code-refused',
  'promotions.other-type',
  'promotions.other-product',
  'promotions.new-customers-only',
  'promotions.redeemed-before',
] as const;

export const createPaymentIntent = endpoint<{ body: CreatePaymentIntent; reply: OpenPayment }>({
  method: 'POST',
  path: '/api/create-payment-intent',
  caller: 'member',
  summary: 'Opens, or opens again, the payment of one resource',
  errors: [
    'catalogue.not-found',
    'purchases.not-for-sale',
    'purchases.already-owned',
    'purchases.below-minimum',
    'payments.place-needed',
    'payments.place-unknown',
    'payments.tax-failed',
    ...codeErrors,
    'purchases.payments-off',
    'purchases.provider-failed',
  ],
});

export const agreeToPurchase = endpoint<{ body: PurchaseConsent; reply: Message }>({
  method: 'POST',
  path: '/api/purchase-consent',
  caller: 'member',
  summary: 'Records that the caller asks for access at once, before an own payment is confirmed',
  errors: ['purchases.payment-unknown', 'payments.tax-changed', 'promotions.code-ended'],
});

export const completePurchase = endpoint<{ body: CompletePurchase; reply: Purchase }>({
  method: 'POST',
  path: '/api/complete-purchase',
  caller: 'member',
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

export const listPurchases = endpoint<{ query: PurchaseQuery; reply: Purchase[] }>({
  method: 'GET',
  path: '/api/user/purchases',
  caller: 'member',
  summary: "The caller's own live purchases, newest first; X-Total-Count is their number",
  errors: [],
});
