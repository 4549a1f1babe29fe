import { expect, type Page } from '@playwright/test';
import { verificationLinkOf } from '#tests/browser/support/mails.ts';
import { newPerson } from '#tests/browser/support/people.ts';
import { runProgram } from '#tests/browser/support/portal-process.ts';
import { expectToast, passwordField } from '#tests/browser/support/screen.ts';
import { fillSignIn, signInScreen, welcomeOf } from '#tests/browser/support/sign-in.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const deadLink = (page: Page) => page.getByRole('heading', { name: 'Invalid or Expired Link' });
const resetButton = (page: Page) => page.getByRole('button', { name: 'Reset Password' });

test('RESET-07 RESET-08 RESET-09 a set-password link takes a new password, twice the same, and leads to /', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { email } = newPerson();
  await page.goto(await setPasswordLinkOf(email, baseURL ?? ''));
  await expect(resetButton(page)).toBeVisible();
  await expect(page).toHaveURL('/reset-password');
  await fillPasswords(page, '12345', '123456');
  await expect(passwordField(page, 'New Password')).toHaveAccessibleDescription(
    /Password must be at least 6 characters/,
  );
  await fillPasswords(page, 'a new password', 'another one');
  await expect(passwordField(page, 'New Password')).toHaveAccessibleDescription('At least 6 characters');
  await expect(passwordField(page, 'Confirm Password')).toHaveAccessibleDescription("Passwords don't match");
  await fillPasswords(page, 'a new password', 'a new password');
  await expectToast(page, 'Password reset');
  await expect(page).toHaveURL('/');
  await fillSignIn(page, { email, password: 'a new password' });
  await signInScreen.signInButton(page).click();
  await expect(welcomeOf(page)).toBeVisible();
});

test('RESET-13 RESET-14 LABEL-02 a link that was used in another window fails, and is not valid from then on', {
  tag: '@long',
}, async ({ page, newPage, watch, baseURL }) => {
  watch.expectRefusal('400 POST /api/reset-password');
  watch.expectRefusal('400 POST /api/validate-reset-token');
  const link = await setPasswordLinkOf(newPerson().email, baseURL ?? '');
  const other = await newPage();
  for (const one of [page, other]) {
    await one.goto(link);
    await expect(resetButton(one)).toBeVisible();
  }
  await fillPasswords(other, 'a new password', 'a new password');
  await expectToast(other, 'Password reset');
  await fillPasswords(page, 'another password', 'another password');
  const over = 'This link has been used or is no longer valid. Ask for a new one.';
  await expectToast(page, 'Password Reset Failed', over);
  await page.goto(link);
  await expect(deadLink(page)).toBeVisible();
  await expect(page.getByText(over)).toBeVisible();
  await expect(page.getByText('1 hour')).toHaveCount(0);
});

async function fillPasswords(page: Page, password: string, confirmation: string) {
  await passwordField(page, 'New Password').fill(password);
  await passwordField(page, 'Confirm Password').fill(confirmation);
  await resetButton(page).click();
}

const verifyButton = (page: Page) => page.getByRole('button', { name: 'Verify Email Address' });

memberTest(
  'ACCT-02 AUTH-22 the link of the verification mail opens a page that verifies by its button, once',
  { tag: '@long' },
  async ({ page, context, member, watch }) => {
    watch.expectRefusal('409 POST /api/verify-email/check');
    const link = await verificationLinkOf(page.request, member.email);
    await page.goto(link);
    await expect(page.getByText(member.email)).toBeVisible();
    await expect(page).toHaveURL('/verify-email');
    expect(await (await context.request.get('/api/user')).json()).toMatchObject({ emailVerified: false });
    await verifyButton(page).click();
    await expectToast(page, 'Email verified', 'Thank you, your email address is verified.');
    await expect(page).toHaveURL('/');
    expect(await (await context.request.get('/api/user')).json()).toMatchObject({ emailVerified: true });
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Email address verified' })).toBeVisible();
    await page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await page.goto('/profile');
    await expect(page.getByText('Email Verified')).toBeVisible();
  },
);

memberTest(
  'ACCT-02 in a browser without a session the button leads to a new password, and the other session ends',
  { tag: '@long' },
  async ({ page, newPage, member }) => {
    const link = await verificationLinkOf(page.request, member.email);
    const other = await newPage();
    await other.goto(link);
    await expect(other.getByText('Verifying signs out every device of the account')).toBeVisible();
    await verifyButton(other).click();
    await expectToast(other, 'Email verified', 'Thank you, your email address is verified. Now choose a password.');
    await fillPasswords(other, 'a new password', 'a new password');
    await expectToast(other, 'Password reset');
    await fillSignIn(other, { email: member.email, password: 'a new password' });
    await signInScreen.signInButton(other).click();
    await expect(welcomeOf(other)).toBeVisible();
    await page.goto('/');
    await expect(signInScreen.signInButton(page)).toBeVisible();
  },
);

/**
 * Makes a member an administrator of the portal that the tests share, by the operator's program.
 * @returns the set-password link that it prints
 */
async function setPasswordLinkOf(email: string, portalUrl: string): Promise<string> {
  const { PORTAL_DATA_DIR } = process.env;
  if (!PORTAL_DATA_DIR) throw new Error('PORTAL_DATA_DIR must name the data folder of the portal at PORTAL_URL.');
  const variables = { DATA_DIR: PORTAL_DATA_DIR, PUBLIC_URL: portalUrl };
  const printed = await runProgram('scripts/start.mjs', ['server/commands/administrator.ts', email], variables);
  return /^http\S+$/m.exec(printed)?.[0] ?? '';
}
