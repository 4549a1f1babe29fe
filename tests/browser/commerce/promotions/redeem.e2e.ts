import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { fillCard } from '#tests/browser/support/card-form.ts';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest } from '#tests/browser/support/test.ts';

/** Makes promo codes as an administrator, in another browser. */
type AddCode = (fields?: object) => Promise<string>;

const test = memberTest.extend<{ addCode: AddCode }>({
  addCode: async ({ playwright, baseURL }, use) => {
    const request: APIRequestContext = await playwright.request.newContext({ baseURL });
    await signInAsAdministrator(request);
    await use(async (fields = {}) => {
      const code = newTitle('CODE').replace(' ', '-').toUpperCase();
      const plans = { mappedProducts: [2], productStripePlanMapping: { 2: 'price_monthly' } };
      const data = { code, promoType: 'free_trial', ...plans, ...fields };
      await expect(await request.post('/api/admin/promo-codes', { data })).toBeOK();
      return code;
    });
    await request.dispose();
  },
});

/** Test of a member with a verified email address, which free trials require (ACCT-06). */
const verifiedTest = test.extend<{ verified: boolean }>({
  verified: [
    async ({ context, member }, use) => {
      await verifyEmail(context.request, member.email);
      await use(true);
    },
    { auto: true },
  ],
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codeField = (page: Page) => page.getByRole('dialog').getByLabel('Promo Code', { exact: true });

async function validate(page: Page, code: string): Promise<void> {
  await page.goto('/billing');
  await button(page, 'Redeem Code').click();
  await codeField(page).fill(code);
  await button(page, 'Validate').click();
}

test.describe('on the dashboard', () => {
  verifiedTest(
    'DASH-07 DASH-09 LABEL-04 a code is redeemed in one step, and everything shows the subscription',
    async ({ page }) => {
      await page.goto('/');
      const locked = page.getByText('Subscription Required').first();
      await expect(locked).toBeVisible();
      await button(page, 'Redeem Promo Code').click();
      await codeField(page).fill('  welcome90 ');
      const sent = page.waitForRequest('**/api/promo/redeem');
      await button(page, 'Redeem').dblclick();
      expect((await sent).postDataJSON()).toMatchObject({ code: 'WELCOME90' });
      await expectToast(page, 'Promo code redeemed');
      await expect(page.getByText(/Your free trial of 90 days has started/).first()).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(button(page, 'Redeem Promo Code')).toBeFocused();
      await expect(page.getByText('Subscription Required')).toHaveCount(0);
      await page.goto('/billing');
      await expect(page.getByText('Free Trial').first()).toBeVisible();
      await expect(page.getByText(/Your trial ends on/)).toBeVisible();
    },
  );
});

test.describe('on the billing page', () => {
  verifiedTest(
    'BILL-02 PROMO-04 LABEL-06 a trial starts at the checkout, and charges nothing until it ends',
    { tag: '@long' },
    async ({ page }) => {
      await validate(page, 'welcome90');
      await expect(page.getByRole('dialog')).toContainText('90 days');
      await expect(page.getByRole('dialog')).toContainText('£8.99 per month');
      await button(page, 'Change Code').click();
      await expect(codeField(page)).toHaveValue('WELCOME90');
      await button(page, 'Validate').click();
      await button(page, 'Proceed to Checkout').click();
      await fillCard(page, '4242424242424242', '01/41');
      await page.getByRole('button', { name: /^Start trial/ }).click();
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      await expect(page.getByText('Free Trial', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'View Billing' }).click();
      await expect(page.getByText('Free Trial').first()).toBeVisible();
      await expect(page.getByText('£0.00').first()).toBeVisible();
      await expect(page.getByText('Visa ending 4242')).toBeVisible();
    },
  );

  test('PROMO-14 PROMO-16 a discount is applied at the checkout; going back opens the same checkout', {
    tag: '@long',
  }, async ({ page, addCode }) => {
    const code = await addCode({ promoType: 'discount', discountType: 'fixed', discountValue: 2, discountDuration: 3 });
    await validate(page, code);
    await expect(page.getByRole('dialog')).toContainText('£2.00 off for 3 billing cycles');
    await button(page, 'Proceed to Checkout').click();
    await expect(page.getByText('£6.99').first()).toBeVisible();
    const address = page.url();
    await page.getByRole('link', { name: /Back/ }).click();
    await expect(button(page, 'Redeem Code')).toBeVisible();
    await validate(page, code);
    await button(page, 'Proceed to Checkout').click();
    await expect(page).toHaveURL(address);
    await fillCard(page, '4242424242424242');
    await page.getByRole('button', { name: /^(Subscribe|Pay)/ }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await page.goto('/billing');
    await expect(page.getByRole('row', { name: /Subscription Payment/ })).toContainText('£6.99');
  });
});
