import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SavedIds } from '#contract/learning/library.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const resource = async (fields: Parameters<typeof insertResource>[1] = {}) =>
  (await insertResource(portal.database, fields)).id;
const save = (client: Client, id: number | string) => client.put(`/api/resources/${id}/saved`, {});
const unsave = (client: Client, id: number | string) => client.delete(`/api/resources/${id}/saved`);
const ids = async (client: Client) =>
  (await client.get<{ resourceIds: number[] }>('/api/user/saved-resources/ids')).body.resourceIds;
const list = async (client: Client, query = '') => {
  const { body, headers } = await client.get<{ id: number }[]>(`/api/user/saved-resources${query}`);
  return { ids: body.map(({ id }) => id), total: headers['x-total-count'] };
};

describe('who is refused', () => {
  it('PERM-01 API-58 refuses to save for visitors, and resources that members do not see', async () => {
    const member = await portal.member();
    const listed = await resource();
    for (const call of [save, unsave]) {
      expect((await call(portal.visitor(), listed)).status).toBe(401);
      expect((await call(member, await resource({ is_published: false }))).status).toBe(404);
      expect((await call(member, await resource({ withdrawn_at: '2026-01-01' }))).status).toBe(404);
      expect((await call(member, 2_000_000_000)).status).toBe(404);
      expect((await call(member, 'none')).status).toBe(400);
    }
    for (const path of ['', '/ids']) {
      expect((await portal.visitor().get(`/api/user/saved-resources${path}`)).status).toBe(401);
    }
    expect((await member.get('/api/user/saved-resources?page=0')).status).toBe(400);
    expect(await ids(member)).toEqual([]);
  });
});

describe('what a member saves', () => {
  it('PERM-04 lists a saved resource for its member alone, last saved first, page by page', async () => {
    const [member, other] = [await portal.member(), await portal.member()];
    const saved = [await resource(), await resource({ access_type: 'purchase', price_minor: 500 }), await resource()];
    for (const id of saved) expect(await save(member, id)).toMatchObject({ status: 200, body: { isSaved: true } });
    expect(await ids(member)).toEqual(saved.toReversed());
    expect(await list(member)).toEqual({ ids: saved.toReversed(), total: '3' });
    expect(await list(member, '?page=2&pageSize=2')).toEqual({ ids: saved.slice(0, 1), total: '3' });
    expect([await ids(other), await list(other)]).toEqual([[], { ids: [], total: '0' }]);
  });

  it('saving or removing a resource a second time changes nothing, also at the same moment', async () => {
    const member = await portal.member();
    const [first, second] = [await resource(), await resource()];
    await save(member, first);
    await save(member, second);
    const again = await Promise.all([save(member, first), save(member, first)]);
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect(await ids(member)).toEqual([second, first]);
    for (const _ of [1, 2]) {
      expect(await unsave(member, second)).toMatchObject({ status: 200, body: { isSaved: false } });
      expect(await ids(member)).toEqual([first]);
    }
  });

  it('BROWSE-15 leaves a saved resource out while it is not published; it can be removed then, and is listed again otherwise', async () => {
    const member = await portal.member();
    const [kept, dropped] = [await resource(), await resource()];
    for (const id of [kept, dropped]) {
      await save(member, id);
      await updateResource(portal.database, id, { is_published: false });
    }
    expect([await ids(member), await list(member)]).toEqual([[], { ids: [], total: '0' }]);
    expect((await unsave(member, dropped)).status).toBe(200);
    expect((await unsave(member, dropped)).status).toBe(404);
    for (const id of [kept, dropped]) await updateResource(portal.database, id, { is_published: true });
    expect(await ids(member)).toEqual([kept]);
  });

  it('refuses to save more than 1,000 resources', { tags: 'long' }, async () => {
    const member = await portal.member();
    const first = await resource();
    await portal.database.pool.query(
      `with added as (
         insert into resources (title, description, type, access_type, currency, is_published)
         select 'Saved ' || n, '', 'book', 'free', 'GBP', true from generate_series(1, 999) n returning id
       ) insert into saved_resources (user_id, resource_id) select $1, id from added`,
      [member.userId],
    );
    expect((await save(member, first)).status).toBe(200);
    expect(await save(member, await resource())).toMatchObject({
      status: 409,
      body: { code: 'library.saved-full', message: 'You have saved 1,000 resources. Remove one to save another.' },
    });
    expect((await save(member, first)).status).toBe(200);
    expect((await ids(member)).length).toBe(1000);
  });
});

it('MYRES-14 the marks of cards say how far the member is with what was begun, and nothing of others', async () => {
  const [member, other] = [await portal.member(), await portal.member()];
  const [opened, finished] = [await resource(), await resource()];
  const begin = (resourceId: number) =>
    member.post('/api/user/sessions', { resourceId, sessionData: { startTime: '2026-01-01T00:00:00Z' } });
  await begin(opened);
  await begin(finished);
  await member.put(`/api/resources/${finished}/finished`, { isFinished: true });
  const { body } = await member.get<SavedIds>('/api/user/saved-resources/ids');
  expect(body.begun).toHaveLength(2);
  expect(body.begun).toEqual(
    expect.arrayContaining([
      { resourceId: opened, completionPercentage: 0, isRead: false },
      { resourceId: finished, completionPercentage: 100, isRead: false },
    ]),
  );
  expect((await other.get<SavedIds>('/api/user/saved-resources/ids')).body).toEqual({ resourceIds: [], begun: [] });
});
