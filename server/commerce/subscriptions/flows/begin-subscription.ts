import type Stripe from 'stripe';
import { findTaxBasis } from '#server/commerce/payments/actions.ts';
import {
  customerBilled,
  ensureCustomer,
  forgetCustomer,
  syncCustomer,
} from '#server/commerce/payments/flows/customers.ts';
import { sendNow } from '#server/commerce/payments/flows/sent-invoice.ts';
import { taxRejectionOf } from '#server/commerce/payments/flows/tax.ts';
import type { FlowContext, MemberContext, MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { fail } from '#server/platform/failure.ts';
import { isFinalForKey, isMissing, StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as attempts from '../attempt-actions.ts';
import { forgetPrice } from '../price-actions.ts';
import { idempotencyKeyOf, isEnded, isRunning, metadataOf, type Start, type Subscription } from '../rules.ts';
import { beginSnapshot, closeAttempt } from '../sync-actions.ts';
import { endUnpaid } from './end-subscription.ts';
import { ensurePrice } from './prices.ts';
import {
  applySubscription,
  expandedParts,
  fetchSubscription,
  type SubscriptionDeps,
  syncCheckout,
  syncSubscription,
} from './sync-subscription.ts';

/** Maximum rounds of beginning a subscription under concurrent changes, before the member must repeat the call. */
const rounds = 4;

export type Beginning = Start & {
  wish: attempts.Wish;
  /** Id of the Stripe coupon for Stripe's checkout. */
  coupon?: string | null;
  /** Rejects or counts the call before an attempt is opened; `isNew` is whether no unpaid one can be used again. */
  check?(isNew: boolean): Promise<void>;
  /** Records something with the attempt before Stripe is called; also when the attempt is used again. */
  record?(ctx: MemberContext, attempt: Subscription): Promise<void>;
};

/** An attempt that has begun or has its invoice sent, or is still to be paid: in the form, or at Stripe's checkout. */
export type Begun = { attempt: Subscription; payment: FirstPayment | null; checkoutUrl: string | null };

/** A first payment that the form makes, and its invoice: Stripe has added tax and subtracted the member's credit. */
export type FirstPayment = { clientSecret: string; invoice: Stripe.Invoice };

/**
 * Begins a subscription of any kind, or returns the unpaid attempt at it. Attempts at something else are ended first,
 * except those at other plans of the resource (SUBSCR-14).
 * @throws subscriptions.already-subscribed, subscriptions.payment-due, subscriptions.payment-processing,
 * subscriptions.suspended, subscriptions.starting, payments.place-needed, payments.place-unknown, payments.tax-failed,
 * payments.tax-id-refused, purchases.plan-runs, purchases.plan-unpaid, purchases.provider-failed, and the errors of
 * `check` and `record`
 */
export async function beginSubscription(
  ctx: MemberFlowContext,
  deps: SubscriptionDeps,
  { wish, coupon = null, check, record, ...start }: Beginning,
): Promise<Begun> {
  let earlier: Subscription | null = null;
  for (let round = 1; round <= rounds; round += 1) {
    const stripePriceId = wish.stripePriceId ?? (await ensurePrice(ctx, deps, { price: wish, name: wish.title }));
    const taxBasis = await basisFor(ctx, deps, wish);
    const terms = { ...start, stripePriceId, taxBasis };
    await check?.(await attempts.needsNewAttempt(ctx, wish, terms));
    const { attempt, superseded, beside } = await ctx.transaction(async (inner) => {
      const opened = await attempts.openAttempt(inner, wish, terms, earlier);
      if (opened.superseded.length === 0) await record?.(inner, opened.attempt);
      return opened;
    });
    earlier = attempt;
    for (const old of superseded) await endUnpaid(ctx, deps, old);
    // One of them may have been paid just before, which the next round finds.
    const wasPaid = await isAnyPaid(ctx, deps, beside);
    const begun = superseded.length > 0 || wasPaid ? null : await beginAttempt(ctx, deps, attempt, coupon);
    if (begun) return begun;
  }
  throw fail('purchases.provider-failed');
}

/**
 * Returns a digest of the payer's place and tax id, which the tax depends on, or a constant for an order by invoice,
 * whose billing address does not change; null without tax.
 */
function basisFor(ctx: MemberFlowContext, { taxMode }: SubscriptionDeps, { order }: attempts.Wish) {
  if (order?.billing) return Promise.resolve(taxMode === 'none' ? null : 'billing');
  return findTaxBasis(ctx, taxMode, ctx.actor.userId);
}

async function isAnyPaid(ctx: FlowContext, deps: SubscriptionDeps, beside: Subscription[]): Promise<boolean> {
  for (const { stripeSubscriptionId: id } of beside) {
    const synced = id === null ? null : await syncSubscription(ctx, deps, id);
    if (synced && isRunning(synced.status)) return true;
  }
  return false;
}

/**
 * Makes the subscription or checkout of an attempt at Stripe, and sends the invoice of an order by invoice; repeated
 * calls make it once.
 * @returns null when the attempt has ended or was superseded, or Stripe rejected it, which is then recorded
 * @throws payments.place-unknown, payments.tax-failed, payments.tax-id-refused, StripeOutage when Stripe does not
 * respond: the outcome is then unknown
 */
export async function beginAttempt(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  attempt: Subscription,
  coupon: string | null = null,
): Promise<Begun | null> {
  if (isEnded(attempt.status)) return null;
  const begun = await make(ctx, deps, attempt, coupon);
  const isOrdered = begun?.attempt.order?.billing && begun.attempt.status === 'incomplete';
  return isOrdered ? sendFirstInvoice(ctx, deps, begun.attempt) : begun;
}

async function make(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  attempt: Subscription,
  coupon: string | null,
): Promise<Begun | null> {
  const { stripeSubscriptionId: id, sessionId } = attempt;
  try {
    if (attempt.beginsWith === 'checkout') return await beginCheckout(ctx, deps, attempt, coupon);
    return await beginHere(ctx, deps, attempt);
  } catch (error) {
    const isLost = isMissing(error) || (id === null && sessionId === null && isFinalForKey(error));
    if (isLost) await ctx.transaction((inner) => closeAttempt(inner, attempt));
    const taxRejection = taxRejectionOf(error);
    if (taxRejection) throw taxRejection;
    if (error instanceof StripeRejection && error.code === 'tax_id_invalid') throw fail('payments.tax-id-refused');
    if (isLost && error instanceof StripeRejection) return null;
    throw error;
  }
}

async function beginHere(ctx: FlowContext, deps: SubscriptionDeps, attempt: Subscription): Promise<Begun | null> {
  const { stripe } = deps;
  const { stripeSubscriptionId: id } = attempt;
  const snapshotNumber = await ctx.transaction(beginSnapshot);
  const subscription =
    id === null
      ? await createSubscription(ctx, stripe, attempt)
      : await stripe.call(ctx, (api) => api.subscriptions.retrieve(id, { expand: expandedParts }));
  const applied = await applySubscription(ctx, deps, { subscription, snapshotNumber });
  // Superseded during the call to Stripe (another plan was chosen): its secret must not leave the server.
  if (applied?.id !== attempt.id || applied.isDuplicate || isEnded(applied.status)) return null;
  if (isRunning(applied.status) || applied.order?.billing) {
    return { attempt: applied, payment: null, checkoutUrl: null };
  }
  const invoice = subscription.latest_invoice;
  const open = typeof invoice === 'object' ? invoice : null;
  const clientSecret = open?.confirmation_secret?.client_secret;
  if (open && clientSecret) {
    return { attempt: applied, payment: { clientSecret, invoice: open }, checkoutUrl: null };
  }
  await endUnpaid(ctx, deps, applied);
  return null;
}

/**
 * Sends the first invoice of an order, which Stripe would leave as a draft for an hour. Each step may be repeated, and
 * an invoice that is not recorded as sent is mailed again. An order whose invoice Stripe rejects is ended.
 * @returns null when the order has ended, or Stripe has no invoice of it
 * @throws payments.place-unknown, payments.tax-failed, StripeRejection when Stripe rejects the invoice for another
 * reason, StripeOutage when Stripe does not respond
 */
export async function sendFirstInvoice(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
): Promise<Begun | null> {
  const { stripeSubscriptionId: id, order } = row;
  const found = id === null ? null : await fetchSubscription(ctx, deps.stripe, id);
  const invoice = found?.latest_invoice;
  if (id === null || !invoice || typeof invoice === 'string') return null;
  const { id: installation } = await getInstallation(ctx.db);
  try {
    if (!order?.isSent) await sendNow(ctx, deps.stripe, invoice, `${installation}:plan:${row.id}`);
  } catch (error) {
    if (!(error instanceof StripeRejection)) throw error;
    await endUnpaid(ctx, deps, row);
    throw taxRejectionOf(error) ?? error;
  }
  const attempt = await syncSubscription(ctx, deps, id);
  return attempt && !isEnded(attempt.status) ? { attempt, payment: null, checkoutUrl: null } : null;
}

/** Lets Stripe compute the tax of each invoice from the address and tax id of the customer (TAX-12). */
function automaticTax({ taxBasis }: Subscription): { automatic_tax?: { enabled: true } } {
  return taxBasis === null ? {} : { automatic_tax: { enabled: true } };
}

/** Without a payment method, a trial ends without a charge (PROMO-09). */
const trialSettings = { end_behavior: { missing_payment_method: 'cancel' } } as const;

async function createSubscription(
  ctx: FlowContext,
  stripe: StripeGateway,
  attempt: Subscription,
): Promise<Stripe.Subscription> {
  const { beginsWith, trialDays, stripePriceId, order } = attempt;
  return withCustomer(ctx, stripe, attempt, async ({ customer, key, metadata }) => {
    const card = beginsWith === 'trial' ? await findCard(ctx, stripe, customer) : null;
    const parameters: Stripe.SubscriptionCreateParams = {
      customer,
      items: [{ price: stripePriceId ?? '', ...(order && { quantity: order.seats }) }],
      ...(order?.billing
        ? { collection_method: 'send_invoice' as const, days_until_due: order.billing.dueDays }
        : beginsWith === 'trial'
          ? {
              trial_period_days: trialDays,
              trial_settings: trialSettings,
              ...(card && { default_payment_method: card }),
            }
          : { payment_behavior: 'default_incomplete' as const }),
      ...(!order?.billing && { payment_settings: { save_default_payment_method: 'on_subscription' as const } }),
      ...automaticTax(attempt),
      metadata,
      expand: expandedParts,
    };
    // The card may change between two attempts, and Stripe rejects a known key with other parameters.
    const idempotencyKey = card ? `${key}:${card}` : key;
    return stripe.callOnce(ctx, idempotencyKey, (api) => api.subscriptions.create(parameters, { idempotencyKey }));
  });
}

/** Returns a saved payment method to pass to Stripe; null when the customer has a default one or none. */
async function findCard(ctx: FlowContext, stripe: StripeGateway, customerId: string): Promise<string | null> {
  const customer = await stripe.call(ctx, (api) => api.customers.retrieve(customerId));
  if (customer.deleted || customer.invoice_settings.default_payment_method) return null;
  const cards = await stripe.call(ctx, (api) => api.customers.listPaymentMethods(customerId, { limit: 1 }));
  return cards.data[0]?.id ?? null;
}

async function beginCheckout(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  attempt: Subscription,
  coupon: string | null,
): Promise<Begun | null> {
  const { id, sessionId, checkoutUrl } = attempt;
  if (sessionId !== null) {
    const isOpen = (await syncCheckout(ctx, deps, sessionId)) === 'open';
    return isOpen ? { attempt, payment: null, checkoutUrl } : null;
  }
  const { id: newId, url } = await createSession(ctx, deps, attempt, coupon);
  if (url === null) return null;
  const recorded = await ctx.transaction((inner) => attempts.recordSession(inner, id, { id: newId, url }));
  // Superseded during the call to Stripe: its URL must not leave the server.
  return isEnded(recorded.status) ? null : { attempt: recorded, payment: null, checkoutUrl: url };
}

async function createSession(
  ctx: FlowContext,
  { stripe, portal }: SubscriptionDeps,
  attempt: Subscription,
  coupon: string | null,
): Promise<Stripe.Checkout.Session> {
  const { id, trialDays, stripePriceId } = attempt;
  return withCustomer(ctx, stripe, attempt, ({ customer, key, metadata }) => {
    const parameters: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      customer,
      line_items: [{ price: stripePriceId ?? '', quantity: 1 }],
      ...(coupon && { discounts: [{ coupon }] }),
      subscription_data: {
        metadata,
        ...(trialDays > 0 && { trial_period_days: trialDays, trial_settings: trialSettings }),
      },
      payment_method_collection: 'always',
      ...automaticTax(attempt),
      client_reference_id: String(id),
      metadata,
      success_url: `${portal.publicUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${portal.publicUrl}/billing`,
    };
    const idempotencyKey = coupon ? `${key}:${coupon}` : key;
    return stripe.callOnce(ctx, idempotencyKey, (api) => api.checkout.sessions.create(parameters, { idempotencyKey }));
  });
}

type Parties = { customer: string; key: string; metadata: Record<string, string> };

/**
 * Calls `make` with the attempt's customer. Forgets a price or customer that Stripe has lost, so that the next call
 * makes it again.
 */
async function withCustomer<Made>(
  ctx: FlowContext,
  stripe: StripeGateway,
  attempt: Subscription,
  make: (parties: Parties) => Promise<Made>,
): Promise<Made> {
  const { id: installation } = await getInstallation(ctx.db);
  const metadata = metadataOf(attempt, installation);
  const base = idempotencyKeyOf(attempt, installation);
  const billing = attempt.order?.billing;
  const customer = billing
    ? await customerBilled(ctx, stripe, { billing, metadata, key: `${base}:customer` })
    : await ensureCustomer(ctx, stripe, attempt.userId);
  // Stripe computes the tax from the customer's current place, so it is synced again in case an earlier sync did not
  // reach Stripe.
  if (attempt.taxBasis !== null && !billing) await syncCustomer(ctx, stripe, attempt.userId);
  try {
    return await make({ customer, key: `${base}:${customer}`, metadata });
  } catch (error) {
    const { stripePriceId } = attempt;
    const isOfPrice = isMissing(error) && error instanceof StripeRejection && error.parameter?.includes('price');
    if (isOfPrice && stripePriceId) await ctx.transaction((inner) => forgetPrice(inner, stripePriceId));
    else if (isMissing(error)) await forgetCustomer(ctx, customer);
    throw error;
  }
}
