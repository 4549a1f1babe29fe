import { choice, listSearch, setting, text } from '#web/platform/search.ts';

// The router loads this file at once: what only the screens need is in people-display.ts.

/**
 * Search parameters of the screen: the tab with its list. `of` is the key of a pool in the list of seats; `status` and
 * `assigned` (a resource) are those of the list of assignments; `connection` is that of the tab Sign-in.
 */
export const organisationList = listSearch(
  {
    search: text,
    role: choice(['owner', 'manager', 'learner']),
    of: text,
    status: choice(['not_started', 'in_progress', 'completed', 'overdue']),
    assigned: text,
  },
  {
    tab: setting(
      ['people', 'seats', 'learning', 'assessment', 'billing', 'sign-in', 'settings', 'developers'],
      'people',
    ),
    connection: text,
  },
);
