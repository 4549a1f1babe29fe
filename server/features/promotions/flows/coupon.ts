import type Stripe from 'stripe';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { StripeRefusal } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import type { CouponTime, Discount, LiveCode } from '../rules.ts';

/** The provider's limit for the name of a coupon, which stands on invoices. */
const longestName = 40;

/**
 * The coupon of a discount, made when it is needed for the first time: its id follows from what it gives, so that a
 * changed code gets another one.
 * @returns its id
 * @throws StripeOutage when the provider does not answer
 */
export async function ensureCoupon(
  ctx: FlowContext,
  stripe: StripeGateway,
  { code, discount, time }: { code: LiveCode; discount: Discount; time: CouponTime },
): Promise<string> {
  const { id: installation } = await getInstallation(ctx.db);
  const terms = {
    ...(discount.amountMinor === null
      ? { percent_off: (discount.basisPoints ?? 0) / 100 }
      : { amount_off: discount.amountMinor, currency: discount.currency.toLowerCase() }),
    ...(time.duration === 'repeating'
      ? { duration: time.duration, duration_in_months: time.months }
      : { duration: time.duration }),
    name: code.code.slice(0, longestName),
  };
  const digest = hashSecret(JSON.stringify([installation, code.id, terms]))
    .toString('hex')
    .slice(0, 24);
  const metadata = { installation, promoCodeId: String(code.id) };
  const parameters: Stripe.CouponCreateParams = { ...terms, id: `promo-${code.id}-${digest}`, metadata };
  const idempotencyKey = `${installation}:coupon:${parameters.id}`;
  try {
    const { id } = await stripe.callOnce(idempotencyKey, (api) => api.coupons.create(parameters, { idempotencyKey }));
    return id;
  } catch (error) {
    const isMade = error instanceof StripeRefusal && error.code === 'resource_already_exists';
    if (isMade && parameters.id) return parameters.id;
    throw error;
  }
}
