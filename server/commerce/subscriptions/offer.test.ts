import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ShownOffer, Subscription } from '#contract/commerce/subscriptions.ts';
import { monthsAfter } from '#contract/months.ts';
import type { AnalyticsActivity } from '#contract/operations/analytics.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { passRenewal, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

type Subscriber = Awaited<ReturnType<typeof subscribe>>;
const address = (id: number) => `/api/user/subscription/${id}/offer`;
const setOffer = async (percent: number | null, payments = 3) => {
  const body = { cancelOfferPercent: percent, cancelOfferPayments: payments };
  expect((await administrator.put('/api/admin/portal-settings', body)).status).toBe(200);
};
const ask = ({ member, id }: Subscriber, reason: unknown = 'too_expensive') =>
  member.post<ShownOffer & { message?: string }>(address(id), { reason });
const accept = ({ member, id }: Subscriber) =>
  member.post<{ message: string; code?: string }>(`${address(id)}/accept`, {});
const cancel = ({ member, id }: Subscriber) => member.post(`/api/user/subscription/${id}/cancel`, {});
const discounts = async ({ stripeId }: Subscriber) =>
  (await portal.stripe.subscriptions.retrieve(stripeId)).discounts.length;
const paid = async ({ member }: Subscriber) =>
  (await portal.rows('select paid_minor from invoices where user_id = $1 order by issued_at, id', [member.userId])).map(
    ({ paid_minor }) => paid_minor,
  );
const offers = ({ member }: Subscriber) =>
  portal.rows(
    'select reason, percent_off, payments, accepted_at is not null as accepted from cancel_offers where user_id = $1',
    [member.userId],
  );
const later = (own: Subscription | null, months: number) =>
  monthsAfter(new Date(own?.currentPeriodEnd ?? ''), months, own?.billingDay ?? undefined).toISOString();

it('SUBSCR-24 no offer is shown to visitors, other members and while the publisher makes none, and wrong terms are refused', async () => {
  await setOffer(null);
  const own = await subscribe(portal);
  const other = await portal.member();
  for (const path of [address(own.id), `${address(own.id)}/accept`]) {
    expect((await portal.visitor().post(path, { reason: 'unused' })).status).toBe(401);
    expect((await other.post(path, { reason: 'unused' })).status).toBe(404);
  }
  for (const reason of [undefined, null, 'bored']) expect((await ask(own, reason ?? '')).status).toBe(400);
  expect((await ask(own)).body).toEqual({ offer: null });
  expect(await accept(own)).toMatchObject({ status: 409, body: { code: 'subscriptions.offer-gone' } });
  for (const wrong of [{ cancelOfferPercent: 0 }, { cancelOfferPercent: 101 }, { cancelOfferPercent: 12.5 }]) {
    expect(await administrator.put('/api/admin/portal-settings', wrong)).toMatchObject({
      status: 400,
      body: { message: 'Percent off must be 1 to 100' },
    });
  }
  expect((await administrator.put('/api/admin/portal-settings', { cancelOfferPayments: 13 })).status).toBe(400);
  expect([await offers(own), await discounts(own)]).toEqual([[], 0]);
});

it('SUBSCR-24 an accepted offer takes the discount off exactly the next payments, once per member, whatever the publisher changes', async () => {
  await setOffer(30, 2);
  const own = await subscribe(portal);
  const before = await subscriptionOf(own.member);
  const terms = {
    percentOff: 30,
    payments: 2,
    price: 12.5,
    amount: 8.75,
    currency: 'GBP',
    startsAt: before?.currentPeriodEnd,
    fullPriceFrom: later(before, 2),
  };
  expect((await ask(own)).body).toEqual({ offer: terms });
  await setOffer(90, 12);
  // A repeated call within the hour returns the same offer.
  expect((await ask(own, 'unused')).body).toEqual({ offer: terms });
  expect([await discounts(own), (await subscriptionOf(own.member))?.discount]).toEqual([0, null]);
  const answers = await Promise.all([accept(own), accept(own)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ body }) => body.message)).toContainEqual(
    expect.stringMatching(/^Your next 2 payments are £8\.75\. From .+ you pay £12\.50 again\.$/),
  );
  const after = await subscriptionOf(own.member);
  expect(after).toEqual({ ...before, discount: { amount: 8.75, fullPriceFrom: terms.fullPriceFrom } });
  expect([await discounts(own), await offers(own)]).toEqual([
    1,
    [{ reason: 'too_expensive', percent_off: 30, payments: 2, accepted: true }],
  ]);
  const audited = await portal.rows(
    `select before, after from audit_log where object = 'subscription' and object_id = $1 and action = 'accept-offer'`,
    [String(own.id)],
  );
  expect(audited).toEqual([{ before: { discount: null }, after: { discount: '30%', payments: 2 } }]);

  for (let month = 0; month < 3; month += 1) await passRenewal(portal, own.stripeId);
  expect(await paid(own)).toEqual([1250, 875, 875, 1250]);
  expect((await subscriptionOf(own.member))?.discount).toBeNull();
  expect((await ask(own)).body).toEqual({ offer: null });
  expect((await accept(own)).body.message).toBe('You have accepted this offer already.');
  expect(await discounts(own)).toBe(0);
});

it('SUBSCR-24 lowers one year of the annual plan when the offer is for one payment', { tags: 'long' }, async () => {
  await setOffer(50, 1);
  const own = await subscribe(portal, { plan: 'annual' });
  const { offer } = (await ask(own)).body;
  expect([offer?.amount, offer?.fullPriceFrom]).toEqual([60, later(await subscriptionOf(own.member), 12)]);
  expect((await accept(own)).status).toBe(200);
  await passRenewal(portal, own.stripeId);
  expect(await paid(own)).toEqual([12_000, 6000]);
  expect((await subscriptionOf(own.member))?.discount).toBeNull();
});

it('SUBSCR-24 no offer is made to a trial, a due payment, a pause, a discount, a change of plan ahead and an end ahead', {
  tags: 'long',
}, async () => {
  await setOffer(30);
  const states: [string, (own: Subscriber) => Promise<unknown>][] = [
    ['trialing', startTrial],
    ['paused', (own) => own.member.post(`/api/user/subscription/${own.id}/pause`, { months: 1 })],
    ['cancelling', cancel],
    ['plan ahead', (own) => own.member.post(`/api/user/subscription/${own.id}/plan`, annualLater)],
    ['discount', (own) => giveCoupon(own)],
    [
      'suspended',
      (own) => administrator.post(`/api/admin/subscriptions/${own.id}/suspend`, { reason: 'Shared account' }),
    ],
  ];
  for (const [name, enter] of states) {
    const own = await subscribe(portal);
    await enter(own);
    const { body } = await ask(own);
    expect([name, body.offer, await offers(own)]).toEqual([name, null, []]);
  }
  const due = await subscribe(portal);
  const card = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: await customerOf(due),
  });
  await portal.stripe.subscriptions.update(due.stripeId, { default_payment_method: card.id });
  await passRenewal(portal, due.stripeId);
  expect((await subscriptionOf(due.member))?.status).toBe('past_due');
  expect([(await ask(due)).body, await offers(due)]).toEqual([{ offer: null }, []]);
});

it('SUBSCR-24 no offer is made that leaves too little to be charged', async () => {
  const own = await subscribe(portal);
  await setOffer(98);
  expect([(await ask(own)).body, await offers(own)]).toEqual([{ offer: null }, []]);
});

/** Starts free days that continue after the running period, by the provider's clock. */
async function startTrial({ stripeId }: Subscriber) {
  const { items } = await portal.stripe.subscriptions.retrieve(stripeId);
  const trial_end = (items.data[0]?.current_period_end ?? 0) + 30 * 86_400;
  await portal.stripe.subscriptions.update(stripeId, { trial_end });
}
const annualLater = { plan: 'annual', when: 'period_end' };
const customerOf = async ({ member }: Subscriber) => (await subscriptionOf(member))?.stripeCustomerId ?? '';
async function giveCoupon({ stripeId }: Subscriber) {
  const coupon = await portal.stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  await portal.stripe.subscriptions.update(stripeId, { discounts: [{ coupon: coupon.id }] });
}

it('SUBSCR-24 cancelled in another window, or given another discount, the offer is refused with a sentence and changes nothing', {
  tags: 'long',
}, async () => {
  await setOffer(30);
  const [cancelled, discounted, late] = [await subscribe(portal), await subscribe(portal), await subscribe(portal)];
  for (const own of [cancelled, discounted, late]) expect((await ask(own)).body.offer).not.toBeNull();
  await cancel(cancelled);
  expect(await accept(cancelled)).toMatchObject({
    status: 409,
    body: { message: 'This subscription ends with its period. Reactivate it first.' },
  });
  await giveCoupon(discounted);
  expect(await accept(discounted)).toMatchObject({
    status: 409,
    body: { message: 'This offer is no longer available. Your subscription is unchanged.' },
  });
  await portal.rows(`update cancel_offers set shown_at = now() - interval '61 minutes' where user_id = $1`, [
    late.member.userId,
  ]);
  expect((await accept(late)).status).toBe(409);
  expect((await ask(late)).body).toEqual({ offer: null });
  expect([await discounts(cancelled), await discounts(discounted), await discounts(late)]).toEqual([0, 1, 0]);
  for (const own of [cancelled, discounted, late]) expect(await offers(own)).toMatchObject([{ accepted: false }]);
});

it('SUBSCR-24 an offer that the provider does not answer is accepted, and a job gives the discount', {
  tags: 'long',
}, async () => {
  await setOffer(30);
  const own = await subscribe(portal);
  await ask(own);
  await portal.control('POST /sandbox/faults', {
    method: 'POST',
    path: `/v1/subscriptions/${own.stripeId}`,
    kind: 'fail',
    status: 500,
    times: 4,
  });
  expect((await accept(own)).status).toBe(200);
  expect(await discounts(own)).toBe(0);
  await portal.control('DELETE /sandbox/faults');
  await portal.runTask('apply-cancel-offer', { userId: own.member.userId });
  expect(await discounts(own)).toBe(1);
  expect((await subscriptionOf(own.member))?.discount?.amount).toBe(8.75);
});

it('SUBSCR-24 ADM-08 analytics count by reason who stayed for the offer, and open them', { tags: 'long' }, async () => {
  await setOffer(30);
  const own = await subscribe(portal);
  await ask(own, 'too_complex');
  await accept(own);
  const day = new Date().toISOString().slice(0, 10);
  const range = `from=${day}&to=${day}`;
  const { body } = await administrator.get<AnalyticsActivity>(`/api/admin/analytics/activity?${range}`);
  expect(body.cancellations.filter(({ reason }) => reason === 'too_complex')).toEqual([
    { reason: 'too_complex', subscriptions: 0, stayed: 1 },
  ]);
  const { body: rows } = await administrator.get<{ memberId: number; note: string }[]>(
    `/api/admin/analytics/rows?figure=stayed&${range}`,
  );
  expect(rows.filter(({ memberId }) => memberId === own.member.userId)).toMatchObject([{ note: 'too_complex' }]);
  expect(rows).toHaveLength(body.cancellations.reduce((sum, { stayed }) => sum + stayed, 0));
});
