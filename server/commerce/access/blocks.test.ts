import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertGrant, insertPurchase, insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { accessOf } from '#tests/support/subscriptions.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(async () => {
  await expectInvariants(portal.database);
  await portal.close();
});

const blocked = { hasAccess: false, code: 'access.blocked', reason: 'Resource access blocked by administrator' };
const open = { hasAccess: true, code: null, reason: '' };
const address = (userId: number) => `/api/admin/users/${userId}/subscription/block-resource`;
const block = (userId: number, resourceId: number, reason = 'Too many people share the account') =>
  administrator.post(address(userId), { resourceId, reason });
const lift = (userId: number, resourceId: number) => administrator.delete(`${address(userId)}/${resourceId}`);

async function subscriber(fields: object = {}) {
  const member = await portal.member();
  const { id: resourceId } = await insertResource(portal.database, { access_type: 'subscription' });
  await portal.database.db.kysely
    .insertInto('subscriptions')
    .values({ user_id: member.userId, amount_minor: 899, currency: 'GBP', status: 'active', ...fields })
    .execute();
  return { member, resourceId };
}

describe('refusals', () => {
  it('API-47 refuses blocks by members, also of themselves, and answers 404 for unknown members, resources and blocks', async () => {
    const { member, resourceId } = await subscriber();
    expect((await member.post(address(member.userId), { resourceId, reason: 'x' })).status).toBe(403);
    expect((await block(member.userId, resourceId, ' ')).body).toMatchObject({ message: 'Reason is required' });
    expect((await block(999_999, resourceId)).body).toMatchObject({ code: 'accounts.not-found' });
    expect((await block(member.userId, 999_999)).body).toMatchObject({ code: 'catalogue.not-found' });
    expect(await lift(member.userId, resourceId)).toMatchObject({ status: 404, body: { code: 'access.no-block' } });
    expect(await accessOf(member, resourceId)).toEqual(open);
  });
});

describe('a block', () => {
  it('ACCESS-06 ACCESS-09 ACCESS-20 a block closes one resource of the subscription until it is lifted', async () => {
    const { member, resourceId } = await subscriber();
    const other = await insertResource(portal.database, { access_type: 'subscription' });
    expect((await block(member.userId, resourceId)).status).toBe(200);
    expect((await block(member.userId, resourceId)).status).toBe(200);
    expect(await accessOf(member, resourceId)).toEqual(blocked);
    expect(await accessOf(member, other.id)).toEqual(open);
    const all = await member.get<{ resourceId: number }[]>('/api/user/resource-access');
    expect(all.body.find((one) => one.resourceId === resourceId)).toEqual({ resourceId, ...blocked });
    expect(all.body.find((one) => one.resourceId === other.id)).toEqual({ resourceId: other.id, ...open });
    expect((await lift(member.userId, resourceId)).status).toBe(200);
    expect(await accessOf(member, resourceId)).toEqual(open);
    const { rows } = await portal.database.pool.query(
      `select action, after from audit_log where object = 'block' and object_id = $1 order by id`,
      [`${member.userId}:${resourceId}`],
    );
    expect(rows).toEqual([
      { action: 'create', after: { userId: member.userId, resourceId, reason: 'Too many people share the account' } },
      { action: 'delete', after: null },
    ]);
  });

  it('ACCESS-20 a grant or a purchase opens a blocked resource, whichever came first', async () => {
    const { member, resourceId } = await subscriber();
    await block(member.userId, resourceId);
    await insertGrant(portal.database, { userId: member.userId, resourceId });
    expect(await accessOf(member, resourceId)).toEqual(open);
    const other = await subscriber();
    await insertPurchase(portal.database, { userId: other.member.userId, resourceId: other.resourceId });
    await block(other.member.userId, other.resourceId);
    expect(await accessOf(other.member, other.resourceId)).toEqual(open);
  });
});

describe('days of grace', () => {
  const past = new Date(Date.now() - 60_000);
  const future = new Date(Date.now() + 60_000);

  it('ACCESS-16 days of grace follow the clock of the database, and count only while a payment is due', async () => {
    for (const [fields, expected] of [
      [{ status: 'past_due', grace_ends_at: future }, true],
      [{ status: 'past_due', grace_ends_at: past }, false],
      [{ status: 'past_due' }, false],
      [{ status: 'unpaid', grace_ends_at: future }, false],
      [{ status: 'trialing' }, true],
      [{ status: 'active', is_duplicate: true }, false],
      [{ status: 'canceled' }, false],
    ] as const) {
      const { member, resourceId } = await subscriber(fields);
      expect([fields, (await accessOf(member, resourceId)).hasAccess]).toEqual([fields, expected]);
    }
  });
});
