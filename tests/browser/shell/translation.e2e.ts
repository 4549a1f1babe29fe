import { expect } from '@playwright/test';
import { answer, questionsAddress } from '../support/assessment.ts';
import { cardForm, cards, fillCard } from '../support/card-form.ts';
import { expectToast } from '../support/screen.ts';
import { administratorTest, memberTest, test } from '../support/test.ts';
import { translatePages } from '../support/translation.ts';

const tag = '@long';

test('GEN-28 the translated sign-in screen says what is wrong', { tag }, async ({ page, context, watch }) => {
  watch.expectRefusal('401 POST /api/login');
  await translatePages(context);
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Email' }).fill('unknown@example.org');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Login failed');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('textbox', { name: 'First Name' })).toBeFocused();
});

memberTest('GEN-28 translated pages sell a resource, and open it', { tag }, async ({ page, context, office }) => {
  await translatePages(context);
  const { id } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  await page.goto(`/resource/${id}`);
  await page.getByRole('button', { name: 'PURCHASE NOW' }).click();
  await fillCard(page, cards.good);
  await cardForm.payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful', exact: true })).toBeVisible();
  await expect(page.getByText('You have access')).toBeVisible();
});

memberTest(
  'GEN-28 translated filters are cleared, and a count follows what is chosen',
  { tag },
  async ({ page, context }) => {
    await translatePages(context);
    await page.goto('/browse');
    const count = page.getByRole('status').filter({ hasText: /^Showing \d+ resources$/ });
    const all = await count.textContent();
    await page.getByRole('checkbox', { name: 'Book', exact: true }).check();
    await expect(count).not.toHaveText(all ?? '');
    await page.getByRole('searchbox', { name: 'Search resources' }).fill('zzzz');
    await page.getByRole('button', { name: 'Clear all filters' }).first().click();
    await expect(count).toHaveText(all ?? '');
  },
);

memberTest(
  'GEN-28 the translated assessment says which section is open and that answers are saved',
  { tag },
  async ({ page, context }) => {
    await translatePages(context);
    await page.goto(await questionsAddress(page.request));
    await answer(page, 1, 'Developing');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Section 2 of 4')).toBeVisible();
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByText('Section 1 of 4')).toBeVisible();
  },
);

administratorTest(
  'GEN-28 an administrator changes a resource on translated pages',
  { tag },
  async ({ page, context, office }) => {
    const { id } = await office.addResource();
    await translatePages(context);
    await page.goto(`/admin-dashboard/resources/${id}/edit`);
    await page.getByRole('textbox', { name: 'Title' }).fill(`Changed ${id}`);
    await page.getByRole('button', { name: 'Update Resource' }).click();
    await expectToast(page, 'Resource updated', `Changed ${id}`);
    await page.goto('/admin-dashboard?tab=users');
    await page.getByRole('searchbox').first().fill('zzzz');
    await expect(page.getByText('No users match', { exact: true })).toBeVisible();
    await page.getByRole('searchbox').first().fill('');
    await expect(page.getByRole('table')).toBeVisible();
  },
);
