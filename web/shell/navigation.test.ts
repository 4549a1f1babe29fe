import { expect, test } from 'vitest';
import type { TabName } from './admin-tabs.ts';
import { navigationOf } from './navigation.ts';

const labels = (role: 'user' | 'administrator') => navigationOf(role, '/', 'resources').map(({ label }) => label);
const groupsAt = (path: string, tab: TabName) => navigationOf('administrator', path, tab).at(-1)?.groups ?? [];

test('NAV-08 PLAN-03 every member sees seven entries, My Profile as the last', () => {
  expect(labels('user')).toEqual([
    'Dashboard',
    'Browse Resources',
    'My Resources',
    'My plan',
    'Organisation',
    'Billing',
    'My Profile',
  ]);
});

test('NAV-09 NAV-15 only administrators see the Admin Dashboard, and below it a menu of twelve entries in groups', () => {
  expect(navigationOf('user', '/', 'resources').some(({ groups }) => groups)).toBe(false);
  expect(labels('administrator')).toEqual([...labels('user'), 'Admin Dashboard']);
  const groups = groupsAt('/', 'resources').map(({ label, entries }) => [label, entries.map((entry) => entry.label)]);
  expect(groups).toEqual([
    ['', ['Overview']],
    ['Catalogue', ['Resources', 'Online Products']],
    ['Sales', ['Subscriptions', 'Promo Codes', 'Reconciliation']],
    ['People', ['Users', 'Organisations']],
    ['Insight', ['Analytics', 'Audit']],
    ['Portal', ['System', 'Settings']],
  ]);
  expect(groups.flatMap(([, entries]) => entries)).toHaveLength(12);
});

test('one entry is marked as the present one', () => {
  const activeAt = (path: string, tab: TabName = 'resources') =>
    [...navigationOf('administrator', path, tab), ...groupsAt(path, tab).flatMap(({ entries }) => entries)]
      .filter(({ isActive }) => isActive)
      .map(({ label }) => label);
  expect(activeAt('/')).toEqual(['Dashboard']);
  expect(activeAt('/browse')).toEqual(['Browse Resources']);
  expect(activeAt('/resource/7')).toEqual(['Browse Resources']);
  expect(activeAt('/my-resources')).toEqual(['My Resources']);
  expect(activeAt('/my-plan')).toEqual(['My plan']);
  expect(activeAt('/tools/responsible-ai-assessment')).toEqual(['My plan']);
  expect(activeAt('/organisation')).toEqual(['Organisation']);
  expect(activeAt('/organisation/my-learning')).toEqual(['Organisation']);
  expect(activeAt('/billing')).toEqual(['Billing']);
  expect(activeAt('/profile')).toEqual(['My Profile']);
  expect(activeAt('/admin-dashboard')).toEqual(['Resources']);
  expect(activeAt('/admin')).toEqual(['Resources']);
  expect(activeAt('/admin-dashboard/overview')).toEqual(['Overview']);
  expect(activeAt('/admin-dashboard', 'users')).toEqual(['Users']);
  expect(activeAt('/admin-dashboard/members/7')).toEqual(['Users']);
  expect(activeAt('/admin-dashboard/organisations/7')).toEqual(['Organisations']);
  expect(activeAt('/admin-dashboard/audit')).toEqual(['Audit']);
  expect(activeAt('/admin-dashboard/figures')).toEqual(['Analytics']);
  for (const screen of ['settings', 'content', 'news']) {
    expect(activeAt(`/admin-dashboard/${screen}`)).toEqual(['Settings']);
  }
  expect(activeAt('/administration')).toEqual([]);
});
