import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProgressSession } from '#contract/learning/progress.ts';
import type { Client } from '#tests/support/client.ts';
import { insertGrant, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
let member: Member;
let other: Member;
let free: number;
beforeAll(async () => {
  portal = await createTestPortal();
  [member, other] = [await portal.member(), await portal.member()];
  free = (await insertResource(portal.database)).id;
});
afterAll(() => portal.close());

const startTime = '2026-01-01T00:00:00.000Z';
const start = (client: Client, resourceId: number, body: object = { sessionData: { startTime } }) =>
  client.post('/api/user/sessions', { resourceId, ...body });
const list = async (client: Client, query = '') =>
  (await client.get<ProgressSession[]>(`/api/user/sessions${query}`)).body;
const count = async () =>
  (await portal.database.pool.query('select count(*)::int as n from progress_sessions')).rows[0].n;

describe('who is refused', () => {
  it('API-16 PERM-01 refuses a session to visitors, and members without access to the resource; nothing is recorded', async () => {
    const before = await count();
    const bought = (await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 })).id;
    const draft = (await insertResource(portal.database, { is_published: false })).id;
    expect((await start(portal.visitor(), free)).status).toBe(401);
    expect((await portal.visitor().get('/api/user/sessions')).status).toBe(401);
    expect((await start(member, bought)).body.code).toBe('access.required');
    expect((await start(member, draft)).status).toBe(404);
    expect((await start(member, 2147483647)).status).toBe(404);
    expect(await count()).toBe(before);
  });

  it('API-16 refuses sessions without a start time, of another shape or over 16 KiB', async () => {
    const before = await count();
    const wrong: object[] = [
      {},
      { sessionData: null },
      { sessionData: [] },
      { sessionData: {} },
      { sessionData: { startTime: 'yesterday' } },
      { sessionData: { startTime: 5 } },
      { sessionData: { startTime: '0000-01-01T00:00:00Z' } },
      { sessionData: { startTime, note: 'x'.repeat(16 * 1024) } },
    ];
    for (const body of wrong) expect([body, (await start(member, free, body)).status]).toEqual([body, 400]);
    expect((await start(member, 0)).status).toBe(400);
    expect(await count()).toBe(before);
  });
});

describe('a session', () => {
  it('TOOL-18 API-16 a session is one for a member and a resource, and says when it was opened', async () => {
    const first = await start(member, free);
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        resourceId: free,
        sessionData: { startTime },
        completionPercentage: 0,
        lastAccessed: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    const later = '2026-02-03T04:05:06.000Z';
    const again = await start(member, free, { sessionData: { startTime: later }, userId: other.userId });
    expect(again.body).toMatchObject({ id: first.body.id, sessionData: { startTime: later } });
    expect(await list(member)).toEqual([again.body]);
  });

  it('PERM-04 TOOL-18 a session is shown to its own member only', async () => {
    expect(await list(other)).toEqual([]);
  });

  it('GEN-10 a session is listed last used first, in pages', async () => {
    const reader = await portal.member();
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      const { id } = await insertResource(portal.database, { title });
      await start(reader, id);
      ids.unshift(id);
    }
    expect((await list(reader)).map(({ resourceId }) => resourceId)).toEqual(ids);
    const page = await reader.get<ProgressSession[]>('/api/user/sessions?page=2&pageSize=2');
    expect([page.body.map(({ resourceId }) => resourceId), page.headers['x-total-count']]).toEqual([ids.slice(2), '3']);
  });

  it('a session stays when the access has gone', async () => {
    const reader = await portal.member();
    const { id } = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
    const grant = await insertGrant(portal.database, { userId: reader.userId, resourceId: id });
    expect((await start(reader, id)).status).toBe(200);
    await portal.database.pool.query('update access_grants set is_active = false where id = $1', [grant.id]);
    expect((await start(reader, id)).status).toBe(403);
    expect(await list(reader)).toHaveLength(1);
  });

  it('a session is recorded once however many calls come at the same time', async () => {
    const reader = await portal.member();
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(reader, free)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await list(reader)).toHaveLength(1);
  });
});

describe('what a member calls finished', () => {
  const progress = (client: Client, id: number) => client.get(`/api/resources/${id}/progress`);
  const finish = (client: Client, id: number, isFinished: unknown = true) =>
    client.put(`/api/resources/${id}/finished`, { isFinished });

  it('PERM-01 refuses to mark a resource as finished to visitors and without access, and records nothing', async () => {
    const before = await count();
    const bought = (await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 })).id;
    const draft = (await insertResource(portal.database, { is_published: false })).id;
    expect((await finish(portal.visitor(), free)).status).toBe(401);
    expect((await progress(portal.visitor(), free)).status).toBe(401);
    expect((await finish(member, bought)).body.code).toBe('access.required');
    expect([(await finish(member, draft)).status, (await progress(member, draft)).status]).toEqual([404, 404]);
    expect((await finish(member, free, 'yes')).status).toBe(400);
    expect(await count()).toBe(before);
  });

  it('a resource marked as finished is done, for that member alone, until it is taken back; what was reached before is known again', async () => {
    const [reader, bystander] = [await portal.member(), await portal.member()];
    expect((await progress(reader, free)).body).toBeNull();
    await start(reader, free);
    expect((await finish(reader, free)).body).toMatchObject({ completionPercentage: 100, isFinished: true });
    expect(await list(reader)).toMatchObject([{ resourceId: free, completionPercentage: 100 }]);
    expect((await progress(bystander, free)).body).toBeNull();
    expect((await finish(reader, free, false)).body).toMatchObject({ completionPercentage: 0, isFinished: false });
    expect((await progress(reader, free)).body).toMatchObject({ completionPercentage: 0, isFinished: false });
  });
});
