import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountedMinor, type Payment } from '#server/commerce/payments/rules.ts';
import { type Attempt, idempotencyKeyOf, judgePayment, metadataOf, priceOf, purchaseStatusOf } from './rules.ts';

const attempt: Attempt = {
  id: 7,
  userId: 3,
  resourceId: 5,
  amountMinor: 1999,
  currency: 'GBP',
  promoCodeId: null,
  isGift: false,
  order: null,
  invoice: null,
  tax: null,
  status: 'open',
  intentId: 'pi_1',
  lastSnapshotNumber: 0,
};
const payment: Payment = {
  intentId: 'pi_1',
  status: 'succeeded',
  amountReceivedMinor: 1999,
  currency: 'GBP',
  metadata: metadataOf(attempt, 'ours'),
  paidWith: null,
  cardPrint: null,
  fees: [],
  refunds: [],
  disputes: [],
};
const refund = (amountMinor: number, status: 'pending' | 'succeeded' | 'failed' | 'canceled') => ({
  stripeRefundId: 're_1',
  isOrdered: false,
  amountMinor,
  status,
});

describe('judgePayment', () => {
  it.each<[string, Partial<Payment>, ReturnType<typeof judgePayment>]>([
    ['as asked for', {}, 'succeeded'],
    ['of another member', { metadata: { ...payment.metadata, userId: '4' } }, 'mismatch'],
    ['for another resource', { metadata: { ...payment.metadata, resourceId: '6' } }, 'mismatch'],
    ['of another attempt', { metadata: { ...payment.metadata, attemptId: '8' } }, 'mismatch'],
    ['with less money received', { amountReceivedMinor: 1998 }, 'mismatch'],
    ['in another currency', { currency: 'JPY' }, 'mismatch'],
    ['without metadata', { metadata: {} }, 'foreign'],
    ['of another installation', { metadata: { ...payment.metadata, installation: 'theirs' } }, 'foreign'],
    [
      'with a former id of this installation',
      { metadata: { ...payment.metadata, installation: 'former' } },
      'succeeded',
    ],
    ['that is not paid', { status: 'open', amountReceivedMinor: 0 }, 'open'],
    ['that is cancelled', { status: 'canceled', amountReceivedMinor: 0 }, 'canceled'],
  ])('CHECKOUT-09 judges a payment %s', (_name, changed, verdict) => {
    expect(judgePayment(attempt, { ...payment, ...changed }, ['ours', 'former'])).toBe(verdict);
  });

  it('CHECKOUT-15 puts installation, attempt, amount and currency into an idempotency key', () => {
    expect(idempotencyKeyOf(attempt, 'ours')).toBe('ours:attempt:7:1999:gbp');
  });
});

describe('purchaseStatusOf', () => {
  it.each([
    ['nothing refunded', [], 'paid'],
    ['a part refunded', [refund(500, 'succeeded'), refund(1498, 'pending')], 'paid'],
    ['everything refunded in parts', [refund(500, 'succeeded'), refund(1499, 'pending')], 'refunded'],
    ['refunds that failed', [refund(1999, 'failed'), refund(1999, 'canceled')], 'paid'],
  ] as const)('ADM-SUB-08 decides the status of a purchase with %s', (_name, refunds, expected) => {
    expect(purchaseStatusOf(1999, { refunds: [...refunds], disputes: [] })).toBe(expected);
  });

  it.each([
    ['needs_response', 'paid'],
    ['under_review', 'paid'],
    ['won', 'paid'],
    ['warning_closed', 'paid'],
    ['lost', 'dispute_lost'],
    ['appeal_needs_response', 'dispute_lost'],
    ['appeal_under_review', 'dispute_lost'],
  ] as const)(
    'ADM-SUB-08 ADM-SUB-11 decides the status of a purchase with a dispute that is %s',
    (status, purchase) => {
      const disputes = [{ stripeDisputeId: 'dp_1', amountMinor: 1999, reason: 'fraudulent', status, dueBy: null }];
      expect(purchaseStatusOf(1999, { refunds: [], disputes })).toBe(purchase);
    },
  );
});

describe('priceOf', () => {
  it.each([
    ['purchase', 1999, 'GBP', 1999],
    ['purchase', 30, 'GBP', 30],
    ['purchase', 29, 'GBP', null],
    ['purchase', 50, 'JPY', 50],
    ['purchase', 0, 'GBP', null],
    ['purchase', null, 'GBP', null],
    ['free', 1999, 'GBP', null],
    ['subscription', 1999, 'GBP', null],
  ] as const)(
    'CHECKOUT-16 gives the price to charge for access type %s at %s %s',
    (accessType, priceMinor, currency, expected) => {
      expect(priceOf({ title: 'A', accessType, priceMinor, currency })).toBe(expected);
    },
  );
});

describe('a discounted price', () => {
  const prices = fc.integer({ min: 1, max: 2_147_483_647 });
  const percentages = fc.integer({ min: 1, max: 10_000 });

  it('PROMO-18 takes a percentage off, rounded to the nearest minor unit, a half to the buyer', () => {
    const less = (priceMinor: number, basisPoints: number) =>
      discountedMinor(priceMinor, { basisPoints, amountMinor: null });
    expect([less(1999, 2000), less(1999, 10_000), less(1, 5000), less(3, 5000), less(999, 1250)]).toEqual([
      1599, 0, 0, 1, 874,
    ]);
    fc.assert(
      fc.property(prices, percentages, (priceMinor, basisPoints) => {
        const exact = BigInt(priceMinor) * BigInt(basisPoints);
        // Rounded half up, in whole numbers.
        const off = (exact + 5000n) / 10_000n;
        expect(BigInt(priceMinor) - BigInt(less(priceMinor, basisPoints))).toBe(off);
        expect(less(priceMinor, 10_000)).toBe(0);
      }),
    );
  });

  it('PROMO-18 takes an amount off, never more than the price', () => {
    fc.assert(
      fc.property(prices, prices, (priceMinor, amountMinor) => {
        const rest = discountedMinor(priceMinor, { basisPoints: null, amountMinor });
        expect(rest).toBe(amountMinor > priceMinor ? 0 : priceMinor - amountMinor);
      }),
    );
  });
});
