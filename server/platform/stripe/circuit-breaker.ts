/** Stops calls of a service that does not respond, so that callers get the error at once instead of waiting. */
export type Breaker = {
  /** Whether a call may be made now. While open, one call per waiting time is let through as an attempt. */
  admits(): boolean;
  succeeded(): void;
  failed(): void;
};

type BreakerOptions = { failuresToOpen: number; waitMs: number; elapsedMs: () => number };

/**
 * Makes a breaker that opens after `failuresToOpen` failures in a row and tries again after `waitMs`; one success
 * closes it.
 */
export function createBreaker({ failuresToOpen, waitMs, elapsedMs }: BreakerOptions): Breaker {
  let failuresInARow = 0;
  let nextTryAtMs = 0;
  return {
    admits: () => {
      if (failuresInARow < failuresToOpen) return true;
      if (elapsedMs() < nextTryAtMs) return false;
      nextTryAtMs = elapsedMs() + waitMs;
      return true;
    },
    succeeded: () => {
      failuresInARow = 0;
    },
    failed: () => {
      failuresInARow += 1;
      nextTryAtMs = elapsedMs() + waitMs;
    },
  };
}
