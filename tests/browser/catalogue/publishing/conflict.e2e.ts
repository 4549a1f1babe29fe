import { expect, type Page } from '@playwright/test';
import { longArticle } from '#tests/browser/support/articles.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast, toastOf } from '#tests/browser/support/screen.ts';
import { administratorTest as test } from '#tests/browser/support/test.ts';

test('the second administrator who saves a resource compares both versions and loses no change', {
  tag: '@long',
}, async ({ page, office, newPage, watch }) => {
  const { id, title } = await office.addResource({ estimatedDuration: 10 });
  const other = await newPage();
  await signInAsAdministrator(other.context().request);
  const open = async (editor: Page) => {
    await editor.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
    await editor.getByRole('button', { name: `Edit ${title}` }).click();
    return editor.getByRole('form', { name: 'Edit Report' });
  };
  const [mine, theirs] = [await open(page), await open(other)];
  await theirs.getByRole('spinbutton', { name: /^Estimated Duration/ }).fill('25');
  await theirs.getByRole('button', { name: 'Update Resource' }).click();
  await expectToast(other, 'Resource updated', title);
  await mine.getByRole('textbox', { name: 'Description' }).fill('Mine.');
  watch.expectRefusal(`409 PUT /api/admin/resources/${id}`);
  await mine.getByRole('button', { name: 'Update Resource' }).click();
  const conflict = page.getByRole('dialog', {
    name: 'Another administrator changed this resource after you opened it',
  });
  await expect(conflict.getByRole('group', { name: 'Estimated Duration (minutes)' })).toContainText('25');
  await expect(toastOf(page)).toHaveCount(0);
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await expect(mine.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine.');
  await mine.getByRole('button', { name: 'Update Resource' }).click();
  await expectToast(page, 'Resource updated', title);
  expect(await office.getResource(id)).toMatchObject({ description: 'Mine.', estimatedDuration: 25 });
});

test('a conflict in an article shows both texts, and the editor loads the chosen one', { tag: '@long' }, async ({
  page,
  office,
  newPage,
  watch,
}) => {
  const { id, title } = await office.addResource({
    type: 'article',
    article: longArticle('First', 'Second'),
    roleAffiliations: ['policy_lead'],
  });
  const other = await newPage();
  await signInAsAdministrator(other.context().request);
  const open = async (editor: Page) => {
    await editor.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
    await editor.getByRole('button', { name: `Edit ${title}` }).click();
    const form = editor.getByRole('form', { name: 'Edit Article' });
    await expect(form.getByRole('heading', { name: 'First' })).toBeVisible();
    return form;
  };
  const write = async (editor: Page, words: string) => {
    await editor.getByRole('textbox', { name: 'Text', exact: true }).focus();
    await editor.keyboard.press('ControlOrMeta+Home');
    await editor.keyboard.type(words);
  };
  const [mine, theirs] = [await open(page), await open(other)];
  await write(other, 'Theirs, ');
  await theirs.getByRole('checkbox', { name: 'Project manager' }).check();
  await theirs.getByRole('button', { name: 'Update Resource' }).click();
  await expectToast(other, 'Resource updated', title);
  await write(page, 'Mine, ');
  watch.expectRefusal(`409 PUT /api/admin/resources/${id}`);
  await mine.getByRole('button', { name: 'Update Resource' }).click();
  const conflict = page.getByRole('dialog', {
    name: 'Another administrator changed this resource after you opened it',
  });
  const text = conflict.getByRole('group', { name: 'Text' });
  await expect(text).toContainText('Theirs, First');
  await expect(text).toContainText('Mine, First');
  const roles = conflict.getByRole('group', { name: 'Role Affiliations' }).getByRole('listitem');
  await expect(roles).toHaveText(['Policy lead', 'Project manager', 'Policy lead']);
  await text.getByRole('radio', { name: 'Theirs' }).check();
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await expect(mine.getByRole('heading', { name: 'Theirs, First' })).toBeVisible();
  await write(page, 'Both: ');
  await mine.getByRole('button', { name: 'Update Resource' }).click();
  await expectToast(page, 'Resource updated', title);
  const saved = await (await page.request.get(`/api/resources/${id}/article`)).json();
  expect(saved.document.content[0].content).toEqual([{ type: 'text', text: 'Both: Theirs, First' }]);
});
