import { describe, expect, it } from 'vitest';
import type { OfferedCode } from '#contract/commerce/promotions.ts';
import { codeProblem, offerLines, offerTerms, sentCode, startedSentence, trialTerms } from './display.ts';

const offer: OfferedCode = {
  id: 3,
  code: 'BOOK-BONUS-90',
  description: null,
  promoType: 'free_trial',
  freeAccessDays: 90,
  mappedProducts: [
    { id: 2, name: 'Workspace' },
    { id: 3, name: 'Canvas' },
  ],
  applicableProducts: [],
  discount: null,
  price: { amount: 8.99, currency: 'GBP', interval: 'month' },
};

it('TRIAL-02 says what a free trial costs, when, and whether a card is needed', () => {
  const trial = { plan: 'monthly', price: '£12.50', days: 14 } as const;
  expect(trialTerms({ ...trial, needsCard: true })[1]).toBe(
    'A card is needed. After 14 days it is charged £12.50 per month, unless you cancel before.',
  );
  expect(trialTerms({ ...trial, plan: 'annual', needsCard: false })[1]).toBe(
    'No card is needed. The trial ends after 14 days; with a payment method it continues for £12.50 per year.',
  );
});

describe('a typed code', () => {
  it('DASH-09 sends a typed code trimmed and in capitals', () => {
    expect(sentCode('  welcome90 ')).toBe('WELCOME90');
  });

  it('PROMO-02 requires three characters of a typed code', () => {
    for (const typed of ['', '  ', 'AB', ' AB  ']) expect(codeProblem(typed)).toBe('Please enter a valid promo code');
    expect(codeProblem('ABC')).toBeNull();
  });
});

describe('what a valid code gives', () => {
  it('PROMO-04 ACCESS-05 lists what a code gives: its subscription opens more than the products of the code', () => {
    expect(offerLines(offer)).toEqual([
      { label: 'Code', value: 'BOOK-BONUS-90' },
      { label: 'Free access', value: '90 days' },
      { label: 'Opens', value: 'All resources of the subscription' },
      { label: 'Afterwards', value: '£8.99 per month, cancel any time' },
    ]);
    expect(offerTerms(offer)).toMatch(/converts to a paid subscription when it ends/);
  });

  it('PROMO-17 names the products that a discount is limited to', () => {
    const applicableProducts = [{ id: 3, name: 'Canvas' }];
    expect(offerLines({ ...offer, promoType: 'hybrid', applicableProducts })).toContainEqual({
      label: 'Holds for',
      value: ['Canvas'],
    });
    expect(offerLines(offer).map(({ label }) => label)).not.toContain('Holds for');
  });

  it('PROMO-16 names the discount of a code without free days', () => {
    const discount = { percentage: 20, amount: null, cycles: 3 };
    const lines = offerLines({ ...offer, promoType: 'discount', freeAccessDays: 0, discount });
    expect(lines.map(({ label }) => label)).toEqual(['Code', 'Discount', 'Opens', 'Afterwards']);
    expect(lines[1]?.value).toBe('20% off for 3 billing cycles');
    expect(offerTerms({ promoType: 'discount', freeAccessDays: 0 })).toMatch(/renews until you cancel/);
    const fixed = offerLines({ ...offer, promoType: 'hybrid', discount: { percentage: null, amount: 2, cycles: 1 } });
    expect(fixed[2]?.value).toBe('£2.00 off for 1 billing cycle');
  });

  it('leaves out an unknown price', () => {
    expect(offerLines({ ...offer, price: null }).map(({ label }) => label)).not.toContain('Afterwards');
  });
});

it('SUCCESS-07 says after the checkout what has started', () => {
  expect(startedSentence({ status: 'trialing', trialEnd: '2027-01-01T00:00:00Z' })).toMatch(/nothing was charged/);
  expect(startedSentence({ status: 'active', trialEnd: null })).toMatch(/is active/);
});
