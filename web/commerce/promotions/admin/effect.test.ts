import { describe, expect, it } from 'vitest';
import type { PromoPlan } from '#contract/commerce/promotions-admin.ts';
import { effectOf, planName } from './effect.ts';
import { blankValues, type PromoValues } from './values.ts';

const monthly: PromoPlan = { id: 'price_m', plan: 'monthly', amount: 8.99, currency: 'GBP', resource: null };
const annual: PromoPlan = { ...monthly, id: 'price_a', plan: 'annual', amount: 89.99 };
const known = { plans: [monthly, annual], products: [{ id: 7, name: 'Canvas' }], currency: 'GBP' };

const filled: PromoValues = {
  ...blankValues,
  code: 'PLAN20',
  mappedProducts: [2, 7],
  productStripePlanMapping: { 2: 'price_m', 7: 'price_a' },
};
const discount: PromoValues = { ...filled, promoType: 'discount', discountValue: '20', discountDuration: '3' };
const sentence = (values: PromoValues) =>
  effectOf(values, known)
    ?.map(({ text }) => text)
    .join('') ?? null;

describe('what a code will do', () => {
  it('ADM-PROMO-19 says nothing while the form does not say enough', () => {
    expect(sentence(blankValues)).toBeNull();
    expect(sentence({ ...filled, productStripePlanMapping: { 2: ' ', 7: 'price_a' } })).toBeNull();
    expect(sentence({ ...filled, freeAccessDays: '' })).toBeNull();
    expect(sentence({ ...discount, discountValue: '' })).toBeNull();
  });

  it('ADM-PROMO-19 says what each type of code gives, of which plan, until when and how often', () => {
    expect(sentence(filled)).toBe('90 days free, then £8.99 per month, without an end date, any number of uses.');
    expect(sentence({ ...discount, applicableProducts: [7], expiresAt: '2026-12-31T23:59', usageLimit: '100' })).toBe(
      '20% off the first 3 payments of the annual plan, or off one purchase of a resource that leads to Canvas, until 31 December 2026, 100 uses.',
    );
    expect(sentence({ ...discount, newCustomersOnly: true, usageLimit: '100' })).toBe(
      '20% off the first 3 payments of the monthly plan, or off one purchase of any resource, for new customers, without an end date, 100 uses.',
    );
    expect(
      sentence({
        ...discount,
        promoType: 'hybrid',
        discountType: 'fixed',
        discountValue: '2.5',
        discountDuration: '1',
      }),
    ).toBe(
      '90 days free, then £2.50 off the first payment of the monthly plan, without an end date, any number of uses.',
    );
  });

  it('ADM-PROMO-19 says when a code is not active, and names a plan by its id when the portal does not know it', () => {
    const typed = { ...discount, isActive: false, usageLimit: '1', productStripePlanMapping: { 2: 'price_x', 7: '' } };
    expect(sentence(typed)).toBe(
      '20% off the first 3 payments of the plan price_x, or off one purchase of any resource, without an end date, 1 use. It is not active yet.',
    );
  });
});

it('ADM-PROMO-18 names a plan by its interval and price, and by the resource whose price it is', () => {
  expect(planName(annual)).toBe('Annual, £89.99 per year');
  expect(planName({ ...monthly, amount: 12.5, resource: { id: 4, title: 'Canvas' } })).toBe(
    'Monthly, £12.50 per month (Canvas)',
  );
});
