import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams, PageQuery } from '../text.ts';
import { PromoCode, PromoCodeQuery, PromoCsvQuery, PromoPlan, PromoRedemption } from './promotions-admin.ts';
import { PromoCodeForm, PromoCodePatch } from './promotions-form.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Promo codes as administrators see and change them';

const saveErrors = ['promotions.code-taken', 'promotions.product-unknown'] as const;

export const listPromoCodes = endpoint({
  method: 'GET',
  path: '/api/admin/promo-codes',
  query: PromoCodeQuery,
  response: z.array(PromoCode),
  caller: 'administrator',
  scope: 'none',
  summary: 'The promo codes, newest first; X-Total-Count is their number',
  errors: [],
});

export const downloadPromoCodes = endpoint({
  method: 'GET',
  path: '/api/admin/promo-codes/csv',
  query: PromoCsvQuery,
  caller: 'administrator',
  scope: 'none',
  summary: 'The same list as a CSV file with the chosen columns, at most the newest 10,000 codes',
  responseTypes: ['text/csv'],
  errors: [],
});

export const listPromoPlans = endpoint({
  method: 'GET',
  path: '/api/admin/promo-codes/plans',
  response: z.array(PromoPlan),
  caller: 'administrator',
  scope: 'none',
  summary: "The plans that a promo code can use: the portal's own, then those of resources with other prices",
  errors: [],
});

export const createPromoCode = endpoint({
  method: 'POST',
  path: '/api/admin/promo-codes',
  body: PromoCodeForm,
  response: PromoCode,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Adds a promo code',
  errors: saveErrors,
  status: 201,
});

export const getPromoCode = endpoint({
  method: 'GET',
  path: '/api/admin/promo-codes/:id',
  params: IdParams,
  response: PromoCode,
  caller: 'administrator',
  scope: 'none',
  summary: 'One promo code',
  errors: ['promotions.not-found'],
});

export const savePromoCode = endpoint({
  method: 'PUT',
  path: '/api/admin/promo-codes/:id',
  params: IdParams,
  body: PromoCodePatch,
  response: PromoCode,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Saves a promo code; fields left out stay as they are, usedCount is never written',
  errors: ['promotions.not-found', 'promotions.conflict', 'promotions.limit-below-use', ...saveErrors],
});

export const deletePromoCode = endpoint({
  method: 'DELETE',
  path: '/api/admin/promo-codes/:id',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Switches a promo code off and hides it; its redemptions stay',
  errors: ['promotions.not-found'],
});

export const listPromoRedemptions = endpoint({
  method: 'GET',
  path: '/api/admin/promo-codes/redemptions',
  query: PageQuery,
  response: z.array(PromoRedemption),
  caller: 'administrator',
  scope: 'none',
  summary: 'Who redeemed which code, newest first; X-Total-Count is the number of redemptions',
  errors: [],
});
