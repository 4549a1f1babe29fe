import { resourceList } from '../catalogue/publishing/list-display.ts';
import { promoList } from '../commerce/promotions/admin/list-display.ts';
import { subscriptionList } from '../commerce/subscriptions/admin/list-display.ts';
import { userList } from '../identity/accounts/display.ts';
import { choice, exactText, pageSearch, type Search, setting } from '../platform/search.ts';

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

/** Further views of tabs by their name in the address, and what each reads there. */
const viewSearch = {
  // The view checks them: the columns of a file would be code of every first page.
  import: pageSearch({ import: exactText, severity: exactText, field: exactText, page: exactText, past: exactText }),
  needs: pageSearch({}),
};
const tabOfView: Record<ViewName, TabName> = { import: 'resources', needs: 'analytics' };

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

type Views = typeof viewSearch;
export type ViewName = keyof Views;

/** A tab with the parameters of its own list, or of one of its views. */
type AdminQuery =
  | { [Name in TabName]: { tab?: Name } & ReturnType<Tabs[Name]['validateSearch']> }[TabName]
  | ({ tab?: 'resources'; view: 'import' } & ReturnType<Views['import']['validateSearch']>)
  | { tab: 'analytics'; view: 'needs' };

// Object.keys loses the names.
const tabNames = Object.keys(tabSearch) as TabName[];
const usual: TabName = 'resources';

/** The parameters of the dashboard: the tab, its view, and what that reads. */
export function adminSearch(search: Search): AdminQuery {
  const tab = tabOf(search);
  const view = viewOf(search);
  const { validateSearch } = view ? viewSearch[view] : tabSearch[tab];
  // The parameters are those of the same tab and view.
  // Tabs have views of their own under the same name.
  return { ...validateSearch(search), tab: tab === usual ? undefined : tab, ...(view && { view }) } as AdminQuery;
}

export function tabOf({ tab = usual }: Search): TabName {
  return setting(tabNames, usual)([String(tab)]);
}

/** The view of the tab that the address names; null for the tab itself. */
export function viewOf(search: Search): ViewName | null {
  const view = choice(['import', 'needs'])([String(search.view)]);
  return view && tabOfView[view] === tabOf(search) ? view : null;
}
