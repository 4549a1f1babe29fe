import type Stripe from 'stripe';

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/** Times in seconds since 1970, as on the item. */
export type Period = { start: number; end: number };

/**
 * The time `count` intervals after an anchor. Months and years keep the anchor's day and time of day in UTC; where a
 * month lacks that day, its last day takes its place, and later months return to the anchor's.
 */
export function addIntervals(anchor: number, every: Interval, count: number): number {
  const steps = every.interval_count * count;
  if (every.interval === 'day') return anchor + steps * 86_400;
  if (every.interval === 'week') return anchor + steps * 7 * 86_400;
  return addMonths(anchor, every.interval === 'year' ? steps * 12 : steps);
}

function addMonths(time: number, months: number): number {
  const date = new Date(time * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}

/** The period that follows `after`, a time at or behind the anchor. */
export function periodFrom(anchor: number, every: Interval, after: number): Period {
  let count = 1;
  while (addIntervals(anchor, every, count) <= after) count += 1;
  return { start: after, end: addIntervals(anchor, every, count) };
}
