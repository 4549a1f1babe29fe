import type { CreateSubscription, OpenSubscription, UseCredit } from '#contract/commerce/subscriptions.ts';
import { minimumCharge, toMajor } from '#contract/money.ts';
import { findCustomer, makeTaxOrder, recordConsent } from '#server/commerce/payments/actions.ts';
import { type PaymentLimits, takeLimits } from '#server/commerce/payments/flows/call-limits.ts';
import { computeTax, taxesOfInvoice } from '#server/commerce/payments/flows/tax.ts';
import { showTax, totalOf } from '#server/commerce/payments/tax-rules.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Limiter } from '#server/platform/http/limits.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as attempts from '../attempt-actions.ts';
import { isRunning, type Subscription } from '../rules.ts';
import { beginSubscription, type FirstPayment } from './begin-subscription.ts';
import { endUnpaid } from './end-subscription.ts';
import type { SubscriptionDeps } from './sync-subscription.ts';

/** Dependencies of members' and administrators' calls; without `stripe`, all paid actions are off. */
export type SubscriptionCallDeps = Omit<SubscriptionDeps, 'stripe'> & {
  stripe: StripeGateway | null;
  limiter: Limiter;
  limits: PaymentLimits;
};

/**
 * Starts a subscription, or returns the unpaid one of this plan. The price is the catalogue's (SUBSCR-11); unpaid
 * attempts at other prices are ended first (SUBSCR-14).
 * @throws catalogue.not-found, subscriptions.credit-covers, subscriptions.not-offered,
 * subscriptions.already-subscribed, subscriptions.payment-due, subscriptions.payment-processing,
 * subscriptions.suspended, subscriptions.starting, payments.place-needed, payments.place-unknown, payments.tax-failed,
 * purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function openSubscription(
  ctx: MemberFlowContext,
  { limiter, limits, ...deps }: SubscriptionCallDeps,
  asked: CreateSubscription,
): Promise<OpenSubscription> {
  const { stripe } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  await takeLimits(ctx, limiter, limits.calls);
  const wish = await attempts.findWish(ctx, asked);
  const check = async (isNew: boolean) => {
    // Stripe would pay the first invoice with the credit at once, before the member has agreed.
    if (isNew && (await isCovered(ctx, { ...deps, stripe }, wish))) throw fail('subscriptions.credit-covers');
    if (isNew) await takeLimits(ctx, limiter, limits.creations);
  };
  const start = { beginsWith: 'payment', trialDays: 0, promoCodeId: null } as const;
  const { attempt, payment } = await beginSubscription(ctx, { ...deps, stripe }, { ...start, wish, check });
  // The attempt was paid just before, in another window.
  if (!payment) throw fail('subscriptions.already-subscribed');
  return { id: attempt.id, ...(await showFirst(ctx, stripe, attempt, payment)) };
}

/** Returns the data for the form of a first payment; amounts in major units. */
export async function showFirst(
  ctx: FlowContext,
  stripe: StripeGateway,
  { taxMode, currency }: Pick<Subscription, 'taxMode' | 'currency'>,
  { clientSecret, invoice }: FirstPayment,
): Promise<Omit<OpenSubscription, 'id'>> {
  const tax = taxMode && {
    isIncluded: taxMode === 'inclusive',
    country: invoice.customer_address?.country ?? '',
    taxes: await taxesOfInvoice(ctx, stripe, invoice),
  };
  return {
    clientSecret,
    amount: toMajor(invoice.total, currency),
    dueNow: toMajor(invoice.amount_due, currency),
    currency,
    tax: showTax(tax, { totalMinor: invoice.total, currency }),
  };
}

/**
 * Starts a subscription whose first invoice the member's credit pays (SUBSCR-18). The consent is recorded before Stripe
 * is called.
 * @throws catalogue.not-found, subscriptions.credit-gone, subscriptions.not-offered, subscriptions.already-subscribed,
 * subscriptions.payment-due, subscriptions.payment-processing, subscriptions.suspended, subscriptions.starting,
 * payments.place-needed, payments.place-unknown, payments.tax-failed, purchases.payments-off,
 * purchases.provider-failed, request.too-many
 */
export async function subscribeWithCredit(
  ctx: MemberFlowContext,
  { limiter, limits, ...given }: SubscriptionCallDeps,
  { textVersion, ...asked }: UseCredit,
): Promise<void> {
  const { stripe } = given;
  if (!stripe) throw fail('purchases.payments-off');
  const deps = { ...given, stripe };
  await takeLimits(ctx, limiter, limits.calls);
  // No attempt at another plan stays open, because this subscription runs at once.
  const wish = { ...(await attempts.findWish(ctx, asked)), otherPlans: [] };
  await takeLimits(ctx, limiter, limits.creations);
  const { attempt } = await beginSubscription(ctx, deps, {
    beginsWith: 'credit',
    trialDays: 0,
    promoCodeId: null,
    wish,
    check: async () => {
      if (!(await isCovered(ctx, deps, wish))) throw fail('subscriptions.credit-gone');
    },
    record: (inner, { id }) => recordConsent(inner, { subscriptionId: id }, textVersion),
  });
  if (isRunning(attempt.status)) return;
  await endUnpaid(ctx, deps, attempt);
  throw fail('purchases.provider-failed');
}

/**
 * Whether the member's credit at Stripe pays for the first period: Stripe charges no rest that is below its minimum.
 */
export async function isCovered(
  ctx: MemberFlowContext,
  { stripe, taxMode }: SubscriptionDeps,
  { amountMinor: priceMinor, currency }: Pick<attempts.Wish, 'amountMinor' | 'currency'>,
): Promise<boolean> {
  const id = (await findCustomer(ctx, ctx.actor.userId))?.customerId;
  if (!id) return false;
  const customer = await nullIfMissing(stripe.call(ctx, (api) => api.customers.retrieve(id)));
  if (!customer || customer.deleted) return false;
  const isOfCurrency = !customer.currency || customer.currency.toUpperCase() === currency;
  if (!isOfCurrency || customer.balance >= 0) return false;
  const order = await makeTaxOrder(ctx, taxMode, { userId: ctx.actor.userId, priceMinor, currency });
  const totalMinor = totalOf({ priceMinor }, order && (await computeTax(ctx, stripe, order)));
  return totalMinor + customer.balance < minimumCharge(currency);
}
