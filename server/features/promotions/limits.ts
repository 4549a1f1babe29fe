import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** The limits of promo codes; see docs/operator/monitoring.md. */
export type PromoLimits = {
  /** Wrong codes; only these count (GEN-17). */
  wrongGuessesPerMember: Limit[];
  wrongGuessesPerNetwork: Limit[];
  /** Redemptions, which call Stripe. */
  callsPerMember: Limit;
  callsPerNetwork: Limit;
};

/** @param demo widens them: one address may make 3,000 redemptions an hour (GEN-17) */
export function promoLimits(demo: boolean): PromoLimits {
  const factor = demo ? demoFactor : 1;
  return {
    wrongGuessesPerMember: [
      { name: 'promo-minute', max: 10 * factor, windowSeconds: 60 },
      { name: 'promo-hour', max: 30 * factor, windowSeconds: 3600 },
    ],
    wrongGuessesPerNetwork: [{ name: 'promo-network', max: 100 * factor, windowSeconds: 3600 }],
    callsPerMember: { name: 'promo-call-member', max: 20 * factor, windowSeconds: 60 },
    callsPerNetwork: { name: 'promo-call-network', max: 60 * factor, windowSeconds: 60 },
  };
}
