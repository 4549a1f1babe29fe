import type { Shelf } from '#contract/learning/library.ts';
import { page, pageSearch, setting } from '#web/platform/search.ts';

export const shelfPageSize = 20;

export const shelves: readonly Shelf[] = ['purchased', 'subscribed', 'free'];

export const shelfSearch = pageSearch({ tab: setting(shelves, 'purchased'), page });

export const savedSearch = pageSearch({ page });
