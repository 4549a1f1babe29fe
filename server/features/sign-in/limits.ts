import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** The limits of the calls of this noun; see docs/operator/monitoring.md. */
export type SignInLimits = {
  failedSignInsPerNetwork: Limit;
  registrations: Limit[];
  linkTries: Limit;
  resetRequestsPerAddress: Limit[];
  resetRequestsPerNetwork: Limit;
  verificationMails: Limit[];
  /** Wrong passwords and codes of a signed-in user. */
  failedProofsPerMember: Limit;
  failedProofsPerNetwork: Limit;
};

/** @param demo widens them as GEN-17 says; failed sign-ins of one account are limited elsewhere and stay as they are */
export function signInLimits(demo: boolean): SignInLimits {
  const factor = demo ? demoFactor : 1;
  return {
    failedSignInsPerNetwork: { name: 'login-failed', max: 30 * factor, windowSeconds: 900 },
    registrations: demo
      ? [{ name: 'register-hour', max: 3000, windowSeconds: 3600 }]
      : [
          { name: 'register-hour', max: 5, windowSeconds: 3600 },
          { name: 'register-day', max: 20, windowSeconds: 86_400 },
        ],
    linkTries: { name: 'link', max: 10 * factor, windowSeconds: 60 },
    resetRequestsPerAddress: [
      { name: 'forgot-minute', max: 1 * factor, windowSeconds: 60 },
      { name: 'forgot-hour', max: 3 * factor, windowSeconds: 3600 },
    ],
    resetRequestsPerNetwork: { name: 'forgot-network', max: 10 * factor, windowSeconds: 3600 },
    verificationMails: [
      { name: 'verification-minute', max: 1 * factor, windowSeconds: 60 },
      { name: 'verification-day', max: 5 * factor, windowSeconds: 86_400 },
    ],
    failedProofsPerMember: { name: 'proof-failed-member', max: 5 * factor, windowSeconds: 900 },
    failedProofsPerNetwork: { name: 'proof-failed-network', max: 20 * factor, windowSeconds: 3600 },
  };
}
