import type Stripe from 'stripe';
import { toMajor } from '#contract/money.ts';
import type { OfferedCode, RedeemValidated, Validation } from '#contract/promotions.ts';
import { intervals, metadataOf } from '#server/features/subscriptions/rules.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import { isFinalForKey, StripeRefusal } from '#server/platform/stripe/errors.ts';
import * as actions from '../actions.ts';
import * as checkouts from '../checkout-actions.ts';
import { type Checkout, couponDuration, type LiveCode, trialDaysOf } from '../rules.ts';
import {
  checkGuesses,
  countingGuesses,
  type PromoDeps,
  type ProviderDeps,
  payerOf,
  recordGuess,
  withProvider,
} from './promo-deps.ts';
import { ensureCoupon, type PromoPrice, planPriceOf } from './promo-price.ts';
import { syncCheckout } from './sync-checkout.ts';

/** How often opening starts again after a concurrent change, before the member is asked to try again. */
const rounds = 3;

/**
 * Opens the checkout of a code that this member has validated, or returns the open one (PROMO-06, PROMO-14). It counts
 * when it is completed.
 * @returns the address of the checkout
 * @throws promotions.validate-first, code-refused, redeemed-before, trial-used, verify-first, plan-unknown, the refusals of
 * SUBSCR-14, purchases.payments-off, provider-failed, request.too-many
 */
export async function openCheckout(
  ctx: MemberFlowContext,
  deps: PromoDeps,
  { promoCodeId, textVersion }: RedeemValidated,
): Promise<string> {
  const provided = await withProvider(ctx, deps);
  return countingGuesses(ctx, deps, async () => {
    const code = await actions.getValidated(ctx, promoCodeId);
    for (let round = 1; round <= rounds; round += 1) {
      const url = await urlOf(ctx, provided, { code, textVersion });
      if (url) return url;
    }
    throw fail('purchases.provider-failed');
  });
}

type Asked = { code: LiveCode; textVersion: RedeemValidated['textVersion'] };

/** The address of the open checkout; null when it has ended, which is then recorded. */
async function urlOf(ctx: MemberFlowContext, deps: ProviderDeps, { code, textVersion }: Asked): Promise<string | null> {
  await actions.checkMember(ctx, deps.claims, code);
  const open = await checkouts.findOpen(ctx, code.id);
  if (open?.sessionId) {
    const status = await syncCheckout(ctx, deps, open.sessionId);
    if (status !== 'open') return null;
    await ctx.transaction((inner) => checkouts.agree(inner, open, textVersion));
    return open.url;
  }
  const price = await planPriceOf(ctx, deps, code);
  const checkout = await ctx.transaction((inner) =>
    checkouts.takeCheckout(inner, { code, stripePriceId: price.stripePriceId, claims: deps.claims }),
  );
  if (checkout.sessionId) return null;
  await ctx.transaction((inner) => checkouts.agree(inner, checkout, textVersion));
  return create(ctx, deps, { checkout, code, price });
}

type Opened = { checkout: Checkout; code: LiveCode; price: PromoPrice };

async function create(ctx: MemberFlowContext, deps: ProviderDeps, opened: Opened): Promise<string | null> {
  const { checkout } = opened;
  try {
    const { id, url } = await ask(ctx, deps, opened);
    if (!url) return null;
    await ctx.transaction((inner) => checkouts.recordSession(inner, checkout.id, { id, url }));
    return url;
  } catch (error) {
    if (isFinalForKey(error)) await ctx.transaction((inner) => checkouts.expireCheckout(inner, checkout.id));
    if (error instanceof StripeRefusal) return null;
    throw error;
  }
}

async function ask(
  ctx: MemberFlowContext,
  deps: ProviderDeps,
  { checkout, code, price }: Opened,
): Promise<Stripe.Checkout.Session> {
  const { stripe, portal } = deps;
  const { customer } = await payerOf(ctx, stripe, checkout.userId);
  const { id: installation } = await getInstallation(ctx.db);
  const owner = metadataOf({ userId: checkout.userId, resourceId: null, subscriptionId: null }, installation);
  const metadata = { ...owner, promoCodeId: String(code.id), promoCheckoutId: String(checkout.id) };
  const coupon = await couponOf(ctx, deps, { checkout, code, price });
  const parameters: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
    line_items: [{ price: checkout.stripePriceId, quantity: 1 }],
    ...(coupon && { discounts: [{ coupon }] }),
    subscription_data: {
      metadata,
      ...(checkout.trialDays > 0 && {
        trial_period_days: checkout.trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }),
    },
    payment_method_collection: 'always',
    client_reference_id: String(checkout.id),
    metadata,
    success_url: `${portal.publicUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${portal.publicUrl}/billing`,
  };
  const idempotencyKey = `${installation}:promo-checkout:${checkout.id}:${customer}:${coupon ?? 'none'}`;
  return stripe.callOnce(ctx, idempotencyKey, (api) => api.checkout.sessions.create(parameters, { idempotencyKey }));
}

/**
 * The coupon at the checkout. After free days only one that does not depend on months, because Stripe's page would
 * count those of the trial as well. discountAfterTrial attaches the others when the trial has started.
 */
async function couponOf(
  ctx: MemberFlowContext,
  { stripe }: ProviderDeps,
  { checkout, code, price }: Opened,
): Promise<string | null> {
  const { discount } = code;
  if (!discount) return null;
  const time = couponDuration(discount.cycles, intervals[price.plan]);
  if (checkout.trialDays > 0 && time.duration !== 'once') return null;
  return ensureCoupon(ctx, stripe, { code, discount, time });
}

/**
 * Returns what a typed code gives, with one reply for all codes that cannot be redeemed (PROMO-03).
 * @throws request.too-many after too many wrong ones
 */
export async function validate(ctx: MemberFlowContext, deps: PromoDeps, typed: string): Promise<Validation> {
  await checkGuesses(ctx, deps);
  const code = await ctx.transaction((inner) => actions.validateCode(inner, typed));
  if (code) return { valid: true, message: 'This promo code is valid.', promoCode: await show(ctx, deps, code) };
  await recordGuess(ctx, deps);
  return { valid: false, message: 'The promo code you entered is not valid.', promoCode: null };
}

async function show(ctx: MemberFlowContext, deps: PromoDeps, code: LiveCode): Promise<OfferedCode> {
  const { id, code: name, description, promoType, products, applicableProducts, discount } = code;
  return {
    id,
    code: name,
    description,
    promoType,
    freeAccessDays: trialDaysOf(code),
    mappedProducts: products,
    applicableProducts,
    discount: discount && {
      percentage: discount.basisPoints === null ? null : discount.basisPoints / 100,
      amount: discount.amountMinor === null ? null : toMajor(discount.amountMinor, discount.currency),
      cycles: discount.cycles,
    },
    price: await priceOf(ctx, deps, code),
  };
}

/** The price is optional here, because the checkout shows it: it is left out when Stripe does not answer. */
async function priceOf(ctx: MemberFlowContext, deps: PromoDeps, code: LiveCode): Promise<OfferedCode['price']> {
  const { stripe } = deps;
  if (!stripe) return null;
  try {
    const { amountMinor, currency, plan } = await planPriceOf(ctx, { ...deps, stripe }, code);
    return { amount: toMajor(amountMinor, currency), currency, interval: intervals[plan] };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
