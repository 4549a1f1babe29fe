import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryEntry, SavedIds } from '#contract/learning/library.ts';
import type { OwnProgress } from '#contract/learning/progress.ts';
import { oneQuestion, publishCheck, takeCheck } from '#tests/support/checks.ts';
import type { Client } from '#tests/support/client.ts';
import {
  insertDocument,
  insertGrant,
  insertPurchase,
  insertResource,
  updateResource,
} from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const resource = async (fields: Parameters<typeof insertResource>[1] = {}) =>
  (await insertResource(portal.database, fields)).id;
const forSale = { access_type: 'purchase', price_minor: 1999 } as const;
const bySubscription = { access_type: 'subscription', monthly_price_minor: 899 } as const;
const shelf = async (client: Client, query = '') => {
  const { body, headers } = await client.get<LibraryEntry[]>(`/api/user/library${query}`);
  return { rows: body, ids: body.map((row) => row.resource.id), total: headers['x-total-count'] };
};
const counts = async (client: Client) => (await client.get('/api/user/library/counts')).body;
const unfinished = async (client: Client) =>
  (await client.get<LibraryEntry[]>('/api/user/library/unfinished')).body.map((row) => row.resource.id);
const open = (client: Client, resourceId: number) =>
  client.post('/api/user/sessions', { resourceId, sessionData: { startTime: '2026-01-01T00:00:00Z' } });
const subscribe = ({ userId }: Member) =>
  portal.database.pool.query(
    `insert into subscriptions (user_id, status, stripe_subscription_id, plan, amount_minor, currency)
     values ($1, 'active', 'sub_library', 'monthly', 899, 'GBP')`,
    [userId],
  );

describe('who is refused', () => {
  it('PERM-01 refuses My Resources to visitors, and unknown tabs', async () => {
    for (const path of ['', '/counts', '/unfinished']) {
      expect((await portal.visitor().get(`/api/user/library${path}`)).status).toBe(401);
    }
    const member = await portal.member();
    expect((await member.get('/api/user/library?shelf=other')).status).toBe(400);
    expect((await member.get('/api/user/library?page=0')).status).toBe(400);
  });
});

describe('the Purchased tab', () => {
  it('MYRES-02 MYRES-09 lists what was bought and what is for sale and granted, own only', async () => {
    const [member, other] = [await portal.member(), await portal.member()];
    const [bought, granted, notHeld] = [await resource(forSale), await resource(forSale), await resource(forSale)];
    const subscribed = await resource(bySubscription);
    await insertPurchase(portal.database, { userId: member.userId, resourceId: bought });
    await insertGrant(portal.database, { userId: member.userId, resourceId: granted });
    await insertGrant(portal.database, { userId: member.userId, resourceId: subscribed });
    await insertPurchase(portal.database, { userId: other.userId, resourceId: notHeld });
    const { rows, ids, total } = await shelf(member);
    expect([ids, total]).toEqual([[granted, bought], '2']);
    expect(rows[0]).toMatchObject({ progress: null, purchase: null, grantedAt: expect.stringMatching(/Z$/) });
    expect(rows[1]).toMatchObject({
      progress: null,
      purchase: { purchaseDate: expect.stringMatching(/Z$/), amount: 19.99, currency: 'GBP' },
      grantedAt: null,
    });
  });

  it('ACCESS-19 keeps a withdrawn resource for its buyer, and drops it for who was granted it', async () => {
    const [buyer, guest] = [await portal.member(), await portal.member()];
    const id = await resource(forSale);
    await insertPurchase(portal.database, { userId: buyer.userId, resourceId: id });
    await insertGrant(portal.database, { userId: guest.userId, resourceId: id });
    await updateResource(portal.database, id, { is_published: false, withdrawn_at: new Date() });
    expect([(await shelf(buyer)).ids, (await shelf(guest)).ids]).toEqual([[id], []]);
  });

  it('drops what was refunded, and grants that ended', async () => {
    const member = await portal.member();
    const [refunded, ended] = [await resource(forSale), await resource(forSale)];
    await insertPurchase(portal.database, {
      userId: member.userId,
      resourceId: refunded,
      status: 'refunded',
      ended_at: new Date(),
    });
    await insertGrant(portal.database, { userId: member.userId, resourceId: ended, expires_at: new Date(0) });
    expect((await shelf(member)).ids).toEqual([]);
  });
});

describe('the other tabs', () => {
  it('MYRES-09 Subscribed lists what the subscription opens, without what is blocked', async () => {
    const member = await portal.member();
    const [first, blocked, granted] = [
      await resource(bySubscription),
      await resource(bySubscription),
      await resource(bySubscription),
    ];
    await resource({ ...bySubscription, is_published: false });
    await insertGrant(portal.database, { userId: member.userId, resourceId: granted });
    expect((await shelf(member, '?shelf=subscribed')).ids).toEqual([granted]);
    await subscribe(member);
    await portal.database.pool.query(
      `insert into subscription_blocks (user_id, resource_id, reason) values ($1, $2, 'No')`,
      [member.userId, blocked],
    );
    const { ids, total } = await shelf(member, '?shelf=subscribed');
    expect(ids).toEqual(expect.arrayContaining([first, granted]));
    expect([ids.includes(blocked), total]).toEqual([false, String(ids.length)]);
    expect((await counts(member)).subscribed).toBe(ids.length);
  });

  it('MYRES-09 GEN-10 Free lists every published free resource, the newest first, in pages', async () => {
    const member = await portal.member();
    const draft = await resource({ is_published: false });
    await resource();
    const newest = await resource({ created_at: '2999-01-01' });
    const { ids, total } = await shelf(member, '?shelf=free');
    expect([ids[0], ids.includes(draft), total]).toEqual([newest, false, String(ids.length)]);
    const second = await shelf(member, '?shelf=free&page=2&pageSize=1');
    expect([second.ids, second.total]).toEqual([[ids[1]], total]);
    const none = { purchased: 0, subscribed: 0, free: ids.length };
    expect(await counts(member)).toEqual({ ...none, begun: { subscribed: 0, free: 0 } });
  });

  it('MYRES-13 counts the free and subscribed resources that the member has begun, not those of others', async () => {
    const [member, other] = [await portal.member(), await portal.member()];
    const [free, paid] = [await resource(), await resource(bySubscription)];
    await insertGrant(portal.database, { userId: member.userId, resourceId: paid });
    for (const resourceId of [free, paid]) {
      await member.post('/api/user/sessions', { resourceId, sessionData: { startTime: '2026-01-01T00:00:00Z' } });
    }
    expect((await counts(member)).begun).toEqual({ subscribed: 1, free: 1 });
    expect((await counts(other)).begun).toEqual({ subscribed: 0, free: 0 });
    await updateResource(portal.database, free, { is_published: false });
    expect((await counts(member)).begun).toEqual({ subscribed: 1, free: 0 });
  });
});

describe('progress', () => {
  it('MYRES-10 exists at 0 % once a resource was opened, and the last used comes first', async () => {
    const member = await portal.member();
    const [older, newer] = [await resource(), await resource()];
    await open(member, newer);
    await open(member, older);
    const { rows } = await shelf(member, '?shelf=free');
    expect(rows.slice(0, 2).map((row) => [row.resource.id, row.progress?.completionPercentage])).toEqual([
      [older, 0],
      [newer, 0],
    ]);
    expect(rows[2]?.progress).toBeNull();
  });

  it('MYRES-10 a download moves it, a look at the headers and a refused download do not', async () => {
    const member = await portal.member();
    const document = await insertDocument(portal);
    const id = await resource({ ...forSale, file_id: document.id });
    const url = `/api/resources/${id}/download`;
    expect((await member.get(url)).status).toBe(403);
    await insertPurchase(portal.database, { userId: member.userId, resourceId: id });
    await portal.app.inject({ method: 'HEAD', url, cookies: member.cookies });
    expect((await shelf(member)).rows[0]?.progress).toBeNull();
    expect((await member.get(url)).status).toBe(200);
    expect((await shelf(member)).rows[0]?.progress?.completionPercentage).toBe(50);
    expect(await unfinished(member)).toEqual([id]);
  });

  it('CHECK-05 a check is left once the resource is read or the check was tried, until it is passed', async () => {
    const [member, administrator] = [await portal.member(), await portal.administrator()];
    const [read, tried, begun, before] = [await resource(), await resource(), await resource(), await resource()];
    const finish = (id: number) => member.put(`/api/resources/${id}/finished`, { isFinished: true });
    // Completed before it had a check, so nothing is left (CHECK-07).
    await finish(before);
    const questions = [oneQuestion('a'), oneQuestion('b')];
    for (const id of [read, tried, begun, before]) await publishCheck(administrator, id, questions);
    for (const id of [begun, tried]) await open(member, id);
    await takeCheck(member, tried, questions, 1);
    await finish(read);
    const checks = async () => {
      const { rows } = await shelf(member, '?shelf=free');
      const of = new Map(rows.map((row) => [row.resource.id, row.checkLeft]));
      return [read, tried, begun, before].map((id) => of.get(id));
    };
    expect(await checks()).toEqual([
      { attempts: 0, bestPercent: null },
      { attempts: 1, bestPercent: 50 },
      undefined,
      undefined,
    ]);
    expect(await unfinished(member)).toEqual([read, tried, begun]);
    expect(await unfinished(await portal.member())).toEqual([]);
    await takeCheck(member, read, questions);
    expect((await checks())[0]).toBeUndefined();
    expect(await unfinished(member)).toEqual([tried, begun]);
  });

  it('CHECK-07 a resource with a check is finished when the check is passed, whatever was read', async () => {
    const [member, administrator] = [await portal.member(), await portal.administrator()];
    const [passed, read, plain] = [await resource(), await resource(), await resource()];
    const questions = [oneQuestion('a')];
    for (const id of [passed, read]) await publishCheck(administrator, id, questions);
    for (const id of [read, plain]) await member.put(`/api/resources/${id}/finished`, { isFinished: true });
    await takeCheck(member, passed, questions);
    const progress = async (id: number) => (await member.get(`/api/resources/${id}/progress`)).body;
    const { begun } = (await member.get<SavedIds>('/api/user/saved-resources/ids')).body;
    const { rows } = await shelf(member, '?shelf=free');
    const marks = [];
    for (const id of [passed, read, plain]) {
      const { isFinished, check } = (await progress(id)) as OwnProgress;
      const row = rows.find((one) => one.resource.id === id);
      marks.push([isFinished, check, row?.check, begun.find(({ resourceId }) => resourceId === id)?.check]);
    }
    expect(marks).toEqual([
      [true, 'completed', 'completed', 'completed'],
      [false, 'left', 'left', 'left'],
      [true, undefined, undefined, undefined],
    ]);
    expect(rows.find((row) => row.resource.id === passed)?.progress?.completionPercentage).toBe(0);
    expect(await unfinished(member)).toEqual([read]);
  });

  it('at most three unfinished resources are offered: begun, still open, the last one first', async () => {
    const member = await portal.member();
    const lost = await resource(forSale);
    const grant = await insertGrant(portal.database, { userId: member.userId, resourceId: lost });
    const ids = [await resource(), await resource(), await resource(), await resource()];
    for (const id of [...ids, lost]) await open(member, id);
    await portal.database.pool.query('update access_grants set is_active = false where id = $1', [grant.id]);
    expect(await unfinished(member)).toEqual(ids.slice(1).reverse());
    expect(await unfinished(await portal.member())).toEqual([]);
  });
});
