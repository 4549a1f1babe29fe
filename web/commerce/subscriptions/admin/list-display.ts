import type { ShownStatus } from '#contract/commerce/subscriptions.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { choice, listSearch, text } from '#web/platform/search.ts';

export const filterNames: Record<ShownStatus, string> = {
  active: 'Active',
  trialing: 'Trial',
  suspended: 'Suspended',
  cancelling: 'Cancelling',
  past_due: 'Past Due',
  canceled: 'Cancelled',
  other: 'Other',
};

export const subscriptionList = listSearch({ search: text, status: choice(keysOf(filterNames)) });
