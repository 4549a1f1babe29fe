import type Stripe from 'stripe';
import type { CompletePurchase, CreatePaymentIntent, OpenPayment, Purchase } from '#contract/commerce/purchases.ts';
import type { OpenOrder } from '#contract/commerce/purchases-seats.ts';
import { toMajor } from '#contract/money.ts';
import type { TaxMode } from '#contract/tax.ts';
import { isOwned } from '#server/commerce/access/actions.ts';
import { type PaymentLimits, takeLimits } from '#server/commerce/payments/flows/call-limits.ts';
import { ensureCustomer, forgetCustomer } from '#server/commerce/payments/flows/customers.ts';
import { computeTax } from '#server/commerce/payments/flows/tax.ts';
import { showTax } from '#server/commerce/payments/tax-rules.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import type { Limiter } from '#server/platform/http/limits.ts';
import { isFinalForKey, isMissing, StripeOutage, StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as actions from '../actions.ts';
import * as attempts from '../attempt-actions.ts';
import { fulfilFree } from '../fulfil-actions.ts';
import * as orders from '../order-actions.ts';
import { type Attempt, idempotencyKeyOf, metadataOf, type SeatOrder } from '../rules.ts';
import { sendOrder } from './send-order.ts';
import { cancelPayment, type PaymentDeps, syncPayment } from './sync-payment.ts';

/** Dependencies of members' calls; without `stripe`, all paid actions are off. */
export type PurchaseDeps = Omit<PaymentDeps, 'stripe'> & {
  stripe: StripeGateway | null;
  limiter: Limiter;
  limits: PaymentLimits;
  codes: attempts.CheckoutCodes;
  taxMode: TaxMode;
  /** Days after the due date until the seats of an unpaid invoice pause (PAST_DUE_GRACE_DAYS). */
  graceDays: number;
};

/** Maximum rounds of opening a payment under concurrent changes, before the member must repeat the call. */
const rounds = 4;

/**
 * Opens the payment of a resource for the caller or as a gift.
 * @throws catalogue.not-found, purchases.not-for-sale, purchases.above-maximum, purchases.already-owned,
 * purchases.gift-day, purchases.below-minimum, purchases.payments-off, purchases.provider-failed, access.parts-open,
 * promotions.code-refused, promotions.other-type, promotions.other-product, promotions.verify-first,
 * promotions.not-for-gifts, promotions.new-customers-only, promotions.redeemed-before, payments.place-needed,
 * payments.place-unknown, payments.tax-failed, request.too-many
 */
export async function openPayment(
  ctx: MemberFlowContext,
  deps: PurchaseDeps,
  { resourceId, promoCode, gift = null }: CreatePaymentIntent,
): Promise<OpenPayment> {
  if (!deps.stripe) throw fail('purchases.payments-off');
  await takeLimits(ctx, deps.limiter, deps.limits.calls);
  await attempts.checkSale(ctx, { resourceId, code: null, gift, order: null });
  if (gift === null && (await isOwned(ctx, resourceId))) throw fail('purchases.already-owned');
  const code = promoCode ? await findCode(ctx, deps, { promoCode, resourceId, isGift: gift !== null }) : null;
  return openSale(ctx, deps, { resourceId, code, gift, order: null });
}

/**
 * Finds a code for a purchase. When the code is rejected because the member has just bought the resource with it in
 * another tab, the error is `purchases.already-owned`.
 */
async function findCode(
  ctx: MemberFlowContext,
  { codes }: PurchaseDeps,
  { promoCode, resourceId, isGift }: { promoCode: string; resourceId: number; isGift: boolean },
): ReturnType<attempts.CheckoutCodes['find']> {
  try {
    return await codes.find(ctx, promoCode, { resourceId, isGift });
  } catch (error) {
    const isBought = error instanceof Failure && !isGift && (await isOwned(ctx, resourceId));
    throw isBought ? fail('purchases.already-owned') : error;
  }
}

/**
 * Opens the payment of seats of a resource for an organisation (SEAT-01). The caller must have checked the role.
 * @throws catalogue.not-found, purchases.not-for-sale, purchases.above-maximum, purchases.payments-off,
 * purchases.provider-failed, payments.place-needed, payments.place-unknown, payments.tax-failed, request.too-many
 */
export async function openOrder(
  ctx: MemberFlowContext,
  deps: PurchaseDeps,
  { resourceId, ...order }: SeatOrder & { resourceId: number },
): Promise<OpenPayment> {
  if (!deps.stripe) throw fail('purchases.payments-off');
  await takeLimits(ctx, deps.limiter, deps.limits.calls);
  return openSale(ctx, deps, { resourceId, code: null, gift: null, order });
}

/**
 * Orders seats by invoice: Stripe mails the invoice, and its payment buys the seats (SEAT-02). The caller must have
 * checked the role.
 * @throws catalogue.not-found, purchases.not-for-sale, purchases.above-maximum, purchases.payer-unverified,
 * purchases.invoice-open, purchases.invoices-unpaid, purchases.payments-off, purchases.provider-failed,
 * payments.place-unknown, payments.tax-failed, payments.tax-id-refused, request.too-many
 */
export async function orderByInvoice(
  ctx: MemberFlowContext,
  deps: PurchaseDeps,
  wanted: orders.InvoiceOrder,
): Promise<OpenOrder> {
  const { stripe } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  await takeLimits(ctx, deps.limiter, deps.limits.calls);
  await attempts.checkSale(ctx, { resourceId: wanted.resourceId, code: null, gift: null, order: wanted });
  await takeLimits(ctx, deps.limiter, deps.limits.creations);
  const opened = await ctx.transaction((inner) => orders.openInvoiceOrder(inner, wanted));
  if (opened.attempt.intentId !== null) return orders.showOrder(opened);
  await sendOrder(ctx, { ...deps, stripe }, opened.attempt);
  return orders.showOrder(await orders.getSent(ctx, opened));
}

/**
 * Cancels an order whose invoice is unpaid.
 * @throws purchases.order-not-found, purchases.order-final, purchases.order-in-use, purchases.payments-off,
 * purchases.provider-failed
 */
export async function cancelOrder(
  ctx: MemberFlowContext,
  deps: Pick<PurchaseDeps, 'stripe' | 'portal'>,
  order: Parameters<typeof orders.giveUpOrder>[1],
): Promise<void> {
  const { stripe, portal } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  const given = await ctx.transaction((inner) => orders.giveUpOrder(inner, order));
  await cancelPayment(ctx, { stripe, portal }, given);
  // The order may have been paid just before, or its payment may be under way at the bank.
  await ctx.transaction((inner) => orders.requireCancelled(inner, order.organisationId, order.orderId));
}

/**
 * Opens the payment of a sale, or returns the open one (CHECKOUT-05). The price comes from the catalogue; an open
 * payment of another price is cancelled first, so that at most one can be paid. When a promo code leaves nothing to pay,
 * the purchase is recorded and the reply has no client secret (PROMO-18).
 */
async function openSale(ctx: MemberFlowContext, deps: PurchaseDeps, wanted: attempts.Wanted): Promise<OpenPayment> {
  const { stripe, portal } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  const { open: known } = await attempts.quote(ctx, deps.taxMode, wanted);
  if (!known?.intentId) await takeLimits(ctx, deps.limiter, deps.limits.creations);
  for (let round = 1; round <= rounds; round += 1) {
    const { taxOrder, open } = await attempts.quote(ctx, deps.taxMode, wanted);
    const tax = open ? open.tax : taxOrder && (await computeTax(ctx, stripe, taxOrder));
    const opened = await ctx.transaction((inner) =>
      attempts.openAttempt(inner, { ...wanted, taxOrder, tax }, deps.codes),
    );
    if (!opened.attempt) {
      // One of them may have been paid just before, which the next round finds.
      for (const old of opened.superseded) await cancelPayment(ctx, { stripe, portal }, old);
      continue;
    }
    const { attempt, price } = opened;
    const { currency } = price;
    const reply = {
      amount: toMajor(attempt.amountMinor, currency),
      listPrice: toMajor(price.listMinor, currency),
      currency,
      promoCode: wanted.code?.code ?? null,
      tax: showTax(attempt.tax, { totalMinor: attempt.amountMinor, currency }),
    };
    if (attempt.amountMinor === 0) {
      if (await ctx.transaction((inner) => fulfilFree(inner, attempt, portal))) return reply;
      continue;
    }
    const intent = await ensureIntent(ctx, stripe, attempt, price.title);
    if (intent?.client_secret && isPayable(intent, attempt)) return { ...reply, clientSecret: intent.client_secret };
    // Paid or cancelled by now: syncing it lets the next round see that. An intent that is still open was changed at
    // Stripe and is replaced by a new one.
    const synced = intent && (await syncPayment(ctx, { stripe, portal }, intent.id));
    if (synced?.status === 'open') await ctx.transaction((inner) => attempts.giveUpAttempt(inner, synced));
  }
  throw fail('purchases.provider-failed');
}

/** Returns the attempt's intent at Stripe; null when it cannot be used and the next round must open another attempt. */
async function ensureIntent(
  ctx: MemberFlowContext,
  stripe: StripeGateway,
  attempt: Attempt,
  title: string,
): Promise<Stripe.PaymentIntent | null> {
  const { intentId } = attempt;
  try {
    if (intentId === null) return await createIntent(ctx, stripe, attempt, title);
    return await stripe.call(ctx, (api) => api.paymentIntents.retrieve(intentId));
  } catch (error) {
    const isLost = isMissing(error) || (intentId === null && isFinalForKey(error));
    if (isLost) await ctx.transaction((inner) => attempts.closeAttempt(inner, attempt.id));
    if (isLost && error instanceof StripeRejection) return null;
    throw error;
  }
}

async function createIntent(
  ctx: MemberFlowContext,
  stripe: StripeGateway,
  attempt: Attempt,
  title: string,
): Promise<Stripe.PaymentIntent | null> {
  const customer = await ensureCustomer(ctx, stripe, attempt.userId);
  const { id: installation } = await getInstallation(ctx.db);
  const key = idempotencyKeyOf(attempt, installation);
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: attempt.amountMinor,
    currency: attempt.currency.toLowerCase(),
    customer,
    description: title,
    automatic_payment_methods: { enabled: true },
    metadata: metadataOf(attempt, installation),
    ...(attempt.tax && { hooks: { inputs: { tax: { calculation: attempt.tax.calculationId } } } }),
  };
  try {
    const intent = await stripe.callOnce(ctx, key, (api) =>
      api.paymentIntents.create(parameters, { idempotencyKey: key }),
    );
    const recorded = await ctx.transaction((inner) => attempts.recordIntent(inner, attempt.id, intent.id));
    // Superseded during the call to Stripe (the price changed): its secret must not leave the server.
    return recorded.status === 'open' ? intent : null;
  } catch (error) {
    if (isMissing(error)) await forgetCustomer(ctx, customer);
    throw error;
  }
}

function isPayable(intent: Stripe.PaymentIntent, attempt: Attempt): boolean {
  const hasEnded = intent.status === 'succeeded' || intent.status === 'canceled';
  return !hasEnded && intent.client_secret !== null && intent.amount === attempt.amountMinor;
}

/**
 * Syncs a payment of the caller at once and records the purchase. The browser's claim proves nothing (CHECKOUT-09).
 * Repeating the call returns the same purchase.
 * @throws purchases.payment-unknown, purchases.not-paid, purchases.processing, purchases.returned,
 * purchases.unconfirmed, purchases.payments-off, request.too-many
 */
export async function completePurchase(
  ctx: MemberFlowContext,
  deps: PurchaseDeps,
  asked: CompletePurchase,
): Promise<Purchase> {
  const { stripe, portal } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  await takeLimits(ctx, deps.limiter, deps.limits.calls);
  const recorded = await actions.findCompleted(ctx, asked);
  if (recorded) return recorded;
  const { paymentIntentId } = asked;
  try {
    await syncPayment(ctx, { stripe, portal }, paymentIntentId);
    const purchase = await actions.findCompleted(ctx, asked);
    if (purchase) return purchase;
    const { status } = await stripe.call(ctx, (api) => api.paymentIntents.retrieve(paymentIntentId));
    throw fail(status === 'processing' ? 'purchases.processing' : 'purchases.not-paid');
  } catch (error) {
    // The member may have been charged, so the sentence of `provider-failed` ("you will not be charged twice") does not
    // fit.
    throw error instanceof StripeOutage ? fail('purchases.unconfirmed') : error;
  }
}
