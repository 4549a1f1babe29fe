import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { OpenPayment, Purchase } from '#contract/commerce/purchases.ts';
import type { Client } from '#tests/support/client.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { queueBehind } from '#tests/support/locks.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import {
  codeMaker,
  completeCheckout,
  openCheckout,
  productionRules,
  usedCount,
  verifiedMember,
} from '#tests/support/promotions.ts';

let portal: PayingPortal;
let addCode: Awaited<ReturnType<typeof codeMaker>>;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: productionRules });
  addCode = await codeMaker(portal);
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

type Reply = OpenPayment & { code: string };
const discount = (fields: object = {}) => addCode({ promoType: 'discount', discountValue: 20, ...fields });
const open = (member: Client, resourceId: number, promoCode: string, gift?: object) =>
  member.post<Reply>('/api/create-payment-intent', { resourceId, promoCode, gift });
const atBilling = async (member: Client, { id, code }: { id: number; code: string }) => {
  await member.post('/api/promo-codes/validate', { code });
  return member.post<{ code: string }>('/api/promo-codes/redeem', { promoCodeId: id, textVersion });
};
const memberAt = async (email: string) => {
  const member = await verifiedMember(portal);
  await portal.rows('update users set email = $2 where id = $1', [member.userId, email]);
  return member;
};
/** Opens the payment of a new resource with a code and pays it. */
async function buy(member: Client, code: string, card?: string) {
  const { status, body } = await open(member, await portal.addResource(), code);
  expect([status, body.amount]).toEqual([200, 15.99]);
  await portal.pay(body.clientSecret ?? '', card);
  await portal.runWebhooks();
}
const erase = async ({ userId }: { userId: number }) => {
  expect((await (await portal.administrator()).delete(`/api/users/${userId}`)).status).toBe(200);
  await portal.runJobs();
};
const dayOf = () => new Date().toISOString().slice(0, 10);
const giftTo = (email: string) => ({ email, message: 'For you', deliverOn: dayOf() });

it('PROMO-21 an address that is not verified redeems no code and keeps none from others', {
  tags: 'long',
}, async () => {
  const code = await discount({ usageLimit: 1 });
  const [stranger, resourceId] = [await portal.member(), await portal.addResource()];
  const rejected = { status: 403, body: { code: 'promotions.verify-first' } };
  expect(await open(stranger, resourceId, code.code)).toMatchObject(rejected);
  expect(await open(stranger, resourceId, code.code, giftTo('friend@example.org'))).toMatchObject(rejected);
  expect(await atBilling(stranger, code)).toMatchObject(rejected);
  expect(await usedCount(portal, code.id)).toBe(0);
  await buy(await verifiedMember(portal), code.code);
});

it('PROMO-21 a code is redeemed once per person: other accounts of the address, gifts and coming back are refused', async () => {
  const [code, resourceId] = [await discount(), await portal.addResource()];
  const member = await memberAt('one.reader@example.org');
  await buy(member, code.code);
  const rejected = { status: 409, body: { code: 'promotions.redeemed-before' } };
  const second = await memberAt('One.Reader+second@example.org');
  expect(await open(second, resourceId, code.code)).toMatchObject(rejected);
  expect(await open(second, resourceId, code.code, giftTo('one.reader@example.org'))).toMatchObject(rejected);
  expect(await atBilling(second, code)).toMatchObject(rejected);
  await erase(member);
  expect(await open(await memberAt('one.reader@example.org'), resourceId, code.code)).toMatchObject(rejected);
  expect(await usedCount(portal, code.id)).toBe(1);
  // Dots are significant, because an address without them may belong to another person.
  await buy(await memberAt('onereader@example.org'), code.code);
  // One mailbox of Google under both of its domains.
  await buy(await memberAt('one.reader@gmail.com'), code.code);
  expect(await open(await memberAt('One.Reader+2@googlemail.com'), resourceId, code.code)).toMatchObject(rejected);
});

it('PROMO-21 refunds a purchase whose card has used the code before, and says so', { tags: 'long' }, async () => {
  const code = await discount();
  const [first, second] = [await verifiedMember(portal), await verifiedMember(portal)];
  await buy(first, code.code, 'pm_card_visa');
  await buy(second, code.code, 'pm_card_visa');
  await portal.runWebhooks();
  const purchases = async ({ userId }: { userId: number }) =>
    portal.rows('select status from purchases where user_id = $1', [userId]);
  expect(await purchases(second)).toEqual([{ status: 'refunded' }]);
  expect(await purchases(first)).toEqual([{ status: 'paid' }]);
  const mails = portal.sentMails.filter(({ text }) => text?.includes('It was used before with the same card'));
  expect(mails).toHaveLength(1);
  expect((await first.get<Purchase[]>('/api/user/purchases')).body).toHaveLength(1);
  expect(await usedCount(portal, code.id)).toBe(1);
});

it('PROMO-19 an address or a card that has paid for another account makes no new customer', async () => {
  const code = await discount({ newCustomersOnly: true });
  const payer = await memberAt('payer@example.org');
  const { clientSecret } = await portal.openPayment(payer, await portal.addResource());
  await portal.pay(clientSecret, 'pm_card_visa');
  await portal.runWebhooks();
  const rejected = { status: 409, body: { code: 'promotions.new-customers-only' } };
  const second = await memberAt('Payer+second@example.org');
  expect(await open(second, await portal.addResource(), code.code)).toMatchObject(rejected);
  expect(await atBilling(second, code)).toMatchObject(rejected);
  const other = await verifiedMember(portal);
  await buy(other, code.code, 'pm_card_visa');
  await portal.runWebhooks();
  expect(await portal.rows('select status from purchases where user_id = $1', [other.userId])).toEqual([
    { status: 'refunded' },
  ]);
  expect(portal.sentMails.filter(({ text }) => text.includes('Your card has paid here before'))).toHaveLength(1);
  expect(await usedCount(portal, code.id)).toBe(0);
  await buy(await verifiedMember(portal), code.code);
  await portal.runTask('claim-code-card', await lastPayment());
  expect(await usedCount(portal, code.id)).toBe(1);
});

it('PROMO-19 keeps one and refunds the other of two purchases with one card when both use codes for new customers at one moment', {
  tags: 'long',
}, async () => {
  const [first, second] = [await verifiedMember(portal), await verifiedMember(portal)];
  for (const buyer of [first, second]) await buy(buyer, (await discount({ newCustomersOnly: true })).code);
  await portal.rows('delete from former_customers');
  const claim = async ({ userId }: { userId: number }) => {
    const [attempt] = await portal.rows('select id from payment_attempts where user_id = $1', [userId]);
    await portal.runTask('claim-code-card', { attemptId: attempt?.id, cardPrint: 'shared' });
  };
  const held = { statement: 'select from promo_redemptions where user_id = $1 for update', values: [first.userId] };
  await queueBehind(portal.database, held, [() => claim(first), () => claim(second)]);
  const purchases = await portal.rows('select status from purchases where user_id = any ($1) order by user_id', [
    [first.userId, second.userId],
  ]);
  expect(purchases.map(({ status }) => status)).toEqual(['paid', 'refunded']);
});

it('PROMO-19 a subscription with a code for new customers ends when another account has paid with its card', {
  tags: 'long',
}, async () => {
  const [first, code] = [await discount(), await discount({ newCustomersOnly: true })];
  const statusAfter = async (redeemed: typeof code, expiry: { month: number; year: number }) => {
    const member = await verifiedMember(portal);
    const url = await openCheckout(member, redeemed);
    await completeCheckout(url.replace(/^https?:\/\/[^/]+/, portal.origin), undefined, expiry);
    await portal.runWebhooks();
    return (await portal.rows('select status from subscriptions where user_id = $1', [member.userId]))[0]?.status;
  };
  const oneCard = { month: 1, year: 2041 };
  expect(await statusAfter(first, oneCard)).toBe('active');
  expect(await statusAfter(code, oneCard)).toBe('canceled');
  expect(await usedCount(portal, code.id)).toBe(0);
  expect(await statusAfter(code, { month: 2, year: 2041 })).toBe('active');
  expect(await usedCount(portal, code.id)).toBe(1);
});

/** Returns the payload of the job that follows the last payment. */
async function lastPayment() {
  const [attempt] = await portal.rows(
    'select id, stripe_payment_intent_id as intent from payment_attempts order by id desc limit 1',
  );
  const { latest_charge: charge } = await portal.stripe.paymentIntents.retrieve(String(attempt?.intent), {
    expand: ['latest_charge'],
  });
  const details = typeof charge === 'object' ? charge?.payment_method_details : null;
  expect(details?.card?.fingerprint).toEqual(expect.any(String));
  return { attemptId: attempt?.id, cardPrint: details?.card?.fingerprint };
}

it('PROMO-19 a code for new customers pays for no gift, and coming back makes no new customer', {
  tags: 'long',
}, async () => {
  const code = await discount({ newCustomersOnly: true });
  const resourceId = await portal.addResource();
  const newcomer = await memberAt('former@example.org');
  expect(await open(newcomer, resourceId, code.code, giftTo('friend@example.org'))).toMatchObject({
    status: 409,
    body: { code: 'promotions.not-for-gifts' },
  });
  expect(await usedCount(portal, code.id)).toBe(0);
  const other = await discount();
  await buy(newcomer, other.code);
  const kept = async () => (await portal.rows('select hash from former_customers')).length;
  await portal.rows('delete from former_customers');
  await erase(newcomer);
  const before = await kept();
  expect(before).toBeGreaterThan(0);
  const again = await memberAt('Former+again@example.org');
  const rejected = { status: 409, body: { code: 'promotions.new-customers-only' } };
  expect(await open(again, resourceId, code.code)).toMatchObject(rejected);
  expect(await atBilling(again, code)).toMatchObject(rejected);
  // An account without a payment leaves no record.
  await erase(await memberAt('silent@example.org'));
  expect(await kept()).toBe(before);
});

it("PROMO-21 a second hold of a person takes the first one's place, and ends that payment", {
  tags: 'long',
}, async () => {
  const code = await discount({ usageLimit: 2 });
  const [first, second] = [await memberAt('holder@example.org'), await memberAt('holder+2@example.org')];
  const opened = (await open(first, await portal.addResource(), code.code)).body;
  expect((await open(second, await portal.addResource(), code.code)).body.amount).toBe(15.99);
  expect(await usedCount(portal, code.id)).toBe(1);
  const intent = opened.clientSecret?.split('_secret_')[0] ?? '';
  expect((await portal.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
  await buy(await verifiedMember(portal), code.code);
  expect(await usedCount(portal, code.id)).toBe(2);
});

it('PROMO-21 adds the claims of codes that were redeemed before the portal kept them', async () => {
  const code = await discount();
  await buy(await memberAt('earlier@example.org'), code.code);
  await portal.rows('delete from trial_claims');
  await portal.rows('update promo_redemptions set claimed_at = null');
  await portal.runTask('reconcile-payments');
  const again = await open(await memberAt('earlier+2@example.org'), await portal.addResource(), code.code);
  expect(again.body.code).toBe('promotions.redeemed-before');
});

it('PROMO-21 an earlier redemption for an address that is not verified keeps no code from the owner of the address', async () => {
  const code = await discount();
  const stranger = await memberAt('owner@example.org');
  await buy(stranger, code.code);
  await portal.rows('delete from trial_claims');
  await portal.rows('update promo_redemptions set claimed_at = null');
  await portal.rows('update users set email_verified_at = null where id = $1', [stranger.userId]);
  await portal.runTask('reconcile-payments');
  await buy(await memberAt('owner+2@example.org'), code.code);
});
