import { expect, test } from 'vitest';
import { benefitsOf, isOpen, planPrices, pricePer, saving, termsOf } from './display.ts';

test('SUBSCR-04 shows the default prices before the resource has loaded and for one without prices', () => {
  expect(planPrices(undefined, 'GBP')).toEqual({ monthly: 8.99, annual: 89.99 });
  expect(planPrices({ monthlyPrice: null, annualPrice: 120 }, 'GBP')).toEqual({ monthly: 8.99, annual: 120 });
});

test('TAX-02 SUBSCR-04 the default prices can be charged in every currency', () => {
  expect(planPrices(undefined, 'KWD')).toEqual({ monthly: 8.99, annual: 89.99 });
  for (const currency of ['JPY', 'ISK', 'HUF']) {
    expect(planPrices(undefined, currency)).toEqual({ monthly: 899, annual: 8999 });
  }
});

test('SUBSCR-05 shows the saving when a year costs less than twelve months', () => {
  expect(saving({ monthly: 8.99, annual: 89.99 }, 'GBP')).toBe('Save £17.89');
  expect(saving({ monthly: 10, annual: 120 }, 'GBP')).toBeNull();
  expect(saving({ monthly: 10, annual: 130 }, 'GBP')).toBeNull();
});

test('SUBSCR-06 shows the resource’s own benefits before the usual four', () => {
  const withOwn = (subscriptionBenefits: string[]) => ({ metadata: { subscriptionBenefits } });
  expect(benefitsOf(withOwn(['Updates']))).toEqual(['Updates']);
  expect(benefitsOf(withOwn([]))).toHaveLength(4);
  expect(benefitsOf(undefined)[0]).toBe('Access to all subscription-level tools and frameworks');
});

test('SUBSCR-07 names the plan and the currency in the terms', () => {
  expect(termsOf('monthly', 'GBP', 'none')).toEqual([
    'Auto-renews monthly unless cancelled.',
    'Cancel any time from the billing page.',
    'Access lasts to the end of the billing period.',
    'Prices in GBP, excluding taxes.',
    '30-day money-back guarantee for new subscribers.',
  ]);
  expect(termsOf('annual', 'EUR', 'none')[0]).toBe('Auto-renews annually unless cancelled.');
});

test('SUBSCR-03 shows a price with two decimals and its interval', () => {
  expect([pricePer('monthly', 9, 'GBP'), pricePer('annual', 90, 'GBP')]).toEqual([
    '£9.00 per month',
    '£90.00 per year',
  ]);
});

test('counts a subscription as open when it is paid or on trial and not suspended', () => {
  expect(isOpen({ status: 'active', temporarySuspended: false })).toBe(true);
  expect(isOpen({ status: 'trialing', temporarySuspended: false })).toBe(true);
  expect(isOpen({ status: 'active', temporarySuspended: true })).toBe(false);
  expect(isOpen({ status: 'incomplete', temporarySuspended: false })).toBe(false);
});
