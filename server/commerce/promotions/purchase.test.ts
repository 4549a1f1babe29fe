import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { OpenPayment, Purchase } from '#contract/commerce/purchases.ts';
import type { Client } from '#tests/support/client.ts';
import { insertGrant, insertProduct } from '#tests/support/factories.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { codeMaker, usedCount, verifiedMember } from '#tests/support/promotions.ts';
import { accessOf, subscribe } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let addCode: Awaited<ReturnType<typeof codeMaker>>;
beforeAll(async () => {
  portal = await createPayingPortal();
  addCode = await codeMaker(portal);
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

type Reply = OpenPayment & { code: string; message: string };
const open = (member: Client, resourceId: number, promoCode?: string | null) =>
  member.post<Reply>('/api/create-payment-intent', { resourceId, promoCode });
const discount = (fields: object = {}) => addCode({ promoType: 'discount', discountValue: 20, ...fields });
const purchasesOf = async (member: Client) => (await member.get<Purchase[]>('/api/user/purchases')).body;
const intentOf = ({ clientSecret = '' }: OpenPayment) => clientSecret.split('_secret_')[0] ?? '';
const statusOf = async (opened: OpenPayment) => (await portal.stripe.paymentIntents.retrieve(intentOf(opened))).status;
const attemptsOf = (member: { userId: number }) =>
  portal.rows('select amount_minor, status from payment_attempts where user_id = $1 order by id', [member.userId]);

/**
 * Lets half an hour pass for a member's unpaid checkouts, and runs the job that then gives back the use of their code.
 */
async function abandon(member: { userId: number }): Promise<void> {
  await portal.rows(`update payment_attempts set held_until = held_until - interval '30 minutes' where user_id = $1`, [
    member.userId,
  ]);
  await portal.runTask('reconcile-payments');
  await portal.runTask('reconcile-payments');
}

describe('codes that do not hold for a purchase', () => {
  it('PROMO-18 PROMO-13 refuses unknown, inactive, expired and used-up codes, and opens nothing', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const usedUp = await discount({ usageLimit: 1 });
    await open(await portal.member(), resourceId, usedUp.code);
    const codes = [usedUp, await discount({ isActive: false }), await discount({ expiresAt: '2020-01-01' })];
    for (const code of ['NO-SUCH-CODE', ...codes.map((one) => one.code)]) {
      expect(await open(member, resourceId, code)).toMatchObject({
        status: 409,
        body: { code: 'promotions.code-refused' },
      });
    }
    expect(await attemptsOf(member)).toEqual([]);
  });

  it('PROMO-18 refuses codes with free days, pointing to Billing, and codes of other products', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    for (const fields of [{}, { promoType: 'hybrid', discountValue: 20 }]) {
      const { body } = await open(member, resourceId, (await addCode(fields)).code);
      expect(body).toMatchObject({ code: 'promotions.other-type', message: expect.stringContaining('Billing') });
    }
    const [first, other] = [await insertProduct(portal.database), await insertProduct(portal.database)];
    const limited = await discount({
      mappedProducts: [first.id, other.id],
      productStripePlanMapping: { [first.id]: 'price_a', [other.id]: 'price_b' },
      applicableProducts: [first.id],
    });
    expect((await open(member, resourceId, limited.code)).body.code).toBe('promotions.other-product');
    await portal.rows('update resources set online_product_id = $2 where id = $1', [resourceId, other.id]);
    expect((await open(member, resourceId, limited.code)).body.code).toBe('promotions.other-product');
    await portal.rows('update resources set online_product_id = $2 where id = $1', [resourceId, first.id]);
    expect((await open(member, resourceId, limited.code)).body).toMatchObject({ amount: 15.99, listPrice: 19.99 });
    // A code whose products are gone holds for none, not for all.
    await portal.rows('delete from promo_code_products where promo_code_id = $1 and online_product_id = $2', [
      limited.id,
      first.id,
    ]);
    expect((await open(member, resourceId, limited.code)).body.code).toBe('promotions.code-refused');
  });

  it('PROMO-19 refuses a code for new customers to buyers and subscribers, refunded or not', async () => {
    const code = await discount({ newCustomersOnly: true });
    const { member, resourceId: bought, clientSecret } = await portal.paid();
    await portal.runWebhooks();
    await portal.stripe.refunds.create({ payment_intent: intentOf({ clientSecret } as OpenPayment) });
    await portal.runWebhooks();
    const rejected = { status: 409, body: { code: 'promotions.new-customers-only' } };
    expect(await open(member, bought, code.code)).toMatchObject(rejected);
    const subscriber = (await subscribe(portal)).member;
    expect(await open(subscriber, await portal.addResource(), code.code)).toMatchObject(rejected);
    const newcomer = await portal.member();
    expect((await open(newcomer, await portal.addResource(), code.code)).body.amount).toBe(15.99);
  });

  it('PROMO-19 refuses it on the Billing page as well', async () => {
    const code = await discount({ newCustomersOnly: true });
    const { member } = await portal.paid();
    await portal.runWebhooks();
    await member.post('/api/promo-codes/validate', { code: code.code });
    expect(await member.post('/api/promo-codes/redeem', { promoCodeId: code.id, textVersion })).toMatchObject({
      status: 409,
      body: { code: 'promotions.new-customers-only' },
    });
  });

  it('PROMO-18 refuses a code that leaves less than the smallest charge, and says how much that is', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource({ priceMinor: 100 });
    const { body } = await open(member, resourceId, (await discount({ discountValue: 80 })).code);
    expect(body).toMatchObject({
      code: 'purchases.below-minimum',
      message:
        'With this code £0.20 would be left to pay, and the smallest amount that can be charged is £0.30. The code cannot be used for this resource.',
    });
    expect((await open(member, resourceId, (await discount({ discountValue: 70 })).code)).body.amount).toBe(0.3);
  });

  it('PROMO-18 refuses a code before it is asked whether the resource is for sale', async () => {
    const free = await portal.addResource({ accessType: 'free', priceMinor: null });
    expect((await open(await portal.member(), free, (await discount()).code)).body.code).toBe('purchases.not-for-sale');
  });
});

describe('a discounted purchase', () => {
  it('PROMO-18 charges the discounted price, records it with the code, and counts the use once', async () => {
    const [member, resourceId] = [await portal.member(), await portal.addResource()];
    const code = await discount({ discountType: 'fixed', discountValue: '5.50' });
    const { body } = await open(member, resourceId, ` ${code.code.toLowerCase()} `);
    expect(body).toMatchObject({ amount: 14.49, listPrice: 19.99, currency: 'GBP', promoCode: code.code });
    expect((await open(member, resourceId, code.code)).body).toEqual(body);
    expect(await usedCount(portal, code.id)).toBe(1);
    await portal.pay(body.clientSecret ?? '');
    await portal.runWebhooks();
    expect(await purchasesOf(member)).toMatchObject([
      { resourceId, amount: 14.49, stripePaymentIntentId: intentOf(body) },
    ]);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    await portal.runTask('reconcile-payments');
    expect(await usedCount(portal, code.id)).toBe(1);
    const other = await portal.addResource();
    expect((await open(member, other, code.code)).body.code).toBe('promotions.redeemed-before');
    expect((await open(member, other)).body.amount).toBe(19.99);
  });

  it('PROMO-18 shows the use in the usage logs with the resource', async () => {
    const [member, code] = [await portal.member(), await discount()];
    await open(member, await portal.addResource({ title: 'Hiring with codes' }), code.code);
    const administrator = await portal.administrator();
    const logs = (await administrator.get<{ promoCodeCode: string }[]>('/api/admin/promo-codes/redemptions')).body;
    expect(logs.filter(({ promoCodeCode }) => promoCodeCode === code.code)).toMatchObject([
      { resource: 'Hiring with codes', stripeSubscriptionId: null },
    ]);
  });

  it('PROMO-18 goes back to the full price when the code is removed, so that only one payment can be made', async () => {
    const [member, resourceId, code] = [await portal.member(), await portal.addResource(), await discount()];
    const full = (await open(member, resourceId)).body;
    const lower = (await open(member, resourceId, code.code)).body;
    expect([full.amount, lower.amount]).toEqual([19.99, 15.99]);
    expect([await statusOf(full), await statusOf(lower)]).toEqual(['canceled', 'requires_payment_method']);
    const again = (await open(member, resourceId, null)).body;
    expect([again.amount, again.promoCode, await statusOf(lower)]).toEqual([19.99, null, 'canceled']);
    await portal.runTask('reconcile-payments');
    expect(await usedCount(portal, code.id)).toBe(0);
    expect((await open(member, resourceId, code.code)).body.amount).toBe(15.99);
    expect(await usedCount(portal, code.id)).toBe(1);
  });

  it('PROMO-18 moves the use of a code with the member to another checkout', { tags: 'long' }, async () => {
    const [member, code] = [await portal.member(), await discount({ usageLimit: 1 })];
    const [first, second] = [await portal.addResource(), await portal.addResource()];
    const left = (await open(member, first, code.code)).body;
    const taken = (await open(member, second, code.code)).body;
    expect([taken.amount, await statusOf(left)]).toEqual([15.99, 'canceled']);
    expect(await usedCount(portal, code.id)).toBe(1);
    await portal.pay(taken.clientSecret ?? '');
    await portal.runWebhooks();
    expect((await purchasesOf(member)).map(({ resourceId, amount }) => [resourceId, amount])).toEqual([
      [second, 15.99],
    ]);
  });

  it('PROMO-18 cancels the payment after half an hour and gives the use back, to the next member', async () => {
    const [member, other, code] = [await portal.member(), await portal.member(), await discount({ usageLimit: 1 })];
    const resourceId = await portal.addResource();
    const left = (await open(member, resourceId, code.code)).body;
    const full = (await open(other, resourceId)).body;
    expect((await open(other, resourceId, code.code)).body.code).toBe('promotions.code-refused');
    const [{ id: attemptId } = { id: 0 }] = await portal.rows('select id from payment_attempts where user_id = $1', [
      member.userId,
    ]);
    await portal.runTask('end-code-hold', { attemptId });
    expect([await statusOf(left), await statusOf(full)]).toEqual([
      'requires_payment_method',
      'requires_payment_method',
    ]);
    await abandon(member);
    expect([await statusOf(left), await statusOf(full)]).toEqual(['canceled', 'requires_payment_method']);
    expect(await usedCount(portal, code.id)).toBe(0);
    expect((await open(other, resourceId, code.code)).body.amount).toBe(15.99);
    // The first member may apply it again as well, if a use is left.
    expect((await open(member, resourceId, code.code)).body.code).toBe('promotions.code-refused');
  });

  it('PROMO-18 PROMO-10 holds the limit when ten members apply the last use at once', async () => {
    const [resourceId, code] = [await portal.addResource(), await discount({ usageLimit: 1 })];
    const members = await Promise.all(Array.from({ length: 10 }, () => portal.member()));
    const replies = await Promise.all(members.map((member) => open(member, resourceId, code.code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await usedCount(portal, code.id)).toBe(1);
  });
});

it('PROMO-19 PROMO-21 a tab overtaken by another one of the member reads that the resource is owned, as after a double click', async () => {
  const member = await portal.member();
  const resourceId = await portal.addResource();
  const { code } = await discount({ discountValue: 100, newCustomersOnly: true });
  // The tab has checked the ownership and waits for the table of codes, while the member gets the resource and the code
  // is deactivated.
  const blocker = await portal.database.owner.connect();
  try {
    await blocker.query('begin; lock table promo_codes in access exclusive mode');
    const overtaken = open(member, resourceId, code);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await portal.rows(waiting)).length).toBe(1);
    await insertGrant(portal.database, { userId: member.userId, resourceId });
    await blocker.query('update promo_codes set is_active = false where code = $1', [code]);
    await blocker.query('commit');
    expect((await overtaken).body.code).toBe('purchases.already-owned');
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});

it('PROMO-21 eight tabs of one member that use a free code at once redeem it once', { tags: 'long' }, async () => {
  const member = await portal.member();
  const resourceId = await portal.addResource();
  const { id, code } = await discount({ discountValue: 100, newCustomersOnly: true });
  const replies = await Promise.all(Array.from({ length: 8 }, () => open(member, resourceId, code)));
  const rejected = replies.filter(({ status }) => status !== 200);
  expect(new Set(rejected.map(({ body }) => body.code))).toEqual(new Set(['purchases.already-owned']));
  expect([rejected.length, await usedCount(portal, id), (await purchasesOf(member)).length]).toEqual([7, 1, 1]);
});

describe('a code that ends between Apply and Pay', () => {
  const heldUntil = async ({ userId }: { userId: number }) =>
    (
      await portal.rows('select held_until from payment_attempts where user_id = $1 order by id desc limit 1', [userId])
    )[0]?.held_until;
  const payWithoutConsent = async (opened: OpenPayment) => {
    const { status } = await portal.payUnasked(opened.clientSecret ?? '').catch(() => ({ status: 'refused' }));
    return status;
  };

  it('PROMO-18 cancels the payment when the code ends, so that a browser that asks for no consent cannot pay with it', async () => {
    const [member, other, resourceId] = [await portal.member(), await portal.member(), await portal.addResource()];
    const code = await discount({ expiresAt: new Date(Date.now() + 600_000).toISOString() });
    const [{ expires_at: endsAt } = {}] = await portal.rows('select expires_at from promo_codes where id = $1', [
      code.id,
    ]);
    const lower = (await open(member, resourceId, code.code)).body;
    expect(await heldUntil(member)).toEqual(endsAt);
    const unaffected = (await open(other, resourceId, (await discount()).code)).body;
    const administrator = await portal.administrator();
    const path = `/api/admin/promo-codes/${code.id}`;
    const { body: shown } = await administrator.get<object>(path);
    expect((await administrator.put(path, { ...shown, isActive: false })).status).toBe(200);
    await portal.runJobs();
    await portal.runTask('reconcile-payments');
    expect([await statusOf(lower), await statusOf(unaffected)]).toEqual(['canceled', 'requires_payment_method']);
    await payWithoutConsent(lower);
    await portal.runWebhooks();
    expect(await purchasesOf(member)).toEqual([]);
    expect(await usedCount(portal, code.id)).toBe(0);
  });

  it('PROMO-18 refuses the press of the button before anything is charged, and then charges the full price', async () => {
    const [member, resourceId, code] = [await portal.member(), await portal.addResource(), await discount()];
    const lower = (await open(member, resourceId, code.code)).body;
    await portal.rows(`update promo_codes set expires_at = now() where id = $1`, [code.id]);
    const consent = { paymentIntentId: intentOf(lower), textVersion };
    expect(await member.post('/api/purchase-consent', consent)).toMatchObject({
      status: 409,
      body: {
        code: 'promotions.code-ended',
        message: 'This promo code has ended since you applied it. You have not been charged.',
      },
    });
    expect(await portal.rows('select 1 from order_consents where user_id = $1', [member.userId])).toEqual([]);
    expect((await open(member, resourceId, code.code)).body.code).toBe('promotions.code-refused');
    expect((await open(member, resourceId)).body.amount).toBe(19.99);
    expect(await statusOf(lower)).toBe('canceled');
  });
});

describe('a code that covers the whole price', () => {
  it('PROMO-18 records the purchase without a card, counts the use once, and sends a receipt of nothing', async () => {
    const [member, resourceId] = [await verifiedMember(portal), await portal.addResource()];
    const code = await discount({ discountValue: 100, usageLimit: 1 });
    const { status, body } = await open(member, resourceId, code.code);
    expect([status, body]).toEqual([
      200,
      { amount: 0, listPrice: 19.99, currency: 'GBP', promoCode: code.code, tax: null },
    ]);
    expect(await purchasesOf(member)).toMatchObject([{ resourceId, amount: 0, stripePaymentIntentId: null }]);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    expect(await usedCount(portal, code.id)).toBe(1);
    expect((await open(member, resourceId, code.code)).body.code).toBe('purchases.already-owned');
    await portal.runJobs();
    const [mail] = portal.sentMails.filter(
      ({ subject, text }) => subject.includes('receipt') && text.includes('£0.00'),
    );
    expect(mail?.text).toContain('Your promo code covered the whole price');
    const [purchase] = await purchasesOf(member);
    expect(purchase).toMatchObject({ documentId: null });
    expect(mail?.text).not.toContain('invoice');
    const refund = `/api/admin/users/${member.userId}/purchases/${purchase?.id}/refund`;
    expect(await (await portal.administrator()).post(refund, {})).toMatchObject({
      status: 409,
      body: { code: 'billing.nothing-to-refund' },
    });
  });

  it('PROMO-18 cancels an open payment first, and records one purchase when the call is made twice at once', async () => {
    const [member, resourceId] = [await portal.member(), await portal.addResource()];
    const full = (await open(member, resourceId)).body;
    const code = await discount({ discountType: 'fixed', discountValue: 500 });
    await Promise.all([open(member, resourceId, code.code), open(member, resourceId, code.code)]);
    expect(await purchasesOf(member)).toHaveLength(1);
    expect([await statusOf(full), await usedCount(portal, code.id)]).toEqual(['canceled', 1]);
    expect(await attemptsOf(member)).toEqual([
      { amount_minor: 1999, status: 'canceled' },
      { amount_minor: 0, status: 'succeeded' },
    ]);
  });
});
