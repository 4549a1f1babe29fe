import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

/** Moves the sandbox's clock and delivers the events that became due. */
async function pass(days: number) {
  await portal.control('POST /sandbox/advance', { days });
  await portal.runWebhooks();
}

async function mailsTo(userId: number) {
  const [user] = await portal.rows('select email from users where id = $1', [userId]);
  return portal.sentMails.filter(({ to }) => to === user?.email);
}

const subjectsTo = async (userId: number) => (await mailsTo(userId)).map(({ subject }) => subject);

describe('emails about a subscription', () => {
  it('SUBSCR-15 a monthly renewal adds a paid invoice and sends no email in advance', { tags: 'long' }, async () => {
    const { member } = await subscribe(portal);
    await pass(32);
    const { body } = await member.get<Billing>('/api/user/billing');
    expect(body.invoices.map(({ status, amount }) => [status, amount])).toEqual([
      ['paid', 12.5],
      ['paid', 12.5],
    ]);
    expect(body.subscriptionTotal).toBe(25);
    expect((await subjectsTo(member.userId)).filter((subject) => subject.includes('renews'))).toEqual([]);
  });

  it('an annual renewal is announced by one email with its day, its amount and where to cancel', {
    tags: 'long',
  }, async () => {
    const { member } = await subscribe(portal, { plan: 'annual' });
    await pass(364);
    const mails = (await mailsTo(member.userId)).filter(({ subject }) =>
      subject.startsWith('Your subscription renews'),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('£120.00');
    expect(mails[0]?.text).toMatch(/renews on \d+ \w+ \d{4}/);
    expect(mails[0]?.text).toContain('/billing');
  });

  it('a failed renewal payment sends an email with the amount and what to do', { tags: 'long' }, async () => {
    const { member } = await subscribe(portal);
    const [own] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [
      member.userId,
    ]);
    const bad = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: own?.id });
    const subscription = await subscriptionOf(member);
    await portal.stripe.subscriptions.update(subscription?.stripeSubscriptionId ?? '', {
      default_payment_method: bad.id,
    });
    await pass(32);
    expect((await subscriptionOf(member))?.status).toBe('past_due');
    const mail = (await mailsTo(member.userId)).find(({ subject }) => subject.includes('did not go through'));
    expect(mail?.subject).toBe('Your payment of £12.50 did not go through');
    expect(mail?.text).toContain('cancel it on your billing page');
  });

  it('SUBSCR-16 cancelling sends one email with the last day, and the end sends another', {
    tags: 'long',
  }, async () => {
    const { member, id } = await subscribe(portal);
    await member.post(`/api/user/subscription/${id}/cancel`);
    await portal.runWebhooks();
    const [mail] = (await mailsTo(member.userId)).filter(({ subject }) => subject.startsWith('Your subscription ends'));
    expect(mail?.text).toContain('You keep access until then, and you are not charged again.');
    await pass(32);
    const subjects = (await subjectsTo(member.userId)).filter((subject) => subject.startsWith('Your subscription'));
    expect(subjects).toEqual(['Your subscription has started', mail?.subject, 'Your subscription has ended']);
  });

  it('the end of a trial is announced by an email before the first payment', { tags: 'long' }, async () => {
    const { member, stripeId } = await subscribe(portal);
    await portal.stripe.subscriptions.update(stripeId, {
      trial_end: Math.floor((await trialEnd()) / 1000),
      proration_behavior: 'none',
    });
    await portal.runWebhooks();
    await pass(8);
    const mails = (await mailsTo(member.userId)).filter(({ subject }) => subject.startsWith('Your free trial ends'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('continues automatically at £12.50 per month');
  });

  it('an unpaid subscription attempt ends without an email', { tags: 'long' }, async () => {
    const { member, id } = await subscribe(portal);
    expect(id).toBeGreaterThan(0);
    expect(await subjectsTo(member.userId)).not.toContain('Your subscription has ended');
  });
});

/** Returns the time ten days after the time of the sandbox, in milliseconds. */
async function trialEnd(): Promise<number> {
  const clock = await portal.control<{ now: number }>('GET /sandbox/clock');
  return clock.now * 1000 + 10 * 86_400_000;
}
