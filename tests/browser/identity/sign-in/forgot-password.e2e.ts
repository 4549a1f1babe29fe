import { expect, type Page } from '@playwright/test';
import { mailTo } from '#tests/browser/support/mails.ts';
import { newPerson } from '#tests/browser/support/people.ts';
import { expectToast, passwordField } from '#tests/browser/support/screen.ts';
import { fillSignIn, signInScreen, welcomeOf } from '#tests/browser/support/sign-in.ts';
import { memberTest } from '#tests/browser/support/test.ts';

const { signInButton, field } = signInScreen;
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Reset Link' });

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
