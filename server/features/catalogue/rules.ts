import type { AccessType } from '#contract/catalogue.ts';

/** What decides whether and how a resource opens: it is listed, not yet published, or withdrawn for good. */
export type AccessTerms = { id: number; accessType: AccessType; state: 'listed' | 'draft' | 'withdrawn' };

/** A stretch of a list. */
export type Slice = { offset: number; limit: number };

/** Without a page a list ends here (API-09). */
const longestList = 1000;
const usualPage = 12;

type Paging = { page?: number; pageSize?: number };

/** The page that a query asks for; without one the list from its beginning, at most `longest`. */
export function sliceOf({ page, pageSize }: Paging, longest: number = longestList): Slice {
  if (page === undefined && pageSize === undefined) return { offset: 0, limit: longest };
  const limit = pageSize ?? usualPage;
  return { offset: ((page ?? 1) - 1) * limit, limit };
}

/** An address that is typed in: https, with a host and without user info (ADM-RES-17). */
export function isSecureAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
}
