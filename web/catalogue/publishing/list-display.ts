import type { AdminResourceColumn, AdminResourceSort, PublishStatus } from '#contract/catalogue/publishing.ts';
import { usualWords } from '#contract/words.ts';
import { choice, listSearch, setting, text } from '#web/platform/search.ts';
import { accessTypeNames, keysOf, sortNames, typeNames } from '../catalogue/display.ts';

/** Words of the status badges (ADM-RES-01). */
export const statusNames: Record<PublishStatus, string> = {
  published: 'Published',
  draft: 'Draft',
  scheduled: 'Scheduled',
};

/** Names of the list's orders; the first is the default. */
export const adminSortNames: Record<AdminResourceSort, string> = {
  created_at: sortNames.created_at,
  updated_at: 'Recently changed',
  title: sortNames.title,
  price_low_high: sortNames.price_low_high,
  price_high_low: sortNames.price_high_low,
};

/** Names of the columns that the administrator can show or hide. */
export const resourceColumnNames: Record<AdminResourceColumn, string> = {
  type: 'Type',
  access: 'Access',
  price: 'Price',
  status: 'Status',
  created: 'Created',
  changed: 'Changed',
};

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
