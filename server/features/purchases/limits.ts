import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** The limits of paying; see docs/operator/monitoring.md. */
export type PurchaseLimits = {
  /** New payments: against stolen cards being tried out and intents piling up. */
  newPaymentsPerMember: Limit;
  newPaymentsPerNetwork: Limit;
  /** Calls that ask the provider something about a payment that is open already. */
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
