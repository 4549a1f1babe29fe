/** Rows of the first statement, before the machine's speed is known. */
export const firstBatch = 250;

/**
 * Search and counts are updated by triggers once per statement, and each statement that counts a word again leaves a
 * dead row behind. So more rows per statement cost less, up to this number.
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
