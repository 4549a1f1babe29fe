import { describe, expect, it } from 'vitest';
import { personAddresses, trialDaysOf, useRejection } from './rules.ts';

describe('trialDaysOf and useRejection', () => {
  it('PROMO-16 gives free days with a free trial and a hybrid, none with a discount', () => {
    const days = (promoType: 'free_trial' | 'discount' | 'hybrid') => trialDaysOf({ promoType, freeAccessDays: 90 });
    expect([days('free_trial'), days('hybrid'), days('discount')]).toEqual([90, 90, 0]);
  });

  it('PROMO-12 PROMO-16 PROMO-19 refuses a redeemed code, a second free trial, and a code for new customers', () => {
    const none = { hasRedeemed: false, hasHadTrial: false, hasPaid: false };
    const trial = { trialDays: 90, newCustomersOnly: false };
    const discount = { trialDays: 0, newCustomersOnly: false };
    expect(useRejection(none, { ...trial, newCustomersOnly: true })).toBeNull();
    expect(useRejection({ ...none, hasRedeemed: true, hasHadTrial: true }, trial)).toBe('promotions.redeemed-before');
    expect(useRejection({ ...none, hasHadTrial: true }, trial)).toBe('promotions.trial-used');
    expect(useRejection({ ...none, hasHadTrial: true, hasPaid: true }, discount)).toBeNull();
    expect(useRejection({ ...none, hasRedeemed: true }, discount)).toBe('promotions.redeemed-before');
    const forNew = { ...discount, newCustomersOnly: true };
    expect(useRejection({ ...none, hasPaid: true }, forNew)).toBe('promotions.new-customers-only');
  });
});

it('ACCT-06 an address of Google has the forms of both domains, others one', () => {
  const both = ['mira.t@gmail.com', 'mira.t@googlemail.com'];
  expect(personAddresses('Mira.T+news@GoogleMail.com')).toEqual(both);
  expect(personAddresses('mira.t@gmail.com')).toEqual(both);
  expect(personAddresses('Mira.T+news@mail.gmail.com')).toEqual(['mira.t@mail.gmail.com']);
});
