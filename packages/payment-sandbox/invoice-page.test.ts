import type Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { idOf } from './lists.ts';
import { answerBank, pathOf, textAt, typedCard } from './testing/checkout.ts';
import { useTestSandbox } from './testing/sandbox.ts';
import { invoiceIn, openShop, type Shop, subscribe } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(sandbox);
});

const unpaid = async (): Promise<Stripe.Invoice> =>
  invoiceIn(await subscribe(sandbox, await shop.customer(), shop.monthly));
const read = (id: string) => sandbox.stripe.invoices.retrieve(id);

test('a paid invoice has a page and a PDF at its addresses', async () => {
  const customer = await shop.customer('pm_card_visa');
  const subscription = await sandbox.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: shop.monthly.id }],
    expand: ['latest_invoice'],
  });
  const invoice = invoiceIn(subscription);
  const page = await textAt(sandbox, pathOf(invoice.hosted_invoice_url));
  expect(page.status).toBe(200);
  expect(page.text).toContain(`Invoice ${invoice.number}`);
  expect(page.text).toContain('Total £8.99');
  expect(page.text).not.toContain('Pay this invoice');
  const file = await fetch(`${sandbox.address}${pathOf(invoice.invoice_pdf)}`);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('content-disposition')).toBe(`inline; filename="invoice-${invoice.number}.pdf"`);
  expect((await file.text()).slice(0, 5)).toBe('%PDF-');
});

test('an unpaid invoice is paid at its page: declined, then at the bank’s', async () => {
  const invoice = await unpaid();
  const path = pathOf(invoice.hosted_invoice_url);
  expect((await textAt(sandbox, path)).text).toContain('Pay £8.99');
  expect((await sandbox.post(`${path}/confirm`, typedCard('4000000000000002'))).status).toBe(402);
  const asked = await sandbox.post(`${path}/confirm`, typedCard('4000000000003220'));
  await answerBank(sandbox, asked, 'fail');
  expect((await sandbox.post(`${path}/finish`, {})).status).toBe(402);
  expect(await read(invoice.id)).toMatchObject({ status: 'open' });
  await answerBank(sandbox, await sandbox.post(`${path}/confirm`, typedCard('4000000000003220')), 'complete');
  expect((await sandbox.post(`${path}/finish`, {})).body).toEqual({ redirect: invoice.id });
  expect(await read(invoice.id)).toMatchObject({ status: 'paid', amount_paid: 899 });
  expect((await sandbox.post(`${path}/confirm`, typedCard('4242424242424242'))).body).toEqual({ redirect: invoice.id });
});

test('the page of a void invoice takes no payment, and an unknown invoice has no page', async () => {
  const invoice = await unpaid();
  const path = pathOf(invoice.hosted_invoice_url);
  await sandbox.stripe.subscriptions.cancel(idOf(invoice.parent?.subscription_details?.subscription) ?? '');
  expect((await textAt(sandbox, path)).text).toContain('Void');
  expect((await sandbox.post(`${path}/confirm`, typedCard('4242424242424242'))).status).toBe(400);
  expect((await textAt(sandbox, '/invoices/in_unknown')).status).toBe(404);
  expect((await textAt(sandbox, '/invoices/in_unknown/pdf')).status).toBe(404);
});
