import type { Shelf } from '#contract/library.ts';
import { paths } from '../../paths.ts';

/** How many rows a page of a tab has. */
export const shelfPageSize = 20;

/** The tab and page that the address names. */
export type ShelfAddress = { shelf: Shelf; page: number };

const longestPage = 1_000_000;

type Search = Record<string, string | string[] | undefined>;

/** Reads the address; what is not known is the usual tab and the first page. */
export function readShelfAddress({ tab, page }: Search): ShelfAddress {
  const shelf = tab === 'subscribed' || tab === 'free' ? tab : 'purchased';
  return { shelf, page: readSavedAddress({ page }) };
}

/** The page of the saved resources that the address names. */
export function readSavedAddress({ page }: Search): number {
  const number = typeof page === 'string' && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
  return Math.min(number, longestPage);
}

/** The address of a tab and its page. */
export function shelfAddress({ shelf, page }: ShelfAddress): string {
  return paths.myResources({ tab: shelf === 'purchased' ? undefined : shelf, page: page === 1 ? undefined : page });
}
