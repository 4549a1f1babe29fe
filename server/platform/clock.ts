/**
 * Returns the time of this process; nothing else may read it. The database's clock, never this one, decides when
 * something expires.
 */
export function now(): Date {
  return new Date();
}

/** Returns milliseconds that only grow, to measure durations. */
export function elapsedMs(): number {
  return performance.now();
}
