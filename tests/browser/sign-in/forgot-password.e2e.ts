import { expect, type Page } from '@playwright/test';
import { errors } from '#contract/errors.ts';
import { mailTo } from '../support/mails.ts';
import { newPerson } from '../support/people.ts';
import { answerOf, failAnswers } from '../support/routes.ts';
import { expectToast, passwordField } from '../support/screen.ts';
import { fillSignIn, signInScreen, welcomeOf } from '../support/sign-in.ts';
import { memberTest, test } from '../support/test.ts';

const { signInButton, field } = signInScreen;
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Reset Link' });

test('RESET-01 RESET-02 AUTH-02 the request can be entered and cancelled, and is sent only with an address', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused();
  await expect(sendButton(page)).toBeDisabled();
  await field(page, 'Email').press('Enter');
  await field(page, 'Email').fill('  ');
  await expect(sendButton(page)).toBeDisabled();
  await field(page, 'Email').fill('no-address');
  await expect(sendButton(page)).toBeEnabled();
  await sendButton(page).click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Invalid email address');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(signInButton(page)).toBeVisible();
});

test('RESET-05 a request that fails says so, and the address stays', async ({ page, watch }) => {
  await failAnswers(page, watch, '/api/forgot-password');
  await page.goto('/auth?view=forgot-password');
  await field(page, 'Email').fill('member@example.org');
  await sendButton(page).click();
  await expectToast(page, 'Error');
  await expect(field(page, 'Email')).toHaveValue('member@example.org');
});

memberTest(
  'RESET-03 RESET-09 LABEL-01 from the request over the mail to signing in with the new password',
  async ({ page, context, member, watch }) => {
    watch.expectRefusal('401 POST /api/login');
    await context.clearCookies();
    await page.goto('/auth?view=forgot-password');
    for (const email of [newPerson().email, member.email]) {
      await page.goto('/auth?view=forgot-password');
      await field(page, 'Email').fill(email);
      await sendButton(page).click();
      await expect(page.getByRole('status')).toContainText('If this address has an account, we have sent it a link.');
    }
    const { text } = await mailTo(page.request, member.email, /^Reset your/);
    await page.goto(/http\S+\/reset-password\?token=\S+/.exec(text)?.[0] ?? '');
    await passwordField(page, 'New Password').fill('a new password');
    await passwordField(page, 'Confirm Password').fill('a new password');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expectToast(page, 'Password reset');
    await expect(page).toHaveURL('/');
    await fillSignIn(page, member);
    await signInButton(page).click();
    await expectToast(page, 'Login failed', 'Wrong email or password.');
    await fillSignIn(page, { ...member, password: 'a new password' });
    await signInButton(page).click();
    await expect(welcomeOf(page)).toContainText(member.firstName);
  },
);

memberTest(
  'ACCT-04 a sign-in that is locked offers a mailed link, which leads in',
  async ({ page, context, member, watch }) => {
    watch.expectRefusal('429 POST /api/login');
    await context.clearCookies();
    const code = 'accounts.sign-in-locked';
    await answerOf(page, /\/api\/login$/, { status: 429, json: { code, message: errors[code].message } });
    await page.goto('/auth');
    await fillSignIn(page, member);
    await signInButton(page).click();
    await expectToast(page, 'Login failed', errors[code].message);
    await page.getByRole('button', { name: 'Email Me a Link' }).click();
    await expect(page.getByText('If this address has an account, we have sent it a link.')).toBeVisible();
    await mailTo(page.request, member.email, /^Reset your/);
  },
);
