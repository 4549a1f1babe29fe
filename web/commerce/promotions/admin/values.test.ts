import { describe, expect, it } from 'vitest';
import type { PromoCode } from '#contract/commerce/promotions-admin.ts';
import { blankValues, partsOf, promoSchema, toggledProduct, valuesOf } from './values.ts';

describe('the form of a promo code', () => {
  it('ADM-PROMO-06 ADM-PROMO-08 ADM-PROMO-11 starts a new code with 90 days, active, without limit or end', () => {
    const { data } = promoSchema().safeParse({
      ...blankValues,
      code: 'new',
      mappedProducts: [1],
      productStripePlanMapping: { 1: 'price_1' },
    });
    expect(data).toMatchObject({ freeAccessDays: 90, trialDuration: 90, isActive: true, usageLimit: null });
    expect(data?.expiresAt).toBeNull();
  });

  it('ADM-PROMO-09 shows the discount for discount and hybrid, the free days for free trial and hybrid', () => {
    expect(partsOf('free_trial')).toEqual({ hasDiscount: false, hasDays: true });
    expect(partsOf('discount')).toEqual({ hasDiscount: true, hasDays: false });
    expect(partsOf('hybrid')).toEqual({ hasDiscount: true, hasDays: true });
  });

  it('fields that are not shown are not sent', () => {
    const typed = { ...blankValues, code: 'new', mappedProducts: [1], productStripePlanMapping: { 1: 'price_1' } };
    const trial = promoSchema().safeParse({ ...typed, discountValue: '-3' });
    expect(trial.data).toMatchObject({ discountType: null, discountValue: null, discountDuration: null });
    const discount = promoSchema().safeParse({
      ...typed,
      promoType: 'discount',
      discountValue: '5',
      trialDuration: '0',
      freeAccessDays: '0',
    });
    expect(discount.data).toMatchObject({ discountValue: '5', trialDuration: null, freeAccessDays: 90 });
  });

  it('ADM-PROMO-10 removes the plan with its product', () => {
    const first = toggledProduct({ mappedProducts: [], productStripePlanMapping: {}, applicableProducts: [] }, 7);
    expect(first).toEqual({ mappedProducts: [7], productStripePlanMapping: { 7: '' }, applicableProducts: [] });
    const second = toggledProduct({ ...first, productStripePlanMapping: { 7: 'price_7' } }, 2);
    expect(second).toEqual({
      mappedProducts: [7, 2],
      productStripePlanMapping: { 7: 'price_7', 2: '' },
      applicableProducts: [],
    });
    expect(toggledProduct({ ...second, applicableProducts: [7, 2] }, 7)).toEqual({
      mappedProducts: [2],
      productStripePlanMapping: { 2: '' },
      applicableProducts: [2],
    });
  });

  it('sends an unchanged code as it came', () => {
    const code: PromoCode = {
      id: 3,
      code: 'SPRING',
      description: null,
      promoType: 'hybrid',
      mappedProducts: [2, 1],
      productStripePlanMapping: { 1: 'price_1', 2: 'price_2' },
      freeAccessDays: 30,
      trialDuration: null,
      discountType: 'fixed',
      discountValue: 2.5,
      discountDuration: 4,
      applicableProducts: [1],
      newCustomersOnly: true,
      isActive: false,
      usageLimit: 9,
      usedCount: 2,
      expiresAt: '2031-05-01T10:00:00.000Z',
      createdAt: '2026-05-01T10:00:00.000Z',
      updatedAt: '2026-05-02T10:00:00.000Z',
    };
    const { id: _id, usedCount: _used, createdAt: _created, updatedAt: _updated, ...rest } = code;
    expect(promoSchema().safeParse(valuesOf(code)).data).toEqual({ ...rest, discountValue: '2.5' });
  });
});
