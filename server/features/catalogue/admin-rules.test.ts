import { describe, expect, it } from 'vitest';
import { GenericForm } from '#contract/catalogue-forms.ts';
import { isSecureAddress, lacksPrice, pricesOf } from './admin-rules.ts';

const form = (fields: object) =>
  GenericForm.parse({ title: 'A', description: 'B', type: 'report', accessType: 'purchase', ...fields });

describe('prices of a form', () => {
  it('ADM-RES-14 are refused with more decimals than the currency has', () => {
    expect(pricesOf(form({ price: '1.999' }), 'GBP')).toEqual({ problem: 'Price may have at most 2 decimals' });
    expect(pricesOf(form({ annualPrice: 80.5 }), 'JPY')).toEqual({
      problem: 'Annual price may have at most 0 decimals',
    });
  });

  it('ADM-RES-14 may be a number, numeric text, blank or null', () => {
    const prices = pricesOf(form({ price: 12.5, monthlyPrice: ' 8.99 ', annualPrice: '' }), 'GBP');
    expect(prices).toEqual({ priceMinor: 1250, monthlyPriceMinor: 899, annualPriceMinor: null });
  });

  it('ADM-RES-16 are needed to publish a resource for purchase, at least what can be charged', () => {
    const judge = (fields: object, priceMinor: number | null) =>
      lacksPrice(form(fields), { priceMinor, monthlyPriceMinor: null, annualPriceMinor: null }, 'GBP');
    expect(judge({ isPublished: true }, null)).toBe(true);
    expect(judge({ isPublished: true }, 29)).toBe(true);
    expect(judge({ isPublished: true }, 30)).toBe(false);
    expect(judge({ isPublished: false }, null)).toBe(false);
    expect(judge({ isPublished: true, accessType: 'free' }, null)).toBe(false);
  });
});

describe('typed addresses', () => {
  it('ADM-RES-17 are https with a host and nobody in front of it', () => {
    for (const wrong of [
      'javascript:alert(1)',
      'http://example.org/a.png',
      'data:image/png;base64,AAAA',
      '//example.org/a.png',
      '\\\\example.org\\a',
      'https://user:secret@example.org/',
      'https://',
      'example.org',
      '/etc/passwd',
    ]) {
      expect([wrong, isSecureAddress(wrong)]).toEqual([wrong, false]);
    }
    expect(isSecureAddress('https://images.example.org/cover.png?size=2')).toBe(true);
  });
});
