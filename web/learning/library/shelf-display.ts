import type { Shelf } from '#contract/learning/library.ts';
import { page, pageSearch, setting } from '../../platform/search.ts';

/** How many rows a page of a tab has. */
export const shelfPageSize = 20;

/** The tabs of My Resources. */
export const shelves: readonly Shelf[] = ['purchased', 'subscribed', 'free'];

export const shelfSearch = pageSearch({ tab: setting(shelves, 'purchased'), page });

export const savedSearch = pageSearch({ page });
