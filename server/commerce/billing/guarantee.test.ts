import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Billing, RefundRequest } from '#contract/commerce/billing.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

const ask = (member: Client, body: object = { reason: 'Not what I hoped for' }) =>
  member.post('/api/user/refund-requests', body);
const billingOf = async (member: Client) => (await member.get<Billing>('/api/user/billing')).body;
const requests = async () => (await administrator.get<RefundRequest[]>('/api/admin/refund-requests')).body;
const decide = (id: number, body: object, client = administrator) =>
  client.post(`/api/admin/refund-requests/${id}/decide`, body);

async function asked() {
  const begun = await subscribe(portal);
  await ask(begun.member);
  const request = (await requests()).findLast(({ status }) => status === 'open');
  return { ...begun, requestId: request?.id ?? 0 };
}

describe('money-back guarantee', () => {
  it('PERM-01 PERM-02 refuses guarantee requests of visitors, and lets only administrators decide', async () => {
    const { member, requestId } = await asked();
    expect((await ask(portal.visitor())).status).toBe(401);
    expect((await member.get('/api/admin/refund-requests')).status).toBe(403);
    expect((await decide(requestId, { decision: 'grant' }, member)).status).toBe(403);
    expect((await decide(requestId, { decision: 'perhaps' })).status).toBe(400);
    expect((await decide(987_654, { decision: 'grant' })).status).toBe(404);
    await decide(requestId, { decision: 'decline' });
  });

  it('SUBSCR-07 offers the guarantee once, for the first payment of a subscription, for 30 days', async () => {
    expect((await ask(await portal.member())).body).toMatchObject({ code: 'billing.no-guarantee' });
    const { member } = await subscribe(portal);
    expect((await billingOf(member)).guarantee).toMatchObject({ state: 'available', amount: 12.5, answer: null });
    await portal.rows(`update invoices set paid_at = now() - interval '31 days' where user_id = $1`, [member.userId]);
    expect((await billingOf(member)).guarantee).toBeNull();
    expect((await ask(member)).status).toBe(409);
    await portal.rows(`update invoices set paid_at = now() - interval '29 days' where user_id = $1`, [member.userId]);
    const answers = await Promise.all([ask(member), ask(member)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await billingOf(member)).guarantee?.state).toBe('open');
  });

  it('SUBSCR-07 a granted request refunds the payment once and ends the subscription', async () => {
    const { member, resourceId, requestId } = await asked();
    const answers = await Promise.all([
      decide(requestId, { decision: 'grant' }),
      decide(requestId, { decision: 'grant' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await portal.runWebhooks();
    await portal.runWebhooks();
    const billing = await billingOf(member);
    expect([billing.totalSpent, billing.guarantee?.state]).toEqual([0, 'granted']);
    expect((await subscriptionOf(member))?.status).toBe('canceled');
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
  });

  it('a declined request changes nothing and emails the reason to the member', async () => {
    const { member, requestId } = await asked();
    expect((await decide(requestId, { decision: 'decline', answer: 'You used it a lot.' })).status).toBe(200);
    expect((await decide(requestId, { decision: 'grant' })).body).toMatchObject({ code: 'billing.request-decided' });
    await portal.runJobs();
    const billing = await billingOf(member);
    expect(billing.guarantee).toMatchObject({ state: 'declined', answer: 'You used it a lot.' });
    expect([billing.totalSpent, (await subscriptionOf(member))?.status]).toEqual([12.5, 'active']);
    expect(portal.sentMails.at(-1)?.text).toContain('You used it a lot.');
  });
});
