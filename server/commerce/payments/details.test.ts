import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingDetails, BillingDetailsForm, countries, taxIdTypeOf } from '#contract/commerce/payments.ts';
import type { Purchase } from '#contract/commerce/purchases.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { textOfPdf } from '#tests/support/pdf.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterAll(() => portal.close());

const address = '/api/user/billing-details';
const company = {
  companyName: 'Harbour Trust GmbH',
  line1: 'Quai 4',
  postcode: '1010',
  city: 'Wien',
  country: 'AT',
  taxId: 'atu 12345678',
  purchaseOrder: 'PO-7',
};
const save = (member: Client, form: object) =>
  member.put<BillingDetails & { code: string; message: string }>(address, form);
const customerOf = async ({ userId }: { userId: number }) => {
  const [row] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [userId]);
  return row?.id as string;
};

describe('the invoice details of a buyer', () => {
  it('TAX-06 invoice details are refused to visitors, and each member has only their own', async () => {
    expect((await portal.visitor().get(address)).status).toBe(401);
    expect((await portal.visitor().put(address, company)).status).toBe(401);
    const [member, other] = [await portal.member(), await portal.member()];
    expect((await save(member, company)).status).toBe(200);
    expect((await other.get<BillingDetails>(address)).body).toMatchObject({ companyName: null, taxIdStatus: null });
  });

  it('TAX-06 invoice details are refused with a sentence when they do not fit, and nothing changes', async () => {
    const member = await portal.member();
    for (const [form, sentence] of [
      [{ line1: 'Quai 4' }, 'Choose the country of the address'],
      [{ country: 'XX' }, 'Choose a country'],
      [{ taxId: 'ATU12345678' }, 'Choose the country of the tax id'],
      [{ taxId: '<b>', country: 'AT' }, 'Tax id may have letters and digits only'],
      [{ taxId: '123', country: 'AQ' }, 'Tax ids of this country cannot be checked here: leave it empty'],
      [{ companyName: 'A'.repeat(151) }, 'Company name must be at most 150 characters'],
    ] as const) {
      const answer = await save(member, form);
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(sentence)]);
    }
    const rejected = await save(member, { ...company, taxId: 'WRONG' });
    expect([rejected.status, rejected.body.code]).toEqual([400, 'payments.tax-id-refused']);
    expect(await portal.rows('select * from billing_details where user_id = $1', [member.userId])).toEqual([]);
  });

  it("TAX-06 reach Stripe's customer with the tax id, and the verdict of the authority comes back", async () => {
    const member = await portal.member();
    expect((await save(member, company)).body).toMatchObject({ taxId: 'ATU12345678', taxIdStatus: 'pending' });
    const customer = await customerOf(member);
    expect(await portal.stripe.customers.retrieve(customer)).toMatchObject({
      name: 'Harbour Trust GmbH',
      address: { line1: 'Quai 4', postal_code: '1010', city: 'Wien', country: 'AT' },
    });
    await portal.control('POST /sandbox/advance', { days: 1 });
    await portal.runWebhooks();
    expect((await member.get<BillingDetails>(address)).body.taxIdStatus).toBe('verified');
    await save(member, { ...company, taxId: 'ATU87654321' });
    const { data } = await portal.stripe.customers.listTaxIds(customer);
    expect(data.map(({ type, value }) => [type, value])).toEqual([['eu_vat', 'ATU87654321']]);
    await save(member, { companyName: 'Harbour Trust' });
    expect((await portal.stripe.customers.listTaxIds(customer)).data).toEqual([]);
    expect(await portal.stripe.customers.retrieve(customer)).toMatchObject({ name: 'Harbour Trust', address: null });
    expect((await member.get<BillingDetails>(address)).body).toMatchObject({ taxId: null, taxIdStatus: null });
  });

  it('TAX-06 reach Stripe by the reconciler when it does not answer while they are saved', {
    tags: 'long',
  }, async () => {
    const { member } = await portal.paid();
    const customer = await customerOf(member);
    await portal.control('POST /sandbox/faults', { kind: 'fail', path: `/v1/customers/${customer}`, times: 4 });
    expect((await save(member, { companyName: 'Another Ltd' })).status).toBe(200);
    await portal.control('DELETE /sandbox/faults');
    await portal.runTask('reconcile-customers');
    expect(await portal.stripe.customers.retrieve(customer)).toMatchObject({ name: 'Another Ltd' });
  });

  it('TAX-06 invoice details are printed on documents that are issued afterwards, and not on earlier ones', async () => {
    const member = await portal.member();
    const buy = async () => {
      const resourceId = await portal.addResource();
      const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
      await portal.pay(clientSecret);
      const { body } = await member.post<Purchase>('/api/complete-purchase', { resourceId, paymentIntentId });
      return body.documentId;
    };
    const before = await buy();
    await save(member, company);
    const after = await buy();
    const wordsOf = async (id: number | null) => textOfPdf((await member.get(`/api/documents/${id}`)).raw);
    expect(await wordsOf(after)).toContain(
      'Harbour Trust GmbH Mira Tollander Quai 4 1010 Wien Austria Tax id ATU12345678 Order number PO-7',
    );
    expect(await wordsOf(before)).not.toContain('GmbH');
  });
});

it('TAX-06 every country has its own kind of tax id or none, and a form without anything is no details', () => {
  expect(new Set(countries).size).toBe(countries.length);
  expect([taxIdTypeOf('AT'), taxIdTypeOf('GB'), taxIdTypeOf('AQ'), taxIdTypeOf(null)]).toEqual([
    'eu_vat',
    'gb_vat',
    null,
    null,
  ]);
  expect(BillingDetailsForm.parse({ companyName: ' ', taxId: '' })).toMatchObject({ companyName: null, taxId: null });
});
