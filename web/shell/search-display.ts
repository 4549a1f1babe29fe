import type { CurrentUser } from '#contract/identity/accounts.ts';
import { linkTo } from '../platform/link.tsx';
import { adminSearch } from './admin-tabs.ts';
import { navigationOf } from './navigation.ts';

const memberScreens = [
  { label: 'Saved resources', about: 'My Resources', link: linkTo({ to: '/my-resources/saved' }) },
  {
    label: 'Settings',
    about:
      'Password, two-factor authentication, devices, notifications, privacy, data export and deletion of the account',
    link: linkTo({ to: '/settings' }),
  },
];

const settings = linkTo({ to: '/admin-dashboard/settings' });
const administratorScreens = [
  { label: 'Brand', about: 'Portal settings · Colour, logo, browser icon', link: settings },
  {
    label: 'Name and text',
    about: 'Portal settings · Tagline, support email, terms and privacy policy',
    link: settings,
  },
  { label: 'Publisher', about: 'Portal settings · Address and tax number on invoices', link: settings },
  { label: 'Public pages', about: 'Portal settings · Catalogue and assessment for visitors', link: settings },
  { label: 'Registration', about: 'Portal settings · Who may create an account', link: settings },
  {
    label: 'Names of principles, phases and roles',
    about: 'Content · Questions of the assessment, too',
    link: linkTo({ to: '/admin-dashboard/content' }),
  },
  { label: 'Search synonyms', about: 'Portal settings · Search', link: settings },
  { label: 'Portal settings', about: 'Admin Dashboard', link: settings },
  { label: 'Content', about: 'Settings', link: linkTo({ to: '/admin-dashboard/content' }) },
  { label: 'Company sign-in', about: 'Settings', link: linkTo({ to: '/admin-dashboard/sign-in' }) },
  { label: 'Product news', about: 'Settings', link: linkTo({ to: '/admin-dashboard/news' }) },
  {
    label: 'Import and export',
    about: 'Resources',
    link: linkTo({ to: '/admin-dashboard', search: adminSearch({ view: 'import' }) }),
  },
  {
    label: 'What members need',
    about: 'Analytics',
    link: linkTo({ to: '/admin-dashboard', search: adminSearch({ tab: 'analytics', view: 'needs' }) }),
  },
];

/** Returns the screens that the search finds for a role, with the words shown below each. */
export function screensOf(role: CurrentUser['role']) {
  const isAdministrator = role === 'administrator';
  const inSidebar = navigationOf(role, '', 'resources').flatMap(({ label, link, groups = [] }) => [
    { label, link, about: 'Screen' },
    // The portal's settings are found by the name of their screen, because members have Settings of their own.
    ...groups
      .flatMap(({ entries }) => entries)
      .filter((entry) => entry.label !== 'Settings')
      .map((entry) => ({ label: entry.label, link: entry.link, about: label })),
  ]);
  return [...inSidebar, ...memberScreens, ...(isAdministrator ? administratorScreens : [])];
}

/** Whether every word of the search begins a word of the text. */
export function matches(text: string, search: string): boolean {
  const words = wordsOf(text);
  const sought = wordsOf(search);
  return sought.length > 0 && sought.every((part) => words.some((word) => word.startsWith(part)));
}

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');

const wordsOf = (text: string) =>
  withoutAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter((word) => word !== '');

/** Splits the text into parts; a part is marked if it begins a word of the text and equals a word of the search. */
export function markedParts(text: string, search: string): { at: number; part: string; isMarked: boolean }[] {
  const sought = wordsOf(search).map((word) => word.replaceAll('.', '\\.'));
  if (sought.length === 0) return [{ at: 0, part: text, isMarked: false }];
  const beginning = new RegExp(`(?<![\\p{L}\\p{N}])(${sought.join('|')})`, 'giu');
  // A character that is longer without its accents stays, so that the parts of both texts are equally long.
  const plain = text.replace(/\P{ASCII}/gu, (one) => {
    const bare = withoutAccents(one);
    return bare.length === one.length ? bare : one;
  });
  let at = 0;
  return plain.split(beginning).map(({ length }, index) => {
    const marked = { at, part: text.slice(at, at + length), isMarked: index % 2 === 1 };
    at += length;
    return marked;
  });
}

/** Returns a link to the administrator's list of users, searched for an email address. */
export const linkToUser = (email: string) =>
  linkTo({ to: '/admin-dashboard', search: adminSearch({ tab: 'users', search: email }) });
