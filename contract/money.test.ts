import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyDecimals, formatMoney, minimumCharge, priceStep, roundMajor, toMajor, toMinor } from './money.ts';

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

  it('TAX-01 refuses decimals that a currency of three decimals, or one that lost its decimals, cannot charge', () => {
    expect([toMinor('5.124', 'KWD'), toMinor('5.5', 'ISK'), toMinor('5.01', 'UGX'), toMinor('0.1', 'KRW')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([toMinor('5.12', 'KWD'), toMinor('5.120', 'kwd'), toMinor('5', 'ISK'), toMinor('5', 'UGX')]).toEqual([
      5120, 5120, 500, 500,
    ]);
    expect([priceStep('KWD'), priceStep('GBP'), priceStep('JPY'), priceStep('ISK')]).toEqual([
      '0.01',
      '0.01',
      '1',
      '1',
    ]);
  });

  it('GEN-12 gives back in major units what it read', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom('GBP', 'USD', 'JPY', 'KWD', 'ISK'),
        (anyMinor, currency) => {
          const stepMinor = toMinor(priceStep(currency), currency) ?? 0;
          const amountMinor = anyMinor - (anyMinor % stepMinor);
          expect(toMinor(toMajor(amountMinor, currency), currency)).toBe(amountMinor);
        },
      ),
    );
  });

  it('GEN-11 formats in en-GB with the decimals of the currency', () => {
    expect(formatMoney(1234.5, 'GBP')).toBe('£1,234.50');
    expect(formatMoney(0, 'GBP')).toBe('£0.00');
    expect(formatMoney(1500, 'JPY')).toBe('JP¥1,500');
    expect([currencyDecimals('gbp'), currencyDecimals('jpy'), currencyDecimals('kwd')]).toEqual([2, 0, 3]);
    expect(formatMoney(toMajor(1_250, 'KWD'), 'KWD').replace(/\s/u, ' ')).toBe('KWD 1.250');
    expect(formatMoney(toMajor(50_000, 'ISK'), 'ISK').replace(/\s/u, ' ')).toBe('ISK 500');
    // Unicode shows this currency without decimals, Stripe charges its hundredths.
    expect(formatMoney(toMajor(123_450, 'LBP'), 'LBP').replace(/\s/u, ' ')).toBe('LBP 1,234.50');
  });

  it('TAX-01 adds amounts without the error of binary fractions in every currency', () => {
    expect([roundMajor(0.1 + 0.2, 'GBP'), roundMajor(1.11 + 2.22, 'KWD'), roundMajor(100 + 200, 'JPY')]).toEqual([
      0.3, 3.33, 300,
    ]);
  });

  it("ADM-RES-16 TAX-02 knows the smallest charge of the provider's table, and half a unit for other currencies", () => {
    const smallest = ['GBP', 'USD', 'eur', 'JPY', 'HUF', 'MXN', 'KWD', 'VND'].map(minimumCharge);
    expect(smallest).toEqual([30, 50, 50, 50, 17_500, 1000, 500, 50]);
  });
});
