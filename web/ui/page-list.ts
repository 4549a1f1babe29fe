/** A page number, or a gap that stands for pages left out. */
export type PageEntry = number | 'gap-before' | 'gap-after';

/**
 * The entries between "Previous" and "Next": first, last, the present page and its neighbours; a gap never stands for a
 * single page. At most seven entries, and seven of them whenever a gap is needed, so that the buttons keep their places.
 */
export function pageList(page: number, pageCount: number): PageEntry[] {
  const pages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (pageCount <= 7) return pages(1, pageCount);
  if (page <= 4) return [...pages(1, 5), 'gap-after', pageCount];
  if (page >= pageCount - 3) return [1, 'gap-before', ...pages(pageCount - 4, pageCount)];
  return [1, 'gap-before', page - 1, page, page + 1, 'gap-after', pageCount];
}
