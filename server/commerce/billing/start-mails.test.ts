import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import {
  codeMaker,
  completeCheckout,
  letDaysPass,
  openCheckout,
  redeemCode,
  verifiedMember,
} from '#tests/support/promotions.ts';
import { addSubscriptionResource, begin, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let addCode: Awaited<ReturnType<typeof codeMaker>>;
beforeAll(async () => {
  portal = await createPayingPortal();
  addCode = await codeMaker(portal);
});
afterEach(async () => {
  await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

const complete = (url: string) => completeCheckout(url.replace(/^https?:\/\/[^/]+/, portal.origin));

type Member = Client & { userId: number };

async function startMailsTo({ userId }: Member) {
  const [user] = await portal.rows('select email from users where id = $1', [userId]);
  return portal.sentMails.filter(({ to, subject }) => to === user?.email && subject.endsWith('has started'));
}

const longDate = (instant: string | null | undefined) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant ?? ''));

it('SUBSCR-19 a subscription that is not paid sends no mail, and a paid one sends one with price, day and how to cancel', async () => {
  const resourceId = await addSubscriptionResource(portal);
  const member = await verifiedMember(portal);
  const { body } = await begin(member, resourceId);
  await portal.pay(body.clientSecret, 'pm_card_chargeDeclined');
  await portal.runWebhooks();
  expect(await startMailsTo(member)).toEqual([]);

  await portal.pay(body.clientSecret);
  await portal.runWebhooks();
  const day = longDate((await subscriptionOf(member))?.currentPeriodEnd);
  const [mail, ...others] = await startMailsTo(member);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your subscription has started');
  expect(mail?.text).toContain(`It renews on ${day} for £12.50, and so on until you cancel.`);
  expect(mail?.text).toContain('Price: £12.50 per month');
  expect(mail?.text).toContain('To cancel, choose Cancel Subscription on your billing page.');
  expect(mail?.text).toContain('/billing');
});

it('SUBSCR-19 repeated, shuffled and lost webhooks and later renewals send no second mail and lose none', {
  tags: 'long',
}, async () => {
  for (const mode of ['duplicate', 'shuffle', 'drop']) {
    const resourceId = await addSubscriptionResource(portal);
    const member = await verifiedMember(portal);
    const { body } = await begin(member, resourceId);
    await portal.control('POST /sandbox/webhooks', { mode });
    await portal.pay(body.clientSecret);
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    await portal.runWebhooks();
    await portal.runTask('reconcile-with-stripe');
    await letDaysPass(portal, 32);
    expect((await startMailsTo(member)).map(({ subject }) => subject)).toEqual(['Your subscription has started']);
  }
});

it('SUBSCR-19 a trial by a code without a card sends one mail that says that it ends and nothing is charged', async () => {
  const member = await verifiedMember(portal);
  const { code } = await addCode({ freeAccessDays: 40 });
  expect((await redeemCode(member, code)).status).toBe(200);
  await portal.runWebhooks();
  const day = longDate((await subscriptionOf(member))?.trialEnd);
  const [mail, ...others] = await startMailsTo(member);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your free trial has started');
  expect(mail?.text).toContain(`It lasts until ${day}.`);
  expect(mail?.text).toContain('No payment method is saved, so it ends then and you are charged nothing.');
  expect(mail?.text).toContain('Price after the trial: £8.99 per month');
});

it('SUBSCR-19 a trial with a card says what is charged afterwards, and becoming paid sends no second mail', {
  tags: 'long',
}, async () => {
  const member = await verifiedMember(portal);
  const address = await openCheckout(member, await addCode({ freeAccessDays: 5 }));
  expect(await complete(address)).toBe(200);
  await portal.runWebhooks();
  const [mail] = await startMailsTo(member);
  expect(mail?.text).toContain('It then continues automatically at £8.99 per month, until you cancel.');
  expect(mail?.text).not.toContain('No payment method');
  await letDaysPass(portal, 8);
  expect((await subscriptionOf(member))?.status).toBe('active');
  expect(await startMailsTo(member)).toHaveLength(1);
});

it('SUBSCR-19 a subscription that a code made cheaper says what Stripe charges at its renewal', {
  tags: 'long',
}, async () => {
  const member = await verifiedMember(portal);
  const discount = { promoType: 'discount', discountType: 'percentage', discountValue: 50, discountDuration: 3 };
  const address = await openCheckout(member, await addCode(discount));
  expect(await complete(address)).toBe(200);
  await portal.runWebhooks();
  const mails = await startMailsTo(member);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/It renews on .* for £4\.(49|50), and so on until you cancel\./);
});

it('SUBSCR-19 a subscription that credit pays for sends the mail, with what Stripe charges next', {
  tags: 'long',
}, async () => {
  const { member, id } = await subscribe(portal);
  expect(id).toBeGreaterThan(0);
  const [row] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [
    member.userId,
  ]);
  await member.post(`/api/user/subscription/${id}/cancel`);
  await letDaysPass(portal, 32);
  await portal.stripe.customers.update(String(row?.id), { balance: -5000 });
  const resourceId = await addSubscriptionResource(portal);
  await member.post('/api/create-subscription/with-credit', { plan: 'monthly', resourceId, textVersion });
  await portal.runWebhooks();
  const mails = await startMailsTo(member);
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toContain('for £0.00');
});

it('SUBSCR-19 a second subscription that is ended and refunded sends no mail', { tags: 'long' }, async () => {
  const { member, stripeId } = await subscribe(portal);
  const first = await portal.stripe.subscriptions.retrieve(stripeId);
  const [method] = (await portal.stripe.customers.listPaymentMethods(String(first.customer))).data;
  const price = first.items.data[0]?.price.id ?? '';
  const { subscriptionId: _, ...metadata } = first.metadata;
  await portal.stripe.subscriptions.create({
    customer: String(first.customer),
    items: [{ price }],
    metadata,
    default_payment_method: method?.id ?? '',
  });
  await portal.runWebhooks();
  expect(await startMailsTo(member)).toHaveLength(1);
});
