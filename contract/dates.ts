/** The portal's own zone, and that of readers whose zone is unknown, such as visitors. */
export const portalZone = 'UTC';

/** Writes a day such as 2026-11-21 as that day, and an instant in the given time zone; undefined is the browser's own. */
type WriteDate = (instantOrDay: string | Date, timeZone: string | undefined) => string;

/** "21 November 2026". */
export const longDate = inZones({ dateStyle: 'long' });

/** "02 Dec 2026". */
export const shortDate = inZones({ day: '2-digit', month: 'short', year: 'numeric' });

/** "Thursday 19 November", in some browsers with a comma. */
export const weekdayDate = inZones({ weekday: 'long', day: 'numeric', month: 'long' });

/** "21 Nov 2026, 13:05". */
export const dateAndTime = inZones({ dateStyle: 'medium', timeStyle: 'short' });

/** Writes "21 Nov 2026, 13:05:44", where several things happen in a minute. */
export const dateAndSeconds = inZones({ dateStyle: 'medium', timeStyle: 'medium' });

/** "2026-11-21": the day of an instant in a time zone, as fields for days hold it. */
// Swedish writes days in this form.
export const isoDay = inZones({ dateStyle: 'short' }, 'sv');

/** Maximum number of zones for which each writer caches a format, because one takes 30 kB. */
const mostFormats = 500;

/** Makes a function that writes days and times. Every date that people read is written by one of these. */
export function inZones(options: Intl.DateTimeFormatOptions, language = 'en-GB'): WriteDate {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>();
  const formatIn = (timeZone: string | undefined) => {
    try {
      return new Intl.DateTimeFormat(language, { ...options, timeZone });
    } catch {
      // Falls back to the browser's own zone, because the zone may have been chosen elsewhere and be unknown to this
      // old browser.
      return new Intl.DateTimeFormat(language, options);
    }
  };
  return (moment, timeZone) => {
    const zone = isDay(moment) ? portalZone : timeZone;
    let format = formats.get(zone);
    if (!format) {
      // Bounded, because members choose the spelling of a zone and there are endless spellings.
      if (formats.size >= mostFormats) formats.clear();
      format = formatIn(zone);
      formats.set(zone, format);
    }
    return format.format(new Date(moment));
  };
}

function isDay(moment: string | Date): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(String(moment));
}

/**
 * Writes "21 November 2026" in UTC: for a day without a time, or for an instant that all readers share, such as on a
 * certificate.
 */
export const longDay = (day: string | Date): string => longDate(day, portalZone);

/** Writes "9 Nov 2026" in UTC, for the same cases as `longDay`. */
export const shortDay = (day: string | Date): string => mediumDate(day, portalZone);

const mediumDate = inZones({ dateStyle: 'medium' });
