import { describe, expect, it } from 'vitest';
import { couponDuration, couponDurationAfter, discountedPrice } from './discount-rules.ts';

describe('coupon duration', () => {
  it('gives a coupon one invoice, or the months of its billing payments', () => {
    expect(couponDuration(1, 'monthly')).toEqual({ duration: 'once' });
    expect(couponDuration(1, 'annual')).toEqual({ duration: 'once' });
    expect(couponDuration(3, 'monthly')).toEqual({ duration: 'repeating', months: 3 });
    expect(couponDuration(2, 'annual')).toEqual({ duration: 'repeating', months: 24 });
  });

  const lasting = (
    attached: string,
    ends: string,
    payments = 2,
    plan: 'monthly' | 'annual' = 'monthly',
    billingDay = 0,
  ) =>
    couponDurationAfter({ attachedAt: new Date(attached), firstPaymentAt: new Date(ends) }, payments, {
      plan,
      billingDay: billingDay || new Date(ends).getUTCDate(),
    });

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

  it('SUBSCR-24 covers the payments of 28 February and 30 March when a subscription of 30 January gets its coupon at once', () => {
    const months = (attached: string, payments: number) =>
      lasting(attached, '2027-02-28T22:00:00Z', payments, 'monthly', 30);
    // The coupon is attached in the second in which the subscription begins, and then a second later.
    expect(months('2027-01-30T22:00:00Z', 2)).toEqual({ duration: 'repeating', months: 3 });
    expect(months('2027-01-30T22:00:01Z', 2)).toEqual({ duration: 'repeating', months: 2 });
    expect(months('2027-02-05T22:00:00Z', 3)).toEqual({ duration: 'repeating', months: 3 });
  });

  it('SUBSCR-24 charges no discounted payment in full when no number of months ends between the last one and the next', () => {
    const months = lasting('2027-01-30T23:00:00Z', '2027-01-31T22:00:00Z', 3, 'monthly', 31);
    expect(months).toEqual({ duration: 'repeating', months: 3 });
  });
});

describe('discountedPrice', () => {
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  const monthly = {
    amountMinor: 1250,
    plan: 'monthly',
    currentPeriodEnd: day('2027-01-31'),
    billingDay: 31,
    pause: null,
  } as const;
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

  it('SUBSCR-24 names 30 April as the first full payment after two of a subscription that began on 30 January', () => {
    const begun = { ...monthly, currentPeriodEnd: day('2027-02-28'), billingDay: 30 };
    const twoPayments = { ...third, duration: 'repeating', endsAt: day('2027-03-31') } as const;
    expect(discountedPrice(begun, twoPayments)?.fullPriceFrom).toEqual(day('2027-04-30'));
    // Stripe has not said the day yet.
    expect(discountedPrice({ ...begun, billingDay: null }, twoPayments)?.fullPriceFrom).toEqual(day('2027-04-28'));
  });

  it('SUBSCR-24 the discounted price is null when the next payment comes after the discount, also because of a pause', () => {
    const ending = { ...third, duration: 'repeating', endsAt: day('2027-01-31') } as const;
    expect(discountedPrice(monthly, ending)).toBeNull();
    const pause = { startsAt: day('2027-01-31'), endsAt: day('2027-03-31') };
    expect(discountedPrice({ ...monthly, pause }, { ...ending, endsAt: day('2027-03-30') })).toBeNull();
  });
});
