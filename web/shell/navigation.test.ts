import { expect, test } from 'vitest';
import { navigationOf } from './navigation.ts';

const labels = (role: 'user' | 'administrator') => navigationOf(role, '/').map(({ label, to }) => `${label} ${to}`);

test('NAV-09 only administrators see the Admin Dashboard', () => {
  expect(labels('user')).not.toContain('Admin Dashboard /admin-dashboard');
  expect(labels('administrator')).toEqual([...labels('user'), 'Admin Dashboard /admin-dashboard']);
});

test('NAV-08 every member sees five entries, My Profile as the last', () => {
  expect(labels('user')).toEqual([
    'Dashboard /',
    'Browse Resources /browse',
    'My Resources /my-resources',
    'Billing /billing',
    'My Profile /profile',
  ]);
});

test('one entry is marked as the present one', () => {
  const activeAt = (path: string) =>
    navigationOf('administrator', path)
      .filter(({ isActive }) => isActive)
      .map(({ label }) => label);
  expect(activeAt('/')).toEqual(['Dashboard']);
  expect(activeAt('/browse')).toEqual(['Browse Resources']);
  expect(activeAt('/resource/7')).toEqual(['Browse Resources']);
  expect(activeAt('/my-resources')).toEqual(['My Resources']);
  expect(activeAt('/billing')).toEqual(['Billing']);
  expect(activeAt('/profile')).toEqual(['My Profile']);
  expect(activeAt('/admin')).toEqual(['Admin Dashboard']);
  expect(activeAt('/admin-dashboard')).toEqual(['Admin Dashboard']);
  expect(activeAt('/administration')).toEqual([]);
});
