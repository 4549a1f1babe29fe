import type { Limit } from '#server/platform/http/limits.ts';

/** Files of the catalogue that one administrator may send in an hour. */
export function importLimit(factor: number): Limit {
  return { name: 'catalogue-import', max: 60 * factor, windowSeconds: 3600 };
}
