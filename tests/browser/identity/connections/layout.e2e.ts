import { expect } from '@playwright/test';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, test } from '#tests/browser/support/test.ts';
import { startCounterpart } from '#tests/support/openid.ts';

administratorTest(
  'SSO-13 GEN-18 GEN-19 GEN-21 the portal’s connections fit, pass axe and have names, from none to one that is tested',
  { tag: ['@layout', '@long'] },
  async ({ page, check, watch }) => {
    const provider = await startCounterpart();
    watch.expectForeign(provider.issuer);
    await page.goto('/admin-dashboard/settings');
    await page.getByRole('link', { name: 'Company sign-in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'No company sign-in' })).toBeVisible();
    await check('connections of the portal: none');
    await page.getByRole('button', { name: 'Connect identity provider' }).click();
    await page.getByLabel('Name on the button').fill('Staff account');
    await page.getByLabel('Client ID').fill(provider.clientId);
    await page.getByLabel('Issuer').fill(provider.issuer);
    await expect(page.getByText(/^Reached\./)).toBeVisible();
    await page.getByRole('radio', { name: 'Key pair of this connection' }).check();
    await page.getByText('Claims, sessions and bookmarks').click();
    await check('connections of the portal: a new one');
    await page.getByRole('radio', { name: 'Client secret' }).check();
    await page.locator('input[name="clientSecret"]').fill(provider.clientSecret);
    await page.getByRole('button', { name: 'Save connection' }).click();
    await expectToast(page, 'Staff account was saved');
    provider.allow(await page.getByLabel('Redirect URL').inputValue());
    provider.expect({ sub: 'ada', claims: { email: 'ada@example.org', email_verified: true } });
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Test sign-in' }).click();
    const small = await opened;
    await expect(small.getByRole('heading', { name: 'The sign-in works' })).toBeVisible();
    await small.close();
    await expect(page.getByRole('button', { name: 'Test again' })).toBeVisible();
    await check('connections of the portal: tested');
    // If it were offered, the sign-in screen of every other test would have its button.
    await page.getByRole('button', { name: 'Remove connection' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove connection' }).click();
    await expect(page.getByRole('heading', { name: 'No company sign-in' })).toBeVisible();
    await provider.close();
  },
);

test('SSO-09 GEN-18 GEN-19 GEN-21 the page that asks for the address of a company fits, passes axe and has names', {
  tag: ['@layout', '@long'],
}, async ({ page, check }) => {
  await page.goto('/auth?view=company');
  await page.getByRole('textbox', { name: 'Work email' }).fill('ines@elsewhere.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^No company sign-in is set up for elsewhere\.example\./)).toBeVisible();
  await check('continue with your company');
});
