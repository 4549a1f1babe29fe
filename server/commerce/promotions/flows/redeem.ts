import { chargedMinor, type Plan, plans } from '#contract/commerce/plans.ts';
import type {
  OfferedCode,
  RedeemCode,
  RedeemValidated,
  StartedTrial,
  StartTrial,
  TypedCode,
  Validation,
} from '#contract/commerce/promotions.ts';
import type { CreateSubscription } from '#contract/commerce/subscriptions.ts';
import type { Message } from '#contract/message.ts';
import { toMajor } from '#contract/money.ts';
import { recordConsent } from '#server/commerce/payments/actions.ts';
import { getSubscription } from '#server/commerce/subscriptions/actions.ts';
import { findWish as findPlanWish, getTrial, type Wish } from '#server/commerce/subscriptions/attempt-actions.ts';
import { couponDuration } from '#server/commerce/subscriptions/discount-rules.ts';
import {
  type Beginning,
  beginAttempt,
  beginSubscription,
} from '#server/commerce/subscriptions/flows/begin-subscription.ts';
import { ensureCoupon } from '#server/commerce/subscriptions/flows/coupons.ts';
import type { SubscriptionDeps } from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import { intervals, isEnded, planOf } from '#server/commerce/subscriptions/rules.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { withDays } from '#server/platform/dates.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as actions from '../actions.ts';
import { holdsFor } from '../purchase-actions.ts';
import { couponOf, type LiveCode, redeemableOf, trialDaysOf } from '../rules.ts';
import { findRedemption } from '../store.ts';
import {
  checkGuesses,
  countingGuesses,
  listCardPrints,
  type PromoDeps,
  type PromoJobDeps,
  type ProviderDeps,
  recordGuess,
  withProvider,
} from './promo-deps.ts';

/**
 * Starts the free trial of a code in one step (PROMO-07). The use is counted before Stripe is asked to begin the
 * subscription; when Stripe rejects that call, the use is released, and when the outcome is unknown, a job finishes the
 * trial.
 * @throws promotions.code-refused, promotions.discount-only, promotions.redeemed-before, promotions.trial-used,
 * promotions.new-customers-only, promotions.verify-first, promotions.card-used, promotions.plan-unknown,
 * subscriptions.already-subscribed, subscriptions.payment-due, subscriptions.payment-processing,
 * subscriptions.suspended, subscriptions.starting, payments.place-needed, payments.place-unknown, payments.tax-failed,
 * payments.tax-id-refused, purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function redeemTrial(
  ctx: MemberFlowContext,
  deps: PromoDeps,
  { code: typed, textVersion }: RedeemCode,
): Promise<Message> {
  const provided = await withProvider(ctx, deps);
  return countingGuesses(ctx, deps, async () => {
    const code = await actions.getTyped(ctx, typed);
    if (code.promoType === 'discount') throw fail('promotions.discount-only');
    const redeemed = redeemableOf(code);
    await actions.checkMember(ctx, deps.claims, redeemed);
    const wish = await findWish(ctx, provided, code, undefined);
    return beginTrial(ctx, provided, { wish, redeemed, textVersion });
  });
}

type NewTrial = Pick<actions.Trial, 'redeemed' | 'textVersion'> & { wish: Wish };

/** Begins free days without a payment. */
async function beginTrial(
  ctx: MemberFlowContext,
  deps: ProviderDeps,
  { wish, redeemed, textVersion }: NewTrial,
): Promise<Message> {
  const { claims, stripe } = deps;
  const { userId } = ctx.actor;
  const cardPrints = await listCardPrints(ctx, stripe, userId);
  const { codeId: promoCodeId, trialDays } = redeemed;
  await actions.checkCards(ctx, claims, { ...redeemed, cardPrints });
  const record: Beginning['record'] = (inner, opened) =>
    actions.reserveTrial(inner, opened, { redeemed, textVersion, claims, cardPrints });
  try {
    const beginning = { beginsWith: 'trial', trialDays, promoCodeId, wish, record } as const;
    const { attempt } = await beginSubscription(ctx, deps, beginning);
    const started = `Your free trial of ${trialDays} ${trialDays === 1 ? 'day' : 'days'} has started.`;
    const { trialEnd } = attempt;
    if (!trialEnd) return { message: started };
    return withDays(ctx.actor.timeZone, (dayOf) => `${started} It ends on ${dayOf(trialEnd)}.`);
  } catch (error) {
    await ctx.transaction((inner) => actions.releaseUnpaidUses(inner, userId));
    throw error;
  }
}

/**
 * Starts the free days of a resource's plan (TRIAL-02): at once, or at Stripe's checkout when the publisher requires a
 * card.
 * @throws catalogue.not-found, promotions.trial-used, promotions.redeemed-before, promotions.verify-first,
 * promotions.card-used, subscriptions.no-trial, subscriptions.not-offered, subscriptions.already-subscribed,
 * subscriptions.payment-due, subscriptions.payment-processing, subscriptions.suspended, subscriptions.starting,
 * payments.place-needed, payments.place-unknown, payments.tax-failed, payments.tax-id-refused, purchases.payments-off,
 * purchases.provider-failed, request.too-many
 */
export async function startTrial(
  ctx: MemberFlowContext,
  deps: PromoDeps,
  { textVersion, ...asked }: StartTrial,
): Promise<StartedTrial> {
  const provided = await withProvider(ctx, deps);
  const { days: trialDays, needsCard } = await getTrial(ctx, asked.resourceId);
  const redeemed = { codeId: null, trialDays, newCustomersOnly: false };
  await actions.checkMember(ctx, deps.claims, redeemed);
  const wish = { ...(await findPlanWish(ctx, asked)), otherPlans: [] };
  if (!needsCard) {
    return { ...(await beginTrial(ctx, provided, { wish, redeemed, textVersion })), checkoutUrl: null };
  }
  const { checkoutUrl } = await beginSubscription(ctx, provided, {
    beginsWith: 'checkout',
    trialDays,
    promoCodeId: null,
    wish,
    record: (inner, { id }) => recordConsent(inner, { subscriptionId: id }, textVersion),
  });
  // The checkout was completed just before, in another window.
  if (checkoutUrl === null) throw fail('subscriptions.already-subscribed');
  return { checkoutUrl, message: 'Your free trial starts when you have added a card.' };
}

/** Finishes a trial that the request could not finish. */
export async function finishTrial(ctx: FlowContext, deps: SubscriptionDeps, redemptionId: number): Promise<void> {
  const redemption = await findRedemption(ctx.db, redemptionId);
  if (!redemption?.subscriptionId || redemption.stripeSubscriptionId) return;
  await beginAttempt(ctx, deps, await getSubscription(ctx, redemption.subscriptionId));
  await ctx.transaction((inner) => actions.releaseUnpaidUses(inner, redemption.userId));
}

/**
 * Opens the checkout of a code that this member has validated, or returns the open one (PROMO-06, PROMO-14). In a demo,
 * any live code can be used without having been validated. The code's use counts when the checkout is completed.
 * @returns the URL of the checkout
 * @throws promotions.validate-first, promotions.code-refused, promotions.redeemed-before, promotions.trial-used,
 * promotions.new-customers-only, promotions.verify-first, promotions.plan-unknown, subscriptions.already-subscribed,
 * subscriptions.payment-due, subscriptions.payment-processing, subscriptions.suspended, subscriptions.starting, for a
 * chosen plan also catalogue.not-found, subscriptions.not-offered; payments.place-needed, payments.place-unknown,
 * payments.tax-failed, purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function openCheckout(
  ctx: MemberFlowContext,
  deps: PromoDeps,
  { promoCodeId, chosenPlan, textVersion }: RedeemValidated,
): Promise<string> {
  const provided = await withProvider(ctx, deps);
  return countingGuesses(ctx, deps, async () => {
    const code = await actions.getValidated(ctx, promoCodeId, deps.isDemo);
    await actions.checkMember(ctx, deps.claims, redeemableOf(code));
    const wish = await findWish(ctx, provided, code, chosenPlan);
    const { checkoutUrl } = await beginSubscription(ctx, provided, {
      beginsWith: 'checkout',
      trialDays: trialDaysOf(code),
      promoCodeId: code.id,
      wish,
      coupon: await firstCoupon(ctx, provided.stripe, code, wish),
      record: async (inner, { id }) => {
        if (textVersion) await recordConsent(inner, { subscriptionId: id }, textVersion);
      },
    });
    // The checkout was completed just before, in another window.
    if (checkoutUrl === null) throw fail('subscriptions.already-subscribed');
    return checkoutUrl;
  });
}

/**
 * Returns Stripe's id of the coupon for the checkout; null without one. With free days, only a coupon that does not
 * depend on months, because Stripe's page would count the months of the trial as well; `discountAfterTrial` attaches
 * the others when the trial has started.
 */
async function firstCoupon(
  ctx: FlowContext,
  stripe: StripeGateway,
  code: LiveCode,
  { plan }: Wish,
): Promise<string | null> {
  const coupon = couponOf(code);
  if (!coupon) return null;
  const time = couponDuration(coupon.discount.cycles, plan);
  if (trialDaysOf(code) > 0 && time.duration !== 'once') return null;
  return ensureCoupon(ctx, stripe, coupon, time);
}

/** Records the use of a code or of a free trial whose subscription has begun, or ends that subscription (PROMO-14). */
export async function recordRedemption(ctx: FlowContext, deps: PromoJobDeps, subscriptionId: number): Promise<void> {
  const { stripe, claims, portal } = deps;
  const row = await getSubscription(ctx, subscriptionId);
  const { stripeSubscriptionId } = row;
  if (isEnded(row.status) || stripeSubscriptionId === null) return;
  const cardPrints = await cardPrintsOfPayer(ctx, stripe, stripeSubscriptionId);
  await ctx.transaction((inner) => actions.recordRedemption(inner, row, { claims, cardPrints, portal }));
}

/** Returns the fingerprint of the card that a subscription is charged to; none for other payment methods. */
async function cardPrintsOfPayer(ctx: FlowContext, stripe: StripeGateway, id: string): Promise<string[]> {
  const found = await nullIfMissing(
    stripe.call(ctx, (api) => api.subscriptions.retrieve(id, { expand: ['default_payment_method'] })),
  );
  const method = found?.default_payment_method;
  const print = typeof method === 'object' ? method?.card?.fingerprint : null;
  return print ? [print] : [];
}

/**
 * Returns the benefit of a typed code, with one reply for all codes that cannot be redeemed (PROMO-03).
 * @throws request.too-many after too many wrong codes
 */
export async function validate(
  ctx: MemberFlowContext,
  deps: PromoDeps,
  { code: typed, chosenPlan }: TypedCode,
): Promise<Validation> {
  await checkGuesses(ctx, deps);
  const code = await ctx.transaction((inner) => actions.validateCode(inner, typed));
  if (code)
    return { valid: true, message: 'This promo code is valid.', promoCode: await show(ctx, deps, code, chosenPlan) };
  await recordGuess(ctx, deps);
  return { valid: false, message: 'The promo code you entered is not valid.', promoCode: null };
}

type Chosen = TypedCode['chosenPlan'];

async function show(ctx: MemberFlowContext, deps: PromoDeps, code: LiveCode, chosen: Chosen): Promise<OfferedCode> {
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
    price: await findOfferedPrice(ctx, deps, code, chosen),
  };
}

/**
 * Returns the price of a code's plan; null while paid actions are off, and when the plan is unknown or refused or
 * Stripe does not respond, because the checkout shows the price or the refusal anyway.
 */
async function findOfferedPrice(
  ctx: MemberFlowContext,
  deps: PromoDeps,
  code: LiveCode,
  chosen: Chosen,
): Promise<OfferedCode['price']> {
  const { stripe } = deps;
  if (!stripe) return null;
  try {
    const { amountMinor, currency, plan } = await findWish(ctx, { ...deps, stripe }, code, chosen);
    return { amount: toMajor(amountMinor, currency), currency, interval: intervals[plan] };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/**
 * Returns the subscription that a code begins: the plan that the member chose, if the code is a discount that applies
 * to it, otherwise the code's own plan. `monthly` and `annual` are the portal's own plans; any other id is a price at
 * Stripe. An id that Stripe does not sell in the portal's currency means the default monthly price in the sandbox, and
 * is rejected otherwise (PROMO-15).
 * @throws promotions.plan-unknown; for a chosen plan catalogue.not-found, subscriptions.not-offered,
 * subscriptions.already-subscribed, subscriptions.payment-due, subscriptions.payment-processing,
 * subscriptions.suspended; StripeOutage
 */
async function findWish(
  ctx: MemberFlowContext,
  deps: ProviderDeps,
  code: LiveCode,
  chosen: CreateSubscription | undefined,
): Promise<Wish> {
  const { currency, portal } = deps;
  const { planId } = code;
  if (chosen && (await holdsFor(ctx, code, { ...chosen, currency }))) {
    return { ...(await findPlanWish(ctx, chosen)), otherPlans: [] };
  }
  const title = `${(await portal.site(ctx)).productName} Subscription`;
  const ofPortal = (plan: Plan) => {
    return { resourceId: null, plan, amountMinor: chargedMinor(null, currency, plan), currency, title };
  };
  const own = plans.find((plan) => plan === planId);
  if (own) return ofPortal(own);
  const found = planId ? await findPrice(ctx, deps, planId) : null;
  if (found) return { ...found, resourceId: null, title };
  if (!deps.isSandbox) throw fail('promotions.plan-unknown');
  return ofPortal('monthly');
}

async function findPrice(ctx: FlowContext, { stripe, currency, taxMode }: ProviderDeps, planId: string) {
  const price = await nullIfMissing(stripe.call(ctx, (api) => api.prices.retrieve(planId)));
  const plan = price?.recurring?.interval_count === 1 ? planOf(price.recurring.interval) : null;
  if (!price?.active || plan === null || price.unit_amount === null) return null;
  if (price.currency.toUpperCase() !== currency) return null;
  // Such a price would be charged without tax, or with the wrong tax behaviour.
  if (taxMode !== 'none' && price.tax_behavior !== taxMode) return null;
  return { stripePriceId: price.id, plan, amountMinor: price.unit_amount, currency };
}
