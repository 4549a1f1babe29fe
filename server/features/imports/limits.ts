import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** Files of the catalogue that one administrator may send in an hour. */
export function importLimit(demo: boolean): Limit {
  return { name: 'catalogue-import', max: 60 * (demo ? demoFactor : 1), windowSeconds: 3600 };
}
