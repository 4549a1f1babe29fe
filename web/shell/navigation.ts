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
import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { linkTo } from '../platform/link.tsx';
import type { NavigationEntry } from '../ui/AppShell.tsx';
import { adminSearch, type TabName, tabLabels } from './admin-tabs.ts';

type Entry = Omit<NavigationEntry, 'isActive' | 'groups'> & {
  /** Paths at which the entry is the current one. */
  covers: RegExp;
  /** Tab of the dashboard that the entry opens. */
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

// The router marks the current entry as well. By default it also marks entries whose URL is the beginning of the
// current one.
const activeOptions = { exact: true, explicitUndefined: true };

type AdminScreen =
  `/admin-dashboard/${'overview' | 'organisations' | 'reconciliation' | 'audit' | 'system' | 'settings'}`;

/** @param also pattern of further paths at which the entry is the current one */
const screenEntry = (to: AdminScreen, label: string, also = ''): Entry => ({
  link: linkTo({ to, activeOptions }),
  label,
  covers: new RegExp(`^${to}(/|$)${also}`),
});

const tabEntry = (tab: TabName): Entry => ({
  link: linkTo({ to: '/admin-dashboard', search: adminSearch({ tab }), activeOptions }),
  label: tabLabels[tab],
  covers: /^\/admin(-dashboard)?$/,
  tab,
});

const administration: Entry = {
  // The link opens the first tab, and only that tab's entry is marked as current.
  link: linkTo({ to: '/admin-dashboard', search: { tab: undefined, view: undefined }, activeOptions }),
  label: 'Admin Dashboard',
  icon: Settings2,
  covers: /^$/,
};

/** Menu of the administration, in groups (NAV-15). */
const administrationGroups: { label: string; entries: Entry[] }[] = [
  { label: '', entries: [screenEntry('/admin-dashboard/overview', 'Overview')] },
  { label: 'Catalogue', entries: [tabEntry('resources'), tabEntry('online-products')] },
  {
    label: 'Sales',
    entries: [
      tabEntry('subscriptions'),
      tabEntry('promo-codes'),
      screenEntry('/admin-dashboard/reconciliation', 'Reconciliation'),
    ],
  },
  {
    label: 'People',
    entries: [tabEntry('users'), screenEntry('/admin-dashboard/organisations', 'Organisations')],
  },
  { label: 'Insight', entries: [tabEntry('analytics'), screenEntry('/admin-dashboard/audit', 'Audit')] },
  {
    label: 'Portal',
    entries: [
      screenEntry('/admin-dashboard/system', 'System'),
      screenEntry('/admin-dashboard/settings', 'Settings', '|^/admin-dashboard/(content|news|sign-in)$'),
    ],
  },
];

/**
 * Returns a member's sidebar (NAV-08, NAV-09, NAV-15) at a path.
 * @param openTab tab of the Admin Dashboard that is open if the path is the dashboard's
 * @param toHandle shown at the end of the entry "Overview"
 */
export function navigationOf(
  role: CurrentUser['role'],
  path: string,
  openTab: TabName,
  toHandle?: ReactNode,
): NavigationEntry[] {
  // These pages have paths of their own and belong to a tab.
  const tabOfPage = /^\/admin-dashboard\/(?:(members)\/.*|figures$)/.exec(path);
  const [shownPath, presentTab] = tabOfPage
    ? (['/admin-dashboard', tabOfPage[1] ? 'users' : 'analytics'] as const)
    : [path, openTab];
  const shown = ({ covers, tab, ...entry }: Entry): NavigationEntry => ({
    ...entry,
    isActive: covers.test(shownPath) && (tab === undefined || tab === presentTab),
  });
  const own = entries.map(shown);
  if (role !== 'administrator') return own;
  const groups = administrationGroups.map(({ label, entries }) => ({
    label,
    entries: entries.map((entry) => ({ ...shown(entry), note: !label && toHandle })),
  }));
  return [...own, { ...shown(administration), groups }];
}
