/** The only place that asks the time. What expires is decided by the database's clock, never by this one. */
export function now(): Date {
  return new Date();
}

/** Milliseconds that only grow, for measuring how long something took. */
export function elapsedMs(): number {
  return performance.now();
}
