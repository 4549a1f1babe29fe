/** Rows of the first statement, before it is known how fast the machine is. */
export const firstBatch = 250;

/**
 * Search and counts are updated by triggers once per statement, and each statement that counts a word again leaves a dead
 * row behind. So more rows per statement cost less; more than this gain nothing.
 */
const maxBatch = 1000;
const minBatch = 25;

/** A statement this long is far below every limit of time, and the import still shows its progress. */
const aimMs = 2_000;

/** Returns the number of rows for the next statement, after one of `rows` rows took `ms`. */
export function nextBatch(rows: number, ms: number): number {
  // At most double: the last statement may have been quick by chance.
  const factor = Math.min(2, aimMs / Math.max(1, ms));
  return Math.min(maxBatch, Math.max(minBatch, Math.floor(rows * factor)));
}
