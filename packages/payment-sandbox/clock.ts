/**
 * The only place of the sandbox's server that reads the time. Objects use the sandbox's time, which a control path can
 * move forward. Signatures, retries of webhooks and the life of idempotency keys use the real time, because the
 * receiver and the caller do.
 */

export const secondsPerDay = 86_400;

/** Returns whole seconds since 1970, real time. */
export function realNowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Returns milliseconds since 1970, real time. */
export function realNowMilliseconds(): number {
  return Date.now();
}
