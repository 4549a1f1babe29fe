/**
 * Returns the time `months` later, on that day of the month in UTC or on the last day of a shorter month. With `day`,
 * payments return to their day after a shorter month: those of the 30th go on from 28 February to 30 March.
 * @param day 1 to 31; the day of `from` when absent
 */
export function monthsAfter(from: Date, months: number, day: number = from.getUTCDate()): Date {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastOfMonth = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastOfMonth));
  return moved;
}
