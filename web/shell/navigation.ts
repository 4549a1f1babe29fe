import { Bookmark, CircleUserRound, CreditCard, LayoutDashboard, LibraryBig, Settings2 } from 'lucide-react';
import type { CurrentUser } from '#contract/accounts.ts';
import { paths } from '../paths.ts';
import type { NavigationEntry } from '../ui/AppShell.tsx';

type Entry = Omit<NavigationEntry, 'isActive'> & {
  /** The paths at which the entry is the present one. */
  covers: RegExp;
};

const entries: Entry[] = [
  { href: paths.dashboard(), label: 'Dashboard', icon: LayoutDashboard, covers: /^\/$/ },
  { href: paths.browse(), label: 'Browse Resources', icon: LibraryBig, covers: /^\/(browse|resource)(\/|$)/ },
  { href: paths.myResources(), label: 'My Resources', icon: Bookmark, covers: /^\/my-resources(\/saved)?$/ },
  { href: paths.billing(), label: 'Billing', icon: CreditCard, covers: /^\/billing$/ },
  { href: paths.profile(), label: 'My Profile', icon: CircleUserRound, covers: /^\/profile$/ },
];

const administratorEntries: Entry[] = [
  {
    href: paths.admin(),
    label: 'Admin Dashboard',
    icon: Settings2,
    covers: /^\/admin(-dashboard)?(\/|$)/,
    startsGroup: true,
  },
];

/** The sidebar of a member (NAV-08, NAV-09) at a path. */
export function navigationOf(role: CurrentUser['role'], path: string): NavigationEntry[] {
  const shown = role === 'administrator' ? [...entries, ...administratorEntries] : entries;
  return shown.map(({ covers, ...entry }) => ({ ...entry, isActive: covers.test(path) }));
}
