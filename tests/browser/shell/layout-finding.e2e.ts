import { expect, type Page } from '@playwright/test';
import { newTitle } from '../support/office.ts';
import { registerMember, signInAsAdministrator } from '../support/people.ts';
import { answerOf, failAnswers } from '../support/routes.ts';
import { expectToast } from '../support/screen.ts';
import { memberTest, test } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog').last();

test.describe.configure({ mode: 'parallel' });

memberTest(
  'GEN-18 GEN-19 GEN-21 filters, suggestions, Finished and Unsubscribe fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office, watch }) => {
    const { id } = await office.addResource({ accessType: 'free', title: newTitle('A free one') });
    await page.goto('/browse');
    const panel = page.getByRole('region', { name: 'Filters' });
    for (const hasText of ['Implementation phase', 'Role']) await panel.locator('summary', { hasText }).click();
    await check('folded filters, opened');
    const box = page.getByRole('searchbox', { name: 'Search resources' });
    await box.pressSequentially('govern', { delay: 20 });
    await expect(page.getByRole('option').first()).toBeVisible();
    // The former list is dimmed while the new one loads.
    await expect(page).toHaveURL(/search=govern/);
    await expect(page.getByRole('status').filter({ hasText: /^Showing \d+ resources$/ })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await box.press('ArrowDown');
    await check('suggestions');
    await page.goto(`/resource/${id}`);
    await button(page, 'Mark as finished').click();
    await expect(button(page, 'Mark as not finished')).toBeVisible();
    await check('a finished resource');
    await page.goto('/unsubscribe?token=any');
    await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
    await check('unsubscribe');
    watch.expectRefusal('400 POST /api/unsubscribe');
    await button(page, 'Stop these emails').click();
    await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
    await check('a dead way out');
    await answerOf(page, /\/api\/unsubscribe/, { json: { message: 'Resource Alerts are off.' } });
    await page.goto('/unsubscribe?token=any');
    await button(page, 'Stop these emails').click();
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
    await check('unsubscribed');
  },
);

memberTest(
  'GEN-18 GEN-19 GEN-21 a copy of the own data and the unverified address fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, watch }) => {
    await page.goto('/profile');
    await button(page, 'Send the email again').click();
    await expectToast(page, 'Email sent');
    await check('the mail was sent again');
    await page.goto('/settings');
    await button(page, 'Request Data Export').click();
    await expectToast(page, 'Data export requested');
    await check('an export was asked for');
    await page.goto('/settings?token=gone');
    await expect(button(page, 'Download data export')).toBeVisible();
    await check('an export to fetch');
    watch.expectRefusal('404 HEAD /api/user/data-export');
    await button(page, 'Download data export').click();
    await expectToast(page, 'Download Failed');
    await check('an export that is gone');
    await failAnswers(page, watch, /\/api\/user\/data-export$/);
    await page.goto('/settings');
    await button(page, 'Request Data Export').click();
    await expectToast(page, 'Data export was not requested');
    await check('an export that was not requested');
  },
);

test('GEN-18 GEN-19 GEN-21 the dialogs about users fit, pass axe and have names', {
  tag: ['@layout', '@long'],
}, async ({ page, check, context }) => {
  const person = await registerMember(context.request);
  await signInAsAdministrator(context.request);
  await page.goto(`/admin-dashboard?tab=users&search=${encodeURIComponent(person.email)}`);
  const own = page.getByRole('row').filter({ hasText: person.email });
  await expect(own).toBeVisible();
  await check('users');
  await button(page, 'Add User').click();
  await button(page, 'Create User').click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await check('a new user with errors', { isDialog: true });
  for (const [action, name] of [
    [/^Edit /, 'an edited user'],
    [/^Delete /, 'a user to delete'],
  ] as const) {
    await page.goto(`/admin-dashboard?tab=users&search=${encodeURIComponent(person.email)}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await own.getByRole('button', { name: action }).click();
    await expect(dialog(page)).toBeVisible();
    await check(name, { isDialog: true });
  }
  await page.goto(`/admin-dashboard?tab=users&search=${encodeURIComponent(person.email)}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await own.getByRole('button', { name: /^Manage Access / }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await check('the page of a member');
});
