import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import {
  codeMaker,
  completeCheckout,
  openCheckout,
  redeemCode,
  usedCount,
  verifiedMember,
} from '#tests/support/promotions.ts';
import { subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let addCode: Awaited<ReturnType<typeof codeMaker>>;
beforeAll(async () => {
  portal = await createPayingPortal();
  addCode = await codeMaker(portal);
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

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

describe('a checkout that is completed too late', () => {
  const rejectedMail = (code: string) =>
    portal.sentMails.filter(({ subject }) => subject === `Your promo code ${code} could not be redeemed`);

  it('PROMO-14 cancels the subscription of a late checkout uncharged, and mails the member once', {
    tags: 'long',
  }, async () => {
    const code = await addCode({ usageLimit: 1 });
    const [member, quicker] = [await verifiedMember(portal), await verifiedMember(portal)];
    const url = await openCheckout(member, code);
    await redeemCode(quicker, code.code);
    expect(await complete(url)).toBe(200);
    await portal.runWebhooks();
    await portal.runWebhooks();
    expect(await subscriptionOf(member)).toMatchObject({ status: 'canceled' });
    expect(await invoicesOf(member)).toEqual([0]);
    expect(await usedCount(portal, code.id)).toBe(1);
    expect(await checkoutsOf(code.id)).toEqual([{ status: 'canceled' }]);
    expect(rejectedMail(code.code)).toHaveLength(1);
    expect(rejectedMail(code.code)[0]?.text).toMatch(/not been charged/);
  });

  it('PROMO-14 refunds what a late checkout with a discount cost', { tags: 'long' }, async () => {
    const code = await addCode({ promoType: 'discount', discountValue: 10, usageLimit: 1 });
    const [member, quicker] = [await verifiedMember(portal), await verifiedMember(portal)];
    const [url, quickerUrl] = [await openCheckout(member, code), await openCheckout(quicker, code)];
    await complete(quickerUrl);
    await portal.runWebhooks();
    await complete(url);
    await portal.runWebhooks();
    await portal.runWebhooks();
    const own = await subscriptionOf(member);
    expect(own?.status).toBe('canceled');
    const charges = await portal.stripe.charges.list({ customer: own?.stripeCustomerId ?? '' });
    expect(charges.data.map(({ amount, amount_refunded }) => [amount, amount_refunded])).toEqual([[809, 809]]);
    expect(await usedCount(portal, code.id)).toBe(1);
    expect(rejectedMail(code.code)[0]?.text).toMatch(/goes back the way you paid/);
  });

  it('PROMO-14 expires the first checkout of a member who opens another, and counts the second only', {
    tags: 'long',
  }, async () => {
    const [one, other] = [await addCode(), await addCode()];
    const member = await verifiedMember(portal);
    const [first, second] = [await openCheckout(member, one), await openCheckout(member, other)];
    expect(await complete(first)).not.toBe(200);
    expect(await complete(second)).toBe(200);
    await portal.runWebhooks();
    expect([await usedCount(portal, one.id), await usedCount(portal, other.id)]).toEqual([0, 1]);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing' });
    const customer = (await subscriptionOf(member))?.stripeCustomerId ?? '';
    const { data } = await portal.stripe.subscriptions.list({ customer, status: 'all' });
    expect(data.map(({ status }) => status)).toEqual(['trialing']);
  });
});

describe('a checkout that the version before opened', () => {
  it('PROMO-14 counts it once when it is completed after the upgrade', { tags: 'long' }, async () => {
    const code = await addCode({ freeAccessDays: 30, usageLimit: 1 });
    const member = await verifiedMember(portal);
    const [{ id: installation } = { id: '' }] = await portal.rows('select id from installation');
    const customer = (await portal.stripe.customers.create()).id;
    const price = await portal.stripe.prices.create({
      currency: 'gbp',
      unit_amount: 899,
      recurring: { interval: 'month' },
      product_data: { name: 'Portal' },
    });
    const [{ id: checkoutId } = { id: 0 }] = await portal.rows(
      `insert into promo_checkouts (promo_code_id, user_id, trial_days, stripe_price_id) values ($1, $2, 30, $3)
       returning id`,
      [code.id, member.userId, price.id],
    );
    await portal.rows(
      `insert into order_consents (user_id, promo_checkout_id, text_version) values ($1, $2, '2026-04')`,
      [member.userId, checkoutId],
    );
    const metadata = {
      installation: String(installation),
      userId: String(member.userId),
      promoCodeId: String(code.id),
      promoCheckoutId: String(checkoutId),
    };
    const session = await portal.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: price.id, quantity: 1 }],
      subscription_data: { metadata, trial_period_days: 30 },
      metadata,
      success_url: `${portal.origin}/`,
    });
    expect(await complete(session.url ?? '')).toBe(200);
    await portal.runWebhooks();
    expect(await usedCount(portal, code.id)).toBe(1);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing' });
    expect(
      await portal.rows('select trial_days from promo_redemptions where user_id = $1 and subscription_id is not null', [
        member.userId,
      ]),
    ).toEqual([{ trial_days: 30 }]);
    expect((await redeemCode(member, code.code)).status).toBe(409);
  });
});

describe('without webhooks', () => {
  it('PROMO-14 counts a completed checkout by the reconciler, and not again by a later webhook', {
    tags: 'long',
  }, async () => {
    const code = await addCode();
    const member = await verifiedMember(portal);
    const url = await openCheckout(member, code);
    await portal.control('POST /sandbox/webhooks', { mode: 'hold' });
    await complete(url);
    expect(await usedCount(portal, code.id)).toBe(0);
    await portal.rows(`update subscriptions set synced_at = now() - interval '5 minutes' where promo_code_id = $1`, [
      code.id,
    ]);
    await portal.runTask('reconcile-payments');
    expect(await usedCount(portal, code.id)).toBe(1);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing' });
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    await portal.control('POST /sandbox/deliveries/retry');
    await portal.runWebhooks();
    expect(await usedCount(portal, code.id)).toBe(1);
    expect(await checkoutsOf(code.id)).toEqual([{ status: 'trialing' }]);
  });

  it('ignores an event of a foreign checkout', async () => {
    const customer = await portal.stripe.customers.create();
    const price = await portal.stripe.prices.create({
      currency: 'gbp',
      unit_amount: 500,
      recurring: { interval: 'month' },
      product_data: { name: 'Theirs' },
    });
    const before = await portal.rows('select count(*)::int as total from promo_redemptions');
    const session = await portal.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: price.id, quantity: 1 }],
      metadata: { installation: 'another', subscriptionId: '1' },
      success_url: `${portal.origin}/`,
    });
    await complete(session.url ?? '');
    await portal.runWebhooks();
    expect(await portal.rows('select count(*)::int as total from promo_redemptions')).toEqual(before);
  });
});
