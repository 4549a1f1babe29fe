import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { addSubscriptionResource, begin, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterAll(() => portal.close());

const agree = (client: Client, id: unknown, version: unknown = textVersion) =>
  client.post(`/api/user/subscription/${id}/consent`, { textVersion: version });

const consents = () => portal.rows('select user_id, subscription_id, text_version from order_consents order by id');

const begun = async () => {
  const member = await portal.member();
  const { body } = await begin(member, await addSubscriptionResource(portal));
  const [row] = await portal.rows('select id from subscriptions where user_id = $1', [member.userId]);
  return { member, id: row?.id, clientSecret: body.clientSecret, answered: body };
};

describe('refusals', () => {
  it('refuses consent from visitors and other members and to unknown text versions, and records nothing', async () => {
    const { member, id, answered } = await begun();
    expect(answered).toMatchObject({ id });
    expect((await agree(portal.visitor(), id)).status).toBe(401);
    for (const client of [await portal.member(), await portal.administrator()]) {
      expect(await agree(client, id)).toMatchObject({ status: 404, body: { code: 'subscriptions.not-found' } });
    }
    expect((await agree(member, id, '2020-01-01')).status).toBe(400);
    expect((await agree(member, 'x')).status).toBe(400);
    expect(await consents()).toEqual([]);
  });
});

it('records consent once, with member, subscription and text version, before the first payment', async () => {
  const { member, id, clientSecret } = await begun();
  await Promise.all([agree(member, id), agree(member, id)]);
  expect(await consents()).toEqual([{ user_id: member.userId, subscription_id: id, text_version: textVersion }]);
  await portal.payUnasked(clientSecret);
  await portal.runWebhooks();
  expect(await subscriptionOf(member)).toMatchObject({ id, status: 'active' });
  await portal.expectLedgersMatch();
});

it('starts a subscription without consent, and lists it for the operator', async () => {
  const { member, id, clientSecret } = await begun();
  await portal.payUnasked(clientSecret);
  await portal.runWebhooks();
  const subscription = await subscriptionOf(member);
  expect(subscription).toMatchObject({ id, status: 'active' });
  expect((await agree(member, id)).status).toBe(200);
  await portal.runTask('reconcile-with-stripe');
  expect(await portal.rows('select kind, subject, user_id from reconciliation_discrepancies')).toEqual([
    { kind: 'charged-without-consent', subject: subscription?.stripeSubscriptionId, user_id: member.userId },
  ]);
  await expect(portal.expectLedgersMatch()).rejects.toThrow('I34b');
});
