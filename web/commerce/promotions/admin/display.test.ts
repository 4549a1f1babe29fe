import { describe, expect, it } from 'vitest';
import type { PromoCode } from '#contract/commerce/promotions-admin.ts';
import { giftText, stateOf, usesText } from './display.ts';

const code = {
  promoType: 'free_trial',
  freeAccessDays: 90,
  discountType: null,
  discountValue: null,
  discountDuration: null,
  isActive: true,
  usageLimit: null,
  usedCount: 0,
  expiresAt: null,
} as PromoCode;

describe('promo code texts', () => {
  it('says what a promo code gives', () => {
    const discount = { discountType: 'percentage', discountValue: 20, discountDuration: 3 } as const;
    const fixed = { discountType: 'fixed', discountValue: 2.5, discountDuration: 1 } as const;
    expect(giftText(code, 'GBP')).toBe('90 days free');
    expect(giftText({ ...code, freeAccessDays: 1 }, 'GBP')).toBe('1 day free');
    expect(giftText({ ...code, ...discount, promoType: 'discount' }, 'GBP')).toBe('20% off for 3 billing cycles');
    expect(giftText({ ...code, ...fixed, promoType: 'hybrid' }, 'GBP')).toBe(
      '90 days free, then £2.50 off for 1 billing cycle',
    );
  });

  it('ADM-PROMO-11 shows the uses of a code and its limit', () => {
    expect(usesText({ usedCount: 3, usageLimit: null })).toBe('3');
    expect(usesText({ usedCount: 3, usageLimit: 10 })).toBe('3 of 10');
  });

  it('ADM-PROMO-12 says why a code cannot be redeemed now', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(stateOf(code, now)).toBe('active');
    expect(stateOf({ ...code, isActive: false, expiresAt: '2026-11-20T12:00:00Z' }, now)).toBe('inactive');
    expect(stateOf({ ...code, expiresAt: '2026-11-21T12:00:00Z' }, now)).toBe('expired');
    expect(stateOf({ ...code, expiresAt: '2026-11-21T12:00:01Z' }, now)).toBe('active');
    expect(stateOf({ ...code, usageLimit: 2, usedCount: 2 }, now)).toBe('used-up');
  });
});
