import type { ShownStatus } from '#contract/commerce/subscriptions.ts';
import { keysOf } from '../../../catalogue/catalogue/display.ts';
import { choice, listSearch, text } from '../../../platform/search.ts';

/** Names of the choices of the status filter. */
export const filterNames: Record<ShownStatus, string> = {
  active: 'Active',
  trialing: 'Trial',
  suspended: 'Suspended',
  cancelling: 'Cancelling',
  past_due: 'Past Due',
  canceled: 'Cancelled',
  other: 'Other',
};

/** Parameters of the list in the URL. */
export const subscriptionList = listSearch({ search: text, status: choice(keysOf(filterNames)) });
