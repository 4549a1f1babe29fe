import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('listitem');

memberTest('PERM-02 a member has no audit log', { tag: '@long' }, async ({ page, member }) => {
  expect(member.email).not.toBe('');
  await page.goto('/admin-dashboard/audit');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('an administrator finds who did what to whom, compares, narrows by the address, and takes it along', {
  tag: '@long',
}, async ({ page }) => {
  const { request } = page.context();
  const member = await registerMember(request);
  const name = `${member.firstName} ${member.lastName}`;
  await verifyEmail(request, member.email);
  await signInAsAdministrator(request);
  const [user] = await (await request.get(`/api/users?search=${encodeURIComponent(member.email)}`)).json();
  for (const role of ['administrator', 'user']) await request.patch(`/api/users/${user.id}/role`, { data: { role } });
  await request.put(`/api/users/${user.id}`, { data: { ...user, updatedAt: undefined, organization: 'Quay Works' } });

  await page.goto('/admin-dashboard?tab=users');
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search people' }).fill(member.email);
  await expect(entries(page)).toHaveCount(3);
  await page.getByLabel('Object').selectOption('Users');
  await page.getByLabel('Action').selectOption('Role changed');
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).first()).toContainText(`made ${name} a user`);
  await expect(page).toHaveURL(/person=.+&object=user&action=set-role/);

  await page.reload();
  await expect(entries(page)).toHaveCount(2);
  await page.goBack();
  await expect(entries(page)).toHaveCount(3);
  const details = entries(page).first().getByRole('button', { name: 'Details' });
  await details.focus();
  await page.keyboard.press('Enter');
  const compared = page.getByRole('table', { name: 'Before and after' });
  await expect(compared.getByRole('row').filter({ hasText: 'Organization' })).toContainText('Quay Works');
  await page.keyboard.press('Enter');
  await expect(compared).toHaveCount(0);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text.split('\n').filter((line) => line.includes(member.email))).toHaveLength(3);

  await page.getByRole('searchbox', { name: 'Search values' }).fill('nothing holds these words');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toHaveValue('');
  await expect(entries(page).nth(3)).toBeVisible();
});
