import { Bookmark, CircleUserRound, CreditCard, LayoutDashboard, LibraryBig, Settings2 } from 'lucide-react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { NavigationEntry } from '../ui/AppShell.tsx';

type Entry = Omit<NavigationEntry, 'isActive' | 'link'> & {
  to: '/' | '/browse' | '/my-resources' | '/billing' | '/profile' | '/admin-dashboard';
  /** The paths at which the entry is the present one. */
  covers: RegExp;
};

const entries: Entry[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard, covers: /^\/$/ },
  { to: '/browse', label: 'Browse Resources', icon: LibraryBig, covers: /^\/(browse|resource)(\/|$)/ },
  { to: '/my-resources', label: 'My Resources', icon: Bookmark, covers: /^\/my-resources(\/saved)?$/ },
  { to: '/billing', label: 'Billing', icon: CreditCard, covers: /^\/billing$/ },
  { to: '/profile', label: 'My Profile', icon: CircleUserRound, covers: /^\/profile$/ },
];

const administratorEntries: Entry[] = [
  {
    to: '/admin-dashboard',
    label: 'Admin Dashboard',
    icon: Settings2,
    covers: /^\/admin(-dashboard)?(\/|$)/,
    startsGroup: true,
  },
];

/** The sidebar of a member (NAV-08, NAV-09) at a path. */
export function navigationOf(role: CurrentUser['role'], path: string) {
  const shown = role === 'administrator' ? [...entries, ...administratorEntries] : entries;
  return shown.map(({ covers, ...entry }) => ({ ...entry, isActive: covers.test(path) }));
}
