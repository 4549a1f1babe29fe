import { expect, test } from 'vitest';
import type { TabName } from './admin-tabs.ts';
import { navigationOf } from './navigation.ts';

const labels = (role: 'user' | 'administrator') => navigationOf(role, '/', 'resources').map(({ label }) => label);

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

test('NAV-09 NAV-15 only administrators see the Admin Dashboard, an entry for each of its tabs and the screens below it', () => {
  expect(labels('administrator').slice(labels('user').length)).toEqual([
    'Admin Dashboard',
    'Overview',
    'Resources',
    'Online Products',
    'Subscriptions',
    'Promo Codes',
    'Users',
    'Analytics',
    'Organisations',
    'What members need',
    'Import and export',
    'Reconciliation',
    'Product News',
    'Audit Log',
    'System',
    'Content',
    'Portal settings',
  ]);
});

test('one entry is marked as the present one', () => {
  const activeAt = (path: string, tab: TabName = 'resources') =>
    navigationOf('administrator', path, tab)
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
  expect(activeAt('/admin-dashboard/audit')).toEqual(['Audit Log']);
  expect(activeAt('/admin-dashboard/figures')).toEqual(['Admin Dashboard']);
  expect(activeAt('/administration')).toEqual([]);
});
