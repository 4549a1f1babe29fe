import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Client } from '#tests/support/client.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, nextExpiry, type PayingPortal } from '#tests/support/payments.ts';
import {
  codeMaker,
  completeCheckout,
  openCheckout,
  productionRules,
  redeemCode,
  usedCount,
  verifiedMember,
} from '#tests/support/promotions.ts';
import { subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let addCode: Awaited<ReturnType<typeof codeMaker>>;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: productionRules });
  addCode = await codeMaker(portal);
});
afterEach(async () => {
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

type Code = Awaited<ReturnType<typeof addCode>>;

const redeemAtCheckout = async (member: Client, { id, code }: Pick<Code, 'id' | 'code'>) => {
  expect((await member.post('/api/promo-codes/validate', { code })).body.valid).toBe(true);
  return member.post('/api/promo-codes/redeem', { promoCodeId: id, textVersion });
};
const complete = (url: string, expiry?: { month: number; year: number }) =>
  completeCheckout(url.replace(/^https?:\/\/[^/]+/, portal.origin), undefined, expiry);
const memberAt = async (email: string) => {
  const member = await verifiedMember(portal);
  await portal.rows('update users set email = $2 where id = $1', [member.userId, email]);
  return member;
};
const claims = async () => (await portal.rows('select hash from trial_claims')).length;

describe('a free trial is one per person', () => {
  it('ACCT-06 refuses codes to an address that is not verified, at both doors', async () => {
    const codes = [await addCode(), await addCode({ promoType: 'hybrid', discountValue: 10 })];
    const discount = await addCode({ promoType: 'discount', discountValue: 10 });
    const member = await portal.member();
    const rejection = {
      status: 403,
      body: { code: 'promotions.verify-first', message: 'Please verify your email address first.' },
    };
    for (const code of codes) {
      expect(await redeemCode(member, code.code)).toMatchObject(rejection);
      expect(await redeemAtCheckout(member, code)).toMatchObject(rejection);
      expect(await usedCount(portal, code.id)).toBe(0);
    }
    expect(await subscriptionOf(member)).toBeNull();
    expect(await portal.rows('select id from subscriptions where user_id = $1', [member.userId])).toEqual([]);
    expect(await redeemAtCheckout(member, discount)).toMatchObject(rejection);
    await portal.rows('update users set email_verified_at = now() where id = $1', [member.userId]);
    expect((await redeemCode(member, codes[0]?.code ?? '')).status).toBe(200);
  });

  it('ACCT-06 refuses a second trial to an address that had one, also after the account was deleted', async () => {
    const [first, second] = [await addCode(), await addCode()];
    const before = await claims();
    const member = await memberAt('trial.reader@example.org');
    expect((await redeemCode(member, first.code)).status).toBe(200);
    // One claim for the free days and one for the code.
    expect(await claims()).toBe(before + 2);
    const administrator = await portal.administrator();
    expect((await administrator.delete(`/api/users/${member.userId}`)).status).toBe(200);
    await portal.runJobs();
    expect(await claims()).toBe(before + 2);
    for (const email of ['Trial.Reader+again@Example.org', 'trial.reader@example.org']) {
      const again = await memberAt(email);
      const rejection = { status: 409, body: { code: 'promotions.trial-used' } };
      expect(await redeemCode(again, second.code)).toMatchObject(rejection);
      expect(await redeemAtCheckout(again, second)).toMatchObject(rejection);
      expect(await subscriptionOf(again)).toBeNull();
      await portal.rows(`update users set email = 'gone-' || id || '@example.org' where id = $1`, [again.userId]);
    }
    expect(await usedCount(portal, second.id)).toBe(0);
    // Dots are significant, because an address without them may belong to another person.
    expect((await redeemCode(await memberAt('trialreader@example.org'), second.code)).status).toBe(200);
  });

  it('ACCT-06 ends the trial of a checkout whose card had one, charges nothing and says so', {
    tags: 'long',
  }, async () => {
    const code = await addCode();
    const expiry = nextExpiry();
    const [first, second] = [await verifiedMember(portal), await verifiedMember(portal)];
    expect(await complete(await openCheckout(first, code), expiry)).toBe(200);
    await portal.runWebhooks();
    expect(await subscriptionOf(first)).toMatchObject({ status: 'trialing' });
    expect(await complete(await openCheckout(second, code), expiry)).toBe(200);
    await portal.runWebhooks();
    expect(await subscriptionOf(second)).toMatchObject({ status: 'canceled' });
    expect(await subscriptionOf(first)).toMatchObject({ status: 'trialing' });
    expect(await usedCount(portal, code.id)).toBe(1);
    const customer = (await subscriptionOf(second))?.stripeCustomerId ?? '';
    expect((await portal.stripe.charges.list({ customer })).data).toEqual([]);
    const mail = portal.sentMails.find(
      ({ subject }) => subject === `Your promo code ${code.code} could not be redeemed`,
    );
    expect(mail?.text).toContain('You have not been charged');
    expect(mail?.text).toContain('with your email address or this card');
  });

  it('ACCT-06 refuses a trial in one step to a member whose card had one', { tags: 'long' }, async () => {
    const [first, second] = [await addCode(), await addCode()];
    const expiry = nextExpiry();
    expect(await complete(await openCheckout(await verifiedMember(portal), first), expiry)).toBe(200);
    await portal.runWebhooks();
    const { member, stripeId } = await subscribe(portal);
    const customer = String((await portal.stripe.subscriptions.cancel(stripeId)).customer);
    const { id } = await portal.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: expiry.month, exp_year: expiry.year, cvc: '123' },
    });
    await portal.stripe.paymentMethods.attach(id, { customer });
    await portal.runWebhooks();
    expect(await redeemCode(member, second.code)).toMatchObject({
      status: 409,
      body: { code: 'promotions.card-used' },
    });
    expect(await usedCount(portal, second.id)).toBe(0);
    await portal.stripe.paymentMethods.detach(id);
    expect((await redeemCode(member, second.code)).status).toBe(200);
  });

  it('ACCT-06 adds the claims of trials that began before the portal kept them', async () => {
    const [first, second] = [await addCode(), await addCode()];
    expect((await redeemCode(await memberAt('early@example.org'), first.code)).status).toBe(200);
    await portal.rows('delete from trial_claims');
    await portal.rows('update promo_redemptions set claimed_at = null');
    await portal.runTask('reconcile-payments');
    const again = await memberAt('early+2@example.org');
    expect(await redeemCode(again, second.code)).toMatchObject({ body: { code: 'promotions.trial-used' } });
    expect(await portal.rows('select id from promo_redemptions where claimed_at is null and trial_days > 0')).toEqual(
      [],
    );
  });
});
