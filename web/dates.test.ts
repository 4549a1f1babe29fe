import { afterAll, expect, test, vi } from 'vitest';

// The formats take the reader's time zone when they are made.
vi.stubEnv('TZ', 'America/New_York');
const { longDate, shortDate, weekdayDate } = await import('./dates.ts');

afterAll(() => {
  vi.unstubAllEnvs();
});

test('an instant is shown in the reader’s time zone unless another is given', () => {
  const instant = '2026-10-01T02:00:00Z';
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

test('GEN-25 a day is that day in every time zone', () => {
  expect([longDate('2026-10-01'), shortDate('2026-10-01'), weekdayDate('2026-10-01')]).toEqual([
    '1 October 2026',
    '01 Oct 2026',
    'Thursday 1 October',
  ]);
});
