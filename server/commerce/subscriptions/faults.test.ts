import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

const advance = (days: number) => portal.control('POST /sandbox/advance', { days });

describe('lost and repeated events', () => {
  const losses: [happening: string, fault: object, tags: string[]][] = [
    ['come twice', { mode: 'duplicate' }, ['long']],
    ['come in the wrong order', { mode: 'shuffle' }, ['long']],
    ['lose the renewal', { mode: 'drop', types: ['customer.subscription.updated', 'invoice.paid'] }, ['long']],
    ['lose the end', { mode: 'drop', types: ['customer.subscription.deleted'] }, ['long']],
    ['are lost altogether', { mode: 'drop' }, []],
  ];
  for (const [happening, fault, tags] of losses) {
    it(`SUBSCR-15 SUBSCR-16 agrees with Stripe after the reconciler when events ${happening}`, { tags }, async () => {
      const { member, resourceId, id, stripeId } = await subscribe(portal);
      const before = await subscriptionOf(member);
      await portal.control('POST /sandbox/webhooks', fault);
      await advance(32);
      await member.post(`/api/user/subscription/${id}/cancel`);
      await advance(32);
      await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
      await portal.runWebhooks();
      await portal.runTask('reconcile-payments', { atStart: true });
      const [provider, own] = [await portal.stripe.subscriptions.retrieve(stripeId), await subscriptionOf(member)];
      expect(own).toMatchObject({ id, status: 'canceled', stripeSubscriptionId: stripeId });
      expect(own?.currentPeriodStart).toBe(before?.currentPeriodEnd);
      expect(Date.parse(own?.currentPeriodEnd ?? '') / 1000).toBe(provider.items.data[0]?.current_period_end);
      expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    });
  }
});

describe('a due payment', () => {
  it('ACCESS-16 keeps access with a due payment for the days of grace, and not longer', async () => {
    const { member, resourceId, id, stripeId } = await subscribe(portal);
    const { customer } = await portal.stripe.subscriptions.retrieve(stripeId);
    const card = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(customer),
    });
    await portal.stripe.subscriptions.update(stripeId, { default_payment_method: card.id });
    await advance(32);
    await portal.runWebhooks();
    expect((await subscriptionOf(member))?.status).toBe('past_due');
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    await portal.rows(`update subscriptions set grace_ends_at = grace_ends_at - interval '7 days' where id = $1`, [id]);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
  });
});

describe('a deleted account', () => {
  it('ends all subscriptions of a deleted account at Stripe', { tags: 'long' }, async () => {
    const { member, resourceId, stripeId } = await subscribe(portal);
    await portal.runTask('end-member-subscriptions', { userId: member.userId });
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled');
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
  });
});
