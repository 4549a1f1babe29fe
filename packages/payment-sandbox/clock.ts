/**
 * The only place of the payment sandbox that asks for the time.
 * Objects carry the sandbox's time, which a control path can move forward; signatures, retries of webhooks and the
 * life of idempotency keys use the real time, because the receiver and the caller live in it.
 */

export const secondsPerDay = 86_400;

/** Whole seconds since 1970, real time. */
export function realNowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Milliseconds since 1970, real time. */
export function realNowMilliseconds(): number {
  return Date.now();
}
