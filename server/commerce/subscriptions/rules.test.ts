import { describe, expect, it } from 'vitest';
import { planPrice } from '#contract/commerce/plans.ts';
import {
  idempotencyKeyOf,
  isCancelling,
  isEnded,
  isRunning,
  metadataOf,
  opensResources,
  ownerOf,
  pauseOf,
  planOf,
  priceOf,
  rejectionOf,
} from './rules.ts';

const offer = {
  title: 'Workspace',
  accessType: 'subscription',
  monthlyPriceMinor: 1250,
  annualPriceMinor: 12_000,
  currency: 'GBP',
  trialDays: null,
  trialNeedsCard: true,
} as const;

describe('priceOf', () => {
  it('SUBSCR-12 gives no price for a resource not sold by subscription', () => {
    for (const accessType of ['free', 'purchase'] as const)
      expect(priceOf({ ...offer, accessType }, 'monthly')).toBeNull();
  });

  it('SUBSCR-11 gives the resource’s price for the plan', () => {
    expect(priceOf(offer, 'monthly')).toEqual({ amountMinor: 1250, currency: 'GBP' });
    expect(priceOf(offer, 'annual')).toEqual({ amountMinor: 12_000, currency: 'GBP' });
  });

  it('SUBSCR-04 gives the default price when the resource has none that can be charged', () => {
    for (const priceMinor of [null, 0, 29]) {
      const unpriced = { ...offer, monthlyPriceMinor: priceMinor, annualPriceMinor: priceMinor };
      expect(priceOf(unpriced, 'monthly')?.amountMinor).toBe(899);
      expect(priceOf(unpriced, 'annual')?.amountMinor).toBe(8999);
    }
    const shown = { monthlyPrice: null, annualPrice: 120, currency: 'GBP' };
    expect([planPrice(shown, 'monthly'), planPrice(shown, 'annual')]).toEqual([8.99, 120]);
  });

  it('gives the plan of a price by its interval', () => {
    expect([planOf('month'), planOf('year'), planOf('week'), planOf(null)]).toEqual(['monthly', 'annual', null, null]);
  });
});

describe('status', () => {
  it('counts a status as ended, running or neither', () => {
    for (const status of ['canceled', 'incomplete_expired'])
      expect([isEnded(status), isRunning(status)]).toEqual([true, false]);
    for (const status of ['active', 'trialing', 'past_due', 'unpaid', 'paused']) {
      expect([isEnded(status), isRunning(status)]).toEqual([false, true]);
    }
    expect([isEnded('incomplete'), isRunning('incomplete')]).toEqual([false, false]);
  });

  it('SUBSCR-14 refuses a second subscription while the first runs, is due or is suspended', () => {
    const rejection = (status: string, isSuspended = false) => rejectionOf({ status, isSuspended });
    expect(['active', 'trialing', 'paused'].map((status) => rejection(status))).toEqual(
      Array(3).fill('subscriptions.already-subscribed'),
    );
    expect(['past_due', 'unpaid'].map((status) => rejection(status))).toEqual(
      Array(2).fill('subscriptions.payment-due'),
    );
    expect(['active', 'past_due', 'incomplete'].map((status) => rejection(status, true))).toEqual(
      Array(3).fill('subscriptions.suspended'),
    );
    expect(['incomplete', 'canceled', 'incomplete_expired'].map((status) => rejection(status))).toEqual(
      Array(3).fill(null),
    );
    expect(rejection('canceled', true)).toBeNull();
  });

  it('gives access when paid or on trial, and in the days of grace', () => {
    const opens = (status: string, isInGrace = false) =>
      opensResources({ status, isInGrace, isSuspended: false, isPaused: false });
    expect(['active', 'trialing'].map((status) => opens(status))).toEqual([true, true]);
    expect([opens('past_due'), opens('past_due', true), opens('unpaid', true)]).toEqual([false, true, false]);
    expect(opensResources({ status: 'active', isInGrace: true, isSuspended: true, isPaused: false })).toBe(false);
  });

  it('ADM-SUB-03 counts a subscription as cancelling by either of Stripe’s two ways, until it has ended', () => {
    const at = new Date('2026-12-01');
    expect(isCancelling({ status: 'active', cancelAtPeriodEnd: true, cancelAt: null })).toBe(true);
    expect(isCancelling({ status: 'active', cancelAtPeriodEnd: false, cancelAt: at })).toBe(true);
    expect(isCancelling({ status: 'active', cancelAtPeriodEnd: false, cancelAt: null })).toBe(false);
    expect(isCancelling({ status: 'canceled', cancelAtPeriodEnd: true, cancelAt: at })).toBe(false);
  });
});

describe('metadata', () => {
  const attempt = { id: 9, userId: 7, order: null, resourceId: 4, promoCodeId: 3 };

  it('names member, resource, promo code and attempt in the metadata', () => {
    const metadata = metadataOf(attempt, 'home');
    expect(metadata).toEqual({
      installation: 'home',
      userId: '7',
      resourceId: '4',
      subscriptionId: '9',
      promoCodeId: '3',
    });
    expect(ownerOf({ metadata }, ['older', 'home'])).toEqual({
      userId: 7,
      organisationId: null,
      resourceId: 4,
      subscriptionId: 9,
      promoCodeId: 3,
    });
    expect(metadataOf({ ...attempt, resourceId: null, promoCodeId: null }, 'home')).toEqual({
      installation: 'home',
      userId: '7',
      subscriptionId: '9',
    });
  });

  it('finds no owner without this installation’s id or a member', () => {
    const foreign: Record<string, string>[] = [
      {},
      { installation: 'another', userId: '7' },
      { installation: 'home', userId: 'x' },
    ];
    for (const metadata of foreign) {
      expect(ownerOf({ metadata }, ['home'])).toBeNull();
    }
  });

  it('makes an idempotency key per attempt and price', () => {
    expect(idempotencyKeyOf({ id: 9, stripePriceId: 'price_1' }, 'home')).toBe('home:subscription:9:price_1');
  });
});

describe('pauseOf', () => {
  const day = (text: string) => new Date(`${text}T22:00:00Z`);

  it('SUBSCR-22 ends a pause with a renewal, which keeps the day on which the subscription began', () => {
    const renewsInFebruary = { currentPeriodEnd: day('2027-02-28'), billingDay: 31 };
    expect(pauseOf(renewsInFebruary, 1)).toEqual({ startsAt: day('2027-02-28'), endsAt: day('2027-03-31') });
    expect(pauseOf(renewsInFebruary, 2)?.endsAt).toEqual(day('2027-04-30'));
    expect(pauseOf({ ...renewsInFebruary, billingDay: null }, 1)?.endsAt).toEqual(day('2027-03-28'));
    expect(pauseOf({ ...renewsInFebruary, currentPeriodEnd: null }, 1)).toBeNull();
  });
});
