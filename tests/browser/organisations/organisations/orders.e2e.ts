import { expect } from '@playwright/test';
import { cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast, pick } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

test('SEAT-01 SEAT-03 an administrator sets volume prices, an owner orders seats by card, assigns one, and it opens', {
  tag: ['@layout', '@long'],
}, async ({ page, member, newPage, office, watch, check }) => {
  const title = newTitle('Procurement Checks');
  const { id } = await office.addResource({ accessType: 'purchase', price: '32', title });
  const administration = await newPage();
  await signInAsAdministrator(administration.context().request);
  await administration.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
  await administration.getByRole('button', { name: `More actions for ${title}` }).click();
  await administration.getByRole('menuitem', { name: 'Seat prices' }).click();
  const pricing = administration.getByRole('dialog', { name: 'Seat prices' });
  await expect(pricing.getByText('A seat costs £32.00')).toBeVisible();
  await pricing.getByRole('button', { name: 'Add step' }).click();
  await pricing.getByRole('button', { name: 'Save prices' }).click();
  await expect(pricing.getByLabel('Step 1: from seats')).toHaveAccessibleDescription(/3 to 500 seats/);
  await pricing.getByLabel('Step 1: from seats').fill('10');
  await pricing.getByLabel('Step 1: price (GBP)').fill('40');
  watch.expectRefusal(`400 PUT /api/admin/resources/${id}/seat-prices`);
  await pricing.getByRole('button', { name: 'Save prices' }).click();
  await expect(pricing.getByText('cost less for each')).toBeVisible();
  await pricing.getByLabel('Step 1: price (GBP)').fill('27.20');
  await pricing.getByRole('button', { name: 'Add step' }).click();
  await pricing.getByLabel('Step 2: from seats').fill('25');
  await pricing.getByLabel('Step 2: price (GBP)').fill('24');
  await pricing.getByRole('button', { name: 'Save prices' }).click();
  await expectToast(administration, `The seat prices of ${title} are set`);

  await page.goto(`/checkout/${id}?seats=true`);
  await expect(page.getByRole('heading', { name: 'Seats are for organisations' })).toBeVisible();
  await verifyEmail(page.context().request, member.email);
  const name = newTitle('Northmere Council');
  await expect(await page.context().request.post('/api/organisations', { data: { name } })).toBeOK();
  await page.goto('/organisation');
  await page.getByRole('button', { name: 'Order seats' }).click();
  const choosing = page.getByRole('dialog', { name: 'Order seats' });
  await choosing.getByRole('button', { name: 'Continue' }).click();
  await expect(choosing.getByRole('combobox', { name: 'Resource' })).toHaveAccessibleDescription(/Choose a resource/);
  const narrow = choosing.getByRole('searchbox');
  if (await narrow.isVisible()) await narrow.fill(title);
  await pick(choosing.getByRole('combobox', { name: 'Resource' }), title);
  await check('order seats: the resource');
  await choosing.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Order seats' })).toBeVisible();
  await expect(page.getByText(`For ${name}`)).toBeVisible();
  const seats = page.getByRole('textbox', { name: 'Seats' });
  await seats.fill('1');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(seats).toHaveAccessibleDescription(/Enter a whole number from 2 to 500/);
  await seats.fill('24');
  await page.getByRole('button', { name: 'One seat more' }).click();
  await expect(seats).toHaveValue('25');
  const prices = page.getByRole('table', { name: 'Volume prices' });
  await expect(prices.getByRole('row', { name: '25 to 500' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('£600.00')).toBeVisible();
  await check('order seats: how many');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'How will you pay?' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Pay £600.00' })).toBeVisible();
  // Another number is another payment.
  await seats.fill('2');
  await expect(cardForm.payButton(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await fillCard(page, cards.good);
  await check('order seats: payment');
  await page.getByRole('button', { name: 'Pay £64.00' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await expect(page.getByText(`Your organisation has 2 more seats of ${title}.`)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('definition').filter({ hasText: /^2$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download invoice' })).toBeVisible();

  await page.getByRole('link', { name: 'Assign seats' }).click();
  await expect(page.getByText('1 person, 2 seats, you are an owner')).toBeVisible();
  await page.getByRole('button', { name: `Assign seats for ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign seats' });
  await dialog
    .getByRole('checkbox', { name: 'All 1 people without a seat' })
    .or(dialog.getByRole('checkbox').last())
    .first()
    .check();
  await dialog.getByRole('button', { name: 'Assign 1 Seat' }).click();
  await expectToast(page, '1 seat was assigned');

  const access = await (await page.context().request.get(`/api/resources/${id}/access`)).json();
  expect(access.hasAccess).toBe(true);

  await page.getByRole('tab', { name: 'Billing' }).click();
  const orders = page.getByRole('table', { name: 'Orders' });
  await expect(orders.getByRole('row')).toHaveCount(2);
  await expect(orders.getByRole('row', { name: `2 seats, ${title}` })).toContainText('£64.00');
  await check('orders');
  const saved = page.waitForEvent('download');
  await orders.getByRole('button', { name: `Invoice for ${title}` }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  const { text } = await mailTo(page.context().request, member.email, /Your receipt/);
  expect(text).toContain(`2 seats of “${title}”`);

  await page.getByRole('tab', { name: 'Seats' }).click();
  await page.getByRole('link', { name: `Order more seats for ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order seats' })).toBeVisible();

  const { id: organisationId } = await (await page.context().request.get('/api/user/organisation')).json();
  await administration.goto(`/admin-dashboard/organisations/${organisationId}`);
  const bought = administration.getByRole('table', { name: 'Orders' });
  await expect(bought.getByRole('row', { name: `2 seats, ${title}` })).toContainText('£64.00');
  await expect(administration.getByRole('table', { name: 'Granted and bought seats' })).toContainText(
    'Ordered by an owner',
  );
});
