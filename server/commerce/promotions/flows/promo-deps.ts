import { findCustomer } from '#server/commerce/payments/actions.ts';
import { type LimitPair, paymentLimits, takeLimits } from '#server/commerce/payments/flows/call-limits.ts';
import type { SubscriptionDeps } from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import { type Limit, type Limiter, type LimitFactors, networkOf } from '#server/platform/http/limits.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import type { Claims } from '../actions.ts';

/** The limits of promo codes; see docs/operator/monitoring.md. */
export type PromoLimits = {
  /** Limits of wrong codes; right ones do not count (GEN-17). */
  wrongGuessesPerMember: Limit[];
  wrongGuessesPerNetwork: Limit[];
  /** Redemptions and starts of trials, which call Stripe. */
  calls: LimitPair;
};

/**
 * @param factors widen the limits: in demo mode, one IP address may make at least 3,000 redemptions an hour (GEN-17)
 */
export function promoLimits(factors: LimitFactors): PromoLimits {
  const { limitFactor: factor, networkLimitFactor } = factors;
  return {
    wrongGuessesPerMember: [
      { name: 'promo-minute', max: 10 * factor, windowSeconds: 60 },
      { name: 'promo-hour', max: 30 * factor, windowSeconds: 3600 },
    ],
    wrongGuessesPerNetwork: [{ name: 'promo-network', max: 100 * networkLimitFactor, windowSeconds: 3600 }],
    calls: paymentLimits('promo', factors).calls,
  };
}

export type PromoJobDeps = SubscriptionDeps & { claims: Claims };

/** Dependencies of members' calls; without `stripe`, all paid actions are off. */
export type PromoDeps = Omit<PromoJobDeps, 'stripe'> & {
  stripe: StripeGateway | null;
  limiter: Limiter;
  limits: PromoLimits;
  /** Whether payments are in the sandbox, where an unknown plan id gets the default monthly price (PROMO-15). */
  isSandbox: boolean;
  /** Whether the portal is a demo, whose codes can be redeemed by their id without having been validated (PROMO-06). */
  isDemo: boolean;
  currency: string;
};

/** Like `PromoDeps`, with Stripe configured. */
export type ProviderDeps = PromoDeps & { stripe: StripeGateway };

/**
 * Rejects the call while paid actions are off, and counts a call that needs Stripe.
 * @throws purchases.payments-off, request.too-many
 */
export async function withProvider(ctx: MemberFlowContext, deps: PromoDeps): Promise<ProviderDeps> {
  const { stripe, limiter, limits } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  await takeLimits(ctx, limiter, limits.calls);
  return { ...deps, stripe };
}

type GuessDeps = Pick<PromoDeps, 'limiter' | 'limits'>;

/** Rejects a member with too many wrong guesses, before any lookup. @throws request.too-many */
export async function checkGuesses(ctx: MemberFlowContext, deps: GuessDeps): Promise<void> {
  for (const { limit, key } of guessCounters(ctx, deps)) await deps.limiter.check(limit, key);
}

/** Counts a wrong guess (GEN-17). */
export async function recordGuess(ctx: MemberFlowContext, deps: GuessDeps): Promise<void> {
  for (const { limit, key } of guessCounters(ctx, deps)) await deps.limiter.record(limit, key);
}

/** Errors that count as a wrong guess of a code or an id. */
const guessedWrong: readonly string[] = ['promotions.code-refused', 'promotions.validate-first'];

/**
 * Runs a redemption under the limit of wrong guesses; a right code does not count.
 * @throws request.too-many, and the errors of `redeem`
 */
export async function countingGuesses<Result>(
  ctx: MemberFlowContext,
  deps: GuessDeps,
  redeem: () => Promise<Result>,
): Promise<Result> {
  await checkGuesses(ctx, deps);
  try {
    return await redeem();
  } catch (error) {
    if (error instanceof Failure && guessedWrong.includes(error.code)) await recordGuess(ctx, deps);
    throw error;
  }
}

function guessCounters({ actor, origin }: MemberFlowContext, { limits }: GuessDeps) {
  return [
    ...limits.wrongGuessesPerMember.map((limit) => ({ limit, key: String(actor.userId) })),
    ...limits.wrongGuessesPerNetwork.map((limit) => ({ limit, key: networkOf(origin.ip) })),
  ];
}

/** Returns Stripe's fingerprints of a member's cards; an empty list for a member without a customer at Stripe. */
export async function listCardPrints(ctx: FlowContext, stripe: StripeGateway, userId: number): Promise<string[]> {
  const customer = (await findCustomer(ctx, userId))?.customerId;
  if (!customer) return [];
  const kept = await nullIfMissing(
    stripe.call(ctx, (api) => api.customers.listPaymentMethods(customer, { limit: 100 })),
  );
  return kept?.data.flatMap(({ card }) => card?.fingerprint ?? []) ?? [];
}
