import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import type { Purchase } from '#contract/commerce/purchases.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { issueDocuments } from './document-actions.ts';
import { type PrintedDocument, printDocument } from './document-pdf.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: { PUBLISHER: 'Aldermoor Learning Ltd\n4 Quay Street, Leith' } });
});
afterAll(() => portal.close());

const year = new Date().getUTCFullYear();

/** Creates a member and records a purchase. */
async function buy({ title = 'Hiring with care', priceMinor = 123_450 } = {}) {
  const member = await portal.member({ firstName: 'Zoë', lastName: 'Łęcka', organization: 'Harbour Trust' });
  const resourceId = await portal.addResource({ title, priceMinor });
  const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
  await portal.pay(clientSecret);
  const { body } = await member.post<Purchase>('/api/complete-purchase', { resourceId, paymentIntentId });
  await portal.runWebhooks();
  return { member, paymentIntentId, documentId: body.documentId ?? 0 };
}

async function refund(paymentIntentId: string, amount?: number): Promise<void> {
  await portal.stripe.refunds.create({ payment_intent: paymentIntentId, ...(amount && { amount }) });
  await portal.runWebhooks();
}

const numbers = () =>
  portal.rows(`select kind, number, total_minor, tax_minor from documents order by kind desc, number`);

const linesOf = async (member: Client) =>
  (await member.get<Billing>('/api/user/billing')).body.transactions.map(({ type, document }) => ({
    type,
    documentId: document?.id ?? 0,
  }));

describe('a document of a payment', () => {
  it('TAX-04 a document is refused to visitors and answered with 404 to other members, and opens for its payer and administrators', async () => {
    const { member, documentId } = await buy();
    const address = `/api/documents/${documentId}`;
    expect((await portal.visitor().get(address)).status).toBe(401);
    const other = await portal.member();
    expect([(await other.get(address)).status, (await other.get(address)).body.code]).toEqual([
      404,
      'payments.document-not-found',
    ]);
    expect((await member.get('/api/documents/2147483647')).status).toBe(404);
    expect((await member.get('/api/documents/one')).status).toBe(400);
    for (const reader of [member, await portal.administrator()]) {
      expect((await reader.get(address)).headers['content-type']).toBe('application/pdf');
    }
  });

  it('TAX-04 SUCCESS-07 GEN-11 the invoice names seller, buyer, line, net, tax, total, day and payment', async () => {
    const { member, documentId, paymentIntentId } = await buy();
    const [{ number } = { number: 0 }] = await portal.rows('select number from documents where id = $1', [documentId]);
    const name = `INV-${year}-${String(number).padStart(6, '0')}`;
    const answer = await member.get(`/api/documents/${documentId}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}.pdf"`);
    const pdf = answer.raw.toString('latin1');
    for (const part of ['/MarkInfo', '/StructTreeRoot', `Invoice ${name}`]) expect(pdf).toContain(part);
    expect(pdf).toMatch(/\/Lang \(en-GB\)/);
    const words = await textOfPdf(answer.raw);
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
    for (const part of [
      `Invoice ${name}`,
      `Date of issue ${today}`,
      `Paid on ${today}`,
      'Aldermoor Learning Ltd 4 Quay Street, Leith',
      'Zoë Łęcka Harbour Trust',
      'Hiring with care £1,234.50',
      'Net £1,234.50',
      'Tax £0.00',
      'Total paid £1,234.50',
      paymentIntentId,
    ]) {
      expect(words).toContain(part);
    }
  });

  it('TAX-04 keeps what was printed when the member and the resource change their names', async () => {
    const { member, documentId } = await buy();
    await portal.rows(`update users set last_name = 'Other' where id = $1`, [member.userId]);
    await portal.rows(`update resources set title = 'Another title'`);
    const words = await textOfPdf((await member.get(`/api/documents/${documentId}`)).raw);
    expect(words).toContain('Zoë Łęcka');
    expect(words).toContain('Hiring with care');
  });

  it('TAX-04 a refund in two parts makes two credit notes that name the invoice and add up to it', async () => {
    const { member, paymentIntentId } = await buy({ title: 'Two parts', priceMinor: 1001 });
    await refund(paymentIntentId, 400);
    await refund(paymentIntentId);
    const lines = await linesOf(member);
    expect(lines.map(({ type }) => type)).toEqual(['refund', 'refund', 'purchase']);
    const texts = await Promise.all(
      lines.map(async ({ documentId }) => textOfPdf((await member.get(`/api/documents/${documentId}`)).raw)),
    );
    expect(texts[0]).toMatch(new RegExp(`Credit note CN-${year}-\\d{6}.* For invoice INV-${year}-\\d{6}`));
    expect(texts.map((text) => /Total (?:refunded|paid) (£[\d.]+)/.exec(text)?.[1])).toEqual([
      '£6.01',
      '£4.00',
      '£10.01',
    ]);
    await portal.expectLedgersMatch();
  });

  it('TAX-04 an invoice of a subscription has a document too, and the start of a free trial has none', async () => {
    const { member } = await subscribe(portal);
    await portal.runWebhooks();
    const [line] = await linesOf(member);
    const words = await textOfPdf((await member.get(`/api/documents/${line?.documentId}`)).raw);
    expect(words).toContain('RAPP Learning Subscription £12.50');
    expect(words).toContain('Total paid £12.50');
    const free = await portal.rows(
      `select d.id from documents d join invoices i on i.id = d.invoice_id where i.total_minor = 0`,
    );
    expect(free).toEqual([]);
  });
});

describe('the numbers of documents', () => {
  const payers = async (count: number) => {
    const attempts: { attemptId: number; userId: number }[] = [];
    for (let index = 0; index < count; index += 1) {
      const { userId } = await portal.member();
      const resourceId = await portal.addResource();
      const [row] = await portal.rows(
        `insert into payment_attempts (user_id, resource_id, amount_minor, currency, status, amount_received_minor)
         values ($1, $2, 1999, 'GBP', 'canceled', 0) returning id as "attemptId", user_id as "userId"`,
        [userId, resourceId],
      );
      if (row) attempts.push({ attemptId: row.attemptId, userId: row.userId });
    }
    return attempts;
  };
  const paid = {
    seller: ['A'],
    amounts: { currency: 'GBP', lines: [{ description: 'A', amountMinor: 1999 }], taxes: [], totalMinor: 1999 },
    paymentReference: null,
    paidAt: new Date(),
  };

  it('TAX-05 have no gap and no repetition when ten payments at a time are recorded and every third is rolled back', async () => {
    const before = await numbers();
    const record = (one: { attemptId: number; userId: number }, isRolledBack: boolean) =>
      portal.database.transaction(async (db) => {
        const ctx = { db, now: new Date(), actor: null, origin: { ip: '127.0.0.1', requestId: 'test' } };
        await issueDocuments(ctx, { ...paid, userId: one.userId, payment: { attemptId: one.attemptId } });
        if (isRolledBack) throw new Error('rolled back');
      });
    const failures: unknown[] = [];
    // The pool has ten connections; an eleventh payment would wait for a connection, not for the number.
    for (let wave = 0; wave < 3; wave += 1) {
      const recorded = (await payers(10)).map((one, index) => record(one, (10 * wave + index) % 3 === 0));
      for (const result of await Promise.allSettled(recorded)) {
        if (result.status === 'rejected') failures.push(result.reason);
      }
    }
    expect(failures.map(String)).toEqual(Array(10).fill('Error: rolled back'));
    const invoices = (await numbers()).filter(({ kind }) => kind === 'invoice');
    expect(invoices).toHaveLength(before.filter(({ kind }) => kind === 'invoice').length + 20);
    expect(invoices.map(({ number }) => number)).toEqual(invoices.map((_, index) => index + 1));
  });

  it('TAX-05 a payment that is recorded twice has one invoice, and webhooks that come again add none', async () => {
    const { paymentIntentId } = await buy();
    const before = await numbers();
    const events = await portal.stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 });
    for (const { id } of events.data) {
      await portal.rows('update stripe_events set processed_at = null where id = $1', [id]);
      await portal.runTask('handle-stripe-event', { eventId: id });
    }
    expect(paymentIntentId).toMatch(/^pi_/);
    expect(await numbers()).toEqual(before);
  });

  it('TAX-05 the hourly comparison numbers payments that a node of the version before has recorded, and adds nothing else', {
    tags: 'long',
  }, async () => {
    const [bought, subscribed] = [await buy(), await subscribe(portal)];
    await portal.runWebhooks();
    const lost = `delete from documents where id in (select max(id) from documents where user_id in ($1, $2) group by user_id)
      returning id`;
    expect(await portal.rows(lost, [bought.member.userId, subscribed.member.userId])).toHaveLength(2);
    await portal.rows(`update document_numbers set last_number = last_number - 2 where kind = 'invoice'`);
    const before = await numbers();
    await portal.runTask('reconcile-with-stripe');
    expect(await numbers()).toHaveLength(before.length + 2);
    const after = await numbers();
    await portal.runTask('reconcile-with-stripe');
    expect(await numbers()).toEqual(after);
    await portal.expectLedgersMatch();
  });

  it('TAX-05 begin at 1 again in another year and in the other series', async () => {
    await portal.rows(`insert into document_numbers (kind, year, last_number) values ('invoice', $1, 7)`, [year - 1]);
    const { documentId } = await buy();
    const [row] = await portal.rows('select year from documents where id = $1', [documentId]);
    expect(row?.year).toBe(year);
    const notes = (await numbers()).filter(({ kind }) => kind === 'credit_note');
    expect(notes[0]?.number).toBe(1);
    await portal.rows('delete from document_numbers where year = $1', [year - 1]);
  });
});

const usual = { colour: '#0d4f48', logo: null };
const printOf = (fields: Partial<PrintedDocument>) => printDocument(printed(fields), usual);

const printed = (fields: Partial<PrintedDocument> = {}): PrintedDocument => ({
  kind: 'invoice',
  timeZone: 'UTC',
  number: 'INV-2026-000001',
  seller: ['Aldermoor Learning Ltd'],
  buyer: ['Zoë Łęcka'],
  issuedAt: new Date('2026-11-20T10:00:00Z'),
  paidAt: new Date('2026-11-20T10:00:00Z'),
  paymentReference: 'pi_1',
  corrects: null,
  notes: [],
  currency: 'GBP',
  lines: [{ description: 'Guide', amountMinor: 1000 }],
  taxes: [],
  totalMinor: 1000,
  ...fields,
});

describe('a printed document', () => {
  it('TAX-04 shows each tax with rate and country', async () => {
    const taxes = [{ name: 'VAT', country: 'GB', percent: '20', amountMinor: 200 }];
    const text = await textOfPdf(await printOf({ taxes, totalMinor: 1200 }));
    expect(text).toContain('Net £10.00');
    expect(text).toContain('VAT 20% (GB) £2.00');
    expect(text).toContain('Total paid £12.00');
  });

  it('TAX-01 shows amounts with the decimals of their currency', async () => {
    const amounts = { currency: 'KWD', lines: [{ description: 'Guide', amountMinor: 5120 }], totalMinor: 5120 };
    expect(await textOfPdf(await printOf(amounts))).toContain('KWD 5.120');
    const yen = { currency: 'JPY', lines: [{ description: 'Guide', amountMinor: 1500 }], totalMinor: 1500 };
    expect(await textOfPdf(await printOf(yen))).toContain('¥1,500');
  });

  it('TAX-04 a printed document has one page with the longest titles and names, and goes on to a second with sixty lines', async () => {
    const long = 'Responsible '.repeat(16);
    const pagesOf = async (fields: Partial<PrintedDocument>) =>
      (await printOf(fields)).toString('latin1').match(/\/Type \/Page\b/g)?.length;
    const texts = { seller: [long, long], buyer: [long, long], notes: [long] };
    expect(await pagesOf({ ...texts, lines: [{ description: long, amountMinor: 1000 }] })).toBe(1);
    const lines = Array.from({ length: 60 }, (_, index) => ({ description: `Line ${index}`, amountMinor: 100 }));
    expect(await pagesOf({ lines, totalMinor: 6000 })).toBe(3);
  });

  it('OUT-03 GEN-11 prints names of any script and every currency as they are', { tags: 'long' }, async () => {
    const pdf = await printOf({
      seller: ['Банк «Надежда»'],
      buyer: ['Łukasz Żółć', '李 Ελένη'],
      currency: 'INR',
      lines: [{ description: '한국 Übung', amountMinor: 149_900 }],
      totalMinor: 149_900,
    });
    const text = await textOfPdf(pdf);
    for (const part of ['Банк «Надежда»', 'Łukasz Żółć', '李 Ελένη', '한국 Übung', '₹1,499.00'])
      expect(text).toContain(part);
    expect(text).not.toContain('?');
  });
});
