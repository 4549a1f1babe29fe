import { expect, type Page } from '@playwright/test';
import { verificationLinkOf } from '#tests/browser/support/mails.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('PROF-02 PROF-05 PROF-08 LABEL-07 profile edits can be discarded or saved, but not without a name', async ({
  page,
  member,
}) => {
  await page.goto('/profile');
  await button(page, 'Edit Profile').click();
  await expect(field(page, 'First Name')).toBeFocused();
  await expect(field(page, 'Email')).toBeDisabled();
  await field(page, 'First Name').fill('Another name');
  await button(page, 'Cancel').click();
  await expect(page.getByText('Another name')).toHaveCount(0);

  await button(page, 'Edit Profile').click();
  await expect(field(page, 'First Name')).toHaveValue(member.firstName);
  await field(page, 'First Name').fill(' ');
  await field(page, 'Last Name').fill('');
  await button(page, 'Save').click();
  await expect(field(page, 'First Name')).toHaveAccessibleDescription('First name is required');
  await expect(field(page, 'Last Name')).toHaveAccessibleDescription('Last name is required');
  await field(page, 'First Name').fill('Ada');
  await field(page, 'Last Name').fill('Byron');
  await field(page, 'Organization').fill('Analytical Society');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Profile updated');
  await expect(page.getByRole('heading', { name: 'Ada Byron' })).toBeVisible();
  await expect(page.getByRole('button', { name: /User menu.*Ada Byron/ })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Analytical Society')).toBeVisible();
});

test('AUTH-22 a member who lost the verification mail asks for another one', { tag: '@long' }, async ({
  page,
  member,
  request,
}) => {
  await page.goto('/profile');
  await button(page, 'Send the email again').click();
  await expectToast(page, 'Email sent');
  await page.goto(await verificationLinkOf(request, member.email));
  await button(page, 'Verify Email Address').click();
  await expectToast(page, 'Email verified');
  await page.goto('/profile');
  await expect(page.getByText('Email Verified')).toBeVisible();
  await expect(button(page, 'Send the email again')).toHaveCount(0);
});
