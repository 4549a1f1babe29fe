import type { SubscriptionDeps } from '#server/features/subscriptions/flows/sync-subscription.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import { type Limiter, networkOf } from '#server/platform/http/limits.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import type { PromoLimits } from '../limits.ts';

/** What the calls of members need; without a provider paid actions are off. */
export type PromoDeps = Omit<SubscriptionDeps, 'stripe'> & {
  stripe: StripeGateway | null;
  limiter: Limiter;
  limits: PromoLimits;
  /** In the sandbox an unknown plan id stands for the default monthly price (PROMO-15). */
  isSandbox: boolean;
  currency: string;
};

/** The same while there is a provider. */
export type ProviderDeps = PromoDeps & { stripe: StripeGateway };

/** Refuses while paid actions are off, and counts a call that asks the provider. */
export async function withProvider(ctx: MemberFlowContext, deps: PromoDeps): Promise<ProviderDeps> {
  const { stripe, limiter, limits } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  await limiter.take(limits.callsPerMember, String(ctx.actor.userId));
  await limiter.take(limits.callsPerNetwork, networkOf(ctx.origin.ip));
  return { ...deps, stripe };
}

/** Refuses whoever has guessed wrong too often, before anything is looked up. */
export async function checkGuesses(ctx: MemberFlowContext, deps: PromoDeps): Promise<void> {
  for (const { limit, key } of guessCounters(ctx, deps)) await deps.limiter.check(limit, key);
}

/** Counts a wrong guess (GEN-17). */
export async function recordGuess(ctx: MemberFlowContext, deps: PromoDeps): Promise<void> {
  for (const { limit, key } of guessCounters(ctx, deps)) await deps.limiter.record(limit, key);
}

/** The refusals that tell somebody who guesses codes or walks ids that this was none. */
const guessedWrong: readonly string[] = ['promotions.code-refused', 'promotions.validate-first'];

/** Runs a redemption under the limit on wrong guesses; only those count. */
export async function countingGuesses<Result>(
  ctx: MemberFlowContext,
  deps: PromoDeps,
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

function guessCounters({ actor, origin }: MemberFlowContext, { limits }: PromoDeps) {
  return [
    ...limits.wrongGuessesPerMember.map((limit) => ({ limit, key: String(actor.userId) })),
    ...limits.wrongGuessesPerNetwork.map((limit) => ({ limit, key: networkOf(origin.ip) })),
  ];
}
