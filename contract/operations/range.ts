// Without schemas, so that screens load no more than these.

/** Maximum number of days in one query. */
export const longestRangeDays = 1100;

const millisecondsPerDay = 86_400_000;

/**
 * Returns the number of days from one day such as "2026-11-21" to another, both counted; NaN when either is not a valid
 * day.
 */
export function daysBetween(from: string, to: string): number {
  return (timeOf(to) - timeOf(from)) / millisecondsPerDay + 1;
}

function timeOf(day: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  // Rejects days such as 31 February, because Date reads them as a day in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? Number.NaN : time;
}
