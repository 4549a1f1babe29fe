import { expect, type Page } from '@playwright/test';
import { consentTexts, currentConsent } from '#contract/commerce/consent-texts.ts';
import { answerBank, cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { buy } from '#tests/browser/support/payments.ts';
import { sandboxOf } from '#tests/browser/support/sandbox.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { bySubscription, openSubscription, subscriptionOf } from '#tests/browser/support/subscriptions.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const plan = (page: Page, name: 'Monthly' | 'Annual') => page.getByRole('radio', { name, exact: true });
const payButton = (page: Page) => page.getByRole('button', { name: /^Subscribe for/ });

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

test('SUBSCR-03 SUBSCR-07 LABEL-11 the plan that was chosen last is the one that is paid', { tag: '@long' }, async ({
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
  tag: ['@layout', '@long'],
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
