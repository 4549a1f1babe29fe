import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { monthsAfter } from '#contract/months.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf, passRenewal, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

type Subscriber = Awaited<ReturnType<typeof subscribe>>;
const address = (id: number) => `/api/user/subscription/${id}/pause`;
const pause = ({ member, id }: Subscriber, months: unknown = 2) =>
  member.post<{ message: string }>(address(id), { months });
const endPause = ({ member, id }: Subscriber) => member.delete<{ message: string }>(address(id));
const collection = async ({ stripeId }: Subscriber) =>
  (await portal.stripe.subscriptions.retrieve(stripeId)).pause_collection;
const invoices = async ({ member }: Subscriber) =>
  (
    await portal.rows('select status, paid_minor from invoices where user_id = $1 order by issued_at, id', [
      member.userId,
    ])
  ).map(({ status, paid_minor }) => [status, paid_minor]);
const subjects = async ({ member }: Subscriber) => {
  const [user] = await portal.rows('select email from users where id = $1', [member.userId]);
  return portal.sentMails.filter(({ to }) => to === user?.email).map(({ subject }) => subject);
};
/** Moves a time of the pause into the past, because the sandbox's clock does not move the database's. */
const reach = ({ id }: Subscriber, column: 'pause_starts_at' | 'pause_ends_at') =>
  portal.rows(`update subscriptions set ${column} = now() - interval '1 second' where id = $1`, [id]);
it('SUBSCR-22 refuses a pause to visitors and other members, wrong months, annual plans and what cannot pause', async () => {
  const own = await subscribe(portal);
  const other = await portal.member();
  expect((await portal.visitor().post(address(own.id), { months: 2 })).status).toBe(401);
  expect((await other.post(address(own.id), { months: 2 })).status).toBe(404);
  expect((await other.delete(address(own.id))).status).toBe(404);
  for (const wrong of [0, 4, 1.5, '2', null]) {
    expect(await pause(own, wrong)).toMatchObject({ status: 400, body: { message: 'months must be 1, 2 or 3' } });
  }
  const annual = await subscribe(portal, { plan: 'annual' });
  expect(await pause(annual)).toMatchObject({ status: 409, body: { code: 'subscriptions.pause-not-offered' } });
  await own.member.post(`/api/user/subscription/${own.id}/cancel`);
  expect(await pause(own)).toMatchObject({ status: 409, body: { code: 'subscriptions.cancelling' } });
  expect([await collection(own), await collection(annual)]).toEqual([null, null]);
  expect((await subscriptionOf(own.member))?.pause).toBeNull();
});

it('SUBSCR-22 a pause keeps access to the end of the paid period, charges nothing in its months, and then renews', async () => {
  const own = await subscribe(portal);
  const before = await subscriptionOf(own.member);
  const startsAt = before?.currentPeriodEnd ?? '';
  const endsAt = monthsAfter(new Date(startsAt), 2, before?.billingDay ?? undefined).toISOString();
  expect((await pause(own, 2)).status).toBe(200);
  const after = await subscriptionOf(own.member);
  expect(after).toEqual({ ...before, pause: { startsAt, endsAt, isRunning: false } });
  expect(await collection(own)).toMatchObject({ behavior: 'void' });
  expect((await accessOf(own.member, own.resourceId)).hasAccess).toBe(true);
  for (const change of [
    pause(own, 1),
    own.member.post(`/api/user/subscription/${own.id}/plan`, { plan: 'annual', when: 'now' }),
  ]) {
    expect(await change).toMatchObject({ status: 409, body: { code: 'subscriptions.paused' } });
  }
  await portal.runWebhooks();
  expect((await subjects(own)).filter((subject) => subject.includes('pauses on'))).toHaveLength(1);

  await passRenewal(portal, own.stripeId);
  await reach(own, 'pause_starts_at');
  expect((await accessOf(own.member, own.resourceId)).hasAccess).toBe(false);
  await passRenewal(portal, own.stripeId);
  expect(await invoices(own)).toEqual([
    ['paid', 1250],
    ['void', 0],
    ['void', 0],
  ]);
  expect((await subscriptionOf(own.member))?.status).toBe('active');
  await passRenewal(portal, own.stripeId);
  expect((await invoices(own)).at(-1)).toEqual(['paid', 1250]);
  expect((await subjects(own)).filter((subject) => subject.includes('continues on'))).toHaveLength(1);
  expect(await collection(own)).toBeNull();
  await portal.rows(`update subscriptions set pause_starts_at = now() - interval '1 day' where id = $1`, [own.id]);
  await reach(own, 'pause_ends_at');
  expect((await accessOf(own.member, own.resourceId)).hasAccess).toBe(true);
  expect((await subscriptionOf(own.member))?.pause).toBeNull();
});

it('SUBSCR-22 a pause that is ahead is taken back, and the next renewal is charged', { tags: 'long' }, async () => {
  const own = await subscribe(portal);
  const other = await subscribe(portal);
  await pause(own, 3);
  await pause(other, 1);
  expect((await endPause(own)).status).toBe(200);
  expect([await collection(own), (await subscriptionOf(own.member))?.pause]).toEqual([null, null]);
  expect(await collection(other)).not.toBeNull();
  expect((await endPause(own)).status).toBe(200);
  await passRenewal(portal, own.stripeId);
  expect((await invoices(own)).at(-1)).toEqual(['paid', 1250]);
  expect((await invoices(other)).at(-1)).toEqual(['void', 0]);
});

it('SUBSCR-22 a running pause that is ended early opens nothing before the next renewal is charged', {
  tags: 'long',
}, async () => {
  const own = await subscribe(portal);
  await pause(own, 3);
  await passRenewal(portal, own.stripeId);
  await reach(own, 'pause_starts_at');
  const running = await subscriptionOf(own.member);
  const { body } = await endPause(own);
  expect(body.message).toMatch(/^The subscription continues on \d/);
  const ended: Subscription | null = await subscriptionOf(own.member);
  expect(ended?.pause?.endsAt).toBe(running?.currentPeriodEnd);
  expect((await accessOf(own.member, own.resourceId)).hasAccess).toBe(false);
  await passRenewal(portal, own.stripeId);
  expect((await invoices(own)).at(-1)).toEqual(['paid', 1250]);
});

it('SUBSCR-22 a suspension comes before a pause, and the pause holds again when it is lifted', {
  tags: 'long',
}, async () => {
  const administrator = await portal.administrator();
  const own = await subscribe(portal);
  await pause(own, 2);
  const paused = await collection(own);
  await administrator.post(`/api/admin/subscriptions/${own.id}/suspend`, { reason: 'A question' });
  expect(await collection(own)).toEqual({ behavior: 'void', resumes_at: null });
  expect((await endPause(own)).status).toBe(200);
  expect(await collection(own)).toEqual({ behavior: 'void', resumes_at: null });
  await administrator.post(`/api/admin/subscriptions/${own.id}/reactivate`);
  expect(await collection(own)).toBeNull();
  await pause(own, 2);
  await portal.stripe.subscriptions.update(own.stripeId, { pause_collection: '' });
  await portal.runWebhooks();
  await portal.runWebhooks();
  expect(await collection(own)).toEqual(paused);
});

it('SUBSCR-22 a pause during an outage of the provider is made when it answers again', { tags: 'long' }, async () => {
  const own = await subscribe(portal);
  await portal.control('POST /sandbox/faults', {
    kind: 'fail',
    status: 500,
    method: 'POST',
    path: `/v1/subscriptions/${own.stripeId}`,
    times: 2,
  });
  const answer = await pause(own, 1);
  await portal.control('DELETE /sandbox/faults');
  expect(answer.status).toBe(200);
  await portal.runTask('update-subscription-pause', { subscriptionId: own.id });
  expect(await collection(own)).not.toBeNull();
});

it('SUBSCR-23 the reason of a cancellation is optional, kept at the provider and here, and an unknown one is refused', async () => {
  const [own, silent] = [await subscribe(portal), await subscribe(portal)];
  const cancel = ({ member, id }: Subscriber, body?: object) =>
    member.post(`/api/user/subscription/${id}/cancel`, body);
  expect(await cancel(own, { reason: 'bored' })).toMatchObject({
    status: 400,
    body: { message: 'This reason is not known' },
  });
  expect((await cancel(own, { reason: 'other', comment: 'x'.repeat(501) })).status).toBe(400);
  expect((await subscriptionOf(own.member))?.cancelAtPeriodEnd).toBe(false);
  expect((await cancel(own, { reason: 'too_expensive', comment: ' Our budget ended. ' })).status).toBe(200);
  expect((await cancel(silent)).status).toBe(200);
  const kept = async ({ id }: Subscriber) =>
    (
      await portal.rows(
        'select cancel_reason, cancel_comment, cancelled_at is not null as at from subscriptions where id = $1',
        [id],
      )
    )[0];
  expect(await kept(own)).toEqual({ cancel_reason: 'too_expensive', cancel_comment: 'Our budget ended.', at: true });
  expect(await kept(silent)).toEqual({ cancel_reason: null, cancel_comment: null, at: true });
  expect((await portal.stripe.subscriptions.retrieve(own.stripeId)).cancellation_details).toMatchObject({
    feedback: 'too_expensive',
    comment: 'Our budget ended.',
  });
  await own.member.post(`/api/user/subscription/${own.id}/reactivate`);
  expect(await kept(own)).toEqual({ cancel_reason: null, cancel_comment: null, at: false });
});
