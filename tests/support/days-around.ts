import { longestRangeDays } from '#contract/operations/analytics.ts';

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The longest range of days that analytics answers: a hundred days before today, the rest after it, for a sandbox's clock that was moved on. */
export const daysAround = { from: dayIn(-100), to: dayIn(longestRangeDays - 101) };
