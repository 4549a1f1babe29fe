import { expect, test } from 'vitest';
import type { ShownTax } from '#contract/tax.ts';
import { priceBeforeTax, taxFacts, taxNote } from './display.ts';
import { taxIdNote } from './tax-id-display.ts';

const vat: ShownTax = {
  isIncluded: false,
  net: 19.99,
  tax: 4,
  country: 'GB',
  isReverseCharge: false,
  parts: [{ name: 'VAT', country: 'GB', percent: '20', amount: 4 }],
};

test('TAX-09 shows nothing about tax where the portal computes none', () => {
  expect(taxFacts(null, 'GBP')).toEqual([]);
  expect(taxNote(null, 'none')).toBeNull();
});

test('TAX-09 shows net and each tax with its rate and country, also a tax of nothing', () => {
  expect(taxFacts(vat, 'GBP')).toEqual([
    { label: 'Net', value: '£19.99' },
    { label: 'VAT 20% (United Kingdom)', value: '£4.00' },
  ]);
  const untaxed = { ...vat, tax: 0, country: 'BR', parts: [] };
  expect(taxFacts(untaxed, 'GBP').at(-1)).toEqual({ label: 'Tax (Brazil)', value: '£0.00' });
});

test('TAX-09 says whether tax is added or contained before it is known, and after', () => {
  expect(taxNote(null, 'exclusive')).toBe('Tax is added when your country is known.');
  expect(taxNote(null, 'inclusive')).toBe('The price includes tax.');
  expect(taxNote(vat, 'exclusive')).toBeNull();
  expect(taxNote({ ...vat, isIncluded: true }, 'inclusive')).toBe('The total includes the tax.');
});

test('TAX-10 says that the company accounts for the tax', () => {
  const note = taxNote({ ...vat, tax: 0, isReverseCharge: true }, 'exclusive');
  expect(note).toBe('Reverse charge: your company accounts for the tax.');
});

test('TAX-09 takes added tax off a total to show the price, and leaves contained tax in it', () => {
  expect(priceBeforeTax({ amount: 23.99, tax: vat })).toBe(19.99);
  expect(priceBeforeTax({ amount: 19.99, tax: { ...vat, isIncluded: true, net: 16.66 } })).toBe(19.99);
  expect(priceBeforeTax({ amount: 19.99, tax: null })).toBe(19.99);
});

test('TAX-10 the state of a tax id says what it means where tax is computed, and nothing elsewhere', () => {
  expect(taxIdNote('unverified', 'exclusive')).toBe(
    'The authority does not know this tax id, so tax is charged as without one. Correct it or remove it.',
  );
  expect(taxIdNote('pending', 'inclusive')).toContain('It counts until the authority has answered.');
  for (const status of ['verified', 'unavailable', null] as const) expect(taxIdNote(status, 'exclusive')).toBeNull();
  expect(taxIdNote('unverified', 'none')).toBeNull();
});
