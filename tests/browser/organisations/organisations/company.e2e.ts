import { expect, type Page } from '@playwright/test';
import { cards, fillCard } from '#tests/browser/support/card-form.ts';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { newPerson, registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectPrints, expectToast } from '#tests/browser/support/screen.ts';
import { fillRegistration, signInScreen } from '#tests/browser/support/sign-in.ts';
import { test } from '#tests/browser/support/test.ts';

/** Goes through an assigned resource and confirms it, on its page. */
async function learn(page: Page, id: number): Promise<void> {
  await page.goto(`/resource/${id}`);
  await page.getByRole('button', { name: 'Mark as finished' }).click();
  const asking = page.getByRole('dialog', { name: 'Confirm to complete it' });
  await asking.getByRole('checkbox', { name: 'I have read and understood this.' }).check();
  await asking.getByRole('button', { name: 'Confirm' }).dblclick();
  await expectToast(page, 'Confirmed');
  await expect(page.getByRole('dialog')).toContainText('Certificate of completion');
  await expect(page.getByRole('dialog').getByRole('img', { name: /^QR code of http/ })).toBeVisible();
  await page.getByRole('button', { name: 'Close dialog' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('ORG-01 SEAT-02 ORG-03 LEARN-04 LEARN-05 GEN-31 a company signs up, orders 10 seats by invoice, invites, learns and shows it', {
  tag: ['@layout', '@long'],
}, async ({ page, newPage, office, watch, check }) => {
  const { request } = page.context();
  const title = newTitle('Procurement Checks');
  const { id } = await office.addResource({ accessType: 'purchase', price: '20', title });

  // Signs up.
  const owner = newPerson();
  await page.goto('/organisation');
  await fillRegistration(page, owner);
  await signInScreen.createButton(page).click();
  await verifyEmail(request, owner.email);
  const name = newTitle('Northmere Council');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const { id: organisationId } = await (await request.get('/api/user/organisation')).json();

  // Orders, and pays the invoice.
  await office.confirm(organisationId);
  await page.goto(`/checkout/${id}?seats=true`);
  await expect(page.getByRole('link', { name: 'Back to seats' })).toHaveAttribute('href', '/organisation?tab=seats');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('radio', { name: 'Invoice' }).check();
  await expect(page.getByLabel('Organisation name')).toHaveValue(name);
  const send = page.getByRole('button', { name: 'Order for £200.00 by Invoice' });
  await send.click();
  await expect(page.getByLabel('Address', { exact: true })).toHaveAccessibleDescription(/Address is required/);
  await page.getByLabel('Address', { exact: true }).fill('Guildhall, 2 Market Place');
  await page.getByLabel('Town').fill('Northmere');
  await page.getByLabel('Postcode').fill('NM1 4QT');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByLabel('Purchase order number').fill('PO-2026-00902');
  await page.getByLabel('Pay within').selectOption('45');
  await page.getByLabel('Send the invoice to').fill('accounts.payable@northmere.example');
  await check('order seats: invoice');
  await send.dblclick();
  await expect(page.getByRole('heading', { name: 'Invoice sent' })).toBeVisible();
  await expect(page.getByText('is on its way to accounts.payable@northmere.example')).toBeVisible();
  await check('order seats: invoice sent');
  expect((await mailTo(request, owner.email, /Your invoice for 10 seats/)).text).toContain('£200.00');
  await page.getByRole('link', { name: 'See your orders' }).click();
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: `10 seats, ${title}` });
  await expect(row).toContainText('Unpaid');
  await expect(row).toContainText('Invoice, PO-2026-00902');
  await check('orders: unpaid invoice');
  const opened = page.waitForEvent('popup');
  await row.getByRole('link', { name: `Open invoice for ${title}` }).click();
  const invoice = await opened;
  await expect(invoice.getByText('10 seats')).toBeVisible();
  await fillCard(invoice, cards.good);
  await invoice.getByRole('button', { name: /Pay/ }).click();
  await expect(invoice.getByText('Paid').first()).toBeVisible();
  await invoice.close();
  await expect
    .poll(async () => (await (await request.get(`/api/organisations/${organisationId}/orders`)).json())[0].status)
    .toBe('paid');

  // Invites by rows of a spreadsheet; a person joins.
  const learner = await newPage();
  const person = await registerMember(learner.context().request);
  await verifyEmail(learner.context().request, person.email);
  await page.goto('/organisation');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite people' });
  await inviting
    .getByRole('textbox', { name: 'Email addresses' })
    .fill(`Kaldor, Ines, ${person.email}\nBrandt, Juno, ${newPerson().email}`);
  await inviting.getByRole('button', { name: 'Invite 2 People' }).click();
  await expectToast(page, '2 invitations are on their way.');
  const { text } = await mailTo(request, person.email, /invites you/);
  await learner.goto(/\/invitation\?token=\S+/.exec(text)?.[0] ?? '');
  await learner.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(learner.getByRole('heading', { name: `You are in ${name}` })).toBeVisible();

  // Assigns seats and learning.
  await page.goto('/organisation?tab=seats');
  await page.getByRole('button', { name: `Assign seats for ${title}` }).click();
  const seats = page.getByRole('dialog', { name: 'Assign seats' });
  await seats.getByRole('checkbox', { name: 'All 2 people without a seat' }).check();
  await seats.getByRole('button', { name: 'Assign 2 Seats' }).click();
  await expectToast(page, '2 seats were assigned');
  await page.getByRole('tab', { name: 'Learning' }).click();
  await page.getByRole('button', { name: 'Assign learning' }).click();
  const assigning = page.getByRole('dialog', { name: 'Assign learning' });
  await assigning.getByRole('searchbox', { name: 'Search resources' }).fill(title);
  await assigning.getByRole('checkbox', { name: title }).check();
  await assigning.getByRole('radio', { name: /^Everyone/ }).check();
  await assigning.getByRole('combobox', { name: 'Refresh' }).selectOption('Every 12 months');
  await assigning.getByRole('checkbox', { name: /Ask people to confirm/ }).check();
  await assigning.getByRole('button', { name: 'Assign', exact: true }).click();
  await expectToast(page, '2 assignments were made');

  // Both learn; each has a certificate, which anyone can check.
  await learn(learner, id);
  await learn(page, id);
  await page.goto('/organisation/my-learning');
  await page.getByRole('button', { name: `Certificate for ${title}` }).click();
  const certificate = page.getByRole('dialog', { name: title });
  await expect(certificate.getByText('Valid until')).toBeVisible();
  await check('certificate');
  const printed = page.waitForEvent('download');
  await certificate.getByRole('button', { name: 'Download PDF' }).click();
  expect((await printed).suggestedFilename()).toMatch(/^certificate-\w{22}\.pdf$/);
  await certificate.getByRole('switch', { name: 'Show my name where this certificate is verified' }).click();
  await expect(
    certificate.getByRole('switch', { name: 'Show my name where this certificate is verified' }),
  ).toBeChecked();
  const address = await certificate.getByRole('link', { name: 'Open its public page' }).getAttribute('href');
  const [{ code }] = await (await learner.context().request.get('/api/user/certificates')).json();
  const anyone = await newPage();
  await anyone.goto('/verify');
  await anyone.getByRole('textbox', { name: 'Code' }).fill(code);
  await anyone.getByRole('button', { name: 'Check' }).click();
  await expect(anyone.getByRole('heading', { level: 1, name: 'This certificate is valid' })).toBeVisible();
  await expect(anyone.getByText('Hidden by the holder')).toBeVisible();
  watch.expectRefusal(`404 GET /verify/${'A'.repeat(22)}`);
  watch.expectRefusal(`404 GET /api/public/certificates/${'A'.repeat(22)}`);
  await anyone.goto(`/verify/${'A'.repeat(22)}`);
  await expect(anyone.getByRole('heading', { level: 1, name: 'No certificate has this code' })).toBeVisible();
  await page.goto(address ?? '');
  await expect(page.getByText(`${owner.firstName} ${owner.lastName}`)).toBeVisible();
  await check('public page of a certificate');
  await expectPrints(page, page.getByText(`${owner.firstName} ${owner.lastName}`));

  // The organisation sees it, and downloads its evidence.
  await page.goto('/organisation?tab=learning');
  const certificates = page.getByRole('table', { name: `Certificates of people in ${name}` });
  await expect(certificates.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Evidence pack' }).click();
  const asking = page.getByRole('dialog', { name: 'Evidence pack' });
  await asking.getByLabel('Last day').fill('2099-01-01');
  await asking.getByRole('button', { name: 'Download' }).click();
  await expect(asking.getByLabel('Last day')).toHaveAccessibleDescription(/must not be after today/);
  await check('evidence pack');
  await asking.getByLabel('Last day').fill(new Date().toISOString().slice(0, 10));
  const packed = page.waitForEvent('download');
  await asking.getByRole('button', { name: 'Download' }).click();
  expect((await packed).suggestedFilename()).toMatch(/\.zip$/);

  // An administrator sees the order, and sets the credit limit.
  const administration = await newPage();
  await signInAsAdministrator(administration.context().request);
  await administration.goto(`/admin-dashboard/organisations/${organisationId}`);
  await administration.getByRole('button', { name: 'Change credit limit' }).click();
  const limit = administration.getByRole('dialog', { name: 'Credit limit' });
  await limit.getByLabel('Credit limit (GBP)').fill('0.001');
  watch.expectRefusal(`400 PUT /api/admin/organisations/${organisationId}/credit-limit`);
  await limit.getByRole('button', { name: 'Save' }).click();
  await expect(limit.getByText('Enter an amount that can be charged in this currency.')).toBeVisible();
  await limit.getByLabel('Credit limit (GBP)').fill('500');
  await limit.getByRole('button', { name: 'Save' }).click();
  await expectToast(administration, 'The credit limit is set');
  await expect(administration.getByText('£500.00')).toBeVisible();
});
