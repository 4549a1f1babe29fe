/** The zone of readers without a zone of their own: visitors, mailboxes without an account, and members before their first visit. */
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

/** "2026-11-21": the day of an instant in a time zone, as fields for days hold it. */
// Swedish writes days in this form.
export const isoDay = inZones({ dateStyle: 'short' }, 'sv');

/** Maximum of zones that a way of writing keeps a format of; one takes 30 kB. */
const mostFormats = 500;

/** Makes a way of writing days and times. Every text for people is written by one of these. */
export function inZones(options: Intl.DateTimeFormatOptions, language = 'en-GB'): WriteDate {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>();
  const formatIn = (timeZone: string | undefined) => {
    try {
      return new Intl.DateTimeFormat(language, { ...options, timeZone });
    } catch {
      // A zone that was chosen elsewhere, and that this browser is too old to know.
      return new Intl.DateTimeFormat(language, options);
    }
  };
  return (moment, timeZone) => {
    const zone = isDay(moment) ? portalZone : timeZone;
    let format = formats.get(zone);
    if (!format) {
      // Members choose how they spell a zone, so that there would be no end of formats.
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

/** "21 November 2026", of a day without a time, and of an instant on facts that all readers share, such as a certificate. */
export const longDay = (day: string | Date): string => longDate(day, portalZone);

/** "9 Nov 2026", of the same. */
export const shortDay = (day: string | Date): string => mediumDate(day, portalZone);

const mediumDate = inZones({ dateStyle: 'medium' });
