import { expect, type Page } from '@playwright/test';
import type { Login } from '#contract/identity/sign-in.ts';
import { mailTo } from '#tests/browser/support/mails.ts';
import { expectToast, passwordField } from '#tests/browser/support/screen.ts';
import { fillSignIn, forgetSession, signInScreen, welcomeOf } from '#tests/browser/support/sign-in.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toggle = (page: Page, name: string) => page.getByRole('switch', { name });

test('SET-01 SET-02 SET-03 the switches start with their defaults and keep the choice', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/settings');
  for (const name of ['Notifications', 'Security', 'Privacy', 'Data & Privacy']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  const defaults = {
    'Email Updates': true,
    'Resource Alerts': true,
    'Security Alerts': true,
    'Marketing Emails': false,
  };
  const privacy = { 'Profile Visible': true, 'Activity Tracking': true, 'Data Collection': false };
  for (const [name, isOn] of Object.entries({ ...defaults, ...privacy })) {
    await expect(toggle(page, name)).toBeChecked({ checked: isOn });
  }
  await toggle(page, 'Marketing Emails').click();
  await expectToast(page, 'Settings updated');
  await toggle(page, 'Email Updates').press('Space');
  await expect(toggle(page, 'Email Updates')).not.toBeChecked();
  await expect
    .poll(async () => (await page.request.get('/api/user')).json())
    .toMatchObject({ emailUpdates: false, marketingEmails: true, resourceAlerts: true });
  await page.reload();
  await expect(toggle(page, 'Marketing Emails')).toBeChecked();
  await expect(toggle(page, 'Email Updates')).not.toBeChecked();
});

test('PROF-09 a picture is uploaded, shown in header, settings and profile, and removed', async ({ page, watch }) => {
  await page.goto('/settings');
  watch.allowRefusal('415 POST /api/user/picture');
  const pictures = page.locator('img[src^="/api/pictures/"]');
  await expect(pictures).toHaveCount(0);
  const file = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.getByLabel('Picture file').setInputFiles(file);
  await expectToast(page, 'Upload failed');
  await expect(pictures).toHaveCount(0);
  const portrait = await page.screenshot();
  await page.getByLabel('Picture file').setInputFiles({ ...file, buffer: portrait });
  await expectToast(page, 'Picture updated');
  await expect(pictures).toHaveCount(2);
  await page.goto('/profile');
  await expect(pictures).toHaveCount(2);
  await page.goto('/settings');
  await button(page, 'Remove picture').click();
  await expectToast(page, 'Picture removed');
  await expect(pictures).toHaveCount(0);
  await expect(button(page, 'Upload picture')).toBeVisible();
});

test('SET-06 SET-08 SET-09 LABEL-08 the password is changed in a panel that opens and closes', {
  tag: '@long',
}, async ({ page, member, watch }) => {
  watch.expectRefusal('403 POST /api/user/change-password');
  await page.goto('/settings');
  await button(page, 'Change Password').click();
  await expect(passwordField(page, 'Current Password')).toBeVisible();
  await button(page, 'Change Password').click();
  await expect(passwordField(page, 'Current Password')).toHaveCount(0);

  await button(page, 'Change Password').click();
  await fillPasswords(page, 'not the password', 'a new password', 'another one');
  await expectToast(page, 'Password mismatch', "New password and confirmation don't match.");
  await fillPasswords(page, 'not the password', 'short', 'short');
  await expect(passwordField(page, 'New Password')).toHaveAccessibleDescription(
    /Password must be at least 6 characters/,
  );
  await fillPasswords(page, 'not the password', 'a new password', 'a new password');
  await expectToast(page, 'Password change failed', 'The current password is wrong.');
  await fillPasswords(page, member.password, 'a new password', 'a new password');
  await expectToast(page, 'Password updated');
  await expect(passwordField(page, 'Current Password')).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await forgetSession(page);
  await page.goto('/');
  await fillSignIn(page, { ...member, password: 'a new password' });
  await signInScreen.signInButton(page).click();
  await expect(welcomeOf(page)).toBeVisible();
});

async function fillPasswords(page: Page, current: string, next: string, confirmation: string) {
  await passwordField(page, 'Current Password').fill(current);
  await passwordField(page, 'New Password').fill(next);
  await passwordField(page, 'Confirm New Password').fill(confirmation);
  await button(page, 'Update Password').click();
}

test('settings list the devices and sign out one, then all; a new device is announced by mail', {
  tag: '@long',
}, async ({ page, member, newPage, watch }) => {
  // Browse asks for both at once; the first refusal leads to the sign-in form.
  watch.allowRefusal('401 GET /api/resources');
  watch.allowRefusal('401 GET /api/resources/counts');
  const other = await newPage({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' });
  await signIn(other, member);
  const mail = await mailTo(page.request, member.email, /^New sign-in/);
  expect(mail.text).toContain('Firefox on Windows');

  await page.goto('/settings');
  // The list of known devices names it, too.
  const signOut = page.getByRole('button', { name: /^Sign out/ });
  const row = page.getByRole('listitem').filter({ hasText: 'Firefox on Windows', has: signOut });
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await row.getByRole('button', { name: /^Sign out/ }).click();
  await expectToast(page, 'Device signed out');
  await expect(row).toHaveCount(0);
  await other.getByRole('link', { name: 'Browse Resources' }).first().click();
  await expect(signInScreen.signInButton(other)).toBeVisible();

  await button(page, 'Sign out everywhere').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expectToast(page, 'Signed out everywhere');
  await expect(signInScreen.signInButton(page)).toBeVisible();
  expect((await page.request.get('/api/user')).status()).toBe(401);
});

async function signIn(page: Page, member: Login) {
  await page.goto('/');
  await fillSignIn(page, member);
  await signInScreen.signInButton(page).click();
  await expect(welcomeOf(page)).toBeVisible();
}
