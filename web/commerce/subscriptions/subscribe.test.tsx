import { screen, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { consentTexts, currentConsent } from '#contract/commerce/consent-texts.ts';
import { getBillingDetails } from '#contract/commerce/payments.endpoints.ts';
import {
  getOwnTrial,
  redeemValidatedCode,
  startTrial,
  validatePromoCode,
} from '#contract/commerce/promotions.endpoints.ts';
import {
  agreeToSubscription,
  createSubscription,
  getSubscription,
  subscribeWithCredit,
} from '#contract/commerce/subscriptions.endpoints.ts';
import { forSubscribe } from '#tests/support/web/answers.ts';
import { wholeResource } from '#tests/support/web/fixtures.ts';
import { billingDetails, offeredCode, openSubscription, subscription, tax } from '#tests/support/web/money-fixtures.ts';
import { answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import {
  confirmations,
  confirms,
  fillCard,
  findPayButton,
  loadPaymentScript,
  payments,
} from '#tests/support/web/payment-form.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectTexts, expectToast } from '#tests/support/web/screen.ts';

async function openSubscribe(answers = forSubscribe(), query = '') {
  await loadPaymentScript();
  return renderPortal(`/subscribe/1${query}`, { config: { payments }, answers });
}

const plan = (name: string) => screen.getByRole('radio', { name });
const queryPayButton = () => screen.queryByRole('button', { name: /^Subscribe for/ });
const priced = (monthlyPrice: number, annualPrice: number) =>
  wholeResource({ accessType: 'subscription', monthlyPrice, annualPrice });

test('SUBSCR-01 SUBSCR-02 SUBSCR-04 the subscribe page shows the default prices before anything has loaded', async () => {
  const loading = hold(answer(getResource, priced(12.5, 160)));
  const opening = hold(answer(createSubscription, openSubscription({ amount: 12.5, dueNow: 12.5 })));
  await openSubscribe([...forSubscribe(), loading, opening]);
  expect(await screen.findByRole('heading', { name: 'Subscribe to Premium' })).toBeVisible();
  expect(screen.getByText('Setting up your subscription...')).toBeVisible();
  expect(plan('Monthly')).toBeChecked();
  expect(plan('Monthly')).toHaveAccessibleDescription(/£8\.99\s*per month/);
  expect(plan('Annual')).toHaveAccessibleDescription(/£89\.99\s*per year\s*Save £17\.89/);
  loading.release();
  expect(await screen.findByRole('heading', { name: 'Subscribe to Resource 1' })).toBeVisible();
  expect(plan('Annual')).toHaveAccessibleDescription(/£160\.00\s*per year$/);
  opening.release();
  expect(await findPayButton()).toHaveTextContent('Subscribe for £12.50 per month');
});

test('SUBSCR-06 SUBSCR-07 SUBSCR-08 the subscribe page says what is included, the terms, and who takes the payment', async () => {
  await openSubscribe();
  expect(await screen.findByRole('heading', { name: "What's included" })).toBeVisible();
  expect(screen.getByText('30-day money-back guarantee for new subscribers.')).toBeVisible();
  await findPayButton();
  expect(screen.getByText(/^Secure payment\./)).toBeVisible();
  expect(screen.getByText(consentTexts[currentConsent].payment)).toBeVisible();
});

test('SUBSCR-03 SUBSCR-07 LABEL-11 the plan that was chosen last is the one that is paid', async () => {
  const { user } = await openSubscribe();
  await findPayButton();
  await user.click(plan('Annual'));
  expect(screen.getByText(/Auto-renews annually unless cancelled\./)).toBeVisible();
  await user.click(plan('Monthly'));
  await user.click(plan('Annual'));
  expect(await screen.findByRole('button', { name: 'Subscribe for £89.99 per year' })).toBeVisible();
  await fillCard(user);
  await user.click(await findPayButton());
  await expectAddress('/resource/1');
  expect(callsOf(createSubscription).at(-1)?.body).toEqual({ plan: 'annual', resourceId: 1 });
  expect(confirmations()).toHaveLength(1);
});

test('SUBSCR-09 the subscribe page waits for the server after a return from the bank’s page', async () => {
  const held = hold(answer(getSubscription, subscription()));
  await openSubscribe([...forSubscribe(), held], '?payment_intent=pi_1&redirect_status=succeeded');
  expect(await screen.findByRole('heading', { name: 'Your payment has arrived' })).toBeVisible();
  expect(queryPayButton()).toBeNull();
  held.release();
  await expectToast('Subscription active');
  await expectAddress('/resource/1');
  expect(await screen.findByText('You have access')).toBeVisible();
});

test('SUBSCR-09 the subscribe page shows its form after a payment that failed on the bank’s page', async () => {
  await openSubscribe(forSubscribe(), '?payment_intent=pi_1&redirect_status=failed');
  expect(await findPayButton()).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Your payment has arrived' })).toBeNull();
});

test.for([
  ['succeeded', 'Your payment has arrived'],
  ['processing', 'Your payment is being processed…'],
] as const)(
  'CHECKOUT-07 SUBSCR-20 every form of the subscribe page goes as the payment is %s',
  async ([status, title]) => {
    const held = hold(answer(getSubscription, subscription()));
    const { user } = await openSubscribe([...forSubscribe(), confirms({ status }), held]);
    await fillCard(user);
    expect(await screen.findByRole('textbox', { name: /^Promo Code/ })).toBeVisible();
    await user.click(await findPayButton());
    const heading = await screen.findByRole('heading', { name: title, level: 1 });
    await waitFor(() => expect(heading).toHaveFocus());
    for (const role of ['textbox', 'form', 'radio'] as const) expect(screen.queryByRole(role)).toBeNull();
    expect(queryPayButton()).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Invoice details' })).toBeNull();
    expect(location.pathname).toBe('/subscribe/1');
    held.release();
    if (status === 'succeeded') await expectAddress('/resource/1');
  },
);

test('SUBSCR-18 every form of the subscribe page goes as the member’s credit has started the subscription', async () => {
  const held = hold(answer(getSubscription, subscription()));
  const { user } = await openSubscribe([
    ...forSubscribe(),
    refuse(createSubscription, 'subscriptions.credit-covers'),
    answer(subscribeWithCredit, { message: 'Started' }),
    held,
  ]);
  await user.click(await screen.findByRole('button', { name: 'Subscribe with your credit' }));
  expect(await screen.findByRole('heading', { name: 'Your payment has arrived', level: 1 })).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  held.release();
  await expectAddress('/resource/1');
});

test('consent is sent to the server first, and without it nothing is charged', async () => {
  const { user } = await openSubscribe([...forSubscribe(), fail(agreeToSubscription)]);
  await fillCard(user);
  await user.click(await findPayButton());
  await expectToast('Payment Error', 'An unexpected error occurred');
  expect(screen.getByText(/you have not been charged/)).toBeVisible();
  expect(confirmations()).toHaveLength(0);
  serve(answer(agreeToSubscription, { message: 'Recorded' }));
  await user.dblClick(await findPayButton());
  await expectAddress('/resource/1');
  expect(callsOf(agreeToSubscription).map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ textVersion: currentConsent })),
  );
  expect(confirmations()).toHaveLength(1);
});

test('SUBSCR-12 the subscribe page says that a resource is not offered', async () => {
  await openSubscribe([...forSubscribe(), refuse(createSubscription, 'subscriptions.not-offered')]);
  expect(await screen.findByText('This resource is not part of the subscription.')).toBeVisible();
});

test('SUBSCR-10 the subscribe page says that a subscription could not be opened, and opens it by Try again', async () => {
  const { user } = await openSubscribe([...forSubscribe(), fail(createSubscription, { status: 503 })]);
  await expectToast('Subscription Error', 'Failed to initialize subscription. Please try again.');
  serve(answer(createSubscription, openSubscription()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Card number')).toBeVisible();
});

test('SUBSCR-14 the subscribe page shows a subscribed member why there is nothing to pay, with a link to Billing', async () => {
  await openSubscribe([...forSubscribe(), refuse(createSubscription, 'subscriptions.already-subscribed')]);
  expect(await screen.findByText(/^You already have a subscription\./)).toBeVisible();
  expect(queryPayButton()).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to Billing' })).toHaveAttribute('href', '/billing');
  expect(screen.getByRole('link', { name: 'View Resource' })).toHaveAttribute('href', '/resource/1?refresh=true');
});

test('SUBSCR-14 the subscribe page shows no payment form and no failure while another subscription is being started', async () => {
  await openSubscribe([...forSubscribe(), refuse(createSubscription, 'subscriptions.starting')]);
  expect(await screen.findByText(/^Another subscription is being started /)).toBeVisible();
  expect(queryPayButton()).toBeNull();
  expect(screen.queryByText('Subscription Error')).toBeNull();
});

test('SUBSCR-18 a credit that covers the plan asks first, and then starts the subscription without a card', async () => {
  const { user } = await openSubscribe([
    ...forSubscribe(),
    refuse(createSubscription, 'subscriptions.credit-covers'),
    answer(subscribeWithCredit, { message: 'Started' }),
  ]);
  expect(await screen.findByText(/^Your credit pays for this subscription\./)).toBeVisible();
  expect(screen.getByText(consentTexts[currentConsent].payment)).toBeVisible();
  expect(screen.getByText('Due today').parentElement).toHaveTextContent('£0.00');
  expect(callsOf(subscribeWithCredit)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Subscribe with your credit' }));
  await expectAddress('/resource/1');
  expect(callsOf(subscribeWithCredit).map(({ body }) => body)).toEqual([
    { plan: 'monthly', resourceId: 1, textVersion: currentConsent },
  ]);
});

const codeField = () => screen.findByRole('textbox', { name: /^Promo Code/ });

test('PROMO-20 the subscribe page says why a code is not valid, and shows what a valid one gives', async () => {
  const message = 'The promo code you entered is not valid.';
  const { user } = await openSubscribe([
    ...forSubscribe(),
    answer(validatePromoCode, { valid: false, message, promoCode: null }),
    answer(redeemValidatedCode, { checkoutUrl: 'https://pay.example.org/checkout' }),
  ]);
  await user.type(await codeField(), 'no-such-code{Enter}');
  await waitFor(async () => expect(await codeField()).toHaveAccessibleDescription(message));
  serve(answer(validatePromoCode, { valid: true, message: '', promoCode: offeredCode() }));
  await user.clear(await codeField());
  await user.type(await codeField(), 'spring{Enter}');
  const offer = await screen.findByRole('dialog', { name: 'Redeem promo code' });
  expect(offer).toHaveTextContent('20% off for 3 billing cycles');
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Proceed to Checkout' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example.org/checkout'));
  expect(callsOf(redeemValidatedCode)[0]?.body).toMatchObject({
    promoCodeId: offeredCode().id,
    chosenPlan: { plan: 'monthly', resourceId: 1 },
  });
});

const onTrial = (trialNeedsCard: boolean) =>
  wholeResource({ accessType: 'subscription', monthlyPrice: 8.99, annualPrice: 89.99, trialDays: 14, trialNeedsCard });

test('TRIAL-02 a member starts a free trial without a card on the subscribe page', async () => {
  const { user } = await openSubscribe([
    ...forSubscribe(),
    answer(getResource, onTrial(false)),
    answer(getOwnTrial, { isUsed: false }),
    answer(startTrial, { message: 'Your free trial has started.', checkoutUrl: null }),
    answer(getSubscription, subscription({ status: 'trialing' })),
  ]);
  expect(await screen.findByRole('heading', { name: 'Try it free for 14 days' })).toBeVisible();
  expect(screen.getByText(/^No card is needed\. The trial ends after 14 days;/)).toBeVisible();
  expect(await findPayButton()).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await expectToast('Free trial started');
  await expectAddress('/resource/1');
  expect(callsOf(startTrial)[0]?.body).toMatchObject({ resourceId: 1, plan: 'monthly' });
});

test('TRIAL-02 a member who must name a card starts the free trial at the checkout', async () => {
  const { user } = await openSubscribe([
    ...forSubscribe(),
    answer(getResource, onTrial(true)),
    answer(getOwnTrial, { isUsed: false }),
    answer(startTrial, { message: '', checkoutUrl: 'https://pay.example.org/checkout' }),
  ]);
  expect(await screen.findByText(/^A card is needed\. After 14 days it is charged/)).toBeVisible();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example.org/checkout'));
});

test('TRIAL-03 a member with an earlier free trial is offered none and sees what subscribing charges', async () => {
  await openSubscribe([...forSubscribe(), answer(getResource, onTrial(false)), answer(getOwnTrial, { isUsed: true })]);
  expect(
    await screen.findByText(/^You have already used your free trial\. Subscribing is charged today: £/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start Free Trial' })).toBeNull();
  expect(await findPayButton()).toBeVisible();
});

test('TAX-12 the subscribe page shows net, tax and what is due today', async () => {
  await loadPaymentScript();
  const german = tax(8.99, {
    tax: 1.71,
    country: 'DE',
    parts: [{ name: 'VAT', country: 'DE', percent: '19', amount: 1.71 }],
  });
  await renderPortal('/subscribe/1', {
    config: { payments, tax: 'exclusive' },
    answers: [
      ...forSubscribe(),
      answer(createSubscription, openSubscription({ amount: 10.7, dueNow: 10.7, tax: german })),
      answer(getBillingDetails, billingDetails({ country: 'DE' })),
    ],
  });
  expect(await findPayButton()).toHaveTextContent('Subscribe for £10.70 per month');
  expectTexts(screen.getAllByRole('term'), ['Monthly plan', 'Net', 'VAT 19% (Germany)', 'Due today']);
  expectTexts(screen.getAllByRole('definition'), ['£8.99', '£8.99', '£1.71', '£10.70']);
});

test('TAX-12 the subscribe page asks for the country before the subscription begins', async () => {
  await openSubscribe([...forSubscribe(), refuse(createSubscription, 'payments.place-needed')]);
  expect(await screen.findByRole('form', { name: 'Where are you?' })).toBeVisible();
  expect(queryPayButton()).toBeNull();
});
