import type Stripe from 'stripe';
import { type Call, type Context, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter, noSuchReference, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { newId, randomText } from '../ids.ts';
import { inRange, pageOf, refersTo } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { isUsable, maxRedemptions } from './coupons.ts';
import { referredCustomer } from './customer-lookup.ts';

export const promotionCodeOperations = [
  operation<Stripe.PromotionCodeCreateParams>({
    method: 'post',
    path: '/v1/promotion_codes',
    accepts: ['active', 'code', 'customer', 'expires_at', 'max_redemptions', 'metadata', 'promotion', 'restrictions'],
    run: createPromotionCode,
  }),
  operation<Stripe.PromotionCodeListParams>({
    method: 'get',
    path: '/v1/promotion_codes',
    accepts: ['active', 'code', 'coupon', 'created', 'customer', 'ending_before', 'limit', 'starting_after'],
    run: (call) => {
      const { parameters } = call;
      const codes = call.store
        .all('promotion_code')
        .map((code) => shown(call, code))
        .filter((code) => parameters.active === undefined || code.active === parameters.active)
        .filter((code) => !parameters.code || sameCode(code.code, parameters.code))
        .filter((code) => refersTo(code.promotion.coupon ?? null, parameters.coupon))
        .filter((code) => refersTo(code.customer, parameters.customer))
        .filter((code) => inRange(code.created, parameters.created));
      return pageOf(codes, parameters, { url: '/v1/promotion_codes', kind: 'promotion_code' });
    },
  }),
  operation<Stripe.PromotionCodeRetrieveParams>({
    method: 'get',
    path: '/v1/promotion_codes/{id}',
    accepts: [],
    run: (call) => shown(call, existing(call)),
  }),
  operation<Stripe.PromotionCodeUpdateParams>({
    method: 'post',
    path: '/v1/promotion_codes/{id}',
    accepts: ['active', 'metadata'],
    run: (call) => {
      const before = existing(call);
      const active = call.parameters.active ?? before.active;
      if (active && !before.active) refuseSecond(call, before.code);
      const metadata = mergeMetadata(before.metadata ?? {}, call.parameters.metadata);
      const code = call.store.put('promotion_code', { ...before, active, metadata });
      emit(call, 'promotion_code.updated', shown(call, code), shown(call, before));
      return shown(call, code);
    },
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.PromotionCode {
  const code = store.find('promotion_code', id);
  if (!code) throw noSuchResource('promotion code', id);
  return code;
}

/** Shows a code as inactive once it is expired or used up, or its coupon cannot be redeemed. */
function shown(context: Context, code: Stripe.PromotionCode): Stripe.PromotionCode {
  return { ...code, active: isUsable(context, code) };
}

function sameCode(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function refuseSecond(context: Context, text: string): void {
  const others = context.store.all('promotion_code').filter((code) => isUsable(context, code));
  if (!others.some((code) => sameCode(code.code, text))) return;
  throw invalidRequest(`An active promotion code with \`code: ${text}\` already exists.`, {
    code: 'resource_already_exists',
    param: 'code',
  });
}

function createPromotionCode(call: Call<Stripe.PromotionCodeCreateParams>): Stripe.PromotionCode {
  const { store, now, parameters } = call;
  const { coupon, type } = parameters.promotion;
  if (type !== 'coupon' || !coupon) throw missingParameter('promotion[coupon]');
  if (!store.find('coupon', coupon) || store.find('deleted_coupon', coupon)) {
    throw noSuchReference('coupon', coupon, 'promotion[coupon]');
  }
  const text = parameters.code ?? randomText(8).toUpperCase();
  if (!/^[\w-]{1,500}$/.test(text)) {
    throw invalidRequest('Promotion codes can have letters, digits, underscores and dashes only.', { param: 'code' });
  }
  refuseSecond(call, text);
  if (parameters.expires_at !== undefined && parameters.expires_at <= now) {
    throw invalidRequest('Invalid timestamp: must be in the future.', { param: 'expires_at' });
  }
  const { restrictions } = parameters;
  if (restrictions?.minimum_amount !== undefined) {
    throw invalidRequest('The payment sandbox does not support the parameter restrictions[minimum_amount].', {
      param: 'restrictions[minimum_amount]',
    });
  }
  const code = store.put('promotion_code', {
    ...exampleOf('promotion_code'),
    id: newId('promo'),
    active: parameters.active ?? true,
    code: text,
    created: now,
    customer: parameters.customer ? referredCustomer(call, parameters.customer).id : null,
    expires_at: parameters.expires_at ?? null,
    max_redemptions: maxRedemptions(parameters.max_redemptions),
    metadata: mergeMetadata({}, parameters.metadata),
    promotion: { coupon, type },
    restrictions: {
      first_time_transaction: restrictions?.first_time_transaction ?? false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
  });
  emit(call, 'promotion_code.created', code);
  return code;
}
