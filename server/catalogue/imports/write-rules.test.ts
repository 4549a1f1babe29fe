import { describe, expect, it } from 'vitest';
import { firstBatch, nextBatch } from './write-rules.ts';

/**
 * Returns the sizes and times of the statements that write `total` rows on a machine that needs `msPerRow` for each.
 */
function statementsFor(total: number, msPerRow: number) {
  const statements: { rows: number; ms: number }[] = [];
  let size = firstBatch;
  for (let left = total; left > 0; ) {
    const rows = Math.min(size, left);
    const ms = rows * msPerRow;
    statements.push({ rows, ms });
    size = nextBatch(rows, ms);
    left -= rows;
  }
  return statements;
}

describe('the statements of an import', () => {
  it('grow to 1,000 rows on a quick machine', () => {
    expect(statementsFor(10_000, 1.3).map(({ rows }) => rows)).toEqual([
      ...[250, 500],
      ...Array.from({ length: 9 }, () => 1000),
      250,
    ]);
  });

  it.each([5, 20, 100])(
    'stay under the limit of 5 seconds after the first on a machine that needs %d ms per row',
    (msPerRow) => {
      const [first, ...later] = statementsFor(10_000, msPerRow);
      expect(first?.ms).toBeLessThan(30_000);
      expect(Math.max(...later.map(({ ms }) => ms))).toBeLessThan(5_000);
    },
  );

  it('shrink no further than to 25 rows and take a statement without measurable time for a quick one', () => {
    expect([nextBatch(30, 60_000), nextBatch(100, 0)]).toEqual([25, 200]);
  });
});
