import { afterAll, afterEach, expect, test, vi } from 'vitest';

// Zone of the browser.
vi.stubEnv('TZ', 'America/New_York');
const { dateAndTime, longDate, setReaderZone, shortDate, weekdayDate } = await import('./dates.ts');
const { instantOf, localTimeOf, zoneName } = await import('./local-time.ts');
const { saidIn } = await import('./said.ts');

afterEach(() => setReaderZone(null));
afterAll(() => {
  vi.unstubAllEnvs();
});

const instant = '2026-10-01T02:00:00Z';

test('an instant is shown in the browser’s time zone unless another is given', () => {
  expect([longDate(instant), shortDate(instant), weekdayDate(instant)]).toEqual([
    '30 September 2026',
    '30 Sept 2026',
    expect.stringMatching(/^Wednesday,? 30 September$/),
  ]);
  expect([longDate(instant, 'UTC'), shortDate(new Date(instant), 'UTC'), weekdayDate(instant, 'UTC')]).toEqual([
    '1 October 2026',
    '01 Oct 2026',
    'Thursday 1 October',
  ]);
});

test('GEN-27 the zone of the member’s settings goes before that of the browser', () => {
  setReaderZone('Pacific/Auckland');
  expect([longDate(instant), zoneName()]).toEqual(['1 October 2026', 'Pacific/Auckland']);
  expect([instantOf('2026-10-01T15:00'), localTimeOf(instant)]).toEqual([
    '2026-10-01T02:00:00.000Z',
    '2026-10-01T15:00',
  ]);
  setReaderZone(null);
  expect([longDate(instant), zoneName()]).toEqual(['30 September 2026', 'America/New_York']);
  expect([instantOf('2026-09-30T22:00'), instantOf(''), instantOf('soon'), localTimeOf(null)]).toEqual([
    '2026-10-01T02:00:00.000Z',
    null,
    'soon',
    '',
  ]);
});

test('GEN-25 a day is that day in every time zone', () => {
  expect([longDate('2026-10-01'), shortDate('2026-10-01'), weekdayDate('2026-10-01')]).toEqual([
    '1 October 2026',
    '01 Oct 2026',
    'Thursday 1 October',
  ]);
});

test('GEN-27 the days of a sentence of the server are written in the zone of the screen, each at its place', () => {
  const days = [
    { text: '1 October 2026', at: instant },
    { text: '30 September 2026', at: '2026-09-30T02:00:00Z' },
  ];
  const message = 'Begins on 1 October 2026, not on 30 September 2026.';
  expect(saidIn({ message, days })).toBe('Begins on 30 September 2026, not on 29 September 2026.');
  const from = [{ text: '1 Oct 2026, 02:00', at: instant }];
  expect(saidIn({ message: 'You can try again from 1 Oct 2026, 02:00.', days: from })).toBe(
    `You can try again from ${dateAndTime(instant)}.`,
  );
  expect([saidIn({ message: 'Done.' }), saidIn({ message: 'Done.', days })]).toEqual(['Done.', 'Done.']);
});
