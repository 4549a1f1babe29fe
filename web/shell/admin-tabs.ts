import { resourceList } from '../catalogue/publishing/list-display.ts';
import { promoList } from '../commerce/promotions/admin/list-display.ts';
import { subscriptionList } from '../commerce/subscriptions/admin/list-display.ts';
import { userList } from '../identity/accounts/display.ts';
import { choice, exactText, pageSearch, type Search, setting } from '../platform/search.ts';

/** Tabs of the administrator's dashboard (ADM-03) by their names in the URL, with their parameters. */
const tabSearch = {
  resources: resourceList,
  'online-products': pageSearch({}),
  subscriptions: subscriptionList,
  'promo-codes': promoList,
  users: userList,
  // The panel checks that both are days in order, because its default range depends on today.
  analytics: pageSearch({ from: exactText, to: exactText }),
};

/** Further views of tabs by their names in the URL, with their parameters. */
const viewSearch = {
  // The view checks these parameters, because the columns of a file would add code to every first page.
  import: pageSearch({ import: exactText, severity: exactText, field: exactText, page: exactText, past: exactText }),
  needs: pageSearch({}),
};
const tabOfView: Record<ViewName, TabName> = { import: 'resources', needs: 'analytics' };

/** Names of the tabs on screen, in order (ADM-03). */
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

/** Parameters of a tab: those of its list, or of one of its views. */
type AdminQuery =
  | { [Name in TabName]: { tab?: Name } & ReturnType<Tabs[Name]['validateSearch']> }[TabName]
  | ({ tab?: 'resources'; view: 'import' } & ReturnType<Views['import']['validateSearch']>)
  | { tab: 'analytics'; view: 'needs' };

// Safe because these are all keys of `tabSearch`; Object.keys loses their type.
const tabNames = Object.keys(tabSearch) as TabName[];
const usual: TabName = 'resources';

/** Reads the parameters of the dashboard: the tab, its view, and the parameters of that view or tab. */
export function adminSearch(search: Search): AdminQuery {
  const tab = tabOf(search);
  const view = viewOf(search);
  const { validateSearch } = view ? viewSearch[view] : tabSearch[tab];
  // Safe because the parameters belong to the same tab and view. `tab` and `view` come last, because tabs may read
  // parameters of the same names.
  return { ...validateSearch(search), tab: tab === usual ? undefined : tab, ...(view && { view }) } as AdminQuery;
}

export function tabOf({ tab = usual }: Search): TabName {
  return setting(tabNames, usual)([String(tab)]);
}

/** Returns the view of the tab in the URL; null for the tab itself. */
export function viewOf(search: Search): ViewName | null {
  const view = choice(['import', 'needs'])([String(search.view)]);
  return view && tabOfView[view] === tabOf(search) ? view : null;
}
