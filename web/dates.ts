import * as dates from '#contract/dates.ts';

type Write = (instantOrDay: string | Date, timeZone?: string) => string;

let chosenZone: string | undefined;

/** Sets the zone of all texts about time to that of the signed-in member's settings; none is the browser's own. */
export function setReaderZone(timeZone: string | null | undefined): void {
  chosenZone = timeZone ?? undefined;
}

/** The reader's zone: the member's setting, otherwise the browser's own, which is undefined. */
export const readerZone = () => chosenZone;

/** Writes in the reader's zone unless another is given. */
function forReader(write: (moment: string | Date, timeZone: string | undefined) => string): Write {
  return (moment, timeZone = chosenZone) => write(moment, timeZone);
}

/** "21 November 2026". */
export const longDate = forReader(dates.longDate);

/** "02 Dec 2026". */
export const shortDate = forReader(dates.shortDate);

/** "Thursday 19 November", in some browsers with a comma. */
export const weekdayDate = forReader(dates.weekdayDate);

/** "21 Nov 2026, 13:05". */
export const dateAndTime = forReader(dates.dateAndTime);

/** "2026-11-21": the reader's day, as fields for days hold it. */
export const isoDay = forReader(dates.isoDay);
