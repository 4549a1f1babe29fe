import { expect, type Page } from '@playwright/test';
import type { Login } from '#contract/identity/sign-in.ts';
import { mailTo } from '#tests/browser/support/mails.ts';
import { expectToast, passwordField } from '#tests/browser/support/screen.ts';
import { codeOf, fillSignIn, forgetSession, signInScreen, welcomeOf } from '#tests/browser/support/sign-in.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

test('SET-10 SET-18 LABEL-08 the second factor is set up, asked for, replaced by a recovery code and turned off', {
  tag: '@long',
}, async ({ page, member, watch }) => {
  watch.expectRefusal('400 POST /api/user/two-factor/enable');
  watch.expectRefusal('401 POST /api/login');
  watch.expectRefusal('403 POST /api/user/two-factor/disable');
  await page.goto('/settings');
  await button(page, 'Enable Two-Factor').click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
  const verification = page.getByRole('textbox', { name: 'Verification Code' });
  await expect(verification).toBeFocused();
  const secret = (await page.getByRole('main').locator('code').innerText()).replaceAll(' ', '');
  await verification.fill('000000');
  await button(page, 'Verify').click();
  await expect(verification).toHaveAccessibleDescription(/This code is wrong\./);
  await expect(verification).toBeFocused();
  await verification.fill(codeOf(secret));
  await button(page, 'Verify').click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  const recoveryCodes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await button(page, 'I have saved them').click();
  await expect(page.getByText(recoveryCodes[0] ?? '')).toHaveCount(0);

  await startSignIn(page, member);
  await codeField(page).fill('000000');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Login failed', 'This code is wrong.');
  await codeField(page).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(welcomeOf(page)).toBeVisible();

  await startSignIn(page, member);
  await codeField(page).fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(welcomeOf(page)).toBeVisible();

  await page.goto('/settings');
  await button(page, 'Turn off two-factor').click();
  await passwordField(page).fill('not the password');
  await codeField(page).fill(recoveryCodes[1] ?? '');
  await button(page, 'Turn off').click();
  await expect(passwordField(page)).toHaveAccessibleDescription(/The current password is wrong\./);
  await expect(passwordField(page)).toBeFocused();
  await passwordField(page).fill(member.password);
  await button(page, 'Turn off').click();
  await expectToast(page, 'Two-factor authentication is off');
  await expect(button(page, 'Enable Two-Factor')).toBeVisible();
  await mailTo(page.request, member.email, /turned off/);
  await forgetSession(page);
  await page.goto('/');
  await fillSignIn(page, member);
  await signInScreen.signInButton(page).click();
  await expect(welcomeOf(page)).toBeVisible();
});

/** Signs in with the password, up to the screen that asks for the code. */
async function startSignIn(page: Page, member: Login) {
  await forgetSession(page);
  await page.goto('/');
  await fillSignIn(page, member);
  await signInScreen.signInButton(page).click();
  await expect(codeField(page)).toBeFocused();
}
