import { expect } from '@playwright/test';
import { cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { mailTo } from '#tests/browser/support/mails.ts';
import { newPerson, registerMember } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

test('GIFT-03 a link that is not valid says so', { tag: '@long' }, async ({ page, watch }) => {
  watch.expectRefusal('404 POST /api/gifts/open');
  await page.goto(`/gift?secret=${'a'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This gift cannot be redeemed' })).toBeVisible();
  await expect(page.getByText('This gift link is not valid.')).toBeVisible();
});

test('GIFT-06 a day that is too late is refused at its field; Back from the payment finds the details, and a reload keeps them', {
  tag: '@long',
}, async ({ page, office }) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '12' });
  const receiver = page.getByRole('textbox', { name: "Recipient's email" });
  const message = page.getByRole('textbox', { name: 'Message' });
  await page.goto(`/resource/${id}`);
  await page.getByRole('link', { name: 'GIVE AS A GIFT' }).click();
  await receiver.fill('first@example.org');
  await message.fill('For your new role.');
  const day = page.getByLabel('Send on');
  await day.fill('2126-12-03');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(day).toHaveAccessibleDescription(/Choose a day from today on, at most a year ahead\./);
  const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await day.fill(later);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('A gift for first@example.org.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('A gift for first@example.org.')).toBeVisible();
  await page.goBack();
  await expect(receiver).toHaveValue('first@example.org');
  await expect(message).toHaveValue('For your new role.');
  await expect(day).toHaveValue(later);
  await receiver.fill('second@example.org');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('A gift for second@example.org.')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('GIFT-01 GIFT-03 GIFT-04 GIFT-06 a member gives a resource, and the recipient redeems it once', {
  tag: '@layout',
}, async ({ page, member, office, newPage, check }) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '12' });
  const { email } = newPerson();
  await page.goto(`/resource/${id}`);
  await page.getByRole('link', { name: 'GIVE AS A GIFT' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('textbox', { name: "Recipient's email" })).toHaveAccessibleDescription(
    'Invalid email address',
  );
  await page.getByRole('textbox', { name: "Recipient's email" }).fill(email);
  await page.getByRole('textbox', { name: 'Message' }).fill('For your new role.');
  await check('details of a gift');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await fillCard(page, cards.good);
  await cardForm.payButton(page).click();
  await expect(page.getByText(`${title} is a gift for ${email}.`)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('definition').filter({ hasText: '£12.00' })).toBeVisible();
  const invoice = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download invoice' }).click();
  expect((await invoice).suggestedFilename()).toMatch(/\.pdf$/);
  await check('receipt of a gift');
  // The page after a return from the bank's own page shows the same text.
  const [bought] = await (await page.context().request.get('/api/user/purchases')).json();
  await page.goto(`/payment-success?payment_intent=${bought.stripePaymentIntentId}&redirect_status=succeeded`);
  await expect(page.getByText('Thank you for your gift.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'View Resource' })).toBeHidden();
  await check('success of a gift');
  await page.getByRole('button', { name: 'See your gifts' }).click();
  const row = page.getByRole('listitem').filter({ hasText: email });
  await mailTo(page.context().request, email, /has a gift for you/);
  await page.reload();
  await expect(row).toContainText('Sent');
  await check('billing with a gift');
  await row.getByRole('button', { name: 'Send again' }).click();
  await expectToast(page, 'Gift sent again', `A new link is on its way to ${email}.`);

  const links = new Set<string>();
  await expect
    .poll(async () => {
      const mails: { to: string; text: string }[] = await (await page.context().request.get('/dev/mail.json')).json();
      for (const mail of mails.filter(({ to }) => to === email))
        links.add(/\/gift\?secret=\S+/.exec(mail.text)?.[0] ?? '');
      return links.size;
    })
    .toBe(2);
  const { text } = await mailTo(page.context().request, email, /has a gift for you/);
  const receiver = await newPage();
  await registerMember(receiver.context().request);
  await receiver.goto(/\/gift\?secret=\S+/.exec(text)?.[0] ?? '');
  await expect(
    receiver.getByRole('heading', { name: `${member.firstName} ${member.lastName} has a gift for you` }),
  ).toBeVisible();
  await expect(receiver.getByText('“For your new role.”')).toBeVisible();
  await receiver.getByRole('button', { name: 'Redeem gift' }).click();
  await expect(receiver.getByRole('heading', { name: 'Gift redeemed' })).toBeFocused();
  await receiver.getByRole('link', { name: 'View Resource' }).click();
  await expect(receiver.getByText('You have access', { exact: true })).toBeVisible();
  await receiver.goto('/my-resources');
  await expect(receiver.getByRole('article').filter({ hasText: title })).toContainText('Received as a gift');
  await page.reload();
  await expect(row).toContainText('Redeemed');
});
