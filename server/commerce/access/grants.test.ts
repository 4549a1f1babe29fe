import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client, JsonObject } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf, addSubscriptionResource, subscribe } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client & { userId: number };
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterEach(() => expectInvariants(portal.database));
afterAll(() => portal.close());

const of = (userId: number, part: string) => `/api/admin/users/${userId}/${part}`;
const addResource = () => portal.addResource({ accessType: 'purchase', priceMinor: 4900 });
const reason = 'For the pilot group';
const auditOf = (object: string, id: unknown) =>
  portal.rows(`select actor_user_id as actor, action from audit_log where object = $1 and object_id = $2 order by id`, [
    object,
    String(id),
  ]);

describe('refusals', () => {
  it('PERM-01 PERM-02 refuses every access management endpoint to visitors and members, also about themselves', async () => {
    const { member, resourceId } = await portal.paid();
    const { userId } = member;
    for (const [client, status] of [
      [portal.visitor(), 401],
      [member, 403],
    ] as const) {
      const answers = [
        ...(await Promise.all(
          ['purchases', 'subscription', 'grants', 'subscription-blocks', `access/${resourceId}`].map((part) =>
            client.get(of(userId, part)),
          ),
        )),
        await client.post(of(userId, 'grants'), { resourceId, reason }),
        await client.delete('/api/admin/grants/1'),
        await client.delete(of(userId, 'purchases/1')),
        await client.delete(of(userId, 'subscription')),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    }
    expect(await portal.rows('select id from access_grants where user_id = $1', [userId])).toEqual([]);
  });

  it('ADM-USER-09 refuses a grant without resource or reason, for an unknown member or resource, twice, or in the past', async () => {
    const { userId } = await portal.member();
    const resourceId = await addResource();
    const withdrawn = await insertResource(portal.database, { withdrawn_at: new Date(), is_published: false });
    const good = { resourceId, reason };
    const cases: [number, object, number, string][] = [
      [userId, { reason }, 400, 'Choose a resource'],
      [userId, { ...good, reason: ' ' }, 400, 'Reason is required'],
      [userId, { ...good, expiresAt: 'soon' }, 400, 'The end must be a date'],
      [userId, { ...good, expiresAt: '2020-01-31' }, 400, 'The end date is in the past. Choose a later date.'],
      [999_999, good, 404, 'User not found'],
      [userId, { ...good, resourceId: 999_999 }, 404, 'Resource not found'],
      [userId, { ...good, resourceId: withdrawn.id }, 404, 'Resource not found'],
    ];
    for (const [id, body, status, message] of cases) {
      const answer = await administrator.post(of(id, 'grants'), body);
      expect([answer.status, answer.body.message]).toEqual([status, message]);
    }
    const both = await Promise.all([1, 2].map(() => administrator.post(of(userId, 'grants'), good)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("API-45 refuses to remove another member's purchase, and answers 404 for an unknown member", async () => {
    const { member, resourceId } = await portal.paid();
    const other = await portal.member();
    await portal.runWebhooks();
    const [{ id }] = (await administrator.get<[{ id: number }]>(of(member.userId, 'purchases'))).body;
    expect((await administrator.delete(of(other.userId, `purchases/${id}`))).status).toBe(404);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    for (const part of ['purchases', 'subscription', 'grants', 'subscription-blocks', `access/${resourceId}`]) {
      expect((await administrator.get(of(999_999, part))).status).toBe(404);
    }
    expect((await administrator.delete(of(other.userId, 'subscription'))).status).toBe(404);
    expect((await administrator.delete('/api/admin/grants/999999')).status).toBe(404);
  });
});

describe('a grant', () => {
  it('API-43 API-44 ACCESS-16 a grant opens a resource until it is revoked', async () => {
    const member = await portal.member();
    const resourceId = await addResource();
    const { status, body: grant } = await administrator.post(of(member.userId, 'grants'), { resourceId, reason });
    expect([status, grant]).toEqual([
      201,
      {
        id: expect.any(Number),
        resourceId,
        resource: { id: resourceId, title: expect.any(String) },
        reason,
        createdAt: expect.any(String),
        expiresAt: null,
        isActive: true,
      },
    ]);
    expect((await administrator.get(of(member.userId, 'grants'))).body).toEqual([grant]);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    expect((await administrator.delete(`/api/admin/grants/${grant.id}`)).status).toBe(200);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect((await administrator.delete(`/api/admin/grants/${grant.id}`)).status).toBe(404);
    expect((await administrator.get(of(member.userId, 'grants'))).body).toEqual([{ ...grant, isActive: false }]);
    expect(await auditOf('grant', grant.id)).toEqual([
      { actor: administrator.userId, action: 'create' },
      { actor: administrator.userId, action: 'revoke' },
    ]);
  });

  it('ACCESS-17 an expired grant opens nothing, and the resource can be granted again', async () => {
    const member = await portal.member();
    const resourceId = await addResource();
    const form = { resourceId, reason, expiresAt: '2999-12-31' };
    const { body } = await administrator.post(of(member.userId, 'grants'), form);
    expect(body.expiresAt).toBe('3000-01-01T00:00:00.000Z');
    await portal.rows(`update access_grants set expires_at = now() - interval '1 second' where id = $1`, [body.id]);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect((await administrator.post(of(member.userId, 'grants'), form)).status).toBe(201);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
  });
});

it('API-42 API-45 ACCESS-16 a removed purchase opens nothing, and the reply names its payment', async () => {
  const { member, resourceId, paymentIntentId } = await portal.paid();
  await portal.runWebhooks();
  const { body: purchases } = await administrator.get<JsonObject[]>(of(member.userId, 'purchases'));
  expect(purchases).toEqual([
    {
      id: expect.any(Number),
      leftMinor: 1999,
      refundedMinor: 0,
      resourceId,
      resource: { id: resourceId, title: expect.any(String) },
      amount: 19.99,
      currency: 'GBP',
      createdAt: expect.any(String),
      stripePaymentIntentId: paymentIntentId,
      isGift: false,
      seats: null,
    },
  ]);
  const removed = await administrator.delete(of(member.userId, `purchases/${purchases[0]?.id}`));
  expect([removed.status, removed.body.stripePaymentIntentId]).toEqual([200, paymentIntentId]);
  expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
  expect((await administrator.get(of(member.userId, 'purchases'))).body).toEqual([]);
  expect((await administrator.delete(of(member.userId, `purchases/${purchases[0]?.id}`))).status).toBe(404);
  // A later sync of the payment does not bring the purchase back.
  const answer = await member.post('/api/complete-purchase', { resourceId, paymentIntentId });
  expect([answer.status, (await accessOf(member, resourceId)).hasAccess]).toEqual([409, false]);
  expect(await auditOf('purchase', purchases[0]?.id)).toContainEqual({ actor: administrator.userId, action: 'remove' });
});

it('API-42 API-46 ACCESS-16 an administrator ends a subscription at once', async () => {
  const { member, resourceId, id, stripeId } = await subscribe(portal);
  expect((await administrator.get(of(member.userId, 'subscription'))).body).toMatchObject({
    id,
    status: 'active',
    currentPeriodStart: expect.any(String),
    currentPeriodEnd: expect.any(String),
  });
  expect(await administrator.delete(of(member.userId, 'subscription'))).toMatchObject({
    status: 200,
    body: { stripeResult: { status: 'canceled' } },
  });
  expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
  expect((await portal.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled');
  expect((await administrator.delete(of(member.userId, 'subscription'))).status).toBe(404);
  expect(await auditOf('subscription', id)).toContainEqual({ actor: administrator.userId, action: 'end' });
});

it('API-42 ADM-USER-08 lists blocks, and explains access with every entitlement that counted', async () => {
  const { member, resourceId } = await subscribe(portal);
  const explain = async () => (await administrator.get(of(member.userId, `access/${resourceId}`))).body;
  expect(await explain()).toMatchObject({
    hasAccess: true,
    code: null,
    reason: '',
    because: [{ kind: 'subscription' }],
    isBlocked: false,
    subscriptionStatus: 'active',
  });
  await administrator.post(of(member.userId, 'subscription/block-resource'), { resourceId, reason });
  expect((await administrator.get(of(member.userId, 'subscription-blocks'))).body).toEqual([
    {
      resourceId,
      resource: { id: resourceId, title: 'Bias review workspace' },
      reason,
      createdAt: expect.any(String),
      isActive: true,
    },
  ]);
  expect(await explain()).toMatchObject({
    hasAccess: false,
    code: 'access.blocked',
    reason: 'Resource access blocked by administrator',
    because: [],
    isBlocked: true,
  });
  const { body: grant } = await administrator.post(of(member.userId, 'grants'), { resourceId, reason });
  expect(await explain()).toMatchObject({
    hasAccess: true,
    because: [
      {
        kind: 'grant',
        id: grant.id,
        expiresAt: null,
        since: grant.createdAt,
        by: expect.stringMatching(/^\S+ \S+$/),
        details: reason,
      },
    ],
  });
  const other = await addSubscriptionResource(portal);
  expect((await administrator.get(of(administrator.userId, `access/${other}`))).body).toMatchObject({
    hasAccess: true,
    because: [{ kind: 'administrator' }],
    subscriptionStatus: null,
  });
});

it('GEN-10 grants and blocks have pages and a total', async () => {
  const { userId } = await portal.member();
  for (const resourceId of [await addResource(), await addResource()]) {
    await administrator.post(of(userId, 'grants'), { resourceId, reason });
    await administrator.post(of(userId, 'subscription/block-resource'), { resourceId, reason });
  }
  for (const part of ['grants', 'subscription-blocks']) {
    const all = await administrator.get<JsonObject[]>(of(userId, part));
    const second = await administrator.get<JsonObject[]>(of(userId, `${part}?page=2&pageSize=1`));
    expect([second.body, second.headers['x-total-count']]).toEqual([[all.body[1]], '2']);
  }
});
