import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { mailTo } from '#tests/browser/support/mails.ts';
import { demoAdministrator, newPerson, registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { startPortalProcess } from '#tests/browser/support/portal-process.ts';
import { expectToast, passwordField, toastOf } from '#tests/browser/support/screen.ts';
import { fillRegistration, signInScreen, welcomeOf } from '#tests/browser/support/sign-in.ts';
import { test as base } from '#tests/browser/support/test.ts';
import { freePort } from '#tests/support/process.ts';

/** The list of common passwords comes with a higher PASSWORD_MIN, so these tests have a portal of their own. */
const test = base.extend<object, { ownPortal: string }>({
  ownPortal: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-passwords-'));
      const where = { dataDir, port: await freePort(), logName: 'passwords.log' };
      const portal = await startPortalProcess({ ...where, variables: { PASSWORD_MIN: '8' } });
      await use(portal.url);
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ ownPortal }, use) => use(ownPortal),
});

const common = 'Baseball';
const chosen = 'harbour of words';
const sentence = 'This password is too common and easy to guess. Please choose another.';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * Expects the error only beside the field, which keeps its text and has the focus, so that another password can be
 * typed.
 */
async function expectRejected(page: Page, field: Locator) {
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(common);
  await expect(toastOf(page)).toHaveCount(0);
}

test('V6.2.4 H08 registering says beside the field that a password is too common', { tag: '@long' }, async ({
  page,
  watch,
}) => {
  watch.expectRefusal('400 POST /api/register');
  await page.goto('/auth');
  await fillRegistration(page, { ...newPerson(), password: common });
  await signInScreen.createButton(page).click();
  await expectRejected(page, passwordField(page));
  await passwordField(page).fill(chosen);
  await signInScreen.createButton(page).click();
  await expect(welcomeOf(page)).toBeVisible();
});

test('V6.2.4 H08 the settings and the page of a link say beside the field that a password is too common', {
  tag: '@long',
}, async ({ page, context, watch }) => {
  watch.expectRefusal('400 POST /api/user/change-password');
  const member = await registerMember(context.request);
  await page.goto('/settings');
  await button(page, 'Change Password').click();
  await passwordField(page, 'Current Password').fill(member.password);
  await passwordField(page, 'New Password').fill(common);
  await passwordField(page, 'Confirm New Password').fill(common);
  await button(page, 'Update Password').click();
  await expectRejected(page, passwordField(page, 'New Password'));

  watch.expectRefusal('400 POST /api/reset-password');
  await expect(await context.request.post('/api/forgot-password', { data: { email: member.email } })).toBeOK();
  const { text } = await mailTo(context.request, member.email, /^Reset your/);
  await page.goto(/http\S+\/reset-password\?token=\S+/.exec(text)?.[0] ?? '');
  await passwordField(page, 'New Password').fill(common);
  await passwordField(page, 'Confirm Password').fill(common);
  await button(page, 'Reset Password').click();
  await expectRejected(page, passwordField(page, 'New Password'));
  await passwordField(page, 'New Password').fill(chosen);
  await passwordField(page, 'Confirm Password').fill(chosen);
  await button(page, 'Reset Password').click();
  await expectToast(page, 'Password reset');
});

test('V6.2.4 H08 the form of a new account refuses a common password, and the demo’s password still signs in', {
  tag: '@long',
}, async ({ page, context, watch }) => {
  watch.expectRefusal('400 POST /api/users');
  expect(demoAdministrator.password).toBe('portal-demo');
  await signInAsAdministrator(context.request);
  await page.goto('/admin-dashboard?tab=users');
  await button(page, 'Add User').click();
  const dialog = page.getByRole('dialog');
  const { firstName, lastName, email } = newPerson();
  await dialog.getByLabel('First Name').fill(firstName);
  await dialog.getByLabel('Last Name').fill(lastName);
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await passwordField(page).fill(common);
  await button(page, 'Create User').click();
  await expectRejected(page, passwordField(page));
  await passwordField(page).fill(chosen);
  await button(page, 'Create User').click();
  await expectToast(page, 'User created');
});
