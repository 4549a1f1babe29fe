import { demoFactor, type Limit } from '#server/platform/http/limits.ts';

/** Uploads of one administrator in an hour. */
export function uploadLimit(demo: boolean): Limit {
  return { name: 'upload', max: 60 * (demo ? demoFactor : 1), windowSeconds: 3600 };
}
