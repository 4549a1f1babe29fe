import { describe, expect, it } from 'vitest';
import { couponDuration, couponDurationAfter, discountedPrice } from './discount-rules.ts';

describe('coupon duration', () => {
  it('gives a coupon one invoice, or the months of its billing payments', () => {
    expect(couponDuration(1, 'monthly')).toEqual({ duration: 'once' });
    expect(couponDuration(1, 'annual')).toEqual({ duration: 'once' });
    expect(couponDuration(3, 'monthly')).toEqual({ duration: 'repeating', months: 3 });
    expect(couponDuration(2, 'annual')).toEqual({ duration: 'repeating', months: 24 });
  });

  const lasting = (attached: string, ends: string, payments = 2, plan: 'monthly' | 'annual' = 'monthly') =>
    couponDurationAfter({ attachedAt: new Date(attached), firstPaymentAt: new Date(ends) }, payments, plan);

  it('adds the months of a trial to a coupon, which ends before the next full invoice', () => {
    // 90 days to 19 February: two invoices, of 19 February and 19 March, then full from 19 April.
    expect(lasting('2026-11-21T12:00:05Z', '2027-02-19T12:00:00Z')).toEqual({ duration: 'repeating', months: 4 });
    expect(lasting('2026-11-21T12:00:05Z', '2026-11-28T12:00:00Z')).toEqual({ duration: 'repeating', months: 2 });
    expect(lasting('2026-11-21T12:00:00Z', '2026-11-28T12:00:00Z', 2, 'annual')).toEqual({
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

describe('discountedPrice', () => {
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  const monthly = { amountMinor: 1250, plan: 'monthly', currentPeriodEnd: day('2027-01-31'), pause: null } as const;
  const third = { basisPoints: 3300, amountMinor: null };

  it('SUBSCR-24 lowers the payments that come before the end of the discount, and names the first full one', () => {
    const repeating = { ...third, duration: 'repeating', endsAt: day('2027-04-15') } as const;
    expect(discountedPrice(monthly, repeating)).toEqual({ amountMinor: 837, fullPriceFrom: day('2027-04-30') });
    expect(discountedPrice({ ...monthly, plan: 'annual' }, repeating)).toEqual({
      amountMinor: 837,
      fullPriceFrom: day('2028-01-31'),
    });
    const once = { ...third, duration: 'once', endsAt: null } as const;
    expect(discountedPrice(monthly, once)?.fullPriceFrom).toEqual(day('2027-02-28'));
    expect(discountedPrice(monthly, { ...third, duration: 'forever', endsAt: null })?.fullPriceFrom).toBeNull();
  });

  it('SUBSCR-24 is null when the next payment comes after the discount, also because of a pause', () => {
    const ending = { ...third, duration: 'repeating', endsAt: day('2027-01-31') } as const;
    expect(discountedPrice(monthly, ending)).toBeNull();
    const pause = { startsAt: day('2027-01-31'), endsAt: day('2027-03-31') };
    expect(discountedPrice({ ...monthly, pause }, { ...ending, endsAt: day('2027-03-30') })).toBeNull();
  });
});
