import { expect, test, vi } from 'vitest';
import { dateAndTime, inZones, isoDay, longDate, longDay, shortDate } from './dates.ts';
import { instantOfLocal, localOfInstant } from './local-times.ts';
import { isTimeZone } from './time-zones.ts';

const zones = ['UTC', 'Europe/London', 'Pacific/Auckland', 'Pacific/Pago_Pago'];

test('GEN-27 an instant is the day that it is in the zone of its reader', () => {
  const border = '2027-06-01T23:30:00Z';
  expect(zones.map((zone) => longDate(border, zone))).toEqual([
    '1 June 2027',
    '2 June 2027',
    '2 June 2027',
    '1 June 2027',
  ]);
  expect(zones.map((zone) => isoDay(new Date('2027-06-01T10:30:00Z'), zone))).toEqual([
    '2027-06-01',
    '2027-06-01',
    '2027-06-01',
    '2027-05-31',
  ]);
  expect(shortDate('2026-12-31T12:00:00Z', 'Pacific/Auckland')).toBe('01 Jan 2027');
  expect(dateAndTime(border, 'Pacific/Auckland')).toBe('2 Jun 2027, 11:30');
});

test('GEN-25 a day without a time is that day in every zone', () => {
  for (const zone of zones) {
    expect([longDate('2027-06-01', zone), isoDay('2027-06-01', zone)]).toEqual(['1 June 2027', '2027-06-01']);
  }
  expect(longDay('2027-06-01')).toBe('1 June 2027');
});

test('a zone that the program does not know leads to its own zone, not to a failure', () => {
  expect(longDate('2027-06-01T12:00:00Z', 'Mars/Olympus_Mons')).toMatch(/June 2027$/);
});

test('keeps no format for each of endlessly many spellings of a zone', () => {
  const write = inZones({ dateStyle: 'long' });
  const spell = (number: number) =>
    [...'europe/london'].map((letter, place) => ((number >> place) & 1 ? letter.toUpperCase() : letter)).join('');
  const writeAll = (from: number, to: number) => {
    for (let number = from; number < to; number += 1) write('2027-06-01T12:00:00Z', spell(number));
  };
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  writeAll(0, 1200);
  made.mockClear();
  writeAll(0, 50);
  expect(made).toHaveBeenCalledTimes(50);
  made.mockRestore();
});

test('a local time and its instant lead to each other, also where the clocks change', () => {
  for (const zone of [...zones, 'Asia/Kolkata', 'America/New_York']) {
    for (const time of ['2026-12-03T09:05', '2027-06-30T23:59', '2027-03-14T01:59', '2027-03-14T03:00']) {
      expect(localOfInstant(instantOfLocal(time, zone) ?? '', zone)).toBe(time);
    }
  }
  expect(instantOfLocal('2027-06-02T00:00', 'Pacific/Auckland')?.toISOString()).toBe('2027-06-01T12:00:00.000Z');
  expect(instantOfLocal('soon', 'UTC')).toBeNull();
});

test('a local time that the clocks skip is one after they were changed', () => {
  expect(instantOfLocal('2027-03-14T02:30', 'America/New_York')?.toISOString()).toBe('2027-03-14T07:30:00.000Z');
  expect(instantOfLocal('2027-09-26T02:30', 'Pacific/Auckland')?.toISOString()).toBe('2027-09-25T14:30:00.000Z');
});

test('SET-21 zones have names; offsets, unknown names and other texts are none', () => {
  for (const zone of [...zones, 'Asia/Calcutta', 'Etc/UTC']) expect(isTimeZone(zone)).toBe(true);
  for (const text of ['', '+05:30', '-11', 'Mars/Olympus_Mons', 'Europe/London; drop', '../zone']) {
    expect(isTimeZone(text)).toBe(false);
  }
});
