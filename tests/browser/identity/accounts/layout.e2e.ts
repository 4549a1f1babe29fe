import { expect, type Page } from '@playwright/test';
import { codeOf, fillSignIn, forgetSession, signInScreen } from '#tests/browser/support/sign-in.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name });

test.describe.configure({ mode: 'parallel' });

test('GEN-18 GEN-19 GEN-21 profile and settings fit, pass axe and have names', { tag: ['@layout', '@long'] }, async ({
  page,
  check,
  member,
  watch,
}) => {
  await page.goto('/profile');
  await expect(page.getByText(member.email).first()).toBeVisible();
  await check('profile');
  await button(page, 'Edit Profile').click();
  await page.getByRole('textbox', { name: 'First Name' }).fill('');
  await button(page, 'Save').click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await check('the profile with errors');
  await page.goto('/settings');
  await expect(page.getByText('This device')).toBeVisible();
  await check('settings');
  await button(page, 'Change Password').click();
  await button(page, 'Enable Two-Factor').click();
  await expect(button(page, 'Verify')).toBeVisible();
  await check('settings with open panels');
  const secret = (await page.getByRole('main').locator('code').innerText()).replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Verification Code' }).fill(codeOf(secret));
  await button(page, 'Verify').click();
  await expect(button(page, 'I have saved them')).toBeVisible();
  await check('recovery codes');
  await button(page, 'Turn off two-factor').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('the question about two-factor authentication', { isDialog: true });
  await forgetSession(page);
  await page.goto('/auth?view=forgot-password');
  await expect(button(page, 'Send Reset Link')).toBeVisible();
  await check('a forgotten password');
  await page.goto('/auth');
  await fillSignIn(page, member);
  watch.expectRefusal('401 POST /api/login');
  await signInScreen.signInButton(page).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await check('the code of a sign-in');
});
