import type Stripe from 'stripe';
import { invalidRequest, noSuchReference } from './errors.ts';

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

/**
 * Returns one page of a list, newest first.
 * @param records oldest first, already filtered
 * @throws ApiError 400 for a limit outside 1 to 100, two cursors, or a cursor that is not in the list
 */
export function pageOf<T extends { id: string }>(
  records: readonly T[],
  page: Stripe.PaginationParams,
  about: { url: string; kind: string },
): List<T> {
  const limit = page.limit ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid limit: must be between 1 and 100', { param: 'limit' });
  }
  if (page.starting_after !== undefined && page.ending_before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.', {
      code: 'parameters_exclusive',
      param: 'starting_after',
    });
  }
  const newestFirst = [...records].reverse();
  const indexOf = (id: string, param: string) => {
    const index = newestFirst.findIndex((record) => record.id === id);
    if (index < 0) throw noSuchReference(about.kind, id, param);
    return index;
  };
  if (page.ending_before !== undefined) {
    const end = indexOf(page.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url: about.url };
  }
  const start = page.starting_after === undefined ? 0 : indexOf(page.starting_after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url: about.url };
}

/** Whether a time is in the range of a `created` filter. */
export function inRange(time: number, range: Stripe.RangeQueryParam | number | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return time === range;
  return (
    (range.gt === undefined || time > range.gt) &&
    (range.gte === undefined || time >= range.gte) &&
    (range.lt === undefined || time < range.lt) &&
    (range.lte === undefined || time <= range.lte)
  );
}

/** Whether a reference field contains this id; an absent filter matches all. */
export function refersTo(field: string | { id: string } | null, wanted: string | undefined): boolean {
  return wanted === undefined || idOf(field) === wanted;
}

/** Returns the id of a field that may be expanded in responses; in the store it is always the id or null. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  if (field === null || field === undefined) return null;
  return typeof field === 'string' ? field : field.id;
}
