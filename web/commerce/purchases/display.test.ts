import { expect, test } from 'vitest';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { boughtSentence, noticeOfEarlierTry, payLabel, subscriptionDetails, supportAdvice } from './display.ts';

test('LABEL-10 GEN-11 begins the button with "Pay" and names the amount in the catalogue’s currency', () => {
  expect(payLabel({ amount: 19.99, currency: 'GBP' })).toBe('Pay £19.99');
  expect(payLabel({ amount: 500, currency: 'JPY' })).toBe('Pay JP¥500');
});

test('describes a purchase by its date and amount', () => {
  expect(boughtSentence({ purchaseDate: '2026-11-21T10:00:00.000Z', amount: 32, currency: 'GBP' })).toBe(
    'You bought it on 21 November 2026 for £32.00.',
  );
});

test('CHECKOUT-14 names the support address where there is one', () => {
  expect(supportAdvice('help@example.org')).toBe('Please contact support at help@example.org.');
  expect(supportAdvice(null)).toBe('Please contact support.');
});

test('shows no notice for a payment that was never tried', () => {
  expect(noticeOfEarlierTry({ status: 'requires_payment_method', last_payment_error: null })).toBeNull();
});

test('shows a returning member how the earlier try ended', () => {
  const declined = { message: 'Your card was declined.' };
  expect(noticeOfEarlierTry({ status: 'requires_payment_method', last_payment_error: declined })?.text).toBe(
    'Your last payment did not go through: Your card was declined. You have not been charged.',
  );
  expect(noticeOfEarlierTry({ status: 'requires_action', last_payment_error: null })?.text).toContain('not finished');
  expect(noticeOfEarlierTry({ status: 'succeeded', last_payment_error: null })?.text).toContain('paid already');
  expect(noticeOfEarlierTry({ status: 'processing', last_payment_error: null })?.text).toContain('do not pay again');
});

test('SUCCESS-03 shows the subscription of a resource that it opens now, and nothing otherwise', () => {
  const subscription = {
    status: 'active',
    temporarySuspended: false,
    plan: 'annual',
    amount: 89.99,
    currency: 'GBP',
    currentPeriodStart: '2026-11-20T10:00:00.000Z',
  } as Subscription;
  const resource = { title: 'Hiring with care', accessType: 'subscription' } as const;
  expect(subscriptionDetails(null, resource)).toBeNull();
  expect(subscriptionDetails({ ...subscription, status: 'incomplete' }, resource)).toBeNull();
  expect(subscriptionDetails({ ...subscription, temporarySuspended: true }, resource)).toBeNull();
  expect(subscriptionDetails(subscription, { ...resource, accessType: 'purchase' })).toBeNull();
  expect(subscriptionDetails(subscription, resource)).toEqual({
    title: 'Hiring with care',
    amount: 89.99,
    currency: 'GBP',
    interval: 'year',
    date: '2026-11-20T10:00:00.000Z',
  });
});
