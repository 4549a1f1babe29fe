import type Stripe from 'stripe';
import { checkCurrency } from '../amounts.ts';
import { type Call, type Context, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter, noSuchReference, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { randomText } from '../ids.ts';
import { inRange, pageOf } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';

export const couponOperations = [
  operation<Stripe.CouponCreateParams>({
    method: 'post',
    path: '/v1/coupons',
    accepts: [
      'amount_off',
      'applies_to',
      'currency',
      'duration',
      'duration_in_months',
      'id',
      'max_redemptions',
      'metadata',
      'name',
      'percent_off',
      'redeem_by',
    ],
    run: createCoupon,
  }),
  operation<Stripe.CouponListParams>({
    method: 'get',
    path: '/v1/coupons',
    accepts: ['created', 'ending_before', 'limit', 'starting_after'],
    run: ({ store, now, parameters }) => {
      const coupons = store
        .all('coupon')
        .filter((coupon) => !store.find('deleted_coupon', coupon.id) && inRange(coupon.created, parameters.created));
      const shown = coupons.map((coupon) => shownCoupon(coupon, now));
      return pageOf(shown, parameters, { url: '/v1/coupons', kind: 'coupon' });
    },
  }),
  operation<Stripe.CouponRetrieveParams>({
    method: 'get',
    path: '/v1/coupons/{id}',
    accepts: [],
    run: (call) => shownCoupon(existing(call), call.now),
  }),
  operation<Stripe.CouponUpdateParams>({
    method: 'post',
    path: '/v1/coupons/{id}',
    accepts: ['metadata', 'name'],
    run: (call) => {
      const before = existing(call);
      const metadata = mergeMetadata(before.metadata ?? {}, call.parameters.metadata);
      const name = textOf(call.parameters.name, before.name);
      const coupon = shownCoupon(call.store.put('coupon', { ...before, metadata, name }), call.now);
      emit(call, 'coupon.updated', coupon, shownCoupon(before, call.now));
      return coupon;
    },
  }),
  operation<Stripe.CouponDeleteParams>({
    method: 'delete',
    path: '/v1/coupons/{id}',
    accepts: [],
    run: (call): Stripe.DeletedCoupon => {
      const { store, id } = call;
      const coupon = existing(call);
      store.put('deleted_coupon', { id });
      emit(call, 'coupon.deleted', { ...coupon, valid: false });
      return { id, object: 'coupon', deleted: true };
    },
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.Coupon {
  const coupon = store.find('coupon', id);
  if (!coupon || store.find('deleted_coupon', id)) throw noSuchResource('coupon', id);
  return coupon;
}

function createCoupon(call: Call<Stripe.CouponCreateParams>): Stripe.Coupon {
  const { store, now, parameters } = call;
  const id = parameters.id ?? randomText(8);
  if (store.find('coupon', id)) {
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const { applies_to: appliesTo, duration = 'once', redeem_by: redeemBy } = parameters;
  if (redeemBy !== undefined && redeemBy <= now) {
    throw invalidRequest('Invalid timestamp: must be in the future.', { param: 'redeem_by' });
  }
  for (const product of appliesTo?.products ?? []) {
    if (!store.find('product', product)) throw noSuchReference('product', product, 'applies_to[products]');
  }
  const coupon = store.put('coupon', {
    ...exampleOf('coupon'),
    ...reductionOf(parameters),
    ...(appliesTo?.products ? { applies_to: { products: appliesTo.products } } : {}),
    id,
    created: now,
    duration,
    duration_in_months: durationInMonths(parameters),
    max_redemptions: maxRedemptions(parameters.max_redemptions),
    metadata: mergeMetadata({}, parameters.metadata),
    name: parameters.name ?? null,
    redeem_by: redeemBy ?? null,
  });
  emit(call, 'coupon.created', coupon);
  return coupon;
}

function reductionOf(sent: Stripe.CouponCreateParams): Pick<Stripe.Coupon, 'amount_off' | 'currency' | 'percent_off'> {
  const { amount_off: amount, percent_off: percent } = sent;
  if ((amount === undefined) === (percent === undefined)) {
    throw invalidRequest('You must specify exactly one of percent_off, amount_off.', {
      code: amount === undefined ? 'parameter_missing' : 'parameters_exclusive',
      param: 'percent_off',
    });
  }
  if (percent !== undefined && (percent <= 0 || percent > 100)) {
    throw invalidRequest('Invalid percent_off: must be above 0 and at most 100.', { param: 'percent_off' });
  }
  if (amount === undefined) return { amount_off: null, currency: null, percent_off: percent ?? null };
  if (!sent.currency) throw missingParameter('currency');
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount_off',
    });
  }
  return { amount_off: amount, currency: checkCurrency(sent.currency), percent_off: null };
}

function durationInMonths({ duration, duration_in_months: months }: Stripe.CouponCreateParams): number | null {
  if (duration !== 'repeating') {
    if (months === undefined) return null;
    throw invalidRequest('duration_in_months is only for coupons whose duration is repeating.', {
      param: 'duration_in_months',
    });
  }
  if (months === undefined) throw missingParameter('duration_in_months');
  if (months < 1) throw invalidRequest('Invalid duration_in_months: must be above 0.', { param: 'duration_in_months' });
  return months;
}

/** @throws ApiError 400 for less than one */
function maxRedemptions(sent: number | undefined): number | null {
  if (sent !== undefined && sent < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'max_redemptions',
    });
  }
  return sent ?? null;
}

/** Whether a coupon may still be redeemed at this moment. */
function mayBeRedeemed(coupon: Stripe.Coupon, now: number): boolean {
  const isPast = coupon.redeem_by !== null && coupon.redeem_by <= now;
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return !isPast && !isUsedUp && coupon.valid;
}

/** Returns a coupon as in responses: `valid` depends on the time and the redemptions. */
function shownCoupon(coupon: Stripe.Coupon, now: number): Stripe.Coupon {
  return { ...coupon, valid: mayBeRedeemed(coupon, now) };
}

/** @throws ApiError 400 for a coupon that is unknown, used up or expired */
export function redeemableCoupon({ store, now }: Context, id: string, param: string): Stripe.Coupon {
  const coupon = store.find('coupon', id);
  if (!coupon || store.find('deleted_coupon', id)) throw noSuchReference('coupon', id, param);
  if (!mayBeRedeemed(coupon, now)) {
    throw invalidRequest(`Coupon ${id} is used up or past its time and cannot be applied.`, {
      code: 'coupon_expired',
      param,
    });
  }
  return coupon;
}
