import { describe, expect, it } from 'vitest';
import { PromoCodeForm, promoCodeForm } from '#contract/commerce/promotions-form.ts';
import { discountOf, discountValueOf } from './rules.ts';

const given = {
  code: 'summer',
  promoType: 'free_trial',
  mappedProducts: [4],
  productStripePlanMapping: { 4: 'price_premium' },
};
const read = (fields: object) => PromoCodeForm.safeParse({ ...given, ...fields });
const sentence = (fields: object) => read(fields).error?.issues[0]?.message;

describe('the form of a promo code', () => {
  it('ADM-PROMO-03 ADM-PROMO-14 takes codes of 3 to 50 characters, without blanks around and in capitals', () => {
    expect(sentence({ code: 'ab ' })).toBe('Code must be at least 3 characters');
    expect(sentence({ code: undefined })).toBe('Code must be at least 3 characters');
    expect(sentence({ code: 'a'.repeat(51) })).toBe('Code must be less than 50 characters');
    expect(read({ code: ` ${'a'.repeat(50)} ` }).data?.code).toBe('A'.repeat(50));
    expect(read({ code: 'abc' }).data?.code).toBe('ABC');
  });

  it('ADM-PROMO-03 refuses characters other than letters, digits, hyphens and underscores, but keeps an older name', () => {
    const wrong = 'A code may have letters, digits, hyphens and underscores';
    for (const code of ['20 OFF', '20%OFF', 'SAVE!', 'SOMMER_É', 'A.B.C']) {
      expect(sentence({ code })).toBe(wrong);
    }
    expect(read({ code: 'Plan_20-off' }).data?.code).toBe('PLAN_20-OFF');
    const saved = (code: string) => promoCodeForm('20% OFF').safeParse({ ...given, code });
    expect(saved('20% off').data?.code).toBe('20% OFF');
    expect(saved('30% off').error?.issues[0]?.message).toBe(wrong);
  });

  it('ADM-PROMO-03 refuses a body that is no form', () => {
    for (const body of [[], [{}], null, 'code', 5]) expect(promoCodeForm().safeParse(body).success).toBe(false);
  });

  it('ADM-PROMO-04 accepts three types of code', () => {
    for (const promoType of ['gift', '', undefined]) {
      expect(sentence({ promoType })).toBe('Choose one of the promo types');
    }
    for (const promoType of ['free_trial', 'discount', 'hybrid']) {
      expect(read({ promoType, discountValue: 5 }).data?.promoType).toBe(promoType);
    }
  });

  it('ADM-PROMO-05 ADM-PROMO-07 asks for a product, and for a plan of every selected one', () => {
    expect(sentence({ mappedProducts: [] })).toBe('Must select at least one product');
    expect(sentence({ mappedProducts: undefined })).toBe('Must select at least one product');
    const noPlan = 'Each selected product must have a Stripe Plan ID';
    expect(sentence({ mappedProducts: [4, 5] })).toBe(noPlan);
    expect(sentence({ productStripePlanMapping: { 4: '  ' } })).toBe(noPlan);
    expect(sentence({ productStripePlanMapping: undefined })).toBe(noPlan);
  });

  it('ADM-PROMO-05 asks for a product together with the errors of other fields', () => {
    const sentences = (fields: object) => read(fields).error?.issues.map(({ message }) => message);
    expect(sentences({ code: 'a', mappedProducts: [], freeAccessDays: 0 })).toEqual([
      'Code must be at least 3 characters',
      'Must select at least one product',
      'Must be at least 1 day',
    ]);
    expect(sentences({ code: 'a b', freeAccessDays: 'x', discountDuration: 'x' })).toEqual([
      'Must be at least 1 day',
      'Discount duration must be a whole number',
      'A code may have letters, digits, hyphens and underscores',
    ]);
    expect(sentences({ code: 'a', promoType: 'discount', productStripePlanMapping: {} })).toEqual([
      'Code must be at least 3 characters',
      'Each selected product must have a Stripe Plan ID',
      'Discount value must be more than zero',
    ]);
  });

  it('ADM-PROMO-10 drops the plans of products that are not selected', () => {
    const { data } = read({ productStripePlanMapping: { 4: ' price_premium ', 5: 'price_other' } });
    expect(data?.productStripePlanMapping).toEqual({ 4: 'price_premium' });
  });

  it('ADM-PROMO-06 ADM-PROMO-08 takes free days, durations and limits from 1 on, and has their defaults', () => {
    expect(read({}).data).toMatchObject({ freeAccessDays: 90, trialDuration: 90, isActive: true, usageLimit: null });
    for (const freeAccessDays of [0, -1, '', '0', 1.5, 'many']) {
      expect(sentence({ freeAccessDays })).toBe('Must be at least 1 day');
    }
    expect(sentence({ freeAccessDays: 731 })).toBe('Must be at most 730 days');
    expect(sentence({ trialDuration: 0 })).toBe('Must be at least 1 day');
    expect(sentence({ discountDuration: 0 })).toBe('Discount duration must be at least 1');
    expect(sentence({ usageLimit: 0 })).toBe('Usage limit must be at least 1');
    expect(sentence({ usageLimit: 1.5 })).toBe('Usage limit must be a whole number');
    expect(read({ freeAccessDays: '1', usageLimit: '1' }).data).toMatchObject({ freeAccessDays: 1, usageLimit: 1 });
    expect(sentence({ promoType: 'discount', discountType: 'gift' })).toBe('Choose percentage or fixed');
  });

  it('ADM-PROMO-11 takes an empty limit and an empty expiry for none', () => {
    expect(read({ usageLimit: '', expiresAt: ' ' }).data).toMatchObject({ usageLimit: null, expiresAt: null });
    expect(read({ usageLimit: null, expiresAt: null }).data).toMatchObject({ usageLimit: null, expiresAt: null });
  });

  it('accepts an expiry as an instant or as a whole day', () => {
    expect(read({ expiresAt: '2027-03-01' }).data?.expiresAt).toBe('2027-03-01T23:59:59.999Z');
    expect(read({ expiresAt: '2027-03-01T09:30' }).data?.expiresAt).toBe('2027-03-01T09:30:00.000Z');
    expect(read({ expiresAt: '2027-03-01T09:30:00+02:00' }).data?.expiresAt).toBe('2027-03-01T07:30:00.000Z');
    for (const expiresAt of [
      'soon',
      '2027-13-01',
      '2026-02-30',
      '2027-04-31T09:30',
      '2027-02-29T09:30Z',
      '01/03/2027',
      5,
    ]) {
      expect(sentence({ expiresAt })).toBe('Expiry must be a date');
    }
  });

  it('ADM-PROMO-15 takes positive discounts, percentages up to 100', () => {
    const discount = (fields: object) => ({ promoType: 'discount', ...fields });
    for (const discountValue of [0, -5, '0.00', '', null, 'half', undefined]) {
      expect(sentence(discount({ discountValue }))).toBe('Discount value must be more than zero');
    }
    expect(sentence(discount({ discountValue: 100.01 }))).toBe('A percentage discount is at most 100');
    expect(sentence(discount({ discountType: 'percentage', discountValue: '101' }))).toMatch('at most 100');
    expect(read(discount({ discountValue: 100 })).data?.discountType).toBe('percentage');
    expect(read(discount({ discountType: 'fixed', discountValue: 250 })).success).toBe(true);
  });

  it('keeps a discount only on codes that have one, for one cycle by default', () => {
    const discount = { discountType: 'fixed', discountValue: '2.50' };
    const none = { discountType: null, discountValue: null, discountDuration: null };
    expect(read({ ...discount, discountDuration: 3 }).data).toMatchObject(none);
    expect(read({ ...discount, promoType: 'hybrid' }).data).toMatchObject({ ...discount, discountDuration: 1 });
    expect(read({ ...discount, promoType: 'discount', discountDuration: '3' }).data?.discountDuration).toBe(3);
  });
});

describe('a discount', () => {
  it('stores a discount in whole basis points or minor units, and shows it as typed', () => {
    const percentage = discountOf({ discountType: 'percentage', discountValue: '12.5' }, 'JPY');
    expect(percentage).toEqual({ basisPoints: 1250, amountMinor: null });
    expect(discountValueOf({ basisPoints: 1250, amountMinor: null }, 'JPY')).toBe(12.5);
    expect(discountOf({ discountType: 'fixed', discountValue: '2.50' }, 'GBP')).toEqual({
      basisPoints: null,
      amountMinor: 250,
    });
    expect(discountValueOf({ basisPoints: null, amountMinor: 250 }, 'GBP')).toBe(2.5);
    expect(discountValueOf({ basisPoints: null, amountMinor: null }, 'GBP')).toBeNull();
  });

  it('refuses a discount with more decimals than can be stored', () => {
    const problem = (decimals: number) => ({ problem: `Discount value may have at most ${decimals} decimals` });
    expect(discountOf({ discountType: 'percentage', discountValue: '12.555' }, 'JPY')).toEqual(problem(2));
    expect(discountOf({ discountType: 'fixed', discountValue: '2.5' }, 'JPY')).toEqual(problem(0));
  });
});
