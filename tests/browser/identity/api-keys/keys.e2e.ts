import { expect } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest } from '#tests/browser/support/test.ts';

administratorTest(
  'HOOK-05 APIKEY-01 GEN-18 GEN-19 GEN-21 a key is made below Settings, shown once, works, and is revoked',
  { tag: '@layout' },
  async ({ page, check, request }) => {
    await page.goto('/admin-dashboard/settings');
    await page.getByRole('navigation', { name: 'Settings views' }).getByRole('link', { name: 'Developers' }).click();
    await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
    const name = newTitle('Nightly copy');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('checkbox', { name: 'Read the catalogue' }).check();
    await dialog.getByRole('checkbox', { name: 'Read members: name, email address, organisation' }).check();
    await check('the form of a new key');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'Copy your key now' });
    const token = (await shown.getByText(/^rapp_p_\w{40}$/).textContent()) ?? '';
    await check('a new key, shown once');
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('catalogue:read');
    await check('the keys of the portal');

    const headers = { authorization: `Bearer ${token}` };
    expect((await request.get('/api/members?limit=1', { headers })).status()).toBe(200);
    await row.getByRole('button', { name: `Actions of ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await expectToast(page, 'The key is revoked');
    await expect(row).toHaveCount(0);
    expect((await request.get('/api/members?limit=1', { headers })).status()).toBe(401);
  },
);

memberTest(
  'HOOK-05 GEN-18 GEN-19 GEN-21 the keys of a member and of an organisation fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    const { request } = page.context();
    const scopes = ['catalogue:read', 'library:read', 'progress:write', 'completions:read'];
    const key = { name: 'A script with a name that needs more than one line', scopes, expiresInDays: 30 };
    expect((await request.post('/api/user/keys', { data: key })).status()).toBe(201);
    await page.goto('/settings');
    await expect(page.getByRole('row').filter({ hasText: key.name })).toBeVisible();
    await check('the settings with a key');

    const made = await request.post('/api/organisations', { data: { name: newTitle('Council') } });
    const { id } = await made.json();
    const ofOrganisation = { ...key, scopes: ['organisation:read', 'organisation:write', 'completions:read'] };
    expect((await request.post(`/api/organisations/${id}/keys`, { data: ofOrganisation })).status()).toBe(201);
    await page.goto('/organisation');
    await page.getByRole('tab', { name: 'Developers' }).click();
    await expect(page.getByRole('row').filter({ hasText: key.name })).toBeVisible();
    await check('the keys of an organisation');
  },
);
