import { expect, type Page } from '@playwright/test';
import { signInAsAdministrator } from './support/people.ts';
import { expectToast } from './support/screen.ts';
import { test } from './support/test.ts';

test.beforeEach(async ({ context }) => signInAsAdministrator(context.request));

test('two administrators edit one resource: the second is told, compares, and nothing is lost', async ({
  page,
  office,
  newPage,
  watch,
}) => {
  const { id, title } = await office.addResource({ estimatedDuration: 10 });
  const other = await newPage();
  await signInAsAdministrator(other.context().request);
  const open = async (editor: Page) => {
    await editor.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
    await editor.getByRole('button', { name: `Edit ${title}` }).click();
    return editor.getByRole('dialog', { name: 'Edit Report' });
  };
  const [mine, theirs] = [await open(page), await open(other)];
  await theirs.getByRole('spinbutton', { name: /^Estimated Duration/ }).fill('25');
  await theirs.getByRole('button', { name: 'Update Resource' }).click();
  await expectToast(other, 'Resource updated', title);
  await mine.getByRole('textbox', { name: 'Description' }).fill('Mine.');
  watch.expectRefusal(`409 PUT /api/admin/resources/${id}`);
  await mine.getByRole('button', { name: 'Update Resource' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else has saved this resource' });
  await expect(conflict.getByRole('group', { name: 'Estimated Duration (minutes)' })).toContainText('25');
  await conflict.getByRole('button', { name: 'Use This Choice' }).click();
  await expect(mine.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine.');
  await mine.getByRole('button', { name: 'Update Resource' }).click();
  await expectToast(page, 'Resource updated', title);
  expect(await office.getResource(id)).toMatchObject({ description: 'Mine.', estimatedDuration: 25 });
});
