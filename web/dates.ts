import * as dates from '#contract/dates.ts';

type Write = (instantOrDay: string | Date, timeZone?: string) => string;

let chosenZone: string | undefined;

/**
 * Sets the zone of all texts about time to the one in the signed-in member's settings; null or undefined is the
 * browser's zone.
 */
export function setReaderZone(timeZone: string | null | undefined): void {
  chosenZone = timeZone ?? undefined;
}

/** Returns the reader's zone: the member's setting, or undefined for the browser's zone. */
export const readerZone = () => chosenZone;

/** Makes a formatter that writes in the reader's zone unless another zone is given. */
function forReader(write: (moment: string | Date, timeZone: string | undefined) => string): Write {
  return (moment, timeZone = chosenZone) => write(moment, timeZone);
}

/** Formats as "21 November 2026". */
export const longDate = forReader(dates.longDate);

/** Formats as "02 Dec 2026". */
export const shortDate = forReader(dates.shortDate);

/** Formats as "Thursday 19 November", in some browsers with a comma. */
export const weekdayDate = forReader(dates.weekdayDate);

/** Formats as "21 Nov 2026, 13:05". */
export const dateAndTime = forReader(dates.dateAndTime);

/** Formats as "21 Nov 2026, 13:05:44". */
export const dateAndSeconds = forReader(dates.dateAndSeconds);

/** Formats as "2026-11-21", the reader's day in the format of date fields. */
export const isoDay = forReader(dates.isoDay);
