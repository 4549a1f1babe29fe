import { inZones, portalZone } from '#contract/dates.ts';
import type { AnalyticsQuery } from '#contract/operations/analytics.ts';
import { daysBetween, longestRangeDays } from '#contract/operations/range.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';

export const presetNames = {
  month: 'Last 30 days',
  quarter: 'Last 90 days',
  year: 'Last 12 months',
  all: 'Last 3 years',
} as const;
export type Preset = keyof typeof presetNames;

/** Returns the range of a preset. The year and the three years begin with a month. Days are UTC, as on the server. */
export function presetRange(preset: Preset, today: Date): AnalyticsQuery {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const first = {
    month: Date.UTC(year, month, day - 29),
    quarter: Date.UTC(year, month, day - 89),
    year: Date.UTC(year, month - 11, 1),
    all: Date.UTC(year, month - 35, 1),
  }[preset];
  return { from: dayOf(new Date(first)), to: dayOf(today) };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Returns a sentence about an invalid range; null for a valid one. */
export function rangeError({ from, to }: AnalyticsQuery): string | null {
  const days = daysBetween(from, to);
  if (Number.isNaN(days)) return 'Choose both days.';
  if (days < 1) return 'The first day must not be after the last one.';
  return days > longestRangeDays ? `Choose at most ${longestRangeDays} days.` : null;
}

/** Returns the range in the URL, or the last 12 months if the URL has no valid one. */
export function readRange({ from, to }: { from?: unknown; to?: unknown }, today: Date): AnalyticsQuery {
  const range = { from: String(from), to: String(to) };
  return rangeError(range) === null ? range : presetRange('year', today);
}

export function presetOf(range: AnalyticsQuery, today: Date): Preset | 'custom' {
  const presets = keysOf(presetNames);
  return (
    presets.find((preset) => {
      const { from, to } = presetRange(preset, today);
      return from === range.from && to === range.to;
    }) ?? 'custom'
  );
}

const dayAndMonth = inZones({ day: 'numeric', month: 'short' });
const monthAndYear = inZones({ month: 'short', year: 'numeric' });

/** Formats as "31 Aug". */
export function weekText(week: string): string {
  return dayAndMonth(week, portalZone);
}

/** Formats as "Nov 2026". */
export function monthText(month: string): string {
  return monthAndYear(`${month}-01`, portalZone);
}
