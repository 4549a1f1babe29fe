import { expect, type Page } from '@playwright/test';
import { expectAtHeading, expectFocusInMain, keyboardOf, slowDown } from '../support/keyboard.ts';
import { newTitle } from '../support/office.ts';
import { buy } from '../support/payments.ts';
import { registerMember } from '../support/people.ts';
import { cardOf, expectToast } from '../support/screen.ts';
import { administratorTest as test } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const product = 'Bias and Fairness Review Workspace';

test(
  'ADM-RES-18 ADM-RES-02 ADM-PROMO-18 ADM-USER-19 ADM-USER-18 an administrator by keyboard alone and on a slow line writes an article, publishes it, makes a code, sees why a member can open a resource and refunds a payment',
  { tag: '@long' },
  async ({ page, office, newPage, administrator }, info) => {
    const theirs = (await newPage()).context().request;
    const member = await registerMember(theirs);
    const bought = await office.addResource({ title: newTitle('Bought'), accessType: 'purchase', price: '20' });
    const granted = await office.addResource({ title: newTitle('Granted'), accessType: 'purchase', price: '30' });
    await buy(theirs, bought.id);
    const reason = 'For her talk at the spring forum';
    const grant = { data: { resourceId: granted.id, reason } };
    await expect(await page.request.post(`/api/admin/users/${member.id}/grants`, grant)).toBeOK();
    const keyboard = keyboardOf(page, info);
    await slowDown(page);
    await page.goto('/admin-dashboard');
    const title = newTitle('Written without a mouse');

    await keyboard.task('write an article', async () => {
      await keyboard.tabTo(page.getByRole('link', { name: 'Skip to content' }));
      await keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await keyboard.tabTo(button(page, 'Add Resource'));
      await keyboard.press('Enter');
      await keyboard.tabTo(dialog(page, 'Add Resource').getByRole('button', { name: 'Article', exact: true }));
      await keyboard.press('Enter');
      const form = page.getByRole('form', { name: /^Add / });
      await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
      await keyboard.type(title);
      await keyboard.tabTo(form.getByRole('textbox', { name: 'Description' }));
      await keyboard.type('Who may stop a model, and how.');
      await keyboard.tabTo(form.getByRole('textbox', { name: 'Text', exact: true }));
      await keyboard.type('Every model has an owner.');
      await keyboard.tabBackTo(button(page, 'Create Resource'));
      await keyboard.press('Enter');
      await expectToast(page, 'Resource created', title);
      await expectAtHeading(page, 'Admin Dashboard');
    });

    await keyboard.task('publish it', async () => {
      await expect(cardOf(page, title)).toContainText('Draft');
      await keyboard.press('j');
      await keyboard.tabTo(cardOf(page, title).getByRole('button', { name: `Publish ${title}` }));
      await keyboard.press('Enter');
      await expect(cardOf(page, title)).toContainText('Published');
      await expectFocusInMain(page);
    });

    const code = newTitle('CODE').replace(' ', '-').toUpperCase();
    await keyboard.task('make a promo code', async () => {
      await keyboard.press('/');
      await keyboard.type('promo');
      await expect(page.getByRole('option', { name: /^Promo codes/i, selected: true })).toBeVisible();
      await keyboard.press('Enter');
      await expectFocusInMain(page);
      await keyboard.tabTo(button(page, 'Create Promo Code'));
      await keyboard.press('Enter');
      const form = dialog(page, 'Create Promo Code');
      await expect(form.getByRole('textbox', { name: 'Code' })).toBeFocused();
      await keyboard.type(code);
      await keyboard.tabTo(form.getByLabel('Promo Type'));
      await keyboard.type('Dis');
      await keyboard.tabTo(form.getByLabel('Discount Value'));
      await keyboard.type('20');
      await keyboard.tabTo(form.getByRole('checkbox', { name: product, exact: true }));
      await keyboard.press('Space');
      await keyboard.tabTo(form.getByLabel('Stripe Plan ID'));
      await keyboard.type('Annual, £89.99 per year');
      await expect(form.getByRole('region', { name: 'What the code does' })).toContainText('20% off');
      await keyboard.press('Enter');
      await expectToast(page, 'Promo code created', code);
      await expect(button(page, 'Create Promo Code')).toBeFocused();
    });

    await keyboard.task('find the member', async () => {
      await keyboard.press('/');
      await keyboard.type(member.email);
      await expect(page.getByRole('option', { name: member.email, selected: true })).toBeVisible();
      await keyboard.press('Enter');
      await expectFocusInMain(page);
      await expect(page.getByRole('row').filter({ hasText: member.email })).toBeVisible();
      await keyboard.press('j', 'Enter');
      await expectAtHeading(page, `${member.firstName} ${member.lastName}`);
    });

    await keyboard.task('say why she can open a resource', async () => {
      await keyboard.tabTo(page.getByRole('combobox', { name: 'Resource' }));
      await keyboard.type(granted.title);
      await expect(page.getByRole('option', { name: granted.title, selected: true })).toBeVisible();
      await keyboard.press('Enter');
      const answer = page.getByRole('status').filter({ hasText: 'This member can open it.' });
      await expect(answer).toContainText(`${administrator.firstName} ${administrator.lastName} granted access`);
      await expect(answer).toContainText(reason);
    });

    await keyboard.task('refund the payment', async () => {
      await keyboard.tabBackTo(page.getByRole('tab', { name: 'Access' }));
      await keyboard.press('ArrowRight');
      await keyboard.tabTo(button(page, `Refund ${bought.title}`));
      await keyboard.press('Enter');
      const refund = dialog(page, `Refund the purchase of ${bought.title}?`);
      await expect(refund.getByRole('textbox', { name: 'Amount' })).toBeFocused();
      await expect(page.getByRole('region', { name: 'What happens' })).toContainText(`Closes at once: ${bought.title}`);
      await keyboard.tabTo(refund.getByRole('button', { name: 'Refund £20.00' }));
      await keyboard.press('Enter');
      await expectToast(page, 'Refund processed', '£20.00 has been refunded.');
      await expect(refund).toHaveCount(0);
      await expectFocusInMain(page);
    });
  },
);
