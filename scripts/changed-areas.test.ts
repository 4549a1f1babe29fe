import { expect, test } from 'vitest';
import { areasOf } from './changed-areas.ts';

test.each([
  ['a screen of a noun', 'web/features/library/LibraryScreen.tsx', ['server/features/library/']],
  ['a route of a noun', 'server/features/access/routes.ts', ['server/features/access/']],
  ['the endpoints of a noun', 'contract/promotions.endpoints.ts', ['server/features/promotions/']],
  ['a further shape of a noun', 'contract/catalogue-forms.ts', ['server/features/catalogue/']],
  ['a noun of two words', 'contract/sign-in.ts', ['server/features/sign-in/']],
  ['a part of the platform', 'server/platform/files/bucket.ts', ['server/platform/files/']],
  ['a program of the server', 'server/backup.ts', ['server/backup.test.ts']],
  ['a page of the documents', 'docs/operating.md', []],
])('npm run test:fast leads from %s to its server tests', (_, file, areas) => {
  expect(areasOf([file])).toEqual(areas);
});

test('npm run test:fast runs an area once when several of its files have changed', () => {
  expect(areasOf(['web/features/tools/api.ts', 'demo/seed.ts', 'contract/tools.ts'])).toEqual([
    'demo/',
    'server/features/tools/',
  ]);
});
