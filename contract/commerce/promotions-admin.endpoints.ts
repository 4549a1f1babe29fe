import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type {
  PromoCode,
  PromoCodeQuery,
  PromoCsvQuery,
  PromoPlan,
  PromoRedemption,
  RedemptionQuery,
} from './promotions-admin.ts';
import type { PromoCodeForm, PromoCodePatch } from './promotions-form.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Promo codes as administrators see and change them';

const saveErrors = ['promotions.code-taken', 'promotions.product-unknown'] as const;

export const listPromoCodes = endpoint<{ query: PromoCodeQuery; reply: PromoCode[] }>({
  method: 'GET',
  path: '/api/admin/promo-codes',
  caller: 'administrator',
  scope: 'none',
  summary: 'The promo codes, newest first; X-Total-Count is their number',
  errors: [],
});

export const downloadPromoCodes = endpoint<{ query: PromoCsvQuery }>({
  method: 'GET',
  path: '/api/admin/promo-codes/csv',
  caller: 'administrator',
  scope: 'none',
  summary: 'The same list as a CSV file with the chosen columns, at most the newest 10,000 codes',
  replyTypes: ['text/csv'],
  errors: [],
});

export const listPromoPlans = endpoint<{ reply: PromoPlan[] }>({
  method: 'GET',
  path: '/api/admin/promo-codes/plans',
  caller: 'administrator',
  scope: 'none',
  summary: "The plans that a promo code can use: the portal's own, then those of resources with other prices",
  errors: [],
});

export const createPromoCode = endpoint<{ body: PromoCodeForm; reply: PromoCode }>({
  method: 'POST',
  path: '/api/admin/promo-codes',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Adds a promo code',
  errors: saveErrors,
  status: 201,
});

export const getPromoCode = endpoint<{ params: IdParams; reply: PromoCode }>({
  method: 'GET',
  path: '/api/admin/promo-codes/:id',
  caller: 'administrator',
  scope: 'none',
  summary: 'One promo code',
  errors: ['promotions.not-found'],
});

export const savePromoCode = endpoint<{ params: IdParams; body: PromoCodePatch; reply: PromoCode }>({
  method: 'PUT',
  path: '/api/admin/promo-codes/:id',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Saves a promo code; fields left out stay as they are, usedCount is never written',
  errors: ['promotions.not-found', 'promotions.conflict', 'promotions.limit-below-use', ...saveErrors],
});

export const deletePromoCode = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/promo-codes/:id',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Switches a promo code off and hides it; its redemptions stay',
  errors: ['promotions.not-found'],
});

export const listPromoRedemptions = endpoint<{ query: RedemptionQuery; reply: PromoRedemption[] }>({
  method: 'GET',
  path: '/api/admin/promo-codes/redemptions',
  caller: 'administrator',
  scope: 'none',
  summary: 'Who redeemed which code, newest first; X-Total-Count is the number of redemptions',
  errors: [],
});
