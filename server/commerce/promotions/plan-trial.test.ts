import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { OwnTrial, StartedTrial } from '#contract/commerce/promotions.ts';
import type { Client } from '#tests/support/client.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, nextExpiry, type PayingPortal } from '#tests/support/payments.ts';
import {
  codeMaker,
  completeCheckout,
  letDaysPass,
  productionRules,
  redeemCode,
  verifiedMember,
} from '#tests/support/promotions.ts';
import { accessOf, addSubscriptionResource, begin, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: productionRules });
});
afterEach(async () => {
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

const addTrial = async (days: number | null, needsCard = false) => {
  const id = await addSubscriptionResource(portal);
  await portal.rows('update resources set trial_days = $2, trial_needs_card = $3 where id = $1', [id, days, needsCard]);
  return id;
};
const start = (member: Client, resourceId: number, fields: object = {}) =>
  member.post<StartedTrial & { code?: string }>('/api/start-trial', {
    resourceId,
    plan: 'monthly',
    textVersion,
    ...fields,
  });
const complete = (url: string | null, expiry = nextExpiry()) =>
  completeCheckout(String(url).replace(/^https?:\/\/[^/]+/, portal.origin), undefined, expiry);
const chargesOf = async (member: Client) => {
  const customer = (await subscriptionOf(member))?.stripeCustomerId ?? '';
  return (await portal.stripe.charges.list({ customer })).data.map(({ amount }) => amount);
};
const redemptionsOf = (member: { userId: number }) =>
  portal.rows('select promo_code_id, trial_days from promo_redemptions where user_id = $1 and released_at is null', [
    member.userId,
  ]);

it('TRIAL-02 refuses visitors, unverified addresses, unknown texts and resources without free days, and starts nothing', async () => {
  const [free, resourceId] = [await addTrial(null), await addTrial(14)];
  const member = await verifiedMember(portal);
  expect((await start(portal.visitor(), resourceId)).status).toBe(401);
  expect((await start(member, resourceId, { textVersion: undefined })).status).toBe(400);
  expect((await start(member, resourceId, { plan: 'weekly' })).status).toBe(400);
  expect((await start(member, 999_999)).status).toBe(404);
  expect(await start(member, free)).toMatchObject({ status: 409, body: { code: 'subscriptions.no-trial' } });
  const sold = await portal.addResource();
  await portal.rows('update resources set trial_days = 14 where id = $1', [sold]);
  expect((await start(member, sold)).body.code).toBe('subscriptions.no-trial');
  expect((await start(await portal.member(), resourceId)).body.code).toBe('promotions.verify-first');
  expect(await subscriptionOf(member)).toBeNull();
  expect(await redemptionsOf(member)).toEqual([]);
});

const isUsed = async (member: Client) => (await member.get<OwnTrial>('/api/user/trial')).body.isUsed;

it('TRIAL-03 answers whether the member has had a free trial, refuses visitors, and knows a person by other forms of the address', async () => {
  expect((await portal.visitor().get('/api/user/trial')).status).toBe(401);
  const resourceId = await addTrial(14);
  const [member, other] = [await verifiedMember(portal), await verifiedMember(portal)];
  expect(await isUsed(member)).toBe(false);
  expect((await start(member, resourceId)).status).toBe(200);
  expect([await isUsed(member), await isUsed(other)]).toEqual([true, false]);
  await portal.rows(
    `update users set email = (select replace(email, '@', '+again@') from users where id = $1) where id = $2`,
    [member.userId, other.userId],
  );
  expect(await isUsed(other)).toBe(true);
  expect((await start(other, resourceId)).body.code).toBe('promotions.trial-used');
});

it('TRIAL-02 starts the free days without a card at once, which end uncharged, once per person', {
  tags: 'long',
}, async () => {
  const resourceId = await addTrial(14);
  const member = await verifiedMember(portal);
  // An unpaid attempt of the page, which the start of the trial ends.
  await begin(member, resourceId);
  const { status, body } = await start(member, resourceId, { plan: 'annual' });
  expect([status, body.checkoutUrl]).toEqual([200, null]);
  expect(body.message).toContain('Your free trial of 14 days has started.');
  expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing', plan: 'annual', amount: 120 });
  expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
  await portal.runWebhooks();
  expect(await redemptionsOf(member)).toEqual([{ promo_code_id: null, trial_days: 14 }]);
  expect((await start(member, resourceId)).body.code).toBe('promotions.trial-used');
  const administrator = await portal.administrator();
  expect((await administrator.get('/api/admin/promo-codes/redemptions')).headers['x-total-count']).toBe('0');
  await letDaysPass(portal, 15);
  expect(await subscriptionOf(member)).toMatchObject({ status: 'canceled' });
  expect(await chargesOf(member)).toEqual([]);
  expect((await start(member, await addTrial(30, true))).body.code).toBe('promotions.trial-used');
  const addCode = await codeMaker(portal);
  expect((await redeemCode(member, (await addCode()).code)).body.code).toBe('promotions.trial-used');
});

it('TRIAL-02 starts the free days at the checkout when a card is asked for, and charges the price after them', {
  tags: 'long',
}, async () => {
  const resourceId = await addTrial(7, true);
  const member = await verifiedMember(portal);
  const { body } = await start(member, resourceId);
  expect(await subscriptionOf(member)).toBeNull();
  expect((await start(member, resourceId)).body.checkoutUrl).toBe(body.checkoutUrl);
  expect(await redemptionsOf(member)).toEqual([]);
  expect(await complete(body.checkoutUrl)).toBe(200);
  await portal.runWebhooks();
  expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing', amount: 12.5 });
  expect(await redemptionsOf(member)).toEqual([{ promo_code_id: null, trial_days: 7 }]);
  expect(await chargesOf(member)).toEqual([]);
  await letDaysPass(portal, 8);
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active' });
  expect(await chargesOf(member)).toEqual([1250]);
  expect(
    await portal.rows(
      'select text_version from order_consents c join subscriptions s on s.id = c.subscription_id where s.user_id = $1',
      [member.userId],
    ),
  ).toEqual([{ text_version: textVersion }]);
});

it('TRIAL-02 ACCT-06 ends a trial at the checkout whose card had one, uncharged, and mails the member', {
  tags: 'long',
}, async () => {
  const resourceId = await addTrial(7, true);
  const expiry = nextExpiry();
  const [first, second] = [await verifiedMember(portal), await verifiedMember(portal)];
  for (const member of [first, second]) {
    expect(await complete((await start(member, resourceId)).body.checkoutUrl, expiry)).toBe(200);
    await portal.runWebhooks();
  }
  expect(await subscriptionOf(first)).toMatchObject({ status: 'trialing' });
  expect(await subscriptionOf(second)).toMatchObject({ status: 'canceled' });
  expect([await redemptionsOf(second), await chargesOf(second)]).toEqual([[], []]);
  const mails = portal.sentMails.filter(({ subject }) => subject === 'Your free trial could not begin');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('You have not been charged');
});

it('TRIAL-02 SUBSCR-14 starts the trial that a member asks for while the page opens a payment', {
  tags: 'long',
}, async () => {
  const resourceId = await addTrial(14);
  for (const aheadMs of [0, 5, 10]) {
    const member = await verifiedMember(portal);
    const opening = begin(member, resourceId);
    await new Promise((done) => setTimeout(done, aheadMs));
    const [trial, opened] = await Promise.all([start(member, resourceId), opening]);
    expect(trial.status, trial.body.code).toBe(200);
    expect([undefined, 'subscriptions.starting', 'subscriptions.already-subscribed']).toContain(opened.body.code);
    await portal.runWebhooks();
    expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing', plan: 'monthly' });
    expect(await chargesOf(member)).toEqual([]);
  }
});

it('SUBSCR-14 refuses to open a payment while a trial is being started, and for a minute only', async () => {
  const resourceId = await addTrial(14);
  const member = await verifiedMember(portal);
  await portal.control('POST /sandbox/faults', {
    method: 'POST',
    path: '/v1/subscriptions',
    kind: 'cut',
    when: 'before',
    times: 9,
  });
  expect((await start(member, resourceId)).status).toBe(503);
  await portal.control('DELETE /sandbox/faults');
  expect(await begin(member, resourceId)).toMatchObject({ status: 409, body: { code: 'subscriptions.starting' } });
  await portal.rows(`update subscriptions set opened_at = opened_at - interval '1 minute' where user_id = $1`, [
    member.userId,
  ]);
  expect((await begin(member, resourceId)).status).toBe(200);
});
