import type { AdminResourceColumn, AdminResourceSort, PublishStatus } from '#contract/catalogue/publishing.ts';
import { usualWords } from '#contract/words.ts';
import { choice, listSearch, setting, text } from '../../platform/search.ts';
import { accessTypeNames, keysOf, sortNames, typeNames } from '../catalogue/display.ts';

/** A resource's status in words, as its badge says it (ADM-RES-01). */
export const statusNames: Record<PublishStatus, string> = {
  published: 'Published',
  draft: 'Draft',
  scheduled: 'Scheduled',
};

/** The orders of the list; the first is the usual one. */
export const adminSortNames: Record<AdminResourceSort, string> = {
  created_at: sortNames.created_at,
  updated_at: 'Recently changed',
  title: sortNames.title,
  price_low_high: sortNames.price_low_high,
  price_high_low: sortNames.price_high_low,
};

/** The columns of the list that can be chosen. */
export const resourceColumnNames: Record<AdminResourceColumn, string> = {
  type: 'Type',
  access: 'Access',
  price: 'Price',
  status: 'Status',
  created: 'Created',
  changed: 'Changed',
};

/** What the list's address holds. */
export const resourceList = listSearch(
  {
    search: text,
    type: choice(keysOf(typeNames)),
    accessType: choice(keysOf(accessTypeNames)),
    status: choice(keysOf(statusNames)),
    rappPrinciples: choice(keysOf(usualWords.principles)),
    rappImplementationPhase: choice(keysOf(usualWords.phases)),
  },
  { sort: setting(keysOf(adminSortNames), 'created_at') },
);
