import type Stripe from 'stripe';
import { toMajor } from '#contract/money.ts';
import type { OpenPayment } from '#contract/purchases.ts';
import { getCurrentUser } from '#server/features/accounts/actions.ts';
import { customerOf, forgetCustomer } from '#server/features/payments/flows.ts';
import type { MemberContext, MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { fail } from '#server/platform/failure.ts';
import { type Limit, type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { isMissing, StripeOutage, StripeRefusal } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as attempts from '../attempt-actions.ts';
import type { PurchaseLimits } from '../limits.ts';
import { type Attempt, idempotencyKeyOf, metadataOf } from '../rules.ts';
import { cancelPayment, type PaymentDeps, syncPayment } from './sync-payment.ts';

/** What the calls of members need; without a provider paid actions are off. */
export type PurchaseDeps = Omit<PaymentDeps, 'stripe'> & {
  stripe: StripeGateway | null;
  limiter: Limiter;
  limits: PurchaseLimits;
  /** Whether an administrator gave the caller this resource; the app hands it in, as grants stand to the right. */
  hasGrant(ctx: MemberContext, resourceId: number): Promise<boolean>;
};

/** How often the state may turn out to have changed meanwhile, before the member is asked to try again. */
const rounds = 4;

/**
 * Opens the payment of a resource, or the one that is open already (CHECKOUT-05). The price is the catalogue's; an
 * open payment of another price is cancelled first, so that at most one can be paid.
 * @throws the refusals of CHECKOUT-16, purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function openPayment(
  ctx: MemberFlowContext,
  deps: PurchaseDeps,
  resourceId: number,
): Promise<OpenPayment> {
  const { stripe, portal } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  await takeCall(ctx, deps);
  const isNew = await attempts.needsNewPayment(ctx, resourceId);
  if (await deps.hasGrant(ctx, resourceId)) throw fail('purchases.already-owned');
  if (isNew) await takeNewPayment(ctx, deps);
  for (let round = 1; round <= rounds; round += 1) {
    const { attempt, title, superseded } = await ctx.transaction((inner) => attempts.openAttempt(inner, resourceId));
    for (const old of superseded) await cancelPayment(ctx, { stripe, portal }, old);
    // An old one may have been paid at the last moment: then there is nothing left to pay.
    if (superseded.length > 0) continue;
    const intent = await intentOf(ctx, stripe, attempt, title);
    if (intent && isPayable(intent, attempt)) {
      const { amountMinor, currency } = attempt;
      return { clientSecret: intent.client_secret ?? '', amount: toMajor(amountMinor, currency), currency };
    }
    // Paid or cancelled meanwhile: written down, so that the next round sees it. One that is open all the same was
    // changed at the provider and makes way for a new one.
    const synced = intent && (await syncPayment(ctx, { stripe, portal }, intent.id));
    if (synced?.status === 'open') await ctx.transaction((inner) => attempts.giveUpAttempt(inner, synced));
  }
  throw fail('purchases.provider-failed');
}

/** Counts a call that asks the provider. */
export async function takeCall(ctx: MemberFlowContext, { limiter, limits }: PurchaseDeps): Promise<void> {
  await take(ctx, limiter, { perMember: limits.callsPerMember, perNetwork: limits.callsPerNetwork });
}

async function takeNewPayment(ctx: MemberFlowContext, { limiter, limits }: PurchaseDeps): Promise<void> {
  await take(ctx, limiter, { perMember: limits.newPaymentsPerMember, perNetwork: limits.newPaymentsPerNetwork });
}

type Pair = { perMember: Limit; perNetwork: Limit };

async function take(ctx: MemberFlowContext, limiter: Limiter, { perMember, perNetwork }: Pair): Promise<void> {
  await limiter.take(perMember, String(ctx.actor.userId));
  await limiter.take(perNetwork, networkOf(ctx.origin.ip));
}

/** The attempt's intent at the provider; null when it is of no use and the next round should open another attempt. */
async function intentOf(
  ctx: MemberFlowContext,
  stripe: StripeGateway,
  attempt: Attempt,
  title: string,
): Promise<Stripe.PaymentIntent | null> {
  const { intentId } = attempt;
  try {
    if (intentId === null) return await createIntent(ctx, stripe, attempt, title);
    return await stripe.call((api) => api.paymentIntents.retrieve(intentId));
  } catch (error) {
    const isLost = isMissing(error) || (intentId === null && isFinal(error));
    if (isLost) await ctx.transaction((inner) => attempts.closeAttempt(inner, attempt.id));
    if (isLost && error instanceof StripeRefusal) return null;
    throw error;
  }
}

/** Stripe repeats an answer for the same key for a day, failures included: such an attempt leads nowhere. */
function isFinal(error: unknown): boolean {
  return error instanceof StripeRefusal || (error instanceof StripeOutage && error.wasAnswered);
}

async function createIntent(
  ctx: MemberFlowContext,
  stripe: StripeGateway,
  attempt: Attempt,
  title: string,
): Promise<Stripe.PaymentIntent | null> {
  const { email, firstName, lastName } = await getCurrentUser(ctx);
  const payer = { userId: attempt.userId, email, name: `${firstName} ${lastName}` };
  const customer = await customerOf(ctx, stripe, payer);
  const { id: installation } = await getInstallation(ctx.db);
  const key = idempotencyKeyOf(attempt, installation);
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: attempt.amountMinor,
    currency: attempt.currency.toLowerCase(),
    customer,
    description: title,
    automatic_payment_methods: { enabled: true },
    metadata: metadataOf(attempt, installation),
  };
  try {
    const intent = await stripe.callOnce(key, (api) => api.paymentIntents.create(parameters, { idempotencyKey: key }));
    const recorded = await ctx.transaction((inner) => attempts.recordIntent(inner, attempt.id, intent.id));
    // Given up while the provider was asked (the price changed): its secret must not get out.
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
