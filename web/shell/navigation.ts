import { Bookmark, CircleUserRound, CreditCard, LayoutDashboard, LibraryBig, Settings2 } from 'lucide-react';
import type { CurrentUser } from '#contract/accounts.ts';
import { linkTo } from '../platform/link.tsx';
import type { NavigationEntry } from '../ui/AppShell.tsx';
import { adminSearch, type TabName, tabLabels } from './admin-tabs.ts';

type Entry = Omit<NavigationEntry, 'isActive'> & {
  /** The paths at which the entry is the present one. */
  covers: RegExp;
  /** The tab of the dashboard that it opens. */
  tab?: TabName;
};

const entries: Entry[] = [
  { link: linkTo({ to: '/' }), label: 'Dashboard', icon: LayoutDashboard, covers: /^\/$/ },
  {
    link: linkTo({ to: '/browse' }),
    label: 'Browse Resources',
    icon: LibraryBig,
    covers: /^\/(browse|resource)(\/|$)/,
  },
  {
    link: linkTo({ to: '/my-resources' }),
    label: 'My Resources',
    icon: Bookmark,
    covers: /^\/my-resources(\/saved)?$/,
  },
  { link: linkTo({ to: '/billing' }), label: 'Billing', icon: CreditCard, covers: /^\/billing$/ },
  { link: linkTo({ to: '/profile' }), label: 'My Profile', icon: CircleUserRound, covers: /^\/profile$/ },
];

// The keys of a Record of TabName.
const tabNames = Object.keys(tabLabels) as TabName[];

// The router marks the present entry as well; by itself it also marks those whose address the present one begins with.
const activeOptions = { exact: true, explicitUndefined: true };

const screens = [
  ['/admin-dashboard/needs', 'What members need'],
  ['/admin-dashboard/import', 'Import and export'],
  ['/admin-dashboard/reconciliation', 'Reconciliation'],
  ['/admin-dashboard/news', 'Product News'],
  ['/admin-dashboard/audit', 'Audit Log'],
  ['/admin-dashboard/system', 'System'],
  ['/admin-dashboard/settings', 'Portal settings'],
] as const;

const administratorEntries: Entry[] = [
  {
    // It opens the first tab.
    link: linkTo({ to: '/admin-dashboard', search: { tab: undefined }, activeOptions }),
    label: 'Admin Dashboard',
    icon: Settings2,
    covers: /^\/admin(-dashboard(\/figures)?)?$/,
    tab: tabNames[0],
    startsGroup: true,
  },
  ...tabNames.slice(1).map((tab) => ({
    link: linkTo({ to: '/admin-dashboard', search: adminSearch({ tab }), activeOptions }),
    label: tabLabels[tab],
    covers: /^\/admin-dashboard$/,
    tab,
  })),
  ...screens.map(([to, label]) => ({ link: linkTo({ to, activeOptions }), label, covers: new RegExp(`^${to}(/|$)`) })),
];

/** The sidebar of a member (NAV-08, NAV-09, NAV-15) at a path, with the open tab of the Admin Dashboard. */
export function navigationOf(role: CurrentUser['role'], path: string, openTab: TabName): NavigationEntry[] {
  const shown = role === 'administrator' ? [...entries, ...administratorEntries] : entries;
  return shown.map(({ covers, tab, ...entry }) => ({
    ...entry,
    isActive: covers.test(path) && (tab === undefined || tab === openTab),
  }));
}
