import { expect, test } from 'vitest';
import type { Transaction } from '#contract/commerce/billing.ts';
import { textCell } from '#contract/csv.ts';
import { shortDate } from '#web/dates.ts';
import {
  csvFileName,
  csvOf,
  expiryOf,
  exportedOf,
  exportedSentence,
  invoiceStatus,
  memberSince,
  statusOf,
  typeName,
} from './display.ts';

const line = (fields: Partial<Transaction> = {}): Transaction => ({
  id: 'payment-1',
  date: '2026-11-21T10:00:00.000Z',
  type: 'purchase',
  description: 'Hiring with care',
  amount: 19.9,
  currency: 'GBP',
  reference: 'pi_1',
  status: 'paid',
  tax: 0,
  document: { id: 3, number: 'INV-2026-000003' },
  ...fields,
});

test('BILL-08 BILL-09 the CSV has seven columns and names what each line is', () => {
  expect(
    csvOf([
      line(),
      line({ type: 'subscription', description: 'Portal Subscription', amount: 8.99, reference: 'A-1' }),
      line({ type: 'refund', amount: -6, tax: -1, reference: 're_1', status: 'refunded', document: null }),
      line({ amount: 1500, currency: 'JPY' }),
      line({ amount: 5.12, currency: 'KWD' }),
    ]),
  ).toBe(
    [
      'Date,Type,Description,Amount,Currency,Reference,Status,Net,Tax,Document',
      '2026-11-21,One-time Purchase,Hiring with care,19.90,GBP,pi_1,Paid,19.90,0.00,INV-2026-000003',
      '2026-11-21,Subscription Payment,Portal Subscription,8.99,GBP,A-1,Paid,8.99,0.00,INV-2026-000003',
      '2026-11-21,Refund,Hiring with care,-6.00,GBP,re_1,Refunded,-5.00,-1.00,',
      '2026-11-21,One-time Purchase,Hiring with care,1500,JPY,pi_1,Paid,1500,0,INV-2026-000003',
      '2026-11-21,One-time Purchase,Hiring with care,5.120,KWD,pi_1,Paid,5.120,0.000,INV-2026-000003',
      '',
    ].join('\n'),
  );
});

test('BILL-20 texts that a spreadsheet would run are neutralised, others stay as they are', () => {
  const formulas = ['=1+1', '+44', '-2', '@sum', ' =1', '\u200b=1', '＝1', '\t1'];
  expect(formulas.map(textCell)).toEqual(formulas.map((text) => `'${text}`));
  expect(['\t=1', '\r=1', '\n@a'].map(textCell)).toEqual(["'\t'=1", "'\r'=1", "'\n'@a"]);
  const plain = ['a=1', 'R&D + care', '', "it's", 'e-mail', '(-1)', '£-1'];
  expect(plain.map(textCell)).toEqual(plain);
});

test('BILL-20 BILL-21 cells with commas, quotes and line breaks are quoted, also neutralised ones', () => {
  const descriptions = ['Fair, open', 'The "good" plan', 'two\nlines', '=HYPERLINK("https://evil.test","x")'];
  const csv = csvOf(descriptions.map((description) => line({ description })));
  expect(csv).toContain(',"Fair, open",');
  expect(csv).toContain(',"The ""good"" plan",');
  expect(csv).toContain(',"two\nlines",');
  expect(csv).toContain(`,"'=HYPERLINK(""https://evil.test"",""x"")",`);
});

test('BILL-09 the file name carries the day of the export', () => {
  expect(csvFileName('RAPP Learning', new Date(2026, 10, 5))).toBe('rapp-learning-transactions-2026-11-05.csv');
  expect(csvFileName('学', new Date(2026, 10, 5))).toBe('transactions-2026-11-05.csv');
});

test('API-20 BILL-10 invoices of zero are not exported, and the count is shown', () => {
  expect(exportedOf({ transactions: [line(), line({ type: 'subscription', amount: 0 })] })).toHaveLength(1);
  expect(exportedSentence(1)).toBe('1 transaction was downloaded.');
  expect(exportedSentence(12)).toBe('12 transactions were downloaded.');
});

test('each type of transaction has a name', () => {
  expect(typeName({ type: 'subscription', amount: 0 })).toBe('Subscription');
  expect(statusOf(line({ type: 'subscription', amount: 0 }))).toEqual({ label: 'Free Trial', tone: 'info' });
  expect(statusOf(line({ status: 'partially_refunded' })).label).toBe('Partially refunded');
  expect(shortDate('2026-07-02T10:00:00.000Z')).toBe('02 Jul 2026');
});

test('BILL-05 BILL-06 members and cards are described as a receipt does', () => {
  expect(memberSince('2026-06-03T10:00:00.000Z')).toBe('June 2026');
  expect(expiryOf({ expMonth: 8, expYear: 2028 })).toBe('Expires 08/28');
  expect(expiryOf({ expMonth: null, expYear: null })).toBeNull();
});

test('each status of an invoice has its label', () => {
  expect(invoiceStatus({ status: 'open', amount: 8.99, refunded: 0 }).label).toBe('Payment Due');
  expect(invoiceStatus({ status: 'paid', amount: 8.99, refunded: 1 }).label).toBe('Partially refunded');
  expect(invoiceStatus({ status: 'paid', amount: 8.99, refunded: 8.99 }).label).toBe('Refunded');
});
