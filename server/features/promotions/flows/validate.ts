import { toMajor } from '#contract/money.ts';
import type { OfferedCode, Validation } from '#contract/promotions.ts';
import { intervals } from '#server/features/subscriptions/rules.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { Failure } from '#server/platform/failure.ts';
import * as actions from '../actions.ts';
import { type LiveCode, trialDaysOf } from '../rules.ts';
import { planPriceOf } from './plan-price.ts';
import { checkGuesses, type PromoDeps, recordGuess } from './promo-deps.ts';

/**
 * Tells what a typed code gives. One answer for every code that cannot be redeemed, whatever the reason (PROMO-03).
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
  const { id, code: name, description, promoType, products, discount } = code;
  return {
    id,
    code: name,
    description,
    promoType,
    freeAccessDays: trialDaysOf(code),
    mappedProducts: products,
    discount: discount && {
      percentage: discount.basisPoints === null ? null : discount.basisPoints / 100,
      amount: discount.amountMinor === null ? null : toMajor(discount.amountMinor, discount.currency),
      cycles: discount.cycles,
    },
    price: await priceOf(ctx, deps, code),
  };
}

/** The price is good to know here, and shown by the checkout anyhow: without an answer it is left out. */
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
