import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, nextExpiry, type PayingPortal } from '#tests/support/payments.ts';
import { createTestPortal } from '#tests/support/portal.ts';
import { codeMaker, letDaysPass, redeemCode, usedCount, verifiedMember } from '#tests/support/promotions.ts';
import { accessOf, addSubscriptionResource, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let addCode: Awaited<ReturnType<typeof codeMaker>>;
beforeAll(async () => {
  portal = await createPayingPortal();
  addCode = await codeMaker(portal);
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

const subscriptionsOf = async (userId: number) => {
  const { data } = await portal.stripe.subscriptions.list({ status: 'all', limit: 100 });
  return data.filter(({ metadata }) => metadata.userId === String(userId));
};
/** Saves a card as Stripe's billing page does. */
const saveCard = async (member: { userId: number }) => {
  const [subscription] = await subscriptionsOf(member.userId);
  const customer = String(subscription?.customer);
  const { month, year } = nextExpiry();
  const card = { number: '4242424242424242', exp_month: month, exp_year: year, cvc: '123' };
  const { id } = await portal.stripe.paymentMethods.create({ type: 'card', card });
  await portal.stripe.paymentMethods.attach(id, { customer });
  await portal.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return customer;
};
const expired = { expiresAt: '2020-01-01T00:00:00Z' };

describe('refusals', () => {
  it('PROMO-13 refuses unknown, inactive, expired, used-up and deleted codes with one reply', async () => {
    const usedUp = await addCode({ usageLimit: 1 });
    expect((await redeemCode(await verifiedMember(portal), usedUp.code)).status).toBe(200);
    const deleted = await addCode();
    await portal.rows('update promo_codes set deleted_at = now() where id = $1', [deleted.id]);
    const member = await verifiedMember(portal);
    const rejected = [(await addCode({ isActive: false })).code, (await addCode(expired)).code, usedUp.code];
    for (const code of ['NO-SUCH-CODE', deleted.code, ...rejected]) {
      expect(await redeemCode(member, code)).toMatchObject({
        status: 409,
        body: { code: 'promotions.code-refused', message: 'Invalid or expired promo code.' },
      });
    }
    expect((await redeemCode(member, '  ')).status).toBe(400);
    expect(await subscriptionsOf(member.userId)).toEqual([]);
    expect(await subscriptionOf(member)).toBeNull();
    expect(await usedCount(portal, usedUp.id)).toBe(1);
  });

  it('PROMO-12 PROMO-16 refuses a code for the second time and a second free trial, and counts neither', async () => {
    const [first, second] = [await addCode(), await addCode({ promoType: 'hybrid', discountValue: 10 })];
    const member = await verifiedMember(portal);
    await redeemCode(member, first.code);
    expect((await redeemCode(member, first.code)).body.code).toBe('promotions.redeemed-before');
    const [subscription] = await subscriptionsOf(member.userId);
    await portal.stripe.subscriptions.cancel(subscription?.id ?? '');
    await portal.runWebhooks();
    expect(await redeemCode(member, first.code)).toMatchObject({
      status: 409,
      body: { code: 'promotions.redeemed-before' },
    });
    expect(await redeemCode(member, second.code)).toMatchObject({
      status: 409,
      body: { code: 'promotions.trial-used' },
    });
    expect(await subscriptionsOf(member.userId)).toHaveLength(1);
    expect([await usedCount(portal, first.id), await usedCount(portal, second.id)]).toEqual([1, 0]);
  });

  it('PROMO-16 refuses a discount code with a hint to Billing', async () => {
    const { id, code } = await addCode({ promoType: 'discount', discountValue: 20 });
    const answer = await redeemCode(await verifiedMember(portal), code);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/Billing/);
    expect(await usedCount(portal, id)).toBe(0);
  });

  it('SUBSCR-14 refuses a member whose subscription runs or is suspended', async () => {
    const { id, code } = await addCode();
    const { member, id: subscriptionId } = await subscribe(portal);
    expect((await redeemCode(member, code)).body.code).toBe('subscriptions.already-subscribed');
    await portal.rows(`update subscriptions set suspended_at = now() where id = $1`, [subscriptionId]);
    expect(await redeemCode(member, code)).toMatchObject({ status: 409, body: { code: 'subscriptions.suspended' } });
    await portal.rows(`update subscriptions set suspended_at = null where id = $1`, [subscriptionId]);
    expect(await usedCount(portal, id)).toBe(0);
  });

  it('refuses all codes while paid actions are off', async () => {
    const off = await createTestPortal();
    const make = await codeMaker(off);
    const { id, code } = await make();
    expect(await redeemCode(await verifiedMember(off), code)).toMatchObject({
      status: 503,
      body: { code: 'purchases.payments-off' },
    });
    expect(await usedCount(off, id)).toBe(0);
    await off.close();
  });

  it('GEN-17 refuses a member with too many wrong guesses, not counting right ones', async () => {
    const strict = await createPayingPortal({ variables: { DEMO: '1' } });
    const make = await codeMaker(strict);
    const member = await verifiedMember(strict);
    const { code } = await make();
    for (let guess = 0; guess < 500; guess += 1) {
      const { rowCount } = await strict.database.pool.query(
        `update limit_counters set hits = 499 where key = 'promo-minute:' || $1::text`,
        [member.userId],
      );
      if (rowCount) break;
      await member.post('/api/promo-codes/validate', { code: 'WRONG' });
    }
    expect((await member.post('/api/promo-codes/validate', { code })).status).toBe(200);
    expect((await redeemCode(member, 'WRONG')).status).toBe(409);
    const rejected = await redeemCode(member, code);
    expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true]);
    await strict.close();
  });
});

describe('a free trial', () => {
  it('API-24 PROMO-07 PROMO-08 starts a free trial in one step, ignoring the code’s case, and opens the subscription', async () => {
    const { id, code } = await addCode({ freeAccessDays: 30 });
    const member = await verifiedMember(portal);
    const resourceId = await addSubscriptionResource(portal);
    const answer = await redeemCode(member, ` ${code.toLowerCase()} `);
    expect(answer.status).toBe(200);
    expect(answer.body.message).toMatch(/^Your free trial of 30 days has started\. It ends on \d+ \w+ \d{4}\.$/);
    const [subscription] = await subscriptionsOf(member.userId);
    expect(subscription).toMatchObject({
      status: 'trialing',
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
    const days = ((subscription?.trial_end ?? 0) - (subscription?.trial_start ?? 0)) / 86_400;
    expect(days).toBe(30);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing', amount: 8.99, plan: 'monthly' });
    expect((await subscriptionOf(member))?.trialEnd).toBe(
      new Date((subscription?.trial_end ?? 0) * 1000).toISOString(),
    );
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    expect(await usedCount(portal, id)).toBe(1);
    await portal.runJobs();
    expect(
      await portal.rows('select stripe_subscription_id, trial_days from promo_redemptions where promo_code_id = $1', [
        id,
      ]),
    ).toEqual([{ stripe_subscription_id: subscription?.id, trial_days: 30 }]);
  });

  it('PROMO-07 the audit log names the member who redeemed a code as the one who acted', { tags: 'long' }, async () => {
    const { id, code } = await addCode({ freeAccessDays: 30 });
    const member = await verifiedMember(portal);
    await redeemCode(member, code);
    await portal.runJobs();
    const people = `select actor_user_id, member_user_id from audit_log where object = 'promo-code' and action = 'redeem' and object_id = $1`;
    expect(await portal.rows(people, [id])).toEqual([{ actor_user_id: member.userId, member_user_id: member.userId }]);
  });

  it('PROMO-15 uses the price of the first product when Stripe has it', { tags: 'long' }, async () => {
    const product = await portal.stripe.products.create({ name: 'Premium' });
    const price = await portal.stripe.prices.create({
      product: product.id,
      currency: 'gbp',
      unit_amount: 4500,
      recurring: { interval: 'year' },
    });
    const { mappedProducts } = await addCode();
    const { code } = await addCode({ productStripePlanMapping: { [mappedProducts[0] ?? 0]: ` ${price.id} ` } });
    const member = await verifiedMember(portal);
    await redeemCode(member, code);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing', amount: 45, plan: 'annual' });
  });

  it('PROMO-09 ends a free trial without a card, and its access', async () => {
    const { code } = await addCode({ freeAccessDays: 10 });
    const member = await verifiedMember(portal);
    const resourceId = await addSubscriptionResource(portal);
    await redeemCode(member, code);
    await letDaysPass(portal, 11);
    expect((await subscriptionOf(member))?.status).toBe('canceled');
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    const [subscription] = await subscriptionsOf(member.userId);
    expect((await portal.stripe.charges.list({ customer: String(subscription?.customer) })).data).toEqual([]);
  });

  it('PROMO-09 continues a free trial as a paid subscription when a card is known, at the price of the plan', {
    tags: 'long',
  }, async () => {
    const { code } = await addCode({ freeAccessDays: 10 });
    const member = await verifiedMember(portal);
    await redeemCode(member, code);
    const customer = await saveCard(member);
    await letDaysPass(portal, 11);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', amount: 8.99 });
    const invoices = (await portal.stripe.invoices.list({ customer })).data;
    expect(invoices.map(({ amount_paid, status }) => [amount_paid, status])).toEqual([
      [899, 'paid'],
      [0, 'paid'],
    ]);
  });

  it('PROMO-09 charges a card that the member paid with before', { tags: 'long' }, async () => {
    const { member, id } = await subscribe(portal);
    const [former] = await subscriptionsOf(member.userId);
    await portal.stripe.subscriptions.cancel(former?.id ?? '');
    await portal.runWebhooks();
    const { code } = await addCode({ freeAccessDays: 5 });
    expect((await redeemCode(member, code)).status).toBe(200);
    await letDaysPass(portal, 6);
    const now = await subscriptionOf(member);
    expect(now).toMatchObject({ status: 'active' });
    expect(now?.id).not.toBe(id);
  });

  it('ends a cancelled free trial with its last day', { tags: 'long' }, async () => {
    const { code } = await addCode({ freeAccessDays: 10 });
    const member = await verifiedMember(portal);
    await redeemCode(member, code);
    const own = await subscriptionOf(member);
    expect((await member.post(`/api/user/subscription/${own?.id}/cancel`)).status).toBe(200);
    await letDaysPass(portal, 11);
    expect((await subscriptionOf(member))?.status).toBe('canceled');
  });
});
