/** The zone of a text about time; the reader's own without one. */
export type TimeZone = 'UTC' | undefined;

/** Writes a day such as 2026-11-21 as that day, and an instant in the reader's time zone unless another is given. */
type WriteDate = (instantOrDay: string | Date, timeZone?: TimeZone) => string;

/** "21 November 2026". */
export const longDate = inZones({ dateStyle: 'long' });

/** "02 Dec 2026". */
export const shortDate = inZones({ day: '2-digit', month: 'short', year: 'numeric' });

/** "Thursday 19 November", in some browsers with a comma. */
export const weekdayDate = inZones({ weekday: 'long', day: 'numeric', month: 'long' });

/** "21 Nov 2026, 13:05". */
export const dateAndTime = inZones({ dateStyle: 'medium', timeStyle: 'short' });

function inZones(options: Intl.DateTimeFormatOptions): WriteDate {
  const ofReader = new Intl.DateTimeFormat('en-GB', options);
  const ofUtc = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (moment, timeZone) => (timeZone || isDay(moment) ? ofUtc : ofReader).format(new Date(moment));
}

function isDay(moment: string | Date): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(String(moment));
}
