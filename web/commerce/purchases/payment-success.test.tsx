import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { completePurchase, listPurchases } from '#contract/commerce/purchases.endpoints.ts';
import { getSubscription } from '#contract/commerce/subscriptions.endpoints.ts';
import { forDashboard, forResource, forSubscribe } from '#tests/support/web/answers.ts';
import { purchase, subscription } from '#tests/support/web/money-fixtures.ts';
import { answer, refuse } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectTexts } from '#tests/support/web/screen.ts';

const findSuccess = () => screen.findByRole('heading', { name: 'Payment Successful!' });
const findDetails = () => screen.findAllByRole('definition');

test('SUCCESS-01 SUCCESS-02 SUCCESS-04 the page after a payment shows the purchase and the three steps that follow', async () => {
  const others = [purchase({ id: 2, stripePaymentIntentId: 'pi_2', resource: { id: 1, title: 'Another' } })];
  await renderPortal('/payment-success?payment_intent=pi_1', {
    answers: [answer(listPurchases, [...others, purchase()])],
  });
  expect(await findSuccess()).toBeVisible();
  expectTexts(await findDetails(), ['Resource 1', '£19.99', '5 January 2026', 'Visa ending 4242', 'Completed']);
  expect(screen.getByRole('heading', { name: "What's Next?" })).toBeVisible();
  expectTexts(screen.getAllByRole('heading', { level: 3 }), [
    'Access the resource',
    'Start learning',
    'Track progress',
  ]);
});

test('SUCCESS-02 the page after the payment of a gift shows for whom it is, and the payment method', async () => {
  const gift = purchase({ isGift: true, boughtFor: 'omar@example.org' });
  await renderPortal('/payment-success?payment_intent=pi_1', { answers: [answer(listPurchases, [gift])] });
  expectTexts(await findDetails(), [
    'Resource 1',
    'omar@example.org',
    '£19.99',
    '5 January 2026',
    'Visa ending 4242',
    'Completed',
  ]);
  expectTexts(screen.getAllByRole('term'), ['Resource', 'For', 'Amount', 'Purchase date', 'Paid with', 'Status']);
});

test('SUCCESS-02 the page after the payment of seats shows their organisation and the tax; a method that is not known is left out', async () => {
  const tax = {
    isIncluded: true,
    country: 'GB',
    net: 16.66,
    tax: 3.33,
    isReverseCharge: false,
    parts: [{ name: 'VAT', percent: '20', country: 'GB', amount: 3.33 }],
  };
  const seats = purchase({ seats: 10, boughtFor: 'Northmere', paidWith: null, tax });
  await renderPortal('/payment-success?payment_intent=pi_1', { answers: [answer(listPurchases, [seats])] });
  expectTexts(await findDetails(), [
    '10 seats: Resource 1',
    'Northmere',
    '£16.66',
    '£3.33',
    '£19.99',
    '5 January 2026',
    'Completed',
  ]);
});

test('SUCCESS-03 the page after a payment shows the purchase of the named resource', async () => {
  const [first, latest] = [
    purchase({ id: 1, resourceId: 1, resource: { id: 1, title: 'First' } }),
    purchase({ id: 2, resourceId: 2, resource: { id: 2, title: 'Latest' }, purchaseDate: '2026-02-05T09:00:00.000Z' }),
  ];
  await renderPortal('/payment-success?subscription_resource=1', { answers: [answer(listPurchases, [latest, first])] });
  expectTexts((await findDetails()).slice(0, 1), ['First']);
});

test('SUCCESS-03 the page after a payment shows the latest purchase when its address names none', async () => {
  const [first, latest] = [
    purchase({ id: 1, resourceId: 1, resource: { id: 1, title: 'First' } }),
    purchase({ id: 2, resourceId: 2, resource: { id: 2, title: 'Latest' }, purchaseDate: '2026-02-05T09:00:00.000Z' }),
  ];
  await renderPortal('/payment-success', { answers: [answer(listPurchases, [first, latest])] });
  expectTexts((await findDetails()).slice(0, 1), ['Latest']);
});

test('SUCCESS-03 the page after a payment shows a subscriber the named resource with its amount and date', async () => {
  const { user } = await renderPortal('/payment-success?subscription_resource=1', {
    answers: [...forSubscribe(), answer(listPurchases, [])],
  });
  expectTexts(await findDetails(), ['Resource 1', '£8.99 per month', '5 January 2126', 'Completed']);
  await user.click(screen.getByRole('button', { name: 'View Resource' }));
  await expectAddress('/resource/1');
});

test('SUCCESS-07 the page after a payment shows the named resource of a subscription that does not run, and the latest purchase', async () => {
  const latest = purchase({ resourceId: 9, resource: { id: 9, title: 'Bought before' } });
  const { user } = await renderPortal('/payment-success?subscription_resource=1', {
    answers: [...forSubscribe(), answer(listPurchases, [latest]), answer(getSubscription, null)],
  });
  expect(await screen.findByRole('heading', { name: 'Resource 1' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your latest purchase' })).toBeVisible();
  expectTexts((await findDetails()).slice(0, 1), ['Bought before']);
  await user.click(screen.getByRole('button', { name: 'View Resource' }));
  await expectAddress('/resource/1');
});

test.for([
  ['payment_intent=pi_2', null],
  ['payment_intent=pi_2&subscription_resource=1', 'Resource 1'],
] as const)(
  'SUCCESS-07 the page after a payment that is not the member’s shows the latest purchase as such: %s',
  async ([address, title]) => {
    await renderPortal(`/payment-success?${address}`, {
      answers: [
        ...forResource(),
        answer(listPurchases, [purchase({ resourceId: 9, resource: { id: 9, title: 'Bought before' } })]),
        refuse(completePurchase, 'purchases.payment-unknown'),
      ],
    });
    expect(await findSuccess()).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your latest purchase' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Purchase details' })).toBeNull();
    expectTexts((await findDetails()).slice(0, 1), ['Bought before']);
    expect(screen.queryByRole('heading', { name: 'Resource 1' }) !== null).toBe(title !== null);
    expect(screen.queryByRole('button', { name: 'View Resource' }) !== null).toBe(title !== null);
  },
);

test('SUCCESS-07 the page after a payment shows no purchase to a member without one', async () => {
  await renderPortal('/payment-success?payment_intent=pi_2', { answers: [answer(listPurchases, [])] });
  expect(await findSuccess()).toBeVisible();
  expect(screen.queryAllByRole('definition')).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'Your latest purchase' })).toBeNull();
});

test('SUCCESS-07 the page after a payment says that it is not complete', async () => {
  await renderPortal('/payment-success?payment_intent=pi_1&resource=1', {
    answers: [answer(listPurchases, []), refuse(completePurchase, 'purchases.not-paid')],
  });
  expect(await screen.findByRole('heading', { name: 'Your payment is not complete' })).toBeVisible();
  expect(screen.queryByText('Resource 1')).toBeNull();
});

test('SUCCESS-07 the page after a payment says that it failed, and leads back to the checkout', async () => {
  await renderPortal('/payment-success?payment_intent=pi_1&resource=1&redirect_status=failed');
  expect(await screen.findByRole('heading', { name: 'Your payment failed' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to checkout' })).toHaveAttribute('href', '/checkout/1');
  expect(screen.queryByRole('heading', { name: 'Payment Successful!' })).toBeNull();
});

test.for([
  ['View Resource', '/resource/1'],
  ['Go to Dashboard', '/'],
] as const)(
  'SUCCESS-05 SUCCESS-06 the page after a payment offers help, and %s leads to %s',
  async ([name, address]) => {
    const { user } = await renderPortal('/payment-success', {
      answers: [...forResource(), ...forDashboard(), answer(listPurchases, [purchase()])],
    });
    expect(await screen.findByRole('heading', { name: 'Need Help?' })).toBeVisible();
    await findDetails();
    await user.click(screen.getByRole('button', { name }));
    await expectAddress(address);
  },
);

test('SUCCESS-07 the page after a checkout of a code shows the started subscription', async () => {
  await renderPortal('/payment-success?session_id=cs_test_1', {
    answers: [answer(getSubscription, subscription()), answer(listPurchases, [])],
  });
  expect(await findSuccess()).toBeVisible();
  expectTexts(await findDetails(), ['Active', '£8.99 per month']);
});

test('SUBSCR-20 the page after a checkout of a code says that the bank takes days for the payment', async () => {
  const processing = subscription({ status: 'incomplete', isPaymentProcessing: true });
  await renderPortal('/payment-success?session_id=cs_test_1', {
    answers: [answer(getSubscription, processing), answer(listPurchases, [])],
  });
  expect(await screen.findByRole('heading', { name: 'Your payment is being processed…' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Payment Successful!' })).toBeNull();
});

test('SUCCESS-07 the page after a checkout of a code never shows an ended subscription as started', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await renderPortal('/payment-success?session_id=cs_test_1', {
    answers: [answer(getSubscription, subscription({ status: 'canceled' })), answer(listPurchases, [])],
  });
  expect(await screen.findByText('Starting your subscription…')).toBeVisible();
  for (let seconds = 0; seconds < 15; seconds += 1) await vi.advanceTimersByTimeAsync(1_000);
  expect(await screen.findByRole('heading', { name: 'Your checkout is complete' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Payment Successful!' })).toBeNull();
});
