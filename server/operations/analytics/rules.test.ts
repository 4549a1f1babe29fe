import { expect, it } from 'vitest';
import { monthsOf, searchToKeep, weeksOf } from './rules.ts';
import { createUsageCounts } from './usage-counts.ts';

it('a range touches whole months and weeks', () => {
  expect(monthsOf({ from: '2025-11-30', to: '2026-02-01' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(weeksOf({ from: '2026-11-01', to: '2026-11-09' })).toEqual(['2026-10-26', '2026-11-02', '2026-11-09']);
  expect(weeksOf({ from: '2026-11-02', to: '2026-11-02' })).toEqual(['2026-11-02']);
});

it('a search that may be about a person is not kept', () => {
  expect(searchToKeep('  Model   RISK ')).toBe('model risk');
  for (const search of ['jo@example.org', '07700 900123', '12-34-56', 'a', ' '])
    expect(searchToKeep(search)).toBeNull();
  expect(searchToKeep('ISO 42001')).toBe('iso 42001');
});

it('keeps the counts of at most 5,000 resources between two writes, and continues to count these', () => {
  const usage = createUsageCounts();
  for (let id = 1; id <= 5001; id += 1) usage.noteOpening(id);
  usage.noteOpening(1);
  const { openings } = usage.take();
  expect(openings.size).toBe(5000);
  expect(openings.get(1)).toBe(2);
  expect(usage.take().openings.size).toBe(0);
});
