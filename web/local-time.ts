import { inZones } from '#contract/dates.ts';
import { instantOfLocal, localOfInstant } from '#contract/local-times.ts';
import { readerZone } from './dates.ts';

/**
 * Converts a time field's value, "2026-12-03T09:00" in the reader's time zone, into an instant.
 * @returns ISO 8601 in UTC; null for an empty field; other text unchanged, so that the schema rejects it
 */
export function instantOf(localTime: string): string | null {
  if (localTime === '') return null;
  return instantOfLocal(localTime, readerZone())?.toISOString() ?? localTime;
}

/** Inverse of `instantOf`: returns the value of a time field; "" for null. */
export const localTimeOf = (instant: string | null): string =>
  instant === null ? '' : localOfInstant(instant, readerZone());

/** Returns the name of the reader's time zone, such as "Europe/London". */
export const zoneName = (): string => readerZone() ?? new Intl.DateTimeFormat('en-GB').resolvedOptions().timeZone;

/** Makes a formatter of times in the reader's zone. */
export const inReaderZone = (options: Intl.DateTimeFormatOptions) => {
  const write = inZones(options);
  return (moment: string | Date) => write(moment, readerZone());
};
