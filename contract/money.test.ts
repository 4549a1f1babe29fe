import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyDecimals, formatMoney, minimumCharge, toMajor, toMinor } from './money.ts';

describe('money', () => {
  it('refuses what is no amount of the currency', () => {
    for (const wrong of ['', 'abc', '-1', '1,50', '1.2.3', '1e3', ' ', '.5', 'NaN', '9'.repeat(12)]) {
      expect([wrong, toMinor(wrong, 'GBP')]).toEqual([wrong, null]);
    }
    expect(toMinor('19.999', 'GBP')).toBeNull();
    expect(toMinor('19.5', 'JPY')).toBeNull();
  });

  it('reads decimal text exactly', () => {
    expect([toMinor('19.99', 'GBP'), toMinor(19.99, 'GBP'), toMinor('8.9', 'GBP'), toMinor('12', 'GBP')]).toEqual([
      1999, 1999, 890, 1200,
    ]);
    expect([toMinor('1.10', 'GBP'), toMinor('1.100', 'GBP')]).toEqual([110, 110]);
    expect([toMinor('500', 'JPY'), toMinor('500.00', 'JPY')]).toEqual([500, 500]);
  });

  it('GEN-12 gives back in major units what it read', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom('GBP', 'USD', 'JPY'),
        (amountMinor, currency) => {
          expect(toMinor(toMajor(amountMinor, currency), currency)).toBe(amountMinor);
        },
      ),
    );
  });

  it('GEN-11 formats in en-GB with the decimals of the currency', () => {
    expect(formatMoney(1234.5, 'GBP')).toBe('£1,234.50');
    expect(formatMoney(0, 'GBP')).toBe('£0.00');
    expect(formatMoney(1500, 'JPY')).toBe('JP¥1,500');
    expect([currencyDecimals('gbp'), currencyDecimals('jpy')]).toEqual([2, 0]);
  });

  it('ADM-RES-16 knows the smallest charge of the provider', () => {
    expect([minimumCharge('GBP'), minimumCharge('USD')]).toEqual([30, 50]);
  });
});
