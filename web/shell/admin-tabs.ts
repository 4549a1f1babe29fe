import { resourceList } from '../catalogue/publishing/list-display.ts';
import { promoList } from '../commerce/promotions/admin/list-display.ts';
import { subscriptionList } from '../commerce/subscriptions/admin/list-display.ts';
import { userList } from '../identity/accounts/display.ts';
import { exactText, pageSearch, type Search, setting } from '../platform/search.ts';

/** The tabs of the administrator's dashboard (ADM-02) by their name in the address, and what each reads there. */
const tabSearch = {
  resources: resourceList,
  'online-products': pageSearch({}),
  subscriptions: subscriptionList,
  'promo-codes': promoList,
  users: userList,
  // Whether both are days in order, the panel checks: its usual range depends on today.
  analytics: pageSearch({ from: exactText, to: exactText }),
};

/** Their names on screen, in order (ADM-03). */
export const tabLabels: Record<TabName, string> = {
  resources: 'Resources',
  'online-products': 'Online Products',
  subscriptions: 'Subscriptions',
  'promo-codes': 'Promo Codes',
  users: 'Users',
  analytics: 'Analytics',
};

type Tabs = typeof tabSearch;
export type TabName = keyof Tabs;

/** A tab with the parameters of its own list. */
type AdminQuery = { [Name in TabName]: { tab?: Name } & ReturnType<Tabs[Name]['validateSearch']> }[TabName];

// Object.keys loses the names.
const tabNames = Object.keys(tabSearch) as TabName[];
const usual: TabName = 'resources';

/** The parameters of the dashboard: the tab, and what that tab reads. */
export function adminSearch(search: Search): AdminQuery {
  const tab = tabOf(search);
  // The parameters are those of the same tab.
  return { ...tabSearch[tab].validateSearch(search), tab: tab === usual ? undefined : tab } as AdminQuery;
}

export function tabOf({ tab = usual }: Search): TabName {
  return setting(tabNames, usual)([String(tab)]);
}
