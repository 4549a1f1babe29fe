import fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditOf, documentNumber, taxOf } from './document-rules.ts';

it('TAX-05 a number names its series and year', () => {
  expect(documentNumber({ kind: 'invoice', year: 2026, number: 42 })).toBe('INV-2026-000042');
  expect(documentNumber({ kind: 'credit_note', year: 2027, number: 1_234_567 })).toBe('CN-2027-1234567');
});

it('TAX-04 the credit notes of a whole payment add up to its invoice, tax by tax, in whatever parts it goes back', () => {
  const invoiceOf = fc
    .record({ netMinor: fc.integer({ min: 1, max: 1_000_000 }), taxes: fc.array(fc.integer({ min: 1, max: 200_000 })) })
    .map(({ netMinor, taxes }) => ({
      currency: 'GBP',
      lines: [{ description: 'Guide', amountMinor: netMinor }],
      taxes: taxes.map((amountMinor, index) => ({ name: `Tax ${index}`, country: 'GB', percent: '1', amountMinor })),
      totalMinor: netMinor + taxes.reduce((sum, amount) => sum + amount, 0),
    }));
  fc.assert(
    fc.property(invoiceOf, fc.array(fc.integer({ min: 1, max: 300_000 })), (invoice, parts) => {
      let creditedMinor = 0;
      const taxes = new Map<string, number>();
      for (const part of [...parts, invoice.totalMinor]) {
        const refundMinor = Math.min(part, invoice.totalMinor - creditedMinor);
        if (refundMinor === 0) continue;
        const credit = creditOf(invoice, { creditedMinor, refundMinor });
        expect((credit.lines[0]?.amountMinor ?? 0) + taxOf(credit)).toBe(refundMinor);
        for (const { name, amountMinor } of credit.taxes) taxes.set(name, (taxes.get(name) ?? 0) + amountMinor);
        creditedMinor += refundMinor;
      }
      expect(Object.fromEntries(taxes)).toEqual(
        Object.fromEntries(invoice.taxes.map(({ name, amountMinor }) => [name, amountMinor])),
      );
    }),
  );
});
