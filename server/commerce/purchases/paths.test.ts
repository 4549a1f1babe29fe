import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { addPath, resourceStep } from '#tests/support/paths.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const sale = { accessType: 'purchase', price: '30' };
const openOf = (member: Client, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await accessOf(member, id)).hasAccess));
async function buy(member: Client & { userId: number }, resourceId: number) {
  await portal.pay((await portal.openPayment(member, resourceId)).clientSecret);
  await portal.runWebhooks();
}

it('PATH-01 refuses to sell a path whose parts are all open, and makes no payment; it is open then', async () => {
  const member = await portal.member();
  const parts = [await portal.addResource(), await portal.addResource()];
  const id = await addPath(
    administrator,
    parts.map((part) => resourceStep(part)),
    sale,
  );
  for (const part of parts) await buy(member, part);
  const attempts = async () =>
    (await portal.database.pool.query('select count(*) as attempts from payment_attempts')).rows;
  const before = await attempts();
  const rejected = await member.post<{ code: string }>('/api/create-payment-intent', { resourceId: id });
  expect([rejected.status, rejected.body.code]).toEqual([409, 'access.parts-open']);
  expect(await attempts()).toEqual(before);
  expect(await openOf(member, [id])).toEqual([true]);
});

it('PATH-01 a purchase of a path opens its parts, those that are added later as well, and a refund closes them', async () => {
  const [member, other] = [await portal.member(), await portal.member()];
  const parts = [await portal.addResource(), await portal.addResource(), await portal.addResource()] as const;
  const id = await addPath(administrator, [resourceStep(parts[0]), resourceStep(parts[1])], sale);
  await buy(member, parts[0]);
  await buy(member, id);
  expect(await openOf(member, [id, ...parts])).toEqual([true, true, true, false]);
  const path = {
    order: 'free',
    sections: [{ title: '', summary: '', steps: parts.map((part) => resourceStep(part)) }],
  };
  expect((await administrator.patch(`/api/admin/resources/${id}`, { path })).status).toBe(200);
  expect(await openOf(member, [id, ...parts])).toEqual([true, true, true, true]);
  expect(await openOf(other, [id, ...parts])).toEqual([false, false, false, false]);
  const { rows } = await portal.database.pool.query(
    'select id from purchases where user_id = $1 and resource_id = $2',
    [member.userId, id],
  );
  const refund = `/api/admin/users/${member.userId}/purchases/${rows[0].id}/refund`;
  expect((await administrator.post(refund, {})).status).toBe(200);
  await portal.runWebhooks();
  expect(await openOf(member, [id, ...parts])).toEqual([false, true, false, false]);
});
