import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ClosedByRefund, MemberAccess } from '#contract/commerce/access-admin.ts';
import type { Client } from '#tests/support/client.ts';
import { insertPurchase } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { addPath, resourceStep } from '#tests/support/paths.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { addSubscriptionResource, subscribe } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let office: Client & { userId: number };
beforeAll(async () => {
  portal = await createPayingPortal();
  office = await portal.administrator();
});
afterEach(() => expectInvariants(portal.database));
afterAll(() => portal.close());

const accessOf = async (userId: number, query = '') =>
  (await office.get<MemberAccess>(`/api/admin/users/${userId}/access${query}`)).body;

it('ADM-USER-18 refuses members, unknown members, unknown reasons and bad pages', async () => {
  const member = await portal.member();
  const path = `/api/admin/users/${member.userId}`;
  expect((await member.get(`${path}/access`)).status).toBe(403);
  expect((await member.get(`${path}/payments`)).status).toBe(403);
  expect((await member.get(`${path}/summary`)).status).toBe(403);
  for (const part of ['access', 'payments', 'summary', 'purchases/1/closes']) {
    expect((await office.get(`/api/admin/users/999999/${part}`)).body).toMatchObject({ code: 'accounts.not-found' });
  }
  expect((await office.get(`${path}/access?reason=luck`)).status).toBe(400);
  expect((await office.get(`${path}/access?page=0`)).status).toBe(400);
});

it('ADM-USER-18 each resource is there once, with the reason that counts first, and pages go through all of them', async () => {
  const { member, resourceId: plan } = await subscribe(portal);
  const { userId } = member;
  const bought = await portal.addResource({ accessType: 'purchase', priceMinor: 3200 });
  await insertPurchase(portal.database, { userId, resourceId: bought });
  const blocked = await addSubscriptionResource(portal);
  const granted = await portal.addResource({ accessType: 'purchase', priceMinor: 4900 });
  const closed = await portal.addResource({ accessType: 'purchase', priceMinor: 4900 });
  const free = await portal.addResource({ accessType: 'free' });
  const path = `/api/admin/users/${userId}`;
  await office.post(`${path}/grants`, { resourceId: granted, reason: 'Speaker', expiresAt: '2090-12-31' });
  await office.post(`${path}/grants`, { resourceId: plan, reason: 'Twice open' });
  await office.post(`${path}/subscription/block-resource`, { resourceId: blocked, reason: 'Shared account' });

  const { items, total, counts } = await accessOf(userId, '?pageSize=200');
  const reasonOf = (id: number) => items.filter(({ resourceId }) => resourceId === id);
  expect(reasonOf(bought)).toMatchObject([{ reason: 'purchase', currency: 'GBP', by: null }]);
  expect(reasonOf(bought)[0]?.amount).toBeGreaterThan(0);
  expect(reasonOf(granted)).toMatchObject([{ reason: 'grant', details: 'Speaker', by: expect.any(String) }]);
  expect(reasonOf(granted)[0]?.expiresAt).toBe('2091-01-01T00:00:00.000Z');
  expect(reasonOf(plan)).toMatchObject([{ reason: 'grant', details: 'Twice open' }]);
  expect(reasonOf(blocked)).toMatchObject([{ reason: 'blocked', details: 'Shared account', id: null }]);
  expect(reasonOf(free)).toMatchObject([{ reason: 'free' }]);
  expect(reasonOf(closed)).toEqual([]);
  expect(total).toBe(items.length);
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(total);

  const paged = [];
  for (let page = 1; page <= Math.ceil(total / 2); page += 1)
    paged.push(...(await accessOf(userId, `?pageSize=2&page=${page}`)).items);
  expect(paged).toEqual(items);
  for (const { reason, count } of counts) {
    const only = await accessOf(userId, `?reason=${reason}&pageSize=200`);
    expect([only.total, only.items.length, new Set(only.items.map((one) => one.reason))]).toEqual([
      count,
      count,
      new Set([reason]),
    ]);
  }
  // The administrator's list must agree with the access that the member's own pages show.
  const own = await member.get<{ resourceId: number; hasAccess: boolean }[]>('/api/user/resource-access?pageSize=200');
  const open = items.filter(({ reason }) => reason !== 'blocked').map(({ resourceId }) => resourceId);
  expect(open.toSorted()).toEqual(
    own.body
      .filter((one) => one.hasAccess)
      .map((one) => one.resourceId)
      .toSorted(),
  );
  const title = reasonOf(granted)[0]?.title ?? '';
  expect((await accessOf(userId, `?search=${encodeURIComponent(title)}`)).items.map((one) => one.title)).toContain(
    title,
  );
  expect((await accessOf(userId, `?search=${encodeURIComponent('%_no such')}`)).items).toEqual([]);
});

it('ADM-USER-18 ADM-USER-19 PATH-01 names a path that only its parts open, and what the refund of a part closes', async () => {
  const [member, other] = [await portal.member(), await portal.member()];
  const free = await portal.addResource({ accessType: 'free' });
  const sold = await portal.addResource({ accessType: 'purchase', priceMinor: 3200 });
  const forSale = { title: 'Way to buy', accessType: 'purchase', price: 30 };
  const id = await addPath(office, [resourceStep(free), resourceStep(sold)], forSale);
  await insertPurchase(portal.database, { userId: member.userId, resourceId: sold });
  expect((await accessOf(other.userId, '?search=Way to buy')).items).toEqual([]);

  const whole = await accessOf(member.userId, '?pageSize=200');
  expect(whole.items.filter(({ resourceId }) => resourceId === id)).toMatchObject([{ reason: 'parts', id: null }]);
  expect(whole.counts).toContainEqual({ reason: 'parts', count: 1 });
  expect(whole.total).toBe(whole.items.length);
  const only = await accessOf(member.userId, '?reason=parts&search=way');
  expect([only.total, only.items.map(({ title }) => title)]).toEqual([1, ['Way to buy']]);
  const own = await member.get<{ resourceId: number; hasAccess: boolean }[]>('/api/user/resource-access?pageSize=200');
  const open = own.body.filter(({ hasAccess }) => hasAccess).map(({ resourceId }) => resourceId);
  expect(whole.items.map(({ resourceId }) => resourceId).toSorted()).toEqual(open.toSorted());

  const [purchase] = await portal.rows('select id from purchases where user_id = $1', [member.userId]);
  const closes = `/api/admin/users/${member.userId}/purchases/${purchase?.id}/closes`;
  const [part] = await portal.rows('select title from resources where id = $1', [sold]);
  const refund = (await office.get<ClosedByRefund>(closes)).body;
  expect([refund.closes.toSorted(), refund.stays]).toEqual([[part?.title, 'Way to buy'].toSorted(), []]);
  await office.post(`/api/admin/users/${member.userId}/grants`, { resourceId: sold, reason: 'Kept' });
  expect((await office.get<ClosedByRefund>(closes)).body.closes).toEqual([]);
});

it('ADM-USER-19 the end of a purchase closes what nothing else opens, and of another member nothing', async () => {
  const { member, resourceId } = await portal.paid();
  await portal.runWebhooks();
  const other = await portal.member();
  const [purchase] = await portal.rows('select id from purchases where user_id = $1', [member.userId]);
  const closes = async (userId: number) =>
    (await office.get<ClosedByRefund>(`/api/admin/users/${userId}/purchases/${purchase?.id}/closes`)).body;
  const [resource] = await portal.rows('select title from resources where id = $1', [resourceId]);
  expect(await closes(member.userId)).toEqual({ closes: [resource?.title], stays: [] });
  expect(await closes(other.userId)).toEqual({ closes: [], stays: [] });
  const preview = (query: string) =>
    office.get<{ code?: string }>(`/api/admin/users/${member.userId}/purchases/${purchase?.id}/closes?${query}`);
  expect((await preview('amountMinor=2000')).body.code).toBe('billing.refund-too-large');
  for (const query of ['amountMinor=0', 'amountMinor=1.5', 'amountMinor=all', 'amountMinor=1e2', 'amountMinor=0x10'])
    expect([query, (await preview(query)).status]).toEqual([query, 400]);
  expect((await preview('amount=5')).status).toBe(400);
  const part = { closes: [], stays: [{ title: resource?.title, reason: 'purchase' }] };
  expect((await preview('amountMinor=1998')).body).toEqual(part);
  expect((await preview('amountMinor=1999')).body).toEqual({ closes: [resource?.title], stays: [] });
  await office.post(`/api/admin/users/${member.userId}/grants`, { resourceId, reason: 'Kept' });
  expect(await closes(member.userId)).toEqual({ closes: [], stays: [{ title: resource?.title, reason: 'grant' }] });
});
