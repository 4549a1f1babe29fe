const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const short = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' });
const withTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** "21 November 2026", in the reader's time zone. */
export function longDate(instant: string): string {
  return long.format(new Date(instant));
}

/** "02 Dec 2026", in the reader's time zone. */
export function shortDate(instant: string | Date): string {
  return short.format(new Date(instant));
}

/** "21 Nov 2026, 13:05", in the reader's time zone. */
export function dateAndTime(instant: string): string {
  return withTime.format(new Date(instant));
}
