/** "20 November 2026" in UTC, of an instant or of a day such as 2026-11-20. */
export function longDate(date: Date | string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

/** "20 Nov 2026" in UTC. */
export function shortDate(date: Date | string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}
