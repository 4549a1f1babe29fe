import { choice, listSearch, page, pageSearch, text } from '#web/platform/search.ts';

/** Search parameters of the list of organisations. */
export const organisationsList = listSearch({ search: text, state: choice(['open', 'closed']) });

export const stateNames = { open: 'Open', closed: 'Closed' } as const;

/** Search parameters of the list of people on the page of an organisation. */
export const peopleOfList = listSearch({ search: text });

/** Search parameter of the list of orders, which is on the same page as the list of people. */
export const ordersOfList = pageSearch({ ordersPage: page });
