import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { currentConsent } from '#contract/commerce/consent-texts.ts';
import type { Validation } from '#contract/commerce/promotions.ts';
import type { PromoPlan } from '#contract/commerce/promotions-admin.ts';
import type { Client } from '#tests/support/client.ts';
import { insertProduct } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import {
  codeMaker,
  completeCheckout,
  openCheckout,
  productionRules,
  redeemCode,
  usedCount,
  verifiedMember,
} from '#tests/support/promotions.ts';
import { addSubscriptionResource, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let addCode: Awaited<ReturnType<typeof codeMaker>>;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: productionRules });
  addCode = await codeMaker(portal);
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

const validate = (member: Client, code: string) => member.post('/api/promo-codes/validate', { code });
const redeem = (member: Client, promoCodeId: number) =>
  member.post('/api/promo-codes/redeem', { promoCodeId, textVersion: currentConsent });
const onOrigin = (url: string) => url.replace(/^https?:\/\/[^/]+/, portal.origin);
const complete = (url: string, card?: string) => completeCheckout(onOrigin(url), card);
const invoicesOf = async (member: Client) => {
  const customer = (await subscriptionOf(member))?.stripeCustomerId ?? '';
  return (await portal.stripe.invoices.list({ customer })).data.map(({ amount_paid }) => amount_paid);
};
const checkoutsOf = (codeId: number) =>
  portal.rows(`select status from subscriptions where promo_code_id = $1 and begins_with = 'checkout' order by id`, [
    codeId,
  ]);

describe('GET /api/admin/promo-codes/plans', () => {
  it("ADM-PROMO-18 lists the portal's own plans, then those of listed resources with other prices", async () => {
    const dear = await addSubscriptionResource(portal, { monthlyPriceMinor: 1250, annualPriceMinor: 8999 });
    const hidden = await addSubscriptionResource(portal, { monthlyPriceMinor: 1400 });
    for (const resourceId of [dear, hidden]) await portal.runTask('make-stripe-prices', { resourceId });
    await portal.database.pool.query('update resources set is_published = false where id = $1', [hidden]);
    const administrator = await portal.administrator();
    const list = async () => (await administrator.get<PromoPlan[]>('/api/admin/promo-codes/plans')).body;
    const plans = await list();
    expect(plans.map(({ plan, amount, resource }) => [plan, amount, resource?.id ?? null])).toEqual([
      ['monthly', 8.99, null],
      ['annual', 89.99, null],
      ['monthly', 12.5, dear],
    ]);
    expect(await list()).toEqual(plans);
    expect(plans.slice(0, 2).map(({ id }) => id)).toEqual(['monthly', 'annual']);
    expect(await portal.stripe.prices.retrieve(plans[2]?.id ?? '')).toMatchObject({ active: true, unit_amount: 1250 });
    const { id, code } = await addCode({ promoType: 'discount', discountValue: 20 });
    await portal.rows('update promo_code_products set stripe_plan_id = $2 where promo_code_id = $1', [
      id,
      plans[1]?.id,
    ]);
    const offer = (await validate(await verifiedMember(portal), code)).body.promoCode;
    expect(offer).toMatchObject({ price: { amount: 89.99, interval: 'year' } });
  });
});

describe('POST /api/promo-codes/validate', () => {
  it('PROMO-03 PROMO-13 answers that a code is not valid, whatever the reason', async () => {
    const member = await verifiedMember(portal);
    const rejected = [await addCode({ isActive: false }), await addCode({ expiresAt: '2020-01-01' })];
    for (const code of ['NO-SUCH-CODE', ...rejected.map((one) => one.code)]) {
      const { status, body } = await validate(member, code);
      expect([status, body]).toEqual([
        200,
        { valid: false, message: 'The promo code you entered is not valid.', promoCode: null },
      ]);
    }
    expect((await validate(member, ' ')).status).toBe(400);
  });

  it('API-25 PROMO-03 PROMO-11 answers what a valid code gives', async () => {
    const { id, code, mappedProducts } = await addCode({ description: 'For readers', freeAccessDays: 30 });
    const fullWidth = String.fromCharCode(code.charCodeAt(0) + 0xfee0) + code.slice(1).toLowerCase();
    const { body } = await validate(await verifiedMember(portal), ` \u200b${fullWidth}\u00ad`);
    expect(body).toEqual({
      valid: true,
      message: 'This promo code is valid.',
      promoCode: {
        id,
        code,
        description: 'For readers',
        promoType: 'free_trial',
        freeAccessDays: 30,
        mappedProducts: [{ id: mappedProducts[0], name: 'Workspace' }],
        applicableProducts: [],
        discount: null,
        price: { amount: 8.99, currency: 'GBP', interval: 'month' },
      },
    });
    const discount = await addCode({
      promoType: 'discount',
      discountType: 'fixed',
      discountValue: 2,
      discountDuration: 3,
    });
    expect((await validate(await verifiedMember(portal), discount.code)).body.promoCode).toMatchObject({
      freeAccessDays: 0,
      discount: { percentage: null, amount: 2, cycles: 3 },
    });
  });

  it('answers without the price while Stripe does not answer', async () => {
    const { code } = await addCode();
    await portal.control('POST /sandbox/faults', { kind: 'fail', status: 500, path: '/v1/prices', times: 9 });
    const { status, body } = await validate(await verifiedMember(portal), code);
    expect([status, body]).toMatchObject([200, { valid: true, promoCode: { price: null } }]);
  });
});

describe('products that a code is limited to', () => {
  const twoProducts = async () => {
    const [first] = (await addCode()).mappedProducts;
    const { id: second } = await insertProduct(portal.database, { name: 'Canvas' });
    const product = await portal.stripe.products.create({ name: 'Canvas' });
    const price = await portal.stripe.prices.create({
      product: product.id,
      currency: 'gbp',
      unit_amount: 3000,
      recurring: { interval: 'month' },
    });
    const mappedProducts = [first ?? 0, second];
    return { second, mappedProducts, productStripePlanMapping: { [first ?? 0]: 'price_unknown', [second]: price.id } };
  };
  const half = { promoType: 'discount', discountType: 'percentage', discountValue: 50 };

  it('PROMO-17 refuses a code that holds for none of its products, and one that was stored before', async () => {
    const { second, ...products } = await twoProducts();
    const administrator = await portal.administrator();
    const [first] = products.mappedProducts;
    const rejected = await administrator.post('/api/admin/promo-codes', {
      code: 'HOLDS-FOR-NONE',
      ...half,
      mappedProducts: [first],
      productStripePlanMapping: { [first ?? 0]: 'price_unknown' },
      applicableProducts: [second],
    });
    expect(rejected).toMatchObject({
      status: 400,
      body: { message: 'At least one applicable product must be among the selected products' },
    });
    expect(await portal.rows(`select id from promo_codes where code = 'HOLDS-FOR-NONE'`)).toEqual([]);
    const code = await addCode(half);
    const member = await verifiedMember(portal);
    expect((await validate(member, code.code)).body.valid).toBe(true);
    await portal.rows('update promo_codes set applicable_products = $2 where id = $1', [code.id, [second]]);
    expect((await validate(member, code.code)).body).toMatchObject({ valid: false, promoCode: null });
    expect((await redeem(member, code.id)).body).toMatchObject({ code: 'promotions.code-refused' });
    expect(await checkoutsOf(code.id)).toEqual([]);
  });

  it('PROMO-17 answers the products that a discount holds for, and sells the first of them', {
    tags: 'long',
  }, async () => {
    const { second, ...products } = await twoProducts();
    const limited = await addCode({ ...half, ...products, applicableProducts: [second] });
    const free = await addCode({ ...half, ...products });
    const member = await verifiedMember(portal);
    expect((await validate(member, free.code)).body.promoCode).toMatchObject({ applicableProducts: [] });
    expect((await validate(member, limited.code)).body.promoCode).toMatchObject({
      applicableProducts: [{ id: second, name: 'Canvas' }],
      mappedProducts: [{ name: 'Workspace' }, { name: 'Canvas' }],
      price: { amount: 30 },
    });
    expect(await complete(await openCheckout(member, limited))).toBe(200);
    await portal.runWebhooks();
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', amount: 30 });
    expect(await invoicesOf(member)).toEqual([1500]);
  });
});

describe('POST /api/promo-codes/redeem', () => {
  it('PROMO-06 refuses a code that the member has not validated in the last 15 minutes', async () => {
    const { id, code } = await addCode();
    const [member, other] = [await verifiedMember(portal), await verifiedMember(portal)];
    await validate(member, code);
    for (const promoCodeId of [id, 999_999]) {
      expect(await redeem(other, promoCodeId)).toMatchObject({
        status: 403,
        body: { code: 'promotions.validate-first' },
      });
    }
    const age = `update promo_validations set validated_at = now() - interval '15 minutes' where user_id = $1`;
    await portal.rows(age, [member.userId]);
    expect((await redeem(member, id)).status).toBe(403);
    expect(await checkoutsOf(id)).toEqual([]);
  });

  it('PROMO-13 refuses a validated code that was deactivated, has expired or is used up', async () => {
    const member = await verifiedMember(portal);
    for (const change of ['is_active = false', 'expires_at = now()', 'usage_limit = 1', 'deleted_at = now()']) {
      const { id, code } = await addCode();
      await validate(member, code);
      if (change.startsWith('usage')) await redeemCode(await verifiedMember(portal), code);
      await portal.rows(`update promo_codes set ${change} where id = $1`, [id]);
      expect(await redeem(member, id)).toMatchObject({ status: 409, body: { code: 'promotions.code-refused' } });
      expect(await checkoutsOf(id)).toEqual([]);
    }
  });

  it('SUBSCR-14 refuses a checkout while a subscription runs', async () => {
    const { id, code } = await addCode();
    const { member } = await subscribe(portal);
    await validate(member, code);
    expect((await redeem(member, id)).body.code).toBe('subscriptions.already-subscribed');
    expect(await checkoutsOf(id)).toEqual([]);
  });

  it('API-26 PROMO-06 PROMO-14 opens a checkout that counts when it is completed, and returns the same one again', async () => {
    const code = await addCode({ freeAccessDays: 30 });
    const member = await verifiedMember(portal);
    const url = await openCheckout(member, code);
    const again = await Promise.all([redeem(member, code.id), redeem(member, code.id)]);
    expect(again.map(({ body }) => body.checkoutUrl)).toEqual([url, url]);
    expect((await portal.stripe.checkout.sessions.list()).data.filter((one) => one.url === url)).toHaveLength(1);
    expect(await usedCount(portal, code.id)).toBe(0);
    expect(await complete(url)).toBe(200);
    await portal.runWebhooks();
    expect(await usedCount(portal, code.id)).toBe(1);
    expect(await checkoutsOf(code.id)).toEqual([{ status: 'trialing' }]);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing', amount: 8.99 });
    expect(await invoicesOf(member)).toEqual([0]);
    expect((await redeem(member, code.id)).body.code).toBe('promotions.redeemed-before');
  });

  it('opens one checkout for two calls at once', async () => {
    const { id, code } = await addCode();
    const member = await verifiedMember(portal);
    await validate(member, code);
    const answers = await Promise.all([redeem(member, id), redeem(member, id), redeem(member, id)]);
    expect(new Set(answers.map(({ body }) => body.checkoutUrl)).size).toBe(1);
    expect(await checkoutsOf(id)).toHaveLength(1);
  });

  it('PROMO-14 opens another checkout when the first has expired, and counts neither', async () => {
    const code = await addCode();
    const member = await verifiedMember(portal);
    const first = await openCheckout(member, code);
    const { data } = await portal.stripe.checkout.sessions.list();
    await portal.stripe.checkout.sessions.expire(data.find(({ url }) => url === first)?.id ?? '');
    const second = await openCheckout(member, code);
    expect(second).not.toBe(first);
    expect(await checkoutsOf(code.id)).toEqual([{ status: 'incomplete_expired' }, { status: 'incomplete' }]);
    expect(await usedCount(portal, code.id)).toBe(0);
  });

  it('PROMO-20 sells the plan that was chosen on the subscribe page, when the discount holds for its resource', {
    tags: 'long',
  }, async () => {
    const resourceId = await addSubscriptionResource(portal);
    const free = await portal.addResource({ accessType: 'free', priceMinor: null });
    const code = await addCode({ promoType: 'discount', discountValue: 50, discountDuration: 1 });
    const [product] = code.mappedProducts;
    const limited = await addCode({ promoType: 'discount', discountValue: 50, applicableProducts: [product] });
    const trial = await addCode();
    const member = await verifiedMember(portal);
    const chosenPlan = { resourceId, plan: 'annual' };
    const priceOf = async (one: { code: string }, chosen: object) =>
      (await member.post<Validation>('/api/promo-codes/validate', { code: one.code, chosenPlan: chosen })).body
        .promoCode?.price;
    expect((await priceOf(code, { ...chosenPlan, resourceId: free })) ?? null).toBeNull();
    expect(await priceOf(code, chosenPlan)).toEqual({ amount: 120, currency: 'GBP', interval: 'year' });
    // Neither a code of another product nor one with free days applies to the chosen plan: they sell their own plan.
    for (const one of [limited, trial]) expect(await priceOf(one, chosenPlan)).toMatchObject({ amount: 8.99 });
    await portal.rows('update resources set online_product_id = $2 where id = $1', [resourceId, product]);
    expect(await priceOf(limited, chosenPlan)).toMatchObject({ amount: 120 });
    const { status, body } = await member.post('/api/promo-codes/redeem', {
      promoCodeId: code.id,
      chosenPlan,
      textVersion: currentConsent,
    });
    expect(status).toBe(200);
    await complete(String(body.checkoutUrl));
    await portal.runWebhooks();
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', plan: 'annual', amount: 120 });
    expect(await invoicesOf(member)).toEqual([6000]);
    expect(await portal.rows('select resource_id from subscriptions where promo_code_id = $1', [code.id])).toEqual([
      { resource_id: resourceId },
    ]);
  });

  it('PROMO-16 applies a discount for its billing cycles', { tags: 'long' }, async () => {
    const code = await addCode({ promoType: 'discount', discountValue: 50, discountDuration: 1 });
    const member = await verifiedMember(portal);
    await complete(await openCheckout(member, code));
    await portal.runWebhooks();
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', trialEnd: null });
    expect(await invoicesOf(member)).toEqual([449]);
    expect(await usedCount(portal, code.id)).toBe(1);
  });
});
