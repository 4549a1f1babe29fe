import { expect, type Page } from '@playwright/test';
import { consentTexts, currentConsent } from '#contract/consent-texts.ts';
import { answerBank, cardForm, cards, fillCard } from '../support/card-form.ts';
import { buy } from '../support/payments.ts';
import { answerOf, failAnswers, holdAnswers } from '../support/routes.ts';
import { sandboxOf } from '../support/sandbox.ts';
import { expectToast } from '../support/screen.ts';
import { bySubscription, openSubscription, subscribe, subscriptionOf } from '../support/subscriptions.ts';
import { memberTest as test } from '../support/test.ts';

const plan = (page: Page, name: 'Monthly' | 'Annual') => page.getByRole('radio', { name, exact: true });
const payButton = (page: Page) => page.getByRole('button', { name: /^Subscribe for/ });

test('SUBSCR-01 SUBSCR-02 SUBSCR-04 the page shows the default prices before anything has loaded', async ({
  page,
  office,
}) => {
  const { id, title } = await office.addResource({ ...bySubscription, monthlyPrice: '12.50', annualPrice: '160' });
  const opening = await holdAnswers(page, '/api/create-subscription');
  const loading = await holdAnswers(page, `/api/resources/${id}`);
  await page.goto(`/subscribe/${id}`);
  await expect(page.getByRole('heading', { name: 'Subscribe to Premium' })).toBeVisible();
  await expect(page.getByText('Setting up your subscription...', { exact: true })).toBeVisible();
  await expect(plan(page, 'Monthly')).toBeChecked();
  await expect(plan(page, 'Monthly')).toHaveAccessibleDescription(/£8\.99\s*per month/);
  await expect(plan(page, 'Annual')).toHaveAccessibleDescription(/£89\.99\s*per year\s*Save £17\.89/);
  loading();
  await expect(page.getByRole('heading', { name: `Subscribe to ${title}` })).toBeVisible();
  await expect(plan(page, 'Annual')).toHaveAccessibleDescription(/£160\.00\s*per year$/);
  opening();
  await expect(payButton(page)).toHaveText('Subscribe for £12.50 per month');
});

test('DETAIL-20 SUBSCR-06 SUBSCR-09 a valid card subscribes, from the page of the resource and back to it', async ({
  page,
  context,
  office,
}) => {
  const { id, title } = await office.addResource(bySubscription);
  const other = await office.addResource(bySubscription);
  await page.goto(`/resource/${id}`);
  await page.getByRole('button', { name: 'SUBSCRIBE' }).click();
  await expect(page.getByRole('heading', { name: `Subscribe to ${title}` })).toBeFocused();
  await expect(page.getByRole('heading', { name: "What's included", exact: true })).toBeVisible();
  await expect(page.getByText('30-day money-back guarantee for new subscribers.')).toBeVisible();
  await expect(page.getByText('Secure payment.')).toBeVisible();
  await payButton(page).click();
  await expect(cardForm.number(page)).toBeFocused();
  await fillCard(page, cards.good);
  await expect(page.getByText(consentTexts[currentConsent].payment)).toBeVisible();
  const agreed = page.waitForRequest('**/consent');
  await payButton(page).dblclick();
  expect((await agreed).postDataJSON()).toEqual({ textVersion: currentConsent });
  await expect(page).toHaveURL(`/resource/${id}`);
  await expect(page.getByText('You have access')).toBeVisible();
  expect(await subscriptionOf(context.request)).toMatchObject({ status: 'active', plan: 'monthly', amount: 8.99 });
  await page.goto(`/resource/${other.id}`);
  await expect(page.getByText('You have access')).toBeVisible();
});

test('SUBSCR-03 SUBSCR-07 LABEL-11 the plan that was chosen last is the one that is paid', async ({
  page,
  context,
  office,
}) => {
  const { id } = await office.addResource(bySubscription);
  await page.goto(`/subscribe/${id}`);
  await fillCard(page, cards.good);
  await plan(page, 'Annual').check();
  await expect(page.getByText('Auto-renews annually unless cancelled.')).toBeVisible();
  await plan(page, 'Monthly').check();
  await plan(page, 'Annual').check();
  await expect(payButton(page)).toHaveText('Subscribe for £89.99 per year');
  await fillCard(page, cards.good);
  await payButton(page).click();
  await expect(page).toHaveURL(`/resource/${id}`);
  expect(await subscriptionOf(context.request)).toMatchObject({ status: 'active', plan: 'annual', amount: 89.99 });
});

test('SUBSCR-13 a declined card starts nothing, and another card subscribes', { tag: '@long' }, async ({
  page,
  context,
  office,
  watch,
}) => {
  const { id } = await office.addResource(bySubscription);
  const intentId = await openSubscription(context.request, id);
  watch.expectRefusal(`402 POST /sandbox/payments/v1/payment_intents/${intentId}/confirm`);
  await page.goto(`/subscribe/${id}`);
  await fillCard(page, cards.declined);
  await payButton(page).click();
  await expectToast(page, 'Payment Failed');
  expect((await subscriptionOf(context.request))?.status).toBe('incomplete');
  await fillCard(page, cards.good);
  await payButton(page).click();
  await expect(page).toHaveURL(`/resource/${id}`);
  expect((await subscriptionOf(context.request))?.status).toBe('active');
});

test('SUBSCR-18 a credit that covers the plan asks first, and then starts the subscription without a card', {
  tag: '@layout',
}, async ({ page, context, office, member, check, watch }) => {
  const [{ id: bought }, { id }] = [
    await office.addResource({ accessType: 'purchase', price: '5' }),
    await office.addResource(bySubscription),
  ];
  await buy(context.request, bought);
  const sandbox = await sandboxOf(context.request, process.env.PORTAL_DATA_DIR ?? '');
  const found = (await sandbox.call('GET', 'customers', { email: member.email })).data as { id: string }[];
  await sandbox.call('POST', `customers/${found[0]?.id}`, { balance: '-2000' });
  watch.expectRefusal('409 POST /api/create-subscription');
  await page.goto(`/subscribe/${id}`);
  await expect(page.getByText('Your credit pays for this subscription.')).toBeVisible();
  await expect(page.getByText(consentTexts[currentConsent].payment)).toBeVisible();
  expect(await subscriptionOf(context.request)).toBeNull();
  await expect(page.getByText('Due today').locator('..')).toContainText('£0.00');
  await check('a subscription that the credit pays for');
  await page.getByRole('button', { name: 'Subscribe with your credit' }).click();
  await expect(page).toHaveURL(`/resource/${id}`);
  await expect(page.getByText('You have access')).toBeVisible();
  expect(await subscriptionOf(context.request)).toMatchObject({ status: 'active', plan: 'monthly' });
});

test('SUBSCR-08 the member confirms at the bank without leaving the page', { tag: '@long' }, async ({
  page,
  context,
  office,
}) => {
  const { id } = await office.addResource(bySubscription);
  await page.goto(`/subscribe/${id}`);
  await fillCard(page, cards.threeDSecure);
  await payButton(page).click();
  await answerBank(page, 'Complete');
  await expect(page).toHaveURL(`/resource/${id}`);
  expect((await subscriptionOf(context.request))?.status).toBe('active');
});

test('SUBSCR-09 the page waits for the server after a return from the bank’s page', async ({
  page,
  context,
  office,
}) => {
  const { id } = await office.addResource(bySubscription);
  await subscribe(context.request, id);
  const answers = await holdAnswers(page, '/api/user/subscription');
  await page.goto(`/subscribe/${id}?payment_intent=pi_1&redirect_status=succeeded`);
  await expect(page.getByRole('heading', { name: 'Your payment has arrived' })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  answers();
  await expectToast(page, 'Subscription Active');
  await expect(page).toHaveURL(`/resource/${id}`);
  await expect(page.getByText('You have access')).toBeVisible();
});

test('consent is sent to the server first, and without it nothing is charged', async ({
  page,
  context,
  office,
  watch,
}) => {
  const { id } = await office.addResource(bySubscription);
  await page.goto(`/subscribe/${id}`);
  await fillCard(page, cards.good);
  const mend = await failAnswers(page, watch, '**/consent');
  await payButton(page).click();
  await expectToast(page, 'Payment Error', 'An unexpected error occurred');
  await expect(page.getByText('you have not been charged')).toBeVisible();
  expect((await subscriptionOf(context.request))?.status).toBe('incomplete');
  await mend();
  await payButton(page).click();
  await expect(page).toHaveURL(`/resource/${id}`);
});

test('SUBSCR-14 a subscribed member sees why there is nothing to pay, with a link to Billing', {
  tag: '@long',
}, async ({ page, context, office, watch }) => {
  watch.expectRefusal('409 POST /api/create-subscription');
  const { id } = await office.addResource(bySubscription);
  await subscribe(context.request, id);
  await page.goto(`/subscribe/${id}`);
  await expect(page.getByText('You already have a subscription.')).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Go to Billing' })).toHaveAttribute('href', '/billing');
  await page.getByRole('link', { name: 'View Resource' }).click();
  await expect(page.getByText('You have access')).toBeVisible();
});

test('SUBSCR-12 SUBSCR-10 a resource that is not offered says so, and a failure can be retried', async ({
  page,
  office,
  watch,
}) => {
  watch.expectRefusal('400 POST /api/create-subscription');
  watch.expectRefusal('503 POST /api/create-subscription');
  const free = await office.addResource();
  await page.goto(`/subscribe/${free.id}`);
  await expect(page.getByText('This resource is not part of the subscription.')).toBeVisible();
  const { id } = await office.addResource(bySubscription);
  await answerOf(page, '/api/create-subscription', { status: 503, json: { message: '' } });
  await page.goto(`/subscribe/${id}`);
  await expectToast(page, 'Subscription Error', 'Failed to initialize subscription. Please try again.');
  await page.unroute('/api/create-subscription');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardForm.number(page)).toBeVisible();
});
