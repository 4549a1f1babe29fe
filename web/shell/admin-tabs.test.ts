import { expect, test } from 'vitest';
import { stringifySearch } from '../platform/search.ts';
import { adminSearch } from './admin-tabs.ts';

test('NAV-15 Import and export is a view of Resources and What members need one of Analytics, with what they read', () => {
  expect(stringifySearch(adminSearch({ view: 'import', import: '7', status: 'draft' }))).toBe('?import=7&view=import');
  expect(stringifySearch(adminSearch({ tab: 'analytics', view: 'needs' }))).toBe('?tab=analytics&view=needs');
  for (const search of [
    { tab: 'users', view: 'import' },
    { tab: 'users', view: 'needs' },
    { tab: 'users', view: 'x' },
  ]) {
    expect(stringifySearch(adminSearch(search))).toBe('?tab=users');
  }
});

test('ADM-PROMO-02 a tab keeps a view of its own', () => {
  const search = { tab: 'promo-codes', view: 'usage-logs' };
  expect(stringifySearch(adminSearch(search))).toBe('?view=usage-logs&tab=promo-codes');
});

test('ADM-02 the address names every tab but the usual one, and an unknown tab is the usual one', () => {
  for (const tab of ['resources', 'online-products', 'subscriptions', 'promo-codes', 'users', 'analytics']) {
    expect(stringifySearch(adminSearch({ tab }))).toBe(tab === 'resources' ? '' : `?tab=${tab}`);
  }
  expect(stringifySearch(adminSearch({ tab: 'billing' }))).toBe('');
});

test('each tab reads its own parameters only, and unknown values are left out', () => {
  const given = { search: ' okon ', status: 'suspended', role: 'administrator', sort: 'title', page: '2' };
  const read = (tab: string) => stringifySearch(adminSearch({ ...given, tab }));
  expect(read('subscriptions')).toBe('?search=okon&status=suspended&page=2&tab=subscriptions');
  expect(read('users')).toBe('?search=okon&role=administrator&page=2&tab=users');
  expect(read('resources')).toBe('?search=okon&sort=title&page=2');
  expect(read('online-products')).toBe('?tab=online-products');
});
