import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinor } from '#contract/money.ts';
import {
  type LedgerInvoice,
  type PaidPurchase,
  type Return,
  returnedMinor,
  showInvoice,
  totalsOf,
  transactionsOf,
} from './ledger-rules.ts';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const refund = (amountMinor: number, fields: Partial<Return> = {}): Return => ({
  kind: 'refund',
  reference: `re_${amountMinor}`,
  amountMinor,
  at: day(20),
  isPending: false,
  document: { id: 5, kind: 'credit_note', year: 2026, number: 5, taxMinor: 0 },
  ...fields,
});
const purchase = (fields: Partial<PaidPurchase> = {}): PaidPurchase => ({
  attemptId: 7,
  document: { id: 3, kind: 'invoice', year: 2026, number: 3, taxMinor: 0 },
  title: 'Hiring with care',
  amountMinor: 1999,
  currency: 'GBP',
  at: day(10),
  intentId: 'pi_1',
  returns: [],
  ...fields,
});
const invoice = (fields: Partial<LedgerInvoice> = {}): LedgerInvoice => ({
  stripeInvoiceId: 'in_1',
  stripeSubscriptionId: 'sub_1',
  number: 'A-0001',
  status: 'paid',
  description: 'RAPP Learning Subscription',
  totalMinor: 899,
  paidMinor: 899,
  dueMinor: 0,
  currency: 'GBP',
  issuedAt: day(11),
  paidAt: day(12),
  hostedUrl: null,
  document: { id: 4, kind: 'invoice', year: 2026, number: 4, taxMinor: 0 },
  returns: [],
  ...fields,
});

describe('totals', () => {
  it('BILL-05 API-20 totals are the payments less the refunds', () => {
    const ledger = {
      purchases: [purchase({ returns: [refund(500)] }), purchase({ returns: [refund(1999)] })],
      invoices: [invoice(), invoice({ returns: [refund(100), refund(50, { isPending: true })] })],
    };
    expect(totalsOf(ledger, 'GBP')).toEqual({ totalSpent: 31.47, purchaseTotal: 14.99, subscriptionTotal: 16.48 });
  });

  it('API-20 totals leave out invoices of zero and unpaid invoices', () => {
    const invoices = [
      invoice({ totalMinor: 0, paidMinor: 0 }),
      invoice({ status: 'open', paidMinor: 0, paidAt: null }),
      invoice({ status: 'void', paidMinor: 0, paidAt: null }),
    ];
    expect(totalsOf({ purchases: [], invoices }, 'GBP').totalSpent).toBe(0);
  });

  it('GEN-11 totals leave out payments in another currency', () => {
    const ledger = { purchases: [purchase(), purchase({ currency: 'USD' })], invoices: [] };
    expect(totalsOf(ledger, 'GBP').purchaseTotal).toBe(19.99);
  });

  it('GEN-12 totals are in major units, also in a currency without minor units', () => {
    expect(totalsOf({ purchases: [purchase({ currency: 'JPY' })], invoices: [] }, 'JPY').totalSpent).toBe(1999);
  });

  it('totals never subtract more than was paid when a dispute follows a refund', () => {
    expect(returnedMinor(1000, [refund(600), refund(1000, { kind: 'dispute' })])).toBe(1000);
  });

  it('BILL-05 the partial totals add up to the total, and the transactions to the totals, to the penny', () => {
    const returns = fc
      .array(fc.integer({ min: 1, max: 200 }), { maxLength: 3 })
      .map((amounts) => amounts.map((amount, index) => refund(amount, { reference: `re_${index}` })));
    const purchases = fc.array(fc.tuple(fc.integer({ min: 600, max: 99_999 }), returns));
    fc.assert(
      fc.property(purchases, purchases, (bought, billed) => {
        const ledger = {
          purchases: bought.map(([amountMinor, some]) => purchase({ amountMinor, returns: some })),
          invoices: billed.map(([paidMinor, some]) => invoice({ paidMinor, totalMinor: paidMinor, returns: some })),
        };
        const totals = totalsOf(ledger, 'GBP');
        const minor = (amount: number) => (toMinor(Math.abs(amount), 'GBP') ?? Number.NaN) * Math.sign(amount || 1);
        const lines = transactionsOf(ledger).reduce((sum, { amount }) => sum + minor(amount), 0);
        expect(minor(totals.purchaseTotal) + minor(totals.subscriptionTotal)).toBe(minor(totals.totalSpent));
        expect(lines).toBe(minor(totals.totalSpent));
      }),
    );
  });
});

describe('transactions', () => {
  it('BILL-07 lists purchases, paid invoices and refunds as separate transactions, the newest first', () => {
    const ledger = { purchases: [purchase({ returns: [refund(500)] })], invoices: [invoice()] };
    expect(transactionsOf(ledger)).toEqual([
      expect.objectContaining({
        id: 'return-re_500',
        type: 'refund',
        amount: -5,
        status: 'refunded',
        document: { id: 5, number: 'CN-2026-000005' },
      }),
      expect.objectContaining({ type: 'subscription', amount: 8.99, reference: 'A-0001', status: 'paid' }),
      expect.objectContaining({
        type: 'purchase',
        amount: 19.99,
        status: 'partially_refunded',
        document: { id: 3, number: 'INV-2026-000003' },
      }),
    ]);
  });

  it('lists the free first invoice of a trial, and no unpaid invoice', () => {
    const trial = invoice({ totalMinor: 0, paidMinor: 0 });
    const open = invoice({ status: 'open', paidMinor: 0, paidAt: null });
    expect(transactionsOf({ purchases: [], invoices: [trial, open] })).toEqual([
      expect.objectContaining({ type: 'subscription', amount: 0, status: 'paid' }),
    ]);
  });

  it('gives a full refund, a pending refund and a lost dispute different statuses', () => {
    const statuses = (returns: Return[]) =>
      transactionsOf({ purchases: [purchase({ returns })], invoices: [] }).map(({ type, status }) => [type, status]);
    expect(statuses([refund(1999, { isPending: true })])).toEqual([
      ['refund', 'pending'],
      ['purchase', 'refunded'],
    ]);
    expect(statuses([refund(1999, { kind: 'dispute' })])).toEqual([
      ['refund', 'disputed'],
      ['purchase', 'disputed'],
    ]);
  });
});

it('API-20 an invoice shows the paid amount, or the due amount until then, and its times in seconds', () => {
  expect(showInvoice(invoice({ returns: [refund(899)] }))).toMatchObject({
    id: 'in_1',
    amount: 8.99,
    refunded: 8.99,
    paidAt: day(12).getTime() / 1000,
  });
  expect(showInvoice(invoice({ status: 'open', paidMinor: 0, dueMinor: 899, paidAt: null }))).toMatchObject({
    status: 'open',
    amount: 8.99,
    paidAt: null,
  });
});
