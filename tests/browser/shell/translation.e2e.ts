import { expect } from '@playwright/test';
import { answer, questionsAddress } from '../support/assessment.ts';
import { cardForm, cards, fillCard } from '../support/card-form.ts';
import { newTitle } from '../support/office.ts';
import { demoAdministrator, newPerson } from '../support/people.ts';
import { expectToast } from '../support/screen.ts';
import { fillRegistration, signInScreen, welcomeOf } from '../support/sign-in.ts';
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
});

test('GEN-28 a translated screen registers a person, after a refusal, while its button is busy', { tag }, async ({
  page,
  context,
  watch,
}) => {
  watch.expectRefusal('409 POST /api/register');
  await translatePages(context);
  await page.goto('/auth?view=register');
  const person = newPerson();
  await signInScreen.createButton(page).click();
  await expect(signInScreen.field(page, 'First Name')).toBeFocused();
  await fillRegistration(page, { ...person, email: demoAdministrator.email });
  // Held back, so that the button is busy while the page is translated.
  let release = Promise.withResolvers<void>();
  await page.route('**/api/register', async (route) => {
    await release.promise;
    await route.continue();
  });
  const press = async () => {
    release = Promise.withResolvers();
    await signInScreen.createButton(page).click();
    const busy = page.locator('button[type=submit][aria-busy=true]');
    await expect(busy.locator('font font').first()).toBeAttached();
    release.resolve();
    await expect(busy).toHaveCount(0);
  };
  await press();
  await expectToast(page, 'Registration failed');
  await signInScreen.field(page, 'Email').fill(person.email);
  await press();
  await expect(welcomeOf(page)).toHaveText(`Welcome, ${person.firstName}`);
  await page.getByRole('link', { name: 'Browse Resources' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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
  'GEN-28 an administrator creates, changes and deletes a resource and a promo code on translated pages',
  { tag },
  async ({ page, context }) => {
    await translatePages(context);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const title = newTitle('Translated');
    await page.goto('/admin-dashboard/resources/new?type=report');
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('textbox', { name: 'Description' }).fill('Made on a translated page.');
    await button('Create Resource').click();
    await expectToast(page, 'Resource created', title);
    await page.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
    await button(`Edit ${title}`).click();
    await page.getByRole('textbox', { name: 'Title' }).fill(`${title} again`);
    await button('Update Resource').click();
    await expectToast(page, 'Resource updated', `${title} again`);
    page.once('dialog', (dialog) => dialog.accept());
    await button(`Delete ${title} again`).click();
    await expectToast(page, 'Resource deleted', `${title} again`);
    await expect(page.getByRole('article', { name: title })).toHaveCount(0);

    await page.getByRole('tab', { name: 'Promo Codes' }).click();
    await button('Create Promo Code').click();
    const dialog = page.getByRole('dialog');
    const code = newTitle('CODE').replace(' ', '-').toUpperCase();
    const row = page.getByRole('row').filter({ hasText: code });
    await dialog.getByLabel('Code', { exact: true }).fill(code);
    await dialog.getByLabel('Promo Type', { exact: true }).selectOption('free_trial');
    await dialog.getByLabel('Free Access Days', { exact: true }).fill('30');
    await dialog.getByRole('checkbox', { name: 'AI Use Case Canvas', exact: true }).check();
    await dialog.getByLabel('Stripe Plan ID', { exact: true }).fill('price_monthly');
    await button('Create').click();
    await expectToast(page, 'Promo code created', code);
    await expect(row).toContainText('30 days free');
    await button(`Edit ${code}`).click();
    await dialog.getByLabel('Free Access Days', { exact: true }).fill('60');
    await button('Save').click();
    await expectToast(page, 'Promo code updated', code);
    await expect(row).toContainText('60 days free');
    await button(`Delete ${code}`).click();
    await button('Delete').click();
    await expectToast(page, 'Promo code deleted', code);
    await expect(row).toHaveCount(0);

    await page.goto('/admin-dashboard?tab=users');
    await page.getByRole('searchbox').first().fill('zzzz');
    await expect(page.getByText('No users match', { exact: true })).toBeVisible();
    await page.getByRole('searchbox').first().fill('');
    await expect(page.getByRole('table')).toBeVisible();
  },
);
