import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** The limits of paying; see docs/operator/monitoring.md. */
export type PurchaseLimits = {
  /** New payments: limits the testing of stolen cards and the number of intents. */
  newPaymentsPerMember: Limit;
  newPaymentsPerNetwork: Limit;
  /** Calls to Stripe about a payment that is already open. */
  callsPerMember: Limit;
  callsPerNetwork: Limit;
};

/** @param demo widens them: one address may make 3,000 checkouts an hour (GEN-17) */
export function purchaseLimits(demo: boolean): PurchaseLimits {
  const factor = demo ? demoFactor : 1;
  return {
    newPaymentsPerMember: { name: 'payment-member', max: 10 * factor, windowSeconds: 3600 },
    newPaymentsPerNetwork: { name: 'payment-network', max: demo ? 3000 : 20, windowSeconds: 3600 },
    callsPerMember: { name: 'payment-call-member', max: 20 * factor, windowSeconds: 60 },
    callsPerNetwork: { name: 'payment-call-network', max: 60 * factor, windowSeconds: 60 },
  };
}
