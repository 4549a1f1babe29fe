import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { currentConsent } from '#contract/commerce/consent-texts.ts';
import type { OpenPayment, Purchase } from '#contract/commerce/purchases.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { codeMaker } from '#tests/support/promotions.ts';

let exclusive: PayingPortal;
let inclusive: PayingPortal;
beforeAll(async () => {
  exclusive = await createPayingPortal({ variables: { TAX: 'exclusive' } });
  inclusive = await createPayingPortal({ variables: { TAX: 'inclusive' } });
});
afterEach(async () => {
  for (const portal of [exclusive, inclusive]) {
    await portal.control('DELETE /sandbox/faults');
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    await portal.expectLedgersMatch();
  }
});
afterAll(async () => {
  await exclusive.close();
  await inclusive.close();
});

const intents = '/api/create-payment-intent';
const details = '/api/user/billing-details';

type Opened = OpenPayment & { code: string; message: string };
const open = (member: Client, resourceId: number, promoCode?: string) =>
  member.post<Opened>(intents, { resourceId, ...(promoCode && { promoCode }) });

/** Adds a member with these invoice details. */
async function memberIn(portal: PayingPortal, place: object): Promise<Client & { userId: number }> {
  const member = await portal.member();
  expect((await member.put(details, place)).status).toBe(200);
  return member;
}

const intentOf = ({ clientSecret = '' }: OpenPayment) => clientSecret.split('_secret_')[0] ?? '';

/** Pays an opened payment and reports it, as the page does. */
async function buy(portal: PayingPortal, member: Client, resourceId: number) {
  const { body: opened } = await open(member, resourceId);
  const paymentIntentId = intentOf(opened);
  expect((await portal.pay(opened.clientSecret ?? '')).body.status).toBe('succeeded');
  const { body } = await member.post<Purchase>('/api/complete-purchase', { resourceId, paymentIntentId });
  await portal.runWebhooks();
  return { opened, paymentIntentId, purchase: body };
}

const documentsOf = (portal: PayingPortal, { userId }: { userId: number }) =>
  portal.rows(
    `select kind, total_minor as total, tax_minor as tax, taxes, lines from documents where user_id = $1 order by id`,
    [userId],
  );

/** Lists the tax transactions that Stripe recorded for a payment: the sale, then its reversals. */
async function transactionsOf({ stripe }: PayingPortal, intentId: string) {
  const { tax_transaction_attempts: attempts } = await stripe.tax.associations.find({ payment_intent: intentId });
  const ids = (attempts ?? []).map(({ committed }) => committed?.transaction ?? '');
  const found = await Promise.all(ids.map((id) => stripe.tax.transactions.retrieve(id, { expand: ['line_items'] })));
  return found.map(({ type, line_items: lines }) => [type, lines?.data[0]?.amount, lines?.data[0]?.amount_tax]);
}

describe('a purchase with tax', () => {
  it('TAX-09 a purchase is refused before anything is opened while the country of the member is not known', async () => {
    const member = await exclusive.member();
    const resourceId = await exclusive.addResource();
    const rejected = await open(member, resourceId);
    expect([rejected.status, rejected.body.code]).toEqual([409, 'payments.place-needed']);
    expect(await exclusive.rows('select * from payment_attempts where user_id = $1', [member.userId])).toEqual([]);
  });

  it('TAX-09 invoice details without a country, or whose postcode gives no tax, are refused and change nothing', async () => {
    const member = await exclusive.member();
    for (const [place, status, code] of [
      [{ companyName: 'Harbour Trust' }, 409, 'payments.place-needed'],
      [{ country: 'US', postcode: 'nonsense' }, 400, 'payments.place-unknown'],
      [{ country: 'US' }, 400, 'payments.place-unknown'],
      [{ country: 'XX' }, 400, 'request.invalid'],
    ] as const) {
      const answer = await member.put<{ code: string }>(details, place);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    expect(await exclusive.rows('select * from billing_details where user_id = $1', [member.userId])).toEqual([]);
  });

  it('TAX-09 a purchase is not opened without tax while Stripe Tax does not answer or is not active, and says that nothing was charged', async () => {
    const member = await memberIn(exclusive, { country: 'GB', postcode: 'EH6 6JJ' });
    const resourceId = await exclusive.addResource();
    const before = (await exclusive.stripe.paymentIntents.list({ limit: 100 })).data.length;
    const fault = { method: 'POST', path: '/v1/tax/calculations', kind: 'fail', when: 'before', times: 2 };
    await exclusive.control('POST /sandbox/faults', { ...fault, status: 500 });
    const down = await open(member, resourceId);
    expect([down.status, down.body.code]).toEqual([503, 'purchases.provider-failed']);
    await exclusive.control('DELETE /sandbox/faults');
    await exclusive.control('POST /sandbox/faults', { ...fault, status: 400, code: 'stripe_tax_inactive' });
    const inactive = await open(member, resourceId);
    expect([inactive.status, inactive.body.code]).toEqual([503, 'payments.tax-failed']);
    expect(inactive.body.message).toContain('You have not been charged');
    expect((await exclusive.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before);
    expect(await exclusive.rows('select * from payment_attempts where user_id = $1', [member.userId])).toEqual([]);
  });

  it('TAX-09 the tax is added to exclusive prices, shown, charged and printed to the penny', {
    tags: 'long',
  }, async () => {
    const member = await memberIn(exclusive, { country: 'GB', postcode: 'EH6 6JJ' });
    const resourceId = await exclusive.addResource({ priceMinor: 1999 });
    const { opened, paymentIntentId, purchase } = await buy(exclusive, member, resourceId);
    expect(opened).toMatchObject({
      amount: 23.99,
      listPrice: 19.99,
      tax: {
        isIncluded: false,
        net: 19.99,
        tax: 4,
        country: 'GB',
        isReverseCharge: false,
        parts: [{ name: 'VAT', country: 'GB', percent: '20', amount: 4 }],
      },
    });
    expect([purchase.amount, purchase.tax]).toEqual([23.99, opened.tax]);
    expect(await exclusive.stripe.paymentIntents.retrieve(paymentIntentId)).toMatchObject({ amount_received: 2399 });
    expect(await documentsOf(exclusive, member)).toEqual([
      {
        kind: 'invoice',
        total: 2399,
        tax: 400,
        taxes: [{ name: 'VAT', country: 'GB', percent: '20', amountMinor: 400 }],
        lines: [{ description: 'Hiring with care', amountMinor: 1999 }],
      },
    ]);
    const words = await textOfPdf((await member.get(`/api/documents/${purchase.documentId}`)).raw);
    for (const part of ['Net £19.99', 'VAT 20% (GB) £4.00', 'Total paid £23.99']) expect(words).toContain(part);
    const receipt = exclusive.sentMails.find(({ subject }) => subject.startsWith('Your receipt'));
    expect(receipt?.text.replaceAll(/\s+/g, ' ')).toMatch(/Net:? £19\.99 VAT 20% \(GB\):? £4\.00 Amount:? £23\.99/);
    expect(await transactionsOf(exclusive, paymentIntentId)).toEqual([['transaction', 1999, 400]]);
  });

  it('TAX-09 the member pays an inclusive price, and the invoice shows the tax in it', {
    tags: 'long',
  }, async () => {
    const member = await memberIn(inclusive, { country: 'DE' });
    const { opened } = await buy(inclusive, member, await inclusive.addResource({ priceMinor: 1999 }));
    expect(opened).toMatchObject({ amount: 19.99, tax: { isIncluded: true, net: 16.8, tax: 3.19, country: 'DE' } });
    expect(await documentsOf(inclusive, member)).toMatchObject([{ total: 1999, tax: 319 }]);
  });

  it('TAX-09 opening the checkout again computes nothing anew; another country ends the payment and opens one with its tax', async () => {
    const member = await memberIn(exclusive, { country: 'GB' });
    const resourceId = await exclusive.addResource({ priceMinor: 1000 });
    const { body: first } = await open(member, resourceId);
    expect((await open(member, resourceId)).body).toEqual(first);
    const attempts = () =>
      exclusive.rows(`select status, amount_minor as amount, tax ->> 'country' as country from payment_attempts
        where resource_id = ${resourceId} order by id`);
    expect(await attempts()).toEqual([{ status: 'open', amount: 1200, country: 'GB' }]);
    expect((await member.put(details, { country: 'DE' })).status).toBe(200);
    const consent = { paymentIntentId: intentOf(first), textVersion: currentConsent };
    const agreed = await member.post<{ code: string }>('/api/purchase-consent', consent);
    expect([agreed.status, agreed.body.code]).toEqual([409, 'payments.tax-changed']);
    const { body: second } = await open(member, resourceId);
    expect(second).toMatchObject({ amount: 11.9, tax: { country: 'DE', tax: 1.9 } });
    expect(await attempts()).toEqual([
      { status: 'canceled', amount: 1200, country: 'GB' },
      { status: 'open', amount: 1190, country: 'DE' },
    ]);
    expect((await exclusive.payUnasked(first.clientSecret ?? '')).status).toBe(400);
  });

  it('TAX-09 PROMO-18 a code takes its part off before the tax; one that covers the price asks for no country', async () => {
    const newCode = await codeMaker(exclusive);
    const member = await memberIn(exclusive, { country: 'GB' });
    const resourceId = await exclusive.addResource({ priceMinor: 1000 });
    const fifth = await newCode({ promoType: 'discount', discountValue: 20 });
    expect((await open(member, resourceId, fifth.code)).body).toMatchObject({
      amount: 9.6,
      listPrice: 10,
      promoCode: fifth.code,
      tax: { net: 8, tax: 1.6 },
    });
    const all = await newCode({ promoType: 'discount', discountValue: 100 });
    const { status, body } = await open(await exclusive.member(), resourceId, all.code);
    expect([status, body.amount, body.tax, body.clientSecret]).toEqual([200, 0, null, undefined]);
  });

  it('TAX-10 a company with a tax id of another country pays no tax, and its invoice says so', {
    tags: 'long',
  }, async () => {
    const company = { companyName: 'Harbour Trust GmbH', country: 'DE', taxId: 'DE123456789' };
    const member = await memberIn(exclusive, company);
    const resourceId = await exclusive.addResource({ priceMinor: 1000 });
    const { opened, purchase } = await buy(exclusive, member, resourceId);
    expect(opened).toMatchObject({ amount: 10, tax: { net: 10, tax: 0, isReverseCharge: true } });
    const words = await textOfPdf((await member.get(`/api/documents/${purchase.documentId}`)).raw);
    for (const part of [
      'Tax id DE123456789',
      'Reverse charge 0% (DE) £0.00',
      'Reverse charge: the buyer accounts for the tax.',
    ]) {
      expect(words).toContain(part);
    }
    const own = await memberIn(exclusive, { ...company, country: 'GB', taxId: 'GB123456789' });
    expect((await open(own, resourceId)).body).toMatchObject({ amount: 12, tax: { isReverseCharge: false } });
  });

  it('TAX-10 a tax id that the authority does not know takes no tax away', async () => {
    const member = await memberIn(exclusive, { country: 'DE', taxId: 'DE111111111' });
    await exclusive.control('POST /sandbox/advance', { days: 0.01 });
    await exclusive.runWebhooks();
    expect((await member.get(details)).body).toMatchObject({ taxIdStatus: 'unverified' });
    const { body } = await open(member, await exclusive.addResource({ priceMinor: 1000 }));
    expect(body).toMatchObject({ amount: 11.9, tax: { isReverseCharge: false } });
  });

  it('TAX-11 a refund in two parts takes the tax back to the last penny, at Stripe and on credit notes', {
    tags: 'long',
  }, async () => {
    const member = await memberIn(exclusive, { country: 'GB' });
    const resourceId = await exclusive.addResource({ priceMinor: 1999 });
    const { paymentIntentId } = await buy(exclusive, member, resourceId);
    await exclusive.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1000 });
    await exclusive.runWebhooks();
    await exclusive.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1399 });
    await exclusive.runWebhooks();
    const [invoice, ...credits] = await documentsOf(exclusive, member);
    expect(invoice).toMatchObject({ total: 2399, tax: 400 });
    expect(credits).toMatchObject([
      { kind: 'credit_note', total: 1000, tax: 167, taxes: [{ name: 'VAT', percent: '20', amountMinor: 167 }] },
      { kind: 'credit_note', total: 1399, tax: 233, taxes: [{ name: 'VAT', percent: '20', amountMinor: 233 }] },
    ]);
    expect(await transactionsOf(exclusive, paymentIntentId)).toEqual([
      ['transaction', 1999, 400],
      ['reversal', -833, -167],
      ['reversal', -1166, -233],
    ]);
    expect(await exclusive.rows('select status from purchases where user_id = $1', [member.userId])).toEqual([
      { status: 'refunded' },
    ]);
  });

  it('TAX-11 after an interruption between payment and report the tax is recorded once and is on the invoice', async () => {
    const member = await memberIn(exclusive, { country: 'GB' });
    const resourceId = await exclusive.addResource({ priceMinor: 1000 });
    await exclusive.control('POST /sandbox/webhooks', { mode: 'drop' });
    const { body: opened } = await open(member, resourceId);
    await exclusive.pay(opened.clientSecret ?? '');
    expect(await documentsOf(exclusive, member)).toEqual([]);
    await exclusive.runTask('reconcile-with-stripe');
    await exclusive.runTask('reconcile-with-stripe');
    expect(await documentsOf(exclusive, member)).toMatchObject([{ total: 1200, tax: 200 }]);
    expect(await transactionsOf(exclusive, intentOf(opened))).toEqual([['transaction', 1000, 200]]);
  });

  it('TAX-11 a payment that the restored database does not know is recovered with its tax', async () => {
    const member = await memberIn(exclusive, { country: 'GB' });
    const resourceId = await exclusive.addResource({ priceMinor: 1000 });
    await exclusive.control('POST /sandbox/webhooks', { mode: 'drop' });
    const { body: opened } = await open(member, resourceId);
    await exclusive.pay(opened.clientSecret ?? '');
    await exclusive.database.pool.query(
      'with gone as (delete from order_consents where user_id = $1) delete from payment_attempts where user_id = $1',
      [member.userId],
    );
    await exclusive.runTask('reconcile-with-stripe');
    expect(await documentsOf(exclusive, member)).toMatchObject([{ total: 1200, tax: 200, taxes: [{ percent: '20' }] }]);
    // The recovered payment has no consent on record, as after any restore.
    await exclusive.database.pool.query(
      `insert into order_consents (user_id, attempt_id, text_version) select user_id, id, $2 from payment_attempts where user_id = $1`,
      [member.userId, currentConsent],
    );
  });
});
