/** Rows of the first statement, before the machine's speed is known. */
export const firstBatch = 250;

/**
 * Maximum number of rows per statement. Up to it, more rows cost less, because triggers update search and counts once
 * per statement, and each statement that counts a word again leaves a dead row behind.
 */
const maxBatch = 1000;
const minBatch = 25;

/** Duration of a statement, in milliseconds: far below every time limit, and short enough to show progress. */
const aimMs = 2_000;

/** Returns the number of rows for the next statement, after one of `rows` rows took `ms`. */
export function nextBatch(rows: number, ms: number): number {
  // At most double: the last statement may have been quick by chance.
  const factor = Math.min(2, aimMs / Math.max(1, ms));
  return Math.min(maxBatch, Math.max(minBatch, Math.floor(rows * factor)));
}
