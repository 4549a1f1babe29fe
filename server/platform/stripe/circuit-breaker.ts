/** Stops asking a service that does not answer, so that callers hear at once instead of waiting for it. */
export type Breaker = {
  /** Whether a call may be made now. While open, one call per waiting time is let through to try again. */
  admits(): boolean;
  succeeded(): void;
  failed(): void;
};

type BreakerOptions = { failuresToOpen: number; waitMs: number; elapsedMs: () => number };

/** Opens after so many failures in a row and tries again after `waitMs`; one success closes it. */
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
