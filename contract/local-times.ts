import { inZones } from './dates.ts';

// "2026-12-03 09:05:00".
const wallClock = inZones({ dateStyle: 'short', timeStyle: 'medium' }, 'sv');

const asUtc = (localTime: string) => Date.parse(`${localTime}Z`);

function offsetAt(instant: number, timeZone: string | undefined): number {
  return asUtc(wallClock(new Date(instant), timeZone).replace(' ', 'T')) - instant;
}

/**
 * Returns the instant of a local time such as "2026-12-03T09:00" in a time zone; undefined is the browser's own. A time
 * that the clocks skip counts as one after the change, as in browsers. Returns null for other text.
 */
export function instantOfLocal(localTime: string, timeZone: string | undefined): Date | null {
  const read = asUtc(localTime);
  if (Number.isNaN(read)) return null;
  const first = read - offsetAt(read, timeZone);
  const second = read - offsetAt(first, timeZone);
  // If `second` has another offset than the one it was computed with, the clocks change between `first` and `second`.
  return new Date(offsetAt(second, timeZone) === read - second ? second : Math.max(first, second));
}

/** Returns the local time of an instant, in the format of form fields such as "2026-12-03T09:00". */
export function localOfInstant(instant: string | Date, timeZone: string | undefined): string {
  return wallClock(new Date(instant), timeZone).slice(0, 16).replace(' ', 'T');
}
