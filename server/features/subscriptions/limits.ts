import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** The limits of subscribing; see docs/operator/monitoring.md. */
export type SubscriptionLimits = {
  /** New attempts: limits the testing of stolen cards and the number of subscriptions. */
  newPerMember: Limit;
  newPerNetwork: Limit;
  /** Calls to Stripe. */
  callsPerMember: Limit;
  callsPerNetwork: Limit;
};

/** @param demo widens them: one address may make 3,000 checkouts an hour (GEN-17) */
export function subscriptionLimits(demo: boolean): SubscriptionLimits {
  const factor = demo ? demoFactor : 1;
  return {
    newPerMember: { name: 'subscription-member', max: 10 * factor, windowSeconds: 3600 },
    newPerNetwork: { name: 'subscription-network', max: demo ? 3000 : 20, windowSeconds: 3600 },
    callsPerMember: { name: 'subscription-call-member', max: 20 * factor, windowSeconds: 60 },
    callsPerNetwork: { name: 'subscription-call-network', max: 60 * factor, windowSeconds: 60 },
  };
}
