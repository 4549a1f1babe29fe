import { expect, test } from 'vitest';
import { areasOf } from './changed-areas.ts';

test.each([
  ['a screen of a feature', 'web/learning/library/LibraryScreen.tsx', ['server/learning/library/']],
  ['a route of a feature', 'server/commerce/access/routes.ts', ['server/commerce/access/']],
  ['the endpoints of a feature', 'contract/commerce/promotions.endpoints.ts', ['server/commerce/promotions/']],
  ['a further shape of a feature', 'contract/catalogue/catalogue-forms.ts', ['server/catalogue/catalogue/']],
  ['a feature of two words', 'contract/identity/sign-in.ts', ['server/identity/sign-in/']],
  ['a part of the platform', 'server/platform/files/bucket.ts', ['server/platform/files/']],
  ['a program of the server', 'server/commands/backup.ts', ['server/commands/backup.test.ts']],
  ['a page of the documents', 'docs/operating.md', []],
])('npm run test:fast leads from %s to its server tests', (_, file, areas) => {
  expect(areasOf([file])).toEqual(areas);
});

test('npm run test:fast runs an area once when several of its files have changed', () => {
  expect(areasOf(['web/learning/tools/api.ts', 'demo/seed.ts', 'contract/learning/tools.ts'])).toEqual([
    'demo/',
    'server/learning/tools/',
  ]);
});
