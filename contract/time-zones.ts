import * as z from 'zod/mini';
import { exactText } from './text.ts';

/**
 * Whether a name is that of a time zone, such as Pacific/Auckland. An offset such as +05:30 is not: it knows no summer
 * time, and browsers never report one.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en-GB', { timeZone: name }));
  } catch {
    return false;
  }
}

const sentence = 'This time zone is not known';

/** The name of a time zone. */
export const TimeZone = exactText({ error: sentence, max: 64 }).check(z.refine(isTimeZone, sentence));
