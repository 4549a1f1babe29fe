import { inZones, portalZone } from '#contract/dates.ts';

const shownMonths = 36;

/** Returns the months to choose from, the current one first, in UTC: "2026-11". */
export function recentMonths(now: Date): string[] {
  return Array.from({ length: shownMonths }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).toISOString().slice(0, 7),
  );
}

const monthAndYear = inZones({ month: 'long', year: 'numeric' });

/** Formats as "November 2026". */
export function monthName(month: string): string {
  return monthAndYear(`${month}-01`, portalZone);
}
