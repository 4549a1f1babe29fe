import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterAll(() => portal.close());

const agree = (client: Client, paymentIntentId: string, version: unknown = textVersion) =>
  client.post('/api/purchase-consent', { paymentIntentId, textVersion: version });

const consents = () =>
  portal.rows('select user_id, attempt_id, text_version, given_at from order_consents order by id');

const opened = async () => {
  const [member, resourceId] = [await portal.member(), await portal.addResource()];
  return { member, resourceId, ...(await portal.openPayment(member, resourceId)) };
};

describe('purchase consent', () => {
  it('refuses visitors, other members and unknown text versions, and records nothing', async () => {
    const { member, paymentIntentId } = await opened();
    expect((await agree(portal.visitor(), paymentIntentId)).status).toBe(401);
    for (const client of [await portal.member(), await portal.administrator()]) {
      expect(await agree(client, paymentIntentId)).toMatchObject({
        status: 404,
        body: { code: 'purchases.payment-unknown' },
      });
    }
    for (const version of ['2020-01-01', '', 1, null]) {
      expect((await agree(member, paymentIntentId, version)).status).toBe(400);
    }
    expect(await consents()).toEqual([]);
  });
});

it('records consent once, with member, payment, text version and time, before the charge', async () => {
  const { member, resourceId, paymentIntentId, clientSecret } = await opened();
  const [before] = await portal.rows('select now() as now');
  expect((await agree(member, paymentIntentId)).status).toBe(200);
  const [first, ...others] = await consents();
  expect(others).toEqual([]);
  const [attempt] = await portal.rows('select id from payment_attempts where resource_id = $1', [resourceId]);
  expect(first).toMatchObject({ user_id: member.userId, attempt_id: attempt?.id, text_version: textVersion });
  expect(first?.given_at >= before?.now).toBe(true);
  await Promise.all([agree(member, paymentIntentId), agree(member, paymentIntentId)]);
  expect(await consents()).toEqual([first]);
  await portal.payUnasked(clientSecret);
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});

it('fulfils a payment without consent, lists it for the operator, and ignores consent given after it', async () => {
  const { member, resourceId, paymentIntentId, clientSecret } = await opened();
  await portal.payUnasked(clientSecret);
  const completed = await member.post('/api/complete-purchase', { resourceId, paymentIntentId });
  expect(completed.status).toBe(200);
  await portal.runWebhooks();
  expect((await agree(member, paymentIntentId)).status).toBe(200);
  await portal.runTask('reconcile-with-stripe');
  expect(await portal.rows('select kind, subject, user_id from reconciliation_discrepancies')).toEqual([
    { kind: 'charged-without-consent', subject: paymentIntentId, user_id: member.userId },
  ]);
  await expect(portal.expectLedgersMatch()).rejects.toThrow('I34');
});
