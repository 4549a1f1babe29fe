import {
  Bookmark,
  Building2,
  CircleUserRound,
  CreditCard,
  LayoutDashboard,
  LibraryBig,
  ListChecks,
  Settings2,
} from 'lucide-react';
import type { CurrentUser } from '#contract/identity/accounts.ts';
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
  {
    link: linkTo({ to: '/my-plan' }),
    label: 'My plan',
    icon: ListChecks,
    covers: /^\/(my-plan|tools\/responsible-ai-assessment)$/,
  },
  {
    link: linkTo({ to: '/organisation' }),
    label: 'Organisation',
    icon: Building2,
    covers: /^\/organisation(\/my-learning)?$/,
  },
  { link: linkTo({ to: '/billing' }), label: 'Billing', icon: CreditCard, covers: /^\/billing$/ },
  { link: linkTo({ to: '/profile' }), label: 'My Profile', icon: CircleUserRound, covers: /^\/profile$/ },
];

// The keys of a Record of TabName.
const tabNames = Object.keys(tabLabels) as TabName[];

// The router marks the present entry as well; by itself it also marks those whose address the present one begins with.
const activeOptions = { exact: true, explicitUndefined: true };

const entryOf = (to: AdminScreen, label: string): Entry => ({
  link: linkTo({ to, activeOptions }),
  label,
  covers: new RegExp(`^${to}(/|$)`),
});

type AdminScreen =
  `/admin-dashboard/${'overview' | 'organisations' | 'needs' | 'import' | 'reconciliation' | 'news' | 'audit' | 'system' | 'content' | 'settings'}`;

const administratorEntries: Entry[] = [
  {
    // It opens the first tab, whose own entry is marked.
    link: linkTo({ to: '/admin-dashboard', search: { tab: undefined }, activeOptions }),
    label: 'Admin Dashboard',
    icon: Settings2,
    covers: /^\/admin-dashboard\/figures$/,
    startsGroup: true,
  },
  entryOf('/admin-dashboard/overview', 'Overview'),
  ...tabNames.map((tab) => ({
    link: linkTo({ to: '/admin-dashboard', search: adminSearch({ tab }), activeOptions }),
    label: tabLabels[tab],
    covers: /^\/admin(-dashboard(\/members\/.*)?)?$/,
    tab,
  })),
  entryOf('/admin-dashboard/organisations', 'Organisations'),
  entryOf('/admin-dashboard/needs', 'What members need'),
  entryOf('/admin-dashboard/import', 'Import and export'),
  entryOf('/admin-dashboard/reconciliation', 'Reconciliation'),
  entryOf('/admin-dashboard/news', 'Product News'),
  entryOf('/admin-dashboard/audit', 'Audit Log'),
  entryOf('/admin-dashboard/system', 'System'),
  entryOf('/admin-dashboard/content', 'Content'),
  entryOf('/admin-dashboard/settings', 'Portal settings'),
];

/** The sidebar of a member (NAV-08, NAV-09, NAV-15) at a path, with the open tab of the Admin Dashboard. */
export function navigationOf(role: CurrentUser['role'], path: string, openTab: TabName): NavigationEntry[] {
  const shown = role === 'administrator' ? [...entries, ...administratorEntries] : entries;
  // A member's page has tabs of its own, and belongs to the users.
  const presentTab = path.startsWith('/admin-dashboard/members/') ? 'users' : openTab;
  return shown.map(({ covers, tab, ...entry }) => ({
    ...entry,
    isActive: covers.test(path) && (tab === undefined || tab === presentTab),
  }));
}
