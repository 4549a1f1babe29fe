import { longDate, longDay } from '#contract/dates.ts';

type Sentence = { message: string; days: { text: string; at: string }[] };

/**
 * Returns a sentence in a reader's time zone, together with the instant of each day in it, in their order. A screen in
 * another zone replaces the days by its own.
 * @param write gets a function that formats an instant as a day
 */
export function withDays(timeZone: string, write: (dayOf: (instant: Date) => string) => string): Sentence {
  const days: Sentence['days'] = [];
  const message = write((instant) => {
    const text = longDate(instant, timeZone);
    days.push({ text, at: instant.toISOString() });
    return text;
  });
  return { message, days };
}

/**
 * Formats an instant as "2 June 2027", or as "2 June 2027 (1 June 2027 in UTC)" when it is another day in UTC, by which
 * documents are numbered.
 */
export function dayOfDocument(instant: Date, timeZone: string): string {
  const [own, counted] = [longDate(instant, timeZone), longDay(instant)];
  return own === counted ? own : `${own} (${counted} in UTC)`;
}
