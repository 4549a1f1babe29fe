import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ShownOffer } from '#contract/commerce/subscriptions.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { passRenewal, passTo, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
  const offer = { cancelOfferPercent: 30, cancelOfferPayments: 2 };
  expect((await (await portal.administrator()).put('/api/admin/portal-settings', offer)).status).toBe(200);
  await passTo(portal, begin);
});
afterEach(() => portal.expectLedgersMatch());
afterAll(() => portal.close());

/** A 30 January at 22:00 that is ahead, and the days of payment after it: the year is no leap year. */
const begin = nextCommonYear(new Date().getUTCFullYear() + 1);
const year = begin.getUTCFullYear();
const [february, april] = [`${year}-02-28`, `${year}-04-30`];

function nextCommonYear(from: number): Date {
  return new Date(Date.UTC(from % 4 === 0 ? from + 1 : from, 0, 30, 22));
}

const dayOf = (instant: string | null | undefined) => instant?.slice(0, 10);
const paid = async ({ member }: Awaited<ReturnType<typeof subscribe>>) =>
  (await portal.rows('select paid_minor from invoices where user_id = $1 order by issued_at, id', [member.userId])).map(
    ({ paid_minor }) => paid_minor,
  );

it('SUBSCR-22 pauses a subscription of 30 January for two months from 28 February to 30 April, and charges from then on', {
  tags: 'long',
}, async () => {
  const own = await subscribe(portal);
  expect((await own.member.post(`/api/user/subscription/${own.id}/pause`, { months: 2 })).status).toBe(200);
  const pause = (await subscriptionOf(own.member))?.pause;
  expect([dayOf(pause?.startsAt), dayOf(pause?.endsAt)]).toEqual([february, april]);
  const { pause_collection: collection } = await portal.stripe.subscriptions.retrieve(own.stripeId);
  // Half a day before the renewal.
  expect(new Date((collection?.resumes_at ?? 0) * 1000).toISOString()).toMatch(`${april}T10:00`);
});

it('SUBSCR-24 takes an offer of two payments off those of 28 February and 30 March when a subscription began on 30 January', {
  tags: 'long',
}, async () => {
  const own = await subscribe(portal);
  expect(await subscriptionOf(own.member)).toMatchObject({ billingDay: 30 });
  const address = `/api/user/subscription/${own.id}/offer`;
  const { offer } = (await own.member.post<ShownOffer>(address, { reason: 'unused' })).body;
  expect([dayOf(offer?.startsAt), dayOf(offer?.fullPriceFrom)]).toEqual([february, april]);
  expect((await own.member.post(`${address}/accept`, {})).status).toBe(200);
  expect(dayOf((await subscriptionOf(own.member))?.discount?.fullPriceFrom)).toBe(april);
  for (let month = 0; month < 3; month += 1) await passRenewal(portal, own.stripeId);
  expect(await paid(own)).toEqual([1250, 875, 875, 1250]);
});
