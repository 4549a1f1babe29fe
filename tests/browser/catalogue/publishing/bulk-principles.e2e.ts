import { expect } from '@playwright/test';
import type { RappPrinciple } from '#contract/catalogue/catalogue.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest as test } from '#tests/browser/support/test.ts';

test('principles are added to several resources, behind those that are there', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const words = newTitle('Of principle');
  const add = (name: string, rappPrinciples: RappPrinciple[]) =>
    office.addResource({ title: `${words} ${name}`, rappPrinciples });
  const [first, second] = [await add('one', ['adaptive']), await add('two', [])];
  await page.goto(`/admin-dashboard?search=${encodeURIComponent(words)}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Add principles', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add principles to 2 resources?' });
  await dialog.getByRole('button', { name: 'Add principles' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a principle');
  await dialog.getByRole('checkbox', { name: 'Responsible' }).check();
  await dialog.getByRole('button', { name: 'Add principles' }).click();
  await expectToast(page, 'Principles added to 2 resources');
  expect((await office.getResource(first.id)).rappPrinciples).toEqual(['adaptive', 'responsible']);
  expect((await office.getResource(second.id)).rappPrinciples).toEqual(['responsible']);
});
