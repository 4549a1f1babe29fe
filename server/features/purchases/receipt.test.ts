import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { makeReceipt } from './receipt.ts';

const usual = { colour: '#0d4f48', logo: null };

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: { PUBLISHER: 'Aldermoor Learning Ltd, 4 Quay Street, Leith' } });
});
afterAll(() => portal.close());

async function buy(title: string) {
  const member = await portal.member({ firstName: 'Zoë', lastName: 'Łęcka', organization: 'Harbour Trust' });
  const resourceId = await portal.addResource({ title, priceMinor: 123_450 });
  const { body } = await member.post<{ clientSecret: string }>('/api/create-payment-intent', { resourceId });
  await portal.pay(body.clientSecret);
  const paymentIntentId = body.clientSecret.split('_secret_')[0] ?? '';
  const done = await member.post<{ id: number }>('/api/complete-purchase', { resourceId, paymentIntentId });
  return { member, paymentIntentId, address: `/api/user/purchases/${done.body.id}/receipt`, id: done.body.id };
}

describe('receipt', () => {
  it('SUCCESS-07 refuses a receipt to visitors and answers 404 to all but its owner', async () => {
    const { address } = await buy('Guide');
    expect((await portal.visitor().get(address)).status).toBe(401);
    for (const other of [await portal.member(), await portal.administrator()]) {
      expect([(await other.get(address)).status, (await other.get(address)).body.code]).toEqual([
        404,
        'purchases.not-found',
      ]);
      expect((await other.get('/api/user/purchases/2147483647/receipt')).status).toBe(404);
      expect((await other.get('/api/user/purchases/one/receipt')).status).toBe(400);
    }
  });

  it('SUCCESS-07 GEN-11 prints seller, buyer, resource, amount, date and payment on the receipt', async () => {
    const { member, address, paymentIntentId, id } = await buy('Hiring with care');
    const answer = await member.get(address);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    const number = `R-${String(id).padStart(6, '0')}`;
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt-${number}.pdf"`);
    const pdf = answer.raw.toString('latin1');
    expect(pdf).toContain('/MarkInfo');
    expect(pdf).toContain('/StructTreeRoot');
    expect(pdf).toMatch(/\/Lang \(en-GB\)/);
    expect(pdf).toContain(`Receipt ${number}`);
    const words = await textOfPdf(answer.raw);
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
    for (const part of [
      `Receipt ${number}`,
      today,
      'Aldermoor Learning Ltd, 4 Quay Street, Leith',
      'Zoë Łęcka',
      'Harbour Trust',
      'Hiring with care',
      '£1,234.50',
      'Total paid',
      paymentIntentId,
    ]) {
      expect(words).toContain(part);
    }
  });

  it('SUCCESS-07 keeps the receipt after a refund, with a note', async () => {
    const { member, address, paymentIntentId } = await buy('Guide');
    await portal.stripe.refunds.create({ payment_intent: paymentIntentId });
    await portal.runWebhooks();
    const answer = await member.get(address);
    expect(await textOfPdf(answer.raw)).toContain('This payment has been refunded in full.');
    await portal.expectLedgersMatch();
  });

  it('prints the receipt on one page with the longest titles and names', async () => {
    const long = 'Responsible '.repeat(16);
    const pdf = await makeReceipt(
      {
        number: 'R-000001',
        date: new Date('2026-11-20T10:00:00Z'),
        seller: [long, long],
        buyer: [long, long, 'someone@example.org'],
        title: long,
        amountMinor: 1500,
        currency: 'JPY',
        paymentReference: 'pi_1',
        note: 'This payment has been refunded in full.',
      },
      usual,
    );
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(await textOfPdf(pdf)).toContain('¥1,500');
  });

  it('OUT-03 GEN-11 prints names of any script and every currency as they are', async () => {
    const pdf = await makeReceipt(
      {
        number: 'R-000001',
        date: new Date('2026-11-20T10:00:00Z'),
        seller: ['Банк «Надежда»'],
        buyer: ['Łukasz Żółć', '李 Ελένη'],
        title: '한국 Übung',
        amountMinor: 149_900,
        currency: 'INR',
        paymentReference: 'pi_1',
        note: null,
      },
      usual,
    );
    const text = await textOfPdf(pdf);
    for (const part of ['Банк «Надежда»', 'Łukasz Żółć', '李 Ελένη', '한국 Übung', '₹1,499.00'])
      expect(text).toContain(part);
    expect(text).not.toContain('?');
  });
});
