import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import type { ChangedPlan, PlanPreview } from '#contract/commerce/subscriptions-changes.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { codeMaker, redeemCode, verifiedMember } from '#tests/support/promotions.ts';
import { accessOf, addSubscriptionResource, begin, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

type Rejection = { code?: string };
const preview = (member: Client, id: number, plan: string, when = 'now') =>
  member.get<PlanPreview & Rejection>(`/api/user/subscription/${id}/plan-preview?plan=${plan}&when=${when}`);
const change = (member: Client, id: number, body: object) =>
  member.post<ChangedPlan & Rejection>(`/api/user/subscription/${id}/plan`, body);

async function pass(days: number) {
  await portal.control('POST /sandbox/advance', { days });
  await portal.runWebhooks();
}

const latestInvoice = async (stripeId: string) => {
  const { latest_invoice: id } = await portal.stripe.subscriptions.retrieve(stripeId);
  return portal.stripe.invoices.retrieve(String(id));
};

/** Returns the recorded plan, and the interval of the price at the provider. */
async function plansOf(member: Client, stripeId: string) {
  const { items } = await portal.stripe.subscriptions.retrieve(stripeId);
  return [(await subscriptionOf(member))?.plan, items.data[0]?.price.recurring?.interval];
}

describe('who cannot change the plan', () => {
  it('SUBSCR-21 refuses unknown plans and times, the present plan and other members, and changes nothing', async () => {
    const { member, id, stripeId } = await subscribe(portal);
    const other = await portal.member();
    expect((await preview(other, id, 'annual')).status).toBe(404);
    expect((await change(other, id, { plan: 'annual', when: 'now' })).status).toBe(404);
    for (const body of [{ plan: 'weekly', when: 'now' }, { plan: 'annual', when: 'later' }, { plan: 'annual' }]) {
      expect((await change(member, id, body)).status).toBe(400);
    }
    expect((await change(member, id, { plan: 'annual', when: 'now', prorationDate: 'soon' })).status).toBe(400);
    expect(await preview(member, id, 'monthly')).toMatchObject({
      status: 409,
      body: { code: 'subscriptions.same-plan' },
    });
    expect(await change(member, id, { plan: 'monthly', when: 'now' })).toMatchObject({ status: 409 });
    expect(await plansOf(member, stripeId)).toEqual(['monthly', 'month']);
  });

  it('SUBSCR-21 refuses a subscription that is not begun, cancelling, suspended or ended', async () => {
    const [unpaid, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    await begin(unpaid, resourceId);
    const waiting = await subscriptionOf(unpaid);
    expect((await preview(unpaid, waiting?.id ?? 0, 'annual')).body.code).toBe('subscriptions.not-begun');
    const { member, id } = await subscribe(portal);
    const administrator = await portal.administrator();
    const codeNow = async () => (await change(member, id, { plan: 'annual', when: 'now' })).body.code;
    await administrator.post(`/api/admin/subscriptions/${id}/suspend`, { reason: 'A test.' });
    expect(await codeNow()).toBe('subscriptions.suspended');
    await administrator.post(`/api/admin/subscriptions/${id}/reactivate`);
    await member.post(`/api/user/subscription/${id}/cancel`);
    expect(await codeNow()).toBe('subscriptions.cancelling');
    await pass(32);
    expect(await codeNow()).toBe('subscriptions.ended');
  });

  it('SUBSCR-21 refuses one that ended at the provider before the portal heard of it, and records that', {
    tags: 'long',
  }, async () => {
    for (const [plan, when] of [
      ['annual', 'period_end'],
      ['annual', 'now'],
    ] as const) {
      const { member, id, stripeId } = await subscribe(portal);
      await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
      await portal.stripe.subscriptions.cancel(stripeId);
      expect(await subscriptionOf(member)).toMatchObject({ status: 'active' });
      expect((await change(member, id, { plan, when })).body.code).toBe('subscriptions.ended');
      expect(await subscriptionOf(member)).toMatchObject({ status: 'canceled', plan: 'monthly' });
      await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    }
  });
});

describe('a change at once', () => {
  it('SUBSCR-21 from monthly to annual charges to the penny what was shown, less what was not used', {
    tags: 'long',
  }, async () => {
    const { member, id, stripeId } = await subscribe(portal);
    await pass(10);
    const { body: shown } = await preview(member, id, 'annual');
    expect(shown).toMatchObject({ plan: 'annual', when: 'now', price: 120, credit: 0 });
    expect(shown.dueNow).toBeCloseTo(120 - shown.unused, 5);
    expect(shown.unused).toBeGreaterThan(8);
    expect(await plansOf(member, stripeId)).toEqual(['monthly', 'month']);

    const { status, body } = await change(member, id, {
      plan: 'annual',
      when: 'now',
      prorationDate: shown.prorationDate,
    });
    expect([status, body.payUrl]).toEqual([200, null]);
    expect(await latestInvoice(stripeId)).toMatchObject({
      status: 'paid',
      amount_paid: Math.round(shown.dueNow * 100),
    });
    expect(await plansOf(member, stripeId)).toEqual(['annual', 'year']);
    expect(await change(member, id, { plan: 'annual', when: 'now' })).toMatchObject({ status: 409 });
    await portal.runWebhooks();
    const { invoices } = (await member.get<Billing>('/api/user/billing')).body;
    expect(invoices.map(({ amount }) => amount)).toEqual([shown.dueNow, 12.5]);
    const [entry] = await portal.rows(
      `select before, after from audit_log where action = 'change-plan' and object_id = $1`,
      [String(id)],
    );
    expect([entry?.before.plan, entry?.after.plan]).toEqual(['monthly', 'annual']);
  });

  it('SUBSCR-21 from annual to monthly charges nothing and keeps what is left over as credit for the next invoices', {
    tags: 'long',
  }, async () => {
    const { member, id, stripeId } = await subscribe(portal, { plan: 'annual' });
    await pass(30);
    const { body: shown } = await preview(member, id, 'monthly');
    expect(shown).toMatchObject({ price: 12.5, dueNow: 0 });
    expect(shown.credit).toBeCloseTo(shown.unused - 12.5, 5);
    await change(member, id, { plan: 'monthly', when: 'now', prorationDate: shown.prorationDate });
    const { customer } = await portal.stripe.subscriptions.retrieve(stripeId);
    const payer = await portal.stripe.customers.retrieve(String(customer));
    expect('balance' in payer && payer.balance).toBe(-Math.round(shown.credit * 100));
    expect(await plansOf(member, stripeId)).toEqual(['monthly', 'month']);
    await pass(32);
    expect(await latestInvoice(stripeId)).toMatchObject({ status: 'paid', amount_paid: 0, total: 1250 });
  });

  it('SUBSCR-21 both ways on one subscription charges what was shown, and the credit pays the renewals to the penny', {
    tags: 'long',
  }, async () => {
    const { member, id, stripeId } = await subscribe(portal);
    const customer = String((await portal.stripe.subscriptions.retrieve(stripeId)).customer);
    const charged = async () => {
      const { data } = await portal.stripe.charges.list({ customer, limit: 100 });
      return data.reduce((sum, { amount }) => sum + amount, 0);
    };
    const switchTo = async (plan: string) => {
      const { body: shown } = await preview(member, id, plan);
      const asked = { plan, when: 'now', prorationDate: shown.prorationDate };
      expect((await change(member, id, asked)).status).toBe(200);
      await portal.runWebhooks();
      return { dueMinor: Math.round(shown.dueNow * 100), creditMinor: Math.round(shown.credit * 100) };
    };
    await pass(11);
    const up = await switchTo('annual');
    expect(await charged()).toBe(1250 + up.dueMinor);
    await pass(100);
    const down = await switchTo('monthly');
    expect([down.dueMinor, await charged()]).toEqual([0, 1250 + up.dueMinor]);
    // The credit pays whole months, then its rest a part of one, and then the card pays.
    await pass(31 * (Math.floor(down.creditMinor / 1250) + 2));
    const paidByCard = (await charged()) - 1250 - up.dueMinor;
    const { data } = await portal.stripe.invoices.list({ customer, limit: 100 });
    const renewals = data.filter(({ billing_reason: reason }) => reason === 'subscription_cycle');
    const [payer, owed] = [await portal.stripe.customers.retrieve(customer), renewals.length * 1250];
    expect('balance' in payer && payer.balance).toBe(0);
    expect([paidByCard, paidByCard > 0]).toEqual([owed - down.creditMinor, true]);
    expect(await plansOf(member, stripeId)).toEqual(['monthly', 'month']);
  });

  it('SUBSCR-21 refuses amounts that were shown more than 30 minutes ago, and charges nothing', async () => {
    const { member, id, stripeId } = await subscribe(portal);
    await pass(3);
    const { body: shown } = await preview(member, id, 'annual');
    const before = (await latestInvoice(stripeId)).id;
    const asked = { plan: 'annual', when: 'now' };
    for (const seconds of [-31 * 60, 600]) {
      const prorationDate = (shown.prorationDate ?? 0) + seconds;
      expect(await change(member, id, { ...asked, prorationDate })).toMatchObject({
        status: 409,
        body: { code: 'subscriptions.preview-outdated' },
      });
    }
    expect((await latestInvoice(stripeId)).id).toBe(before);
    expect(await plansOf(member, stripeId)).toEqual(['monthly', 'month']);
  });

  it('SUBSCR-21 a bank that asks leaves plan and access as they are until the invoice is paid at its address', {
    tags: 'long',
  }, async () => {
    const { member, resourceId, id, stripeId } = await subscribe(portal);
    const { customer } = await portal.stripe.subscriptions.retrieve(stripeId);
    const method = await portal.stripe.paymentMethods.attach('pm_card_threeDSecure2Required', {
      customer: String(customer),
    });
    await portal.stripe.subscriptions.update(stripeId, { default_payment_method: method.id });
    const { body } = await change(member, id, { plan: 'annual', when: 'now' });
    expect(body.payUrl).toContain('/invoices/in_');
    await portal.runWebhooks();
    expect(await plansOf(member, stripeId)).toEqual(['monthly', 'month']);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    const { duePayment } = (await member.get<Billing>('/api/user/billing')).body;
    expect(duePayment).toMatchObject({ state: 'authentication', payUrl: body.payUrl, isOpen: true, accessUntil: null });
    await portal.stripe.invoices.pay((await latestInvoice(stripeId)).id ?? '', { payment_method: 'pm_card_visa' });
    await portal.runWebhooks();
    expect(await plansOf(member, stripeId)).toEqual(['annual', 'year']);
    expect((await member.get<Billing>('/api/user/billing')).body.duePayment).toBeNull();
  });

  it('SUBSCR-21 a trial changes its plan without a charge, and the new price is charged after it', {
    tags: 'long',
  }, async () => {
    const addCode = await codeMaker(portal);
    const member = await verifiedMember(portal);
    await redeemCode(member, (await addCode({ freeAccessDays: 20 })).code);
    const trial = await subscriptionOf(member);
    const id = trial?.id ?? 0;
    const { body: shown } = await preview(member, id, 'annual');
    expect(shown).toMatchObject({ price: 89.99, dueNow: 0, credit: 0, renewsAt: trial?.trialEnd });
    expect((await change(member, id, { plan: 'annual', when: 'now' })).status).toBe(200);
    expect(await subscriptionOf(member)).toMatchObject({
      plan: 'annual',
      amount: 89.99,
      status: 'trialing',
      trialEnd: trial?.trialEnd,
    });
  });
});

describe('a change with the next period', () => {
  it('SUBSCR-21 charges nothing before the period ends, is shown, and then charges the new price whole', {
    tags: 'long',
  }, async () => {
    const { member, id, stripeId } = await subscribe(portal);
    const end = (await subscriptionOf(member))?.currentPeriodEnd;
    const { body: shown } = await preview(member, id, 'annual', 'period_end');
    expect(shown).toMatchObject({ price: 120, dueNow: 0, credit: 0, startsAt: end, prorationDate: null });
    expect((await change(member, id, { plan: 'annual', when: 'period_end' })).status).toBe(200);
    expect(await subscriptionOf(member)).toMatchObject({
      plan: 'monthly',
      pendingPlan: 'annual',
      pendingAmount: 120,
      pendingPlanAt: end,
    });
    expect(await plansOf(member, stripeId)).toEqual(['monthly', 'month']);
    await pass(33);
    expect(await subscriptionOf(member)).toMatchObject({ plan: 'annual', pendingPlan: null });
    expect(await latestInvoice(stripeId)).toMatchObject({ status: 'paid', amount_paid: 12_000 });
  });

  it('SUBSCR-21 the present plan and a cancellation take the change back', { tags: 'long' }, async () => {
    const { member, id, stripeId } = await subscribe(portal);
    await change(member, id, { plan: 'annual', when: 'period_end' });
    expect((await change(member, id, { plan: 'monthly', when: 'now' })).status).toBe(200);
    expect(await subscriptionOf(member)).toMatchObject({ plan: 'monthly', pendingPlan: null });
    await change(member, id, { plan: 'annual', when: 'period_end' });
    expect((await member.post(`/api/user/subscription/${id}/cancel`)).status).toBe(200);
    expect(await subscriptionOf(member)).toMatchObject({ cancelAtPeriodEnd: true, pendingPlan: null });
    await pass(33);
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled');
  });
});

it('SUBSCR-21 a plan that was changed in the provider’s customer portal is shown after its webhook', {
  tags: 'long',
}, async () => {
  const { member, stripeId } = await subscribe(portal);
  const { items } = await portal.stripe.subscriptions.retrieve(stripeId);
  const [item] = items.data;
  const product = String(item?.price.product);
  const yearly = (await portal.stripe.prices.list({ product })).data.find(
    ({ recurring }) => recurring?.interval === 'year',
  );
  const price =
    yearly?.id ??
    (
      await portal.stripe.prices.create({
        product,
        currency: 'gbp',
        unit_amount: 12_000,
        recurring: { interval: 'year' },
      })
    ).id;
  await portal.stripe.subscriptions.update(stripeId, { items: [{ id: item?.id ?? '', price }] });
  await portal.runWebhooks();
  expect(await subscriptionOf(member)).toMatchObject({ plan: 'annual', amount: 120 });
});
