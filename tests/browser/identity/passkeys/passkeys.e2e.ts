import { expect, type Page } from '@playwright/test';
import { addAuthenticator } from '#tests/browser/support/authenticator.ts';
import { mailTo } from '#tests/browser/support/mails.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { forgetSession, welcomeOf } from '#tests/browser/support/sign-in.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('PASS-01 PASS-02 PASS-04 a member adds a passkey, signs in with it by button and by autofill, renames and removes it', async ({
  page,
  member,
  check,
  watch,
}) => {
  const authenticator = await addAuthenticator(page);
  await page.goto('/settings');
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await button(page, 'Add passkey').click();
  await expectToast(page, 'Passkey added');
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(row).toContainText(/Chrome on Linux.*not used yet/);
  expect(await authenticator.list()).toHaveLength(1);
  await mailTo(page.request, member.email, /A passkey was added/);
  await check('Settings with a passkey');

  await authenticator.setPerson('away');
  await forgetSession(page);
  await page.goto('/auth');
  await expect(button(page, 'Sign in with a passkey')).toBeVisible();
  await check('the sign-in screen with a passkey');
  await authenticator.setPerson('present');
  await button(page, 'Sign in with a passkey').click();
  await expect(welcomeOf(page)).toContainText(member.firstName);

  // The browser offers the passkey in the field; its person is there and takes it.
  await forgetSession(page);
  await page.goto('/auth');
  await expect(welcomeOf(page)).toContainText(member.firstName);

  await page.goto('/settings');
  await expect(row).toContainText(/last used/);
  await button(page, 'Rename Chrome on Linux').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Passkey renamed');
  await button(page, 'Remove Laptop').click();
  await button(page, 'Remove passkey').click();
  await expectToast(page, 'The passkey was removed. Other devices were signed out.');
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();

  // The authenticator still holds it, until the browser hears that it opens nothing.
  watch.expectRefusal('400 POST /api/login/passkey');
  await forgetSession(page);
  await page.goto('/auth');
  await expectToast(page, 'Login failed', 'This passkey opens no account here any more. Please use another way.');
  await expect.poll(authenticator.list).toEqual([]);
});
