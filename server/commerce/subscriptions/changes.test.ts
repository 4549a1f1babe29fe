import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import type { Client } from '#tests/support/client.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf, addSubscriptionResource, begin, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client & { userId: number };
beforeAll(async () => {
  portal = await createPayingPortal({ variables: { PAST_DUE_GRACE_DAYS: '0' } });
  administrator = await portal.administrator();
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

const own = (id: number, change: 'cancel' | 'reactivate') => `/api/user/subscription/${id}/${change}`;
const admins = (id: number, change: string) => `/api/admin/subscriptions/${id}/${change}`;
const suspend = (id: number) => administrator.post(admins(id, 'suspend'), { reason: 'A chargeback is open' });
const advance = async (days: number) => {
  await portal.control('POST /sandbox/advance', { days });
  await portal.runWebhooks();
};

describe('refusals', () => {
  it('API-21 API-22 refuses changes by all but the owner, without a call to Stripe', async () => {
    const { id, stripeId, member } = await subscribe(portal);
    for (const stranger of [await portal.member(), administrator]) {
      for (const change of ['cancel', 'reactivate'] as const) {
        expect(await stranger.post(own(id, change))).toMatchObject({
          status: 404,
          body: { message: 'Subscription not found' },
        });
      }
    }
    for (const change of ['suspend', 'reactivate', 'cancel']) {
      expect((await member.post(admins(id, change), { reason: 'x' })).status).toBe(403);
    }
    expect((await administrator.post(admins(999_999, 'cancel'))).status).toBe(404);
    expect(await portal.stripe.subscriptions.retrieve(stripeId)).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      pause_collection: null,
    });
  });

  it('BILL-14 refuses to reactivate a suspended subscription, and still cancels it', async () => {
    const { id, member } = await subscribe(portal);
    await member.post(own(id, 'cancel'));
    await suspend(id);
    expect(await member.post(own(id, 'reactivate'))).toMatchObject({
      status: 409,
      body: { code: 'subscriptions.suspended' },
    });
    expect((await member.post(own(id, 'cancel'))).status).toBe(200);
    expect(await subscriptionOf(member)).toMatchObject({ temporarySuspended: true, cancelAtPeriodEnd: true });
  });

  it('ADM-SUB-05 refuses a suspension without a reason, and any change of an ended subscription', async () => {
    const { id, stripeId, member } = await subscribe(portal);
    expect(await administrator.post(admins(id, 'suspend'), { reason: ' ' })).toMatchObject({
      status: 400,
      body: { message: 'Reason is required' },
    });
    await portal.stripe.subscriptions.cancel(stripeId);
    await portal.runWebhooks();
    const ended = { status: 409, body: { code: 'subscriptions.ended' } };
    expect(await member.post(own(id, 'cancel'))).toMatchObject(ended);
    expect(await member.post(own(id, 'reactivate'))).toMatchObject(ended);
    expect(await suspend(id)).toMatchObject(ended);
    expect(await administrator.post(admins(id, 'reactivate'))).toMatchObject(ended);
    expect(await administrator.post(admins(id, 'cancel'))).toMatchObject(ended);
  });
});

describe('a scheduled end', () => {
  it('SUBSCR-16 ACCESS-18 keeps access to a cancelled subscription until its period ends', async () => {
    const { id, member, resourceId } = await subscribe(portal);
    const cancelled = await member.post(own(id, 'cancel'));
    expect(cancelled.body).toMatchObject({
      message: expect.stringMatching(/^The subscription ends on \d+ \w+ \d{4}; access lasts until then\.$/),
    });
    expect((await member.post(own(id, 'cancel'))).body).toEqual(cancelled.body);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    await advance(32);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false });
    expect(await accessOf(member, resourceId)).toEqual({
      hasAccess: false,
      code: 'access.subscription-required',
      reason: 'Active subscription required',
    });
    expect((await begin(member, resourceId)).status).toBe(200);
  });

  it('API-22 reactivates a subscription with a scheduled end, and renews it', async () => {
    const { id, member, stripeId } = await subscribe(portal);
    await member.post(own(id, 'cancel'));
    expect((await member.post(own(id, 'reactivate'))).status).toBe(200);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).cancel_at).toBeNull();
    expect((await member.post(own(id, 'reactivate'))).status).toBe(200);
  });

  it('BILL-14 reactivates a subscription whose end was scheduled by date on Stripe’s own page', {
    tags: 'long',
  }, async () => {
    const { id, member, stripeId } = await subscribe(portal);
    const { items } = await portal.stripe.subscriptions.retrieve(stripeId);
    await portal.stripe.subscriptions.update(stripeId, { cancel_at: items.data[0]?.current_period_end ?? 0 });
    await portal.runWebhooks();
    expect((await subscriptionOf(member))?.cancelAtPeriodEnd).toBe(true);
    expect((await member.post(own(id, 'reactivate'))).status).toBe(200);
    expect((await subscriptionOf(member))?.cancelAtPeriodEnd).toBe(false);
  });

  it('ADM-SUB-05 lets an administrator schedule the end, with an audit entry', { tags: 'long' }, async () => {
    const { id, member } = await subscribe(portal);
    expect((await administrator.post(admins(id, 'cancel'))).status).toBe(200);
    expect((await subscriptionOf(member))?.cancelAtPeriodEnd).toBe(true);
    expect(
      await portal.rows(`select action from audit_log where object = 'subscription' and object_id = $1`, [String(id)]),
    ).toEqual([{ action: 'cancel' }]);
  });
});

describe('POST /api/admin/subscriptions/{id}/reactivate', () => {
  it('ADM-SUB-12 takes the cancellation by a member or an administrator back, records it and mails the member', {
    tags: 'long',
  }, async () => {
    for (const canceller of ['member', 'administrator'] as const) {
      const { id, member, stripeId } = await subscribe(portal);
      await (canceller === 'member' ? member.post(own(id, 'cancel')) : administrator.post(admins(id, 'cancel')));
      const { email } = (await member.get('/api/user')).body;
      await portal.runJobs();
      const { status, body } = await administrator.post(admins(id, 'reactivate'));
      expect([status, body.message]).toEqual([
        200,
        'The cancellation is taken back: the subscription renews as before.',
      ]);
      expect(await subscriptionOf(member)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
      expect((await portal.stripe.subscriptions.retrieve(stripeId)).cancel_at_period_end).toBe(false);
      await portal.runJobs();
      const mails = portal.sentMails.filter(({ to, subject }) => to === email && subject.includes('continues'));
      expect(mails.map(({ text }) => text)).toEqual([
        expect.stringContaining('taken the cancellation of your subscription back'),
      ]);
      const audited = `select action, actor_user_id from audit_log where object = 'subscription' and object_id = $1 order by id`;
      expect((await portal.rows(audited, [String(id)])).at(-1)).toEqual({
        action: 'reactivate',
        actor_user_id: administrator.userId,
      });
    }
  });

  it('ADM-SUB-12 lifts the suspension of a cancelled subscription, says when it ends, and a second call takes the end back', {
    tags: 'long',
  }, async () => {
    const { id, member } = await subscribe(portal);
    await member.post(own(id, 'cancel'));
    await suspend(id);
    const lifted = await administrator.post(admins(id, 'reactivate'));
    expect(lifted.body.message).toMatch(
      /^The subscription is active again\. The subscription ends on .* access lasts until then\.$/,
    );
    expect(await subscriptionOf(member)).toMatchObject({ temporarySuspended: false, cancelAtPeriodEnd: true });
    await administrator.post(admins(id, 'reactivate'));
    expect(await subscriptionOf(member)).toMatchObject({ cancelAtPeriodEnd: false });
  });

  it('ADM-SUB-12 says of a subscription that runs that it goes on, and records nothing', async () => {
    const { id } = await subscribe(portal);
    const { body } = await administrator.post(admins(id, 'reactivate'));
    expect(body.message).toBe('The subscription is neither suspended nor cancelled: it goes on.');
    expect(
      await portal.rows(`select action from audit_log where object = 'subscription' and object_id = $1`, [String(id)]),
    ).toEqual([]);
  });
});

describe('suspension', () => {
  it('ACCESS-07 ADM-SUB-09 closes subscription resources at once on suspension, charges nothing, and restores all when lifted', async () => {
    const { id, member, resourceId, stripeId } = await subscribe(portal);
    expect((await suspend(id)).status).toBe(200);
    expect((await suspend(id)).status).toBe(200);
    expect(await accessOf(member, resourceId)).toEqual({
      hasAccess: false,
      code: 'access.subscription-required',
      reason: 'Active subscription required',
    });
    expect(await subscriptionOf(member)).toMatchObject({ temporarySuspended: true, status: 'active' });
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).pause_collection?.behavior).toBe('void');
    expect((await administrator.post(admins(id, 'reactivate'))).status).toBe(200);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).pause_collection).toBeNull();
    expect(
      await portal.rows(
        `select action, after from audit_log where object = 'subscription' and object_id = $1 order by id`,
        [String(id)],
      ),
    ).toEqual([
      { action: 'suspend', after: { suspended: true, reason: 'A chargeback is open' } },
      { action: 'reactivate', after: { suspended: false } },
    ]);
  });

  it('ADM-SUB-10 keeps a suspension after later events, and pauses the collection again when it was resumed at Stripe', async () => {
    const { id, member, resourceId, stripeId } = await subscribe(portal);
    await suspend(id);
    await portal.stripe.subscriptions.update(stripeId, { metadata: { note: 'seen' } });
    await portal.runWebhooks();
    expect((await subscriptionOf(member))?.temporarySuspended).toBe(true);
    await portal.stripe.subscriptions.update(stripeId, { pause_collection: '' });
    await portal.runWebhooks();
    expect((await subscriptionOf(member))?.temporarySuspended).toBe(true);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).pause_collection?.behavior).toBe('void');
  });

  it('suspends at once while Stripe does not answer, and pauses the collection later', { tags: 'long' }, async () => {
    const { id, member, resourceId, stripeId } = await subscribe(portal);
    await portal.control('POST /sandbox/faults', {
      kind: 'fail',
      status: 500,
      method: 'POST',
      path: `/v1/subscriptions/${stripeId}`,
      times: 2,
    });
    expect((await suspend(id)).status).toBe(200);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).pause_collection).toBeNull();
    await portal.control('DELETE /sandbox/faults');
    await portal.runJobs();
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).pause_collection?.behavior).toBe('void');
  });
});

describe('renewal and expiry', () => {
  it('SUBSCR-15 renews a subscription at the end of its period, with a paid invoice and a new end', async () => {
    const { member, resourceId, stripeId } = await subscribe(portal);
    const before = await subscriptionOf(member);
    await advance(32);
    const after = await subscriptionOf(member);
    expect(after).toMatchObject({ status: 'active', id: before?.id });
    expect(Date.parse(after?.currentPeriodEnd ?? '')).toBeGreaterThan(Date.parse(before?.currentPeriodEnd ?? ''));
    expect(after?.currentPeriodStart).toBe(before?.currentPeriodEnd);
    const invoices = (await portal.stripe.invoices.list({ subscription: stripeId })).data;
    expect(invoices.map(({ status, amount_paid }) => [status, amount_paid])).toEqual([
      ['paid', 1250],
      ['paid', 1250],
    ]);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
  });

  it('ACCESS-16 SUBSCR-14 ends access without days of grace when a renewal fails, and refuses a second subscription while it is due', {
    tags: 'long',
  }, async () => {
    const { member, resourceId, stripeId } = await subscribe(portal);
    const { customer } = await portal.stripe.subscriptions.retrieve(stripeId);
    const card = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(customer),
    });
    await portal.stripe.subscriptions.update(stripeId, { default_payment_method: card.id });
    await advance(32);
    expect((await subscriptionOf(member))?.status).toBe('past_due');
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect(await begin(member, await addSubscriptionResource(portal))).toMatchObject({
      status: 409,
      body: { code: 'subscriptions.payment-due' },
    });
  });

  it('SUBSCR-17 voids the open invoice when a subscription whose payment is due is ended at once', {
    tags: 'long',
  }, async () => {
    const { member, stripeId } = await subscribe(portal);
    const { customer } = await portal.stripe.subscriptions.retrieve(stripeId);
    const card = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(customer),
    });
    await portal.stripe.subscriptions.update(stripeId, { default_payment_method: card.id });
    await advance(32);
    const invoices = async () =>
      (await portal.stripe.invoices.list({ customer: String(customer) })).data.map(({ status }) => status);
    expect(await invoices()).toEqual(['open', 'paid']);
    const administrator = await portal.administrator();
    expect((await administrator.delete(`/api/admin/users/${member.userId}/subscription`)).status).toBe(200);
    await portal.runJobs();
    expect(await invoices()).toEqual(['void', 'paid']);
    await portal.runWebhooks();
    expect((await subscriptionOf(member))?.status).toBe('canceled');
    const { body } = await member.get<Billing>('/api/user/billing');
    expect(body.invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  it('SUBSCR-14 ends an attempt that is never paid, without access', async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    await begin(member, resourceId);
    await advance(2);
    expect(await portal.rows('select status from subscriptions where user_id = $1', [member.userId])).toEqual([
      { status: 'incomplete_expired' },
    ]);
    expect(await subscriptionOf(member)).toBeNull();
  });
});
