import { inZones } from '#contract/dates.ts';
import { instantOfLocal, localOfInstant } from '#contract/local-times.ts';
import { readerZone } from './dates.ts';

/**
 * The instant of a time field's value, "2026-12-03T09:00" in the reader's time zone.
 * @returns ISO 8601 in UTC; null for an empty field; other text unchanged, for the shape to refuse
 */
export function instantOf(localTime: string): string | null {
  if (localTime === '') return null;
  return instantOfLocal(localTime, readerZone())?.toISOString() ?? localTime;
}

/** The way back: an instant as time fields hold it; empty for none. */
export const localTimeOf = (instant: string | null): string =>
  instant === null ? '' : localOfInstant(instant, readerZone());

/** The name of the reader's time zone, "Europe/London". */
export const zoneName = (): string => readerZone() ?? new Intl.DateTimeFormat('en-GB').resolvedOptions().timeZone;

/** Makes a way of writing times in the reader's zone. */
export const inReaderZone = (options: Intl.DateTimeFormatOptions) => {
  const write = inZones(options);
  return (moment: string | Date) => write(moment, readerZone());
};
