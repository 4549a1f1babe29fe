import { expect, test } from 'vitest';
import type { TabName } from './admin-tabs.ts';
import { navigationOf } from './navigation.ts';

const labels = (role: 'user' | 'administrator') => navigationOf(role, '/', 'resources').map(({ label }) => label);

test('NAV-08 every member sees five entries, My Profile as the last', () => {
  expect(labels('user')).toEqual(['Dashboard', 'Browse Resources', 'My Resources', 'Billing', 'My Profile']);
});

test('NAV-09 NAV-15 only administrators see the Admin Dashboard, its other tabs and the screens below it', () => {
  expect(labels('administrator').slice(labels('user').length)).toEqual([
    'Admin Dashboard',
    'Online Products',
    'Subscriptions',
    'Promo Codes',
    'Users',
    'Analytics',
    'What members need',
    'Import and export',
    'Reconciliation',
    'Product News',
    'Audit Log',
    'System',
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
  expect(activeAt('/billing')).toEqual(['Billing']);
  expect(activeAt('/profile')).toEqual(['My Profile']);
  expect(activeAt('/admin-dashboard')).toEqual(['Admin Dashboard']);
  expect(activeAt('/admin-dashboard', 'users')).toEqual(['Users']);
  expect(activeAt('/admin-dashboard/audit')).toEqual(['Audit Log']);
  expect(activeAt('/admin-dashboard/figures')).toEqual(['Admin Dashboard']);
  expect(activeAt('/administration')).toEqual([]);
});
