import { expect, type Page } from '@playwright/test';
import { answerBank, cardForm, cards, fillCard } from '../support/card-form.ts';
import { type PaymentSandbox, type SandboxObject, sandboxOf } from '../support/sandbox.ts';
import { test as base } from '../support/test.ts';

type Shop = PaymentSandbox & {
  price: string;
  customer: string;
  /** Opens a hosted checkout that returns to the portal's start page. */
  checkout(fields?: Record<string, string>): Promise<{ id: string; url: string }>;
  /** Opens the customer portal for the customer, with a plan that is charged to a card. */
  portal(): Promise<{ url: string; subscription: string }>;
};

const test = base.extend<{ shop: Shop }>({
  shop: async ({ request, baseURL }, use) => {
    const sandbox = await sandboxOf(request, process.env.PORTAL_DATA_DIR ?? '');
    const { call } = sandbox;
    const product = await call('POST', 'products', { name: 'Premium' });
    const price = await call('POST', 'prices', {
      product: product.id,
      currency: 'gbp',
      unit_amount: '899',
      'recurring[interval]': 'month',
    });
    const customer = await call('POST', 'customers', { email: 'ann@example.org' });
    const open = async (path: string, fields: Record<string, string>) => withUrl(await call('POST', path, fields));
    await use({
      ...sandbox,
      price: price.id,
      customer: customer.id,
      checkout: (fields = {}) =>
        open('checkout/sessions', {
          mode: 'subscription',
          customer: customer.id,
          'line_items[0][price]': price.id,
          success_url: `${baseURL}/auth?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${baseURL}/auth?cancelled=1`,
          ...fields,
        }),
      async portal() {
        const card = await call('POST', 'payment_methods/pm_card_visa/attach', { customer: customer.id });
        await call('POST', `customers/${customer.id}`, { 'invoice_settings[default_payment_method]': card.id });
        const subscription = await call('POST', 'subscriptions', {
          customer: customer.id,
          'items[0][price]': price.id,
        });
        const { url } = await open('billing_portal/sessions', {
          customer: customer.id,
          return_url: `${baseURL}/auth?from=portal`,
        });
        return { url, subscription: subscription.id };
      },
    });
  },
});

function withUrl({ id, url }: SandboxObject): { id: string; url: string } {
  return { id, url: String(url) };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const trial = { 'subscription_data[trial_period_days]': '90' };

test('PROMO-08 LABEL-10 a trial is started with a card, charged nothing, and leads to where the caller wanted', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { id, url } = await shop.checkout(trial);
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Start your free trial of Premium' })).toBeVisible();
  await expect(page.getByText('Free for 90 days')).toBeVisible();
  await expect(page.getByText('Test payments').first()).toBeVisible();
  await button(page, 'Start trial').click();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(cardForm.number(page)).toBeFocused();
  await fillCard(page, cards.good);
  await button(page, 'Start trial').click();
  await expect(page).toHaveURL(new RegExp(`/auth\\?session_id=${id}$`));
  expect(await shop.call('GET', `checkout/sessions/${id}`, { 'expand[0]': 'subscription' })).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    subscription: { status: 'trialing' },
  });
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'This checkout is complete' })).toBeVisible();
});

test('PAY-02 a declined card buys nothing and says so; the next one pays', { tag: '@long' }, async ({
  page,
  shop,
  watch,
}) => {
  const { id, url } = await shop.checkout();
  await page.goto(url);
  await fillCard(page, cards.declined);
  watch.expectRefusal(`402 POST /sandbox/payments/checkout/${id}/confirm`);
  await button(page, 'Subscribe').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible();

  await fillCard(page, cards.good);
  await button(page, 'Subscribe').click();
  await expect(page).toHaveURL(/session_id=/);
  expect(await shop.call('GET', `checkout/sessions/${id}`)).toMatchObject({
    amount_total: 899,
    payment_status: 'paid',
  });
});

test('PAY-02 the bank’s question decides: Fail leaves the checkout open, Complete ends it', { tag: '@long' }, async ({
  page,
  shop,
  watch,
}) => {
  const { id, url } = await shop.checkout(trial);
  await page.goto(url);
  await fillCard(page, cards.threeDSecure);
  watch.expectRefusal(`402 POST /sandbox/payments/checkout/${id}/finish`);
  await button(page, 'Start trial').click();
  await answerBank(page, 'Fail');
  await expect(page.getByText('We are unable to authenticate your payment method.')).toBeVisible();
  expect(await shop.call('GET', `checkout/sessions/${id}`)).toMatchObject({ status: 'open', subscription: null });
  await button(page, 'Start trial').click();
  await answerBank(page, 'Complete');
  await expect(page).toHaveURL(/session_id=/);
});

test('a checkout can be left, and is still open afterwards', { tag: '@long' }, async ({ page, shop }) => {
  const { id, url } = await shop.checkout(trial);
  await page.goto(url);
  await page.getByRole('link', { name: 'Back without paying' }).click();
  await expect(page).toHaveURL(/\/auth\?cancelled=1$/);
  expect(await shop.call('GET', `checkout/sessions/${id}`)).toMatchObject({ status: 'open', subscription: null });
});

test('BILL-01 at the customer portal a plan is cancelled and renewed', { tag: '@long' }, async ({ page, shop }) => {
  const { url, subscription } = await shop.portal();
  await page.goto(url);
  const plans = page.getByRole('region', { name: 'Current plan' });
  await expect(plans).toContainText('Premium');
  await plans.getByRole('link', { name: 'Cancel plan' }).click();
  await page.getByRole('link', { name: 'Keep plan' }).click();
  await plans.getByRole('link', { name: 'Cancel plan' }).click();
  await button(page, 'Cancel plan').click();
  await expect(page.getByRole('status')).toHaveText('Your plan will end as shown below.');
  await expect(plans).toContainText('Ends soon');
  expect(await shop.call('GET', `subscriptions/${subscription}`)).toMatchObject({
    cancel_at: expect.any(Number),
    cancel_at_period_end: false,
  });
  await button(page, 'Renew plan').click();
  await expect(plans).toContainText('Active');
  expect(await shop.call('GET', `subscriptions/${subscription}`)).toMatchObject({ cancel_at: null });
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/from=portal$/);
});

test('BILL-06 at the customer portal a card is added, made default, and the old one removed', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { url } = await shop.portal();
  await page.goto(url);
  const saved = page.getByRole('region', { name: 'Payment methods' });
  await expect(saved.getByRole('listitem')).toHaveText(/Visa ending in 4242.*Default/s);
  await expect(button(page, /^Remove/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Add a card' }).click();
  await fillCard(page, '5555555555554444');
  await button(page, 'Add card').click();
  await expect(page.getByRole('status')).toHaveText('Your card was added.');
  await button(page, /^Make default: Mastercard/).click();
  await expect(saved.getByRole('listitem').filter({ hasText: 'Mastercard' })).toContainText('Default');
  await button(page, /^Remove: Visa/).click();
  await expect(saved.getByRole('listitem')).toHaveText(/Mastercard/);
});

test('GEN-18 GEN-19 GEN-21 BILL-11 the payment pages fit, pass axe and have names; an invoice is a page and a PDF', {
  tag: ['@layout', '@long'],
}, async ({ page, check, shop }) => {
  const { url } = await shop.checkout(trial);
  await page.goto(url);
  await expect(cardForm.number(page)).toBeVisible();
  await check('checkout');
  await button(page, 'Start trial').click();
  await check('checkout with errors');
  await fillCard(page, cards.threeDSecure);
  await button(page, 'Start trial').click();
  await expect(cardForm.bank(page)).toBeVisible();
  await check('the bank’s question');
  await answerBank(page, 'Complete');
  await expect(page).toHaveURL(/session_id=/);
  await page.goto(url);
  await check('a complete checkout');

  const portal = await shop.portal();
  await page.goto(portal.url);
  await check('customer portal');
  await page.goto(`${portal.url}?cancel=${portal.subscription}`);
  await check('a plan about to be cancelled');
  await page.goto(`${portal.url}?add=card`);
  await expect(cardForm.number(page)).toBeVisible();
  await check('one more card');
  await page.goto(portal.url);
  const pdf = page.getByRole('link', { name: /^PDF of invoice/ }).first();
  const file = await page.request.get(new URL((await pdf.getAttribute('href')) ?? '', page.url()).href);
  expect(file.headers()['content-type']).toBe('application/pdf');
  await page
    .getByRole('link', { name: /^Invoice / })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /^Invoice / })).toBeVisible();
  await expect(page.getByText('£8.99').first()).toBeVisible();
  await check('invoice');
});
