/**
 * Returns the time of this process; no other code of the server may read its clock. SQL uses the database's clock
 * instead, for example for what has expired.
 */
export function now(): Date {
  return new Date();
}

/** Returns milliseconds that only grow, to measure durations. */
export function elapsedMs(): number {
  return performance.now();
}
