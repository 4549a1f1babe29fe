import { describe, expect, it } from 'vitest';
import { couponDuration, couponDurationAfter, trialDaysOf, useRefusal } from './rules.ts';

describe('trialDaysOf and useRefusal', () => {
  it('PROMO-16 gives free days with a free trial and a hybrid, none with a discount', () => {
    const days = (promoType: 'free_trial' | 'discount' | 'hybrid') => trialDaysOf({ promoType, freeAccessDays: 90 });
    expect([days('free_trial'), days('hybrid'), days('discount')]).toEqual([90, 90, 0]);
  });

  it('PROMO-12 PROMO-16 PROMO-19 refuses a redeemed code, a second free trial, and a code for new customers', () => {
    const none = { hasRedeemed: false, hasHadTrial: false, hasPaid: false };
    const trial = { trialDays: 90, newCustomersOnly: false };
    const discount = { trialDays: 0, newCustomersOnly: false };
    expect(useRefusal(none, { ...trial, newCustomersOnly: true })).toBeNull();
    expect(useRefusal({ ...none, hasRedeemed: true, hasHadTrial: true }, trial)).toBe('promotions.redeemed-before');
    expect(useRefusal({ ...none, hasHadTrial: true }, trial)).toBe('promotions.trial-used');
    expect(useRefusal({ ...none, hasHadTrial: true, hasPaid: true }, discount)).toBeNull();
    expect(useRefusal({ ...none, hasRedeemed: true }, discount)).toBe('promotions.redeemed-before');
    const forNew = { ...discount, newCustomersOnly: true };
    expect(useRefusal({ ...none, hasPaid: true }, forNew)).toBe('promotions.new-customers-only');
  });
});

describe('coupon duration', () => {
  it('gives a coupon one invoice, or the months of its billing cycles', () => {
    expect(couponDuration(1, 'month')).toEqual({ duration: 'once' });
    expect(couponDuration(1, 'year')).toEqual({ duration: 'once' });
    expect(couponDuration(3, 'month')).toEqual({ duration: 'repeating', months: 3 });
    expect(couponDuration(2, 'year')).toEqual({ duration: 'repeating', months: 24 });
  });

  const lasting = (attached: string, ends: string, cycles = 2, interval: 'month' | 'year' = 'month') =>
    couponDurationAfter({ attachedAt: new Date(attached), trialEndsAt: new Date(ends) }, cycles, interval);

  it('adds the months of a trial to a coupon, which ends before the next full invoice', () => {
    // 90 days to 19 February: two invoices, of 19 February and 19 March, then full from 19 April.
    expect(lasting('2026-11-21T12:00:05Z', '2027-02-19T12:00:00Z')).toEqual({ duration: 'repeating', months: 4 });
    expect(lasting('2026-11-21T12:00:05Z', '2026-11-28T12:00:00Z')).toEqual({ duration: 'repeating', months: 2 });
    expect(lasting('2026-11-21T12:00:00Z', '2026-11-28T12:00:00Z', 2, 'year')).toEqual({
      duration: 'repeating',
      months: 24,
    });
    expect(lasting('2026-11-21T12:00:00Z', '2027-02-19T12:00:00Z', 1)).toEqual({ duration: 'once' });
  });

  it('measures a trial of whole months to the second', () => {
    const exact = lasting('2026-12-19T12:00:00Z', '2027-03-19T12:00:00Z');
    const later = lasting('2026-12-19T12:00:01Z', '2027-03-19T12:00:00Z');
    expect([exact, later]).toEqual([
      { duration: 'repeating', months: 5 },
      { duration: 'repeating', months: 4 },
    ]);
  });

  it('counts months from the end of a month as Stripe does', () => {
    expect(lasting('2027-01-31T12:00:00Z', '2027-02-28T12:00:00Z')).toEqual({ duration: 'repeating', months: 2 });
  });
});
