import { longestRangeDays } from '#contract/operations/range.ts';

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Longest range of days that analytics accepts: a hundred days before today and the rest after it, because tests move a
 * sandbox's clock forward.
 */
export const daysAround = { from: dayIn(-100), to: dayIn(longestRangeDays - 101) };
