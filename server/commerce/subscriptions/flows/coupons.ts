import type Stripe from 'stripe';
import { firstUnits } from '#contract/characters.ts';
import type { Discount } from '#server/commerce/payments/rules.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { type CouponDuration, couponDurationAfter } from '../discount-rules.ts';
import { billingDayOf, planOf } from '../rules.ts';

/** The discount of a coupon, and its owner: a promo code, or the portal's offer to members who cancel. */
export type CouponOf = {
  /** Null for the portal's offer. */
  promoCodeId: number | null;
  name: string;
  discount: Discount & { currency: string };
};

/** Stripe's limit for the name of a coupon, which invoices show. */
const longestName = 40;

/**
 * Returns the id of the coupon of a discount, which is made when it is first needed. The id is derived from the
 * discount, so other terms get another coupon.
 * @throws StripeOutage when Stripe does not respond
 */
export async function ensureCoupon(
  ctx: FlowContext,
  stripe: StripeGateway,
  { promoCodeId, name, discount }: CouponOf,
  time: CouponDuration,
): Promise<string> {
  const { id: installation } = await getInstallation(ctx.db);
  const terms = {
    ...(discount.amountMinor === null
      ? { percent_off: (discount.basisPoints ?? 0) / 100 }
      : { amount_off: discount.amountMinor, currency: discount.currency.toLowerCase() }),
    ...(time.duration === 'repeating'
      ? { duration: time.duration, duration_in_months: time.months }
      : { duration: time.duration }),
    name: firstUnits(name, longestName),
  };
  const owner = promoCodeId ?? 'offer';
  const digest = hashSecret(JSON.stringify([installation, owner, terms]))
    .toString('hex')
    .slice(0, 24);
  const id = promoCodeId === null ? `offer-${digest}` : `promo-${promoCodeId}-${digest}`;
  const metadata = { installation, ...(promoCodeId !== null && { promoCodeId: String(promoCodeId) }) };
  const parameters: Stripe.CouponCreateParams = { ...terms, id, metadata };
  const idempotencyKey = `${installation}:coupon:${id}`;
  try {
    await stripe.callOnce(ctx, idempotencyKey, (api) => api.coupons.create(parameters, { idempotencyKey }));
  } catch (error) {
    const isMade = error instanceof StripeRejection && error.code === 'resource_already_exists';
    if (!isMade) throw error;
  }
  return id;
}

/** Whether a coupon is the portal's offer to members who cancel. */
export function isOfferCoupon(id: string): boolean {
  return id.startsWith('offer-');
}

/**
 * Rounds of attaching: the first may be off by a month when the first payment is due within seconds of a month's end,
 * the second corrects it, the third confirms it.
 */
const mostTries = 3;

type Attached = {
  coupon: CouponOf;
  payments: number;
  /** Time from which Stripe counts the months, until the attached coupon has a start of its own. */
  attachedAt: Date;
  firstPaymentAt: Date;
};

/**
 * Attaches a coupon to a running subscription for a number of payments from the next one, in place of any other coupon.
 * Stripe counts the months of a coupon from when it is attached, so only then is the needed duration known; a wrong
 * coupon is replaced.
 * @param found the subscription, with its discounts expanded
 * @throws StripeOutage when Stripe does not respond, StripeRejection when the subscription has ended
 */
export async function attachCoupon(
  ctx: FlowContext,
  stripe: StripeGateway,
  found: Stripe.Subscription,
  { coupon, payments, attachedAt, firstPaymentAt }: Attached,
): Promise<void> {
  const plan = planOf(found.items.data[0]?.price.recurring?.interval) ?? 'monthly';
  const billed = { plan, billingDay: billingDayOf(found) };
  let subscription = found;
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const attached = discountOf(subscription);
    const times = { attachedAt: attached ? new Date(attached.start * 1000) : attachedAt, firstPaymentAt };
    const id = await ensureCoupon(ctx, stripe, coupon, couponDurationAfter(times, payments, billed));
    if (attached?.coupon === id) return;
    subscription = await stripe.call(ctx, (api) =>
      api.subscriptions.update(found.id, { discounts: [{ coupon: id }], expand: ['discounts'] }),
    );
  }
}

/** Returns the first discount of a subscription whose discounts are expanded; null without a discount. */
export function discountOf({
  discounts: [first],
}: Stripe.Subscription): { start: number; coupon: string | null } | null {
  if (typeof first !== 'object') return null;
  const { coupon } = first.source;
  return { start: first.start, coupon: typeof coupon === 'object' ? (coupon?.id ?? null) : coupon };
}
