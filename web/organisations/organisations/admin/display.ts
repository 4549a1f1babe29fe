import { choice, listSearch, page, pageSearch, text } from '../../../platform/search.ts';

/** What the address of the organisations' list holds. */
export const organisationsList = listSearch({ search: text, state: choice(['open', 'closed']) });

export const stateNames = { open: 'Open', closed: 'Closed' } as const;

/** What the address of one organisation holds: the list of its people. */
export const peopleOfList = listSearch({ search: text });

/** The page of its orders, which is beside the page of its people. */
export const ordersOfList = pageSearch({ ordersPage: page });
