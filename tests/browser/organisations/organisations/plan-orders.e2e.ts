import { expect } from '@playwright/test';
import { cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest } from '#tests/browser/support/test.ts';

memberTest(
  'SEAT-01 SEAT-04 an owner orders seats of the plan by card, adds some, has fewer later, cancels and keeps them',
  { tag: ['@layout', '@long'] },
  async ({ page, member, office, check }) => {
    await office.addResource({ accessType: 'subscription', title: newTitle('Oversight Log') });
    await verifyEmail(page.context().request, member.email);
    const name = newTitle('Northmere Council');
    await expect(await page.context().request.post('/api/organisations', { data: { name } })).toBeOK();
    await page.goto('/organisation');
    await page.getByRole('button', { name: 'Order seats' }).click();
    const choosing = page.getByRole('dialog', { name: 'Order seats' });
    await choosing.getByRole('radio', { name: 'All subscription resources' }).check();
    await check('order seats: the plan');
    await choosing.getByRole('button', { name: 'Continue' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Order seats' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Seats' }).fill('3');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    // The annual plan may be paid by invoice, the monthly one by card; another plan is another payment, which replaces
    // one that was opened before.
    await expect(cardForm.payButton(page)).toBeVisible();
    await page.getByRole('radio', { name: 'Invoice' }).check();
    await expect(page.getByRole('button', { name: /by Invoice$/ })).toBeVisible();
    await page.getByRole('radio', { name: 'Monthly' }).check();
    await expect(cardForm.payButton(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByText('The monthly plan is paid by card.')).toBeVisible();
    await fillCard(page, cards.good);
    await check('order seats: payment of the plan');
    await cardForm.payButton(page).dblclick();
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    await expect(page.getByText('Your organisation has 3 more seats of All subscription resources.')).toBeVisible();

    await page.getByRole('link', { name: 'Assign seats' }).click();
    await expect(page.getByText('1 person, 3 seats, you are an owner')).toBeVisible();
    await page.getByRole('tab', { name: 'Billing' }).click();
    const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /3 seats, All subscription/ });
    await expect(row).toContainText('each month');
    await expect(row).toContainText(/Renews \d/);
    await check('orders: the plan');

    await row.getByRole('button', { name: 'Change seats' }).click();
    const changing = page.getByRole('dialog', { name: 'Change seats' });
    await changing.getByRole('button', { name: 'Continue' }).click();
    await expect(changing.getByLabel('Seats')).toHaveAccessibleDescription(/Enter another number/);
    await changing.getByLabel('Seats').fill('5');
    await changing.getByRole('button', { name: 'Continue' }).click();
    await expect(changing.getByText('For the rest of the period')).toBeVisible();
    await check('change seats');
    await changing.getByRole('button', { name: /^Pay / }).dblclick();
    await expectToast(page, 'Your organisation now has 5 seats of the plan.');
    const more = page.getByRole('row', { name: /5 seats, All subscription/ });
    await more.getByRole('button', { name: 'Change seats' }).click();
    await changing.getByLabel('Seats').fill('2');
    await changing.getByRole('button', { name: 'Continue' }).click();
    await changing.getByRole('button', { name: 'Change seats' }).click();
    await expect(more).toContainText('with 2 seats');
    await more.getByRole('button', { name: 'Keep seats' }).click();
    await expect(more).not.toContainText('with 2 seats');

    await more.getByRole('button', { name: /^Cancel order/ }).click();
    await page
      .getByRole('dialog', { name: 'Cancel this order?' })
      .getByRole('button', { name: 'Cancel order' })
      .click();
    await expect(more).toContainText(/Ends \d/);
    await more.getByRole('button', { name: 'Keep seats' }).click();
    await expect(more).toContainText(/Renews \d/);
  },
);

administratorTest(
  'SEAT-01 an administrator sets the volume prices of a plan',
  { tag: ['@layout', '@long'] },
  async ({ page, office, check }) => {
    await office.addResource({ accessType: 'subscription', title: newTitle('Oversight Log') });
    await page.goto('/admin-dashboard?tab=subscriptions');
    await page.getByRole('button', { name: 'Annual Seat Prices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Seat prices' });
    await expect(dialog.getByText('the lowest price of the subscription')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add step' }).click();
    await dialog.getByLabel('Step 1: from seats').fill('500');
    await dialog.getByLabel('Step 1: price (GBP)').fill('1');
    await check('seat prices of a plan');
    await dialog.getByRole('button', { name: 'Save prices' }).click();
    await expectToast(page, 'The seat prices of the annual plan are set');
    await page.getByRole('button', { name: 'Annual Seat Prices' }).click();
    await dialog.getByRole('button', { name: 'Remove step 1' }).click();
    await dialog.getByRole('button', { name: 'Save prices' }).click();
    await expectToast(page, 'The seat prices of the annual plan are set');
  },
);
