import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Client } from '#tests/support/client.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf, addSubscriptionResource, begin, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(async () => {
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

/** Adds a member with this credit at the provider, as an operator gives it in the dashboard. */
const memberWithCredit = async (creditMinor: number) => {
  const { member } = await portal.paid();
  const [row] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [
    member.userId,
  ]);
  await portal.stripe.customers.update(row?.id, { balance: -creditMinor });
  return { member, customer: String(row?.id) };
};
const useCredit = (member: Client, body: object) =>
  member.post<{ code?: string }>('/api/create-subscription/with-credit', body);
const subscriptionsOf = async (customer: string) =>
  (await portal.stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status);

it('SUBSCR-18 refuses visitors, unknown texts and members without enough credit, and starts nothing', async () => {
  const resourceId = await addSubscriptionResource(portal);
  const asked = { plan: 'monthly', resourceId, textVersion };
  const { member, customer } = await memberWithCredit(1220);
  expect((await useCredit(portal.visitor(), asked)).status).toBe(401);
  expect((await useCredit(member, { ...asked, textVersion: 'mine' })).status).toBe(400);
  expect((await useCredit(member, { plan: 'monthly', resourceId })).status).toBe(400);
  expect(await useCredit(member, asked)).toMatchObject({ status: 409, body: { code: 'subscriptions.credit-gone' } });
  expect(await useCredit(await portal.member(), asked)).toMatchObject({ status: 409 });
  expect(await subscriptionsOf(customer)).toEqual([]);
  expect(
    await portal.rows('select id from order_consents where user_id = $1 and subscription_id is not null', [
      member.userId,
    ]),
  ).toEqual([]);
  // Credit that covers a part leaves the rest for a first payment by card.
  const { body } = await begin(member, resourceId);
  expect(body).toMatchObject({ clientSecret: expect.stringMatching(/_secret_/), amount: 12.5, dueNow: 0.3 });
  expect((await begin(await portal.member(), resourceId)).body).toMatchObject({ amount: 12.5, dueNow: 12.5 });
});

it('SUBSCR-18 starts nothing when the page is opened with a credit that covers the plan', async () => {
  const resourceId = await addSubscriptionResource(portal);
  const { member, customer } = await memberWithCredit(1221);
  expect(await begin(member, resourceId)).toMatchObject({
    status: 409,
    body: { code: 'subscriptions.credit-covers' },
  });
  expect(await subscriptionsOf(customer)).toEqual([]);
  expect(await subscriptionOf(member)).toBeNull();
  expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
  // The annual plan costs more than the credit.
  expect((await begin(member, resourceId, 'annual')).status).toBe(200);
});

it('SUBSCR-18 starts the subscription once the member has agreed, paid by the credit and no card', async () => {
  const resourceId = await addSubscriptionResource(portal);
  const { member, customer } = await memberWithCredit(2000);
  const charges = async () => (await portal.stripe.charges.list({ customer })).data.length;
  const before = await charges();
  expect((await useCredit(member, { plan: 'monthly', resourceId, textVersion })).status).toBe(200);
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', plan: 'monthly', amount: 12.5 });
  expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
  await portal.runWebhooks();
  expect(await charges()).toBe(before);
  expect(await portal.stripe.customers.retrieve(customer)).toMatchObject({ balance: -750 });
  expect(
    await portal.rows(
      'select text_version from order_consents c join subscriptions s on s.id = c.subscription_id where s.user_id = $1',
      [member.userId],
    ),
  ).toEqual([{ text_version: textVersion }]);
  expect(await useCredit(member, { plan: 'monthly', resourceId, textVersion })).toMatchObject({
    status: 409,
    body: { code: 'subscriptions.already-subscribed' },
  });
  expect(await subscriptionsOf(customer)).toEqual(['active']);
});
