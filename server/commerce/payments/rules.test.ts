import { describe, expect, it } from 'vitest';
import { dueRefundDecision, judgeRefund } from './rules.ts';

describe('dueRefundDecision', () => {
  it.each([
    ['needs_response', 'wait'],
    ['under_review', 'wait'],
    ['won', 'issue'],
    ['warning_needs_response', 'issue'],
    ['warning_under_review', 'issue'],
    ['warning_closed', 'issue'],
    ['appeal_needs_response', 'drop'],
    ['appeal_under_review', 'drop'],
    ['lost', 'drop'],
  ] as const)(
    'ADM-SUB-08 ADM-SUB-11 decides about a due refund of a payment with a dispute that is %s',
    (status, decision) => {
      expect(dueRefundDecision([status])).toBe(decision);
      expect(dueRefundDecision(['won', status])).toBe(decision);
    },
  );
});

describe('judgeRefund', () => {
  it.each([
    ['all that is left of it', { returnedMinor: 500 }, null, { kind: 'refund', amountMinor: 1499 }],
    ['exactly what is left of it', { returnedMinor: 500 }, 1499, { kind: 'refund', amountMinor: 1499 }],
    ['more than is left of it', { returnedMinor: 500 }, 1500, { kind: 'refuse', reason: 'too-much' }],
    ['a part of nothing', { returnedMinor: 1999 }, 1, { kind: 'refuse', reason: 'nothing-left' }],
    ['a part under dispute', { disputes: ['under_review'] }, 1, { kind: 'refuse', reason: 'disputed' }],
    ['a part that the bank returned', { disputes: ['lost'] }, 1, { kind: 'refuse', reason: 'disputed' }],
  ] as const)('ADM-SUB-08 judges the refund of a payment: %s', (_name, given, asked, verdict) => {
    const refundable = { paidMinor: 1999, returnedMinor: 0, disputes: [], ...given };
    expect(judgeRefund(refundable, asked)).toEqual(verdict);
  });
});
