import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvText } from '#contract/csv.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { taxesCsv } from './accounts-rules.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterAll(() => portal.close());

const month = new Date().toISOString().slice(0, 7);
const address = (part: string, of = month) => `/api/admin/accounts/csv?month=${of}&part=${part}`;

describe("the accountant's files", () => {
  it('TAX-07 the accountant’s files are refused to visitors and members, and for months and parts that there are not', async () => {
    expect((await portal.visitor().get(address('entries'))).status).toBe(401);
    expect((await (await portal.member()).get(address('entries'))).status).toBe(403);
    const administrator = await portal.administrator();
    for (const [part, of] of [
      ['entries', '2026-13'],
      ['entries', '2026'],
      ['wages', month],
    ] as const) {
      expect((await administrator.get(address(part, of))).status).toBe(400);
    }
  });

  it('TAX-07 hold every payment, refund and lost dispute of the month once, and nothing of another month', {
    tags: 'long',
  }, async () => {
    const administrator = await portal.administrator();
    const refunded = await portal.paid({ priceMinor: 1000 });
    await portal.runWebhooks();
    await portal.stripe.refunds.create({ payment_intent: refunded.paymentIntentId, amount: 400 });
    const disputed = await portal.paid({ priceMinor: 700, card: 'pm_card_createDispute' });
    await portal.runWebhooks();
    const [dispute] = (await portal.stripe.disputes.list({ payment_intent: disputed.paymentIntentId })).data;
    await portal.stripe.disputes.close(dispute?.id ?? '');
    await portal.runWebhooks();
    await portal.rows(
      `update documents set tax_minor = 100, country = 'GB', lines = '[{"description": "=1+1", "amountMinor": 900}]',
         taxes = '[{"name": "VAT", "country": "GB", "percent": "12.5", "amountMinor": 100}]'
       where kind = 'invoice' and payment_reference = $1`,
      [refunded.paymentIntentId],
    );
    const answer = await administrator.get(address('entries'));
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="entries-${month}.csv"`);
    const lines = answer.raw.toString().replace('\uFEFF', '').trim().split(/\r?\n/);
    const entries = lines.slice(1).map((line) => line.split(',').slice(1));
    const year = month.slice(0, 4);
    expect(entries).toEqual(
      [
        [
          'Payment',
          `INV-${year}-000001`,
          'Valid',
          'Mira Tollander',
          'GB',
          "'=1+1",
          'GBP',
          '9.00',
          '1.00',
          '12.5',
          '10.00',
          refunded.paymentIntentId,
        ],
        [
          'Payment',
          `INV-${year}-000002`,
          'Valid',
          'Mira Tollander',
          '',
          'Hiring with care',
          'GBP',
          '7.00',
          '0.00',
          '',
          '7.00',
          disputed.paymentIntentId,
        ],
        [
          'Refund',
          `CN-${year}-000001`,
          'Valid',
          'Mira Tollander',
          '',
          'Hiring with care',
          'GBP',
          '-4.00',
          '0.00',
          '',
          '-4.00',
          refunded.paymentIntentId,
        ],
        [
          'Lost dispute',
          '',
          'Valid',
          'Mira Tollander',
          '',
          'Hiring with care',
          'GBP',
          '-7.00',
          '0.00',
          '',
          '-7.00',
          dispute?.id,
        ],
      ].toSorted(
        (one, other) =>
          entries.findIndex((line) => line[1] === one[1]) - entries.findIndex((line) => line[1] === other[1]),
      ),
    );
    const taxes = (await administrator.get(address('taxes'))).raw.toString();
    expect(taxes).toContain('GB,VAT,12.5,GBP,1,9.00,1.00');
    expect(taxes).toContain(',No tax,,GBP,2,3.00,0.00');
    expect((await administrator.get(address('entries', '2001-01'))).raw.toString().trim().split('\n')).toHaveLength(1);
  });

  it('TAX-07 a dispute that is lost after a refund of a part takes the rest, not the whole payment again', {
    tags: 'long',
  }, async () => {
    const administrator = await portal.administrator();
    const { paymentIntentId } = await portal.paid({ priceMinor: 5000, card: 'pm_card_createDisputeInquiry' });
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1200 });
    const [dispute] = (await portal.stripe.disputes.list({ payment_intent: paymentIntentId })).data;
    for (const status of ['needs_response', 'lost']) {
      await portal.control(`POST /sandbox/disputes/${dispute?.id}`, { status });
    }
    await portal.runWebhooks();
    const { raw } = await administrator.get(address('entries'));
    const own = raw
      .toString()
      .split(/\r?\n/)
      .filter((line) => line.includes(paymentIntentId) || line.includes(String(dispute?.id)));
    const amounts = own.map((line) => line.split(',')).map((fields) => [fields[1], fields.at(-2)]);
    expect(amounts.toSorted()).toEqual([
      ['Lost dispute', '-38.00'],
      ['Payment', '50.00'],
      ['Refund', '-12.00'],
    ]);
  });

  it('TAX-01 TAX-07 write amounts with the decimals of their currency', () => {
    const sum = { country: 'KW', name: 'VAT', percent: '5', documents: 1, netMinor: 5120, taxMinor: 260 };
    expect(taxesCsv([{ ...sum, currency: 'KWD' }])).toBe(
      csvText([
        ['Country', 'Tax', 'Rate %', 'Currency', 'Documents', 'Net', 'Tax amount'],
        ['KW', 'VAT', '5', 'KWD', '1', '5.120', '0.260'],
      ]),
    );
  });
});
