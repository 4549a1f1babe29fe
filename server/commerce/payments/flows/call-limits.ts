import type { MemberFlowContext } from '#server/platform/context.ts';
import { type Limit, type Limiter, type LimitFactors, networkOf } from '#server/platform/http/limits.ts';

export type LimitPair = { perMember: Limit; perNetwork: Limit };

/** The limits of members' calls about payments; see docs/operator/monitoring.md. */
export type PaymentLimits = {
  /** For calls that create a payment or a subscription; limits the testing of stolen cards. */
  creations: LimitPair;
  /** For calls about payments, whether or not they create one. */
  calls: LimitPair;
};

/**
 * @param subject begins the names of the counters
 * @param factors widen the limits: unless configured otherwise, a network may make at least 3,000 checkouts an hour in
 * demo mode (GEN-17)
 */
export function paymentLimits(
  subject: 'payment' | 'subscription' | 'promo',
  { limitFactor: factor, networkLimitFactor }: LimitFactors,
): PaymentLimits {
  return {
    creations: {
      perMember: { name: `${subject}-member`, max: 10 * factor, windowSeconds: 3600 },
      perNetwork: { name: `${subject}-network`, max: 20 * networkLimitFactor, windowSeconds: 3600 },
    },
    calls: {
      perMember: { name: `${subject}-call-member`, max: 20 * factor, windowSeconds: 60 },
      perNetwork: { name: `${subject}-call-network`, max: 60 * networkLimitFactor, windowSeconds: 60 },
    },
  };
}

/** Counts a call against the limits of the member and of the network. @throws request.too-many */
export async function takeLimits(ctx: MemberFlowContext, limiter: Limiter, limits: LimitPair): Promise<void> {
  await limiter.take(limits.perMember, String(ctx.actor.userId));
  await limiter.take(limits.perNetwork, networkOf(ctx.origin.ip));
}
