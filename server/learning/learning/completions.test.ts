import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangedResources } from '#contract/catalogue/search.ts';
import type { ChangedMembers } from '#contract/identity/accounts-admin.ts';
import type { ChangedCompletions } from '#contract/learning/learning-completions.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

/** Reads all pages of a list. */
async function allOf<Page extends { items: unknown[]; next: string | null }>(client: Client, url: string, limit = 2) {
  const items: Page['items'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const separator = url.includes('?') ? '&' : '?';
    const page: Page = (await client.get<Page>(`${url}${separator}limit=${limit}${cursor && `&cursor=${cursor}`}`))
      .body;
    items.push(...page.items);
    cursor = page.next;
  }
  return items;
}

const complete = (userId: number, resourceId: number, ago = '0 s') =>
  rows(
    `insert into completions (user_id, resource_id, content_version, completed_at)
     values ($1, $2, 1, now() - $3::interval) returning id`,
    [userId, resourceId, ago],
  );

describe('lists for other systems', () => {
  it('APIKEY-06 a cursor of another list, a wrong time and a limit above 200 are refused', async () => {
    const member = await portal.member();
    const cursors = [
      '2026-13-40T99:99:99.000000Z 1',
      '2026-02-30T00:00:00.000000Z 1',
      '0000-01-01T00:00:00.000000Z 1',
      '2026-01-01T00:00:00.000000Z 9999999999',
    ].map((text) => `cursor=${Buffer.from(text).toString('base64url')}`);
    const times = ['yesterday', '0000-01-01T00:00:00Z'].map((time) => `updatedSince=${time}`);
    for (const query of [...cursors, ...times, 'cursor=abc', 'limit=201', 'limit=0']) {
      expect([query, (await member.get(`/api/user/completions?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('APIKEY-06 completions come once each in the order of their change, for the member, the organisation and the portal', async () => {
    const [owner, learner] = [await verifiedMember(portal), await verifiedMember(portal)];
    const { id } = (await owner.post<{ id: number }>('/api/organisations', { name: 'Northmere Council' })).body;
    await rows(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'learner')`, [
      learner.userId,
      id,
    ]);
    const resources = await Promise.all([1, 2, 3, 4, 5].map(() => insertResource(portal.database)));
    const [own, assigned] = [resources.slice(0, 3), resources.slice(3)];
    for (const [place, resource] of own.entries()) await complete(learner.userId, resource.id, `${10 - place} hours`);
    for (const resource of assigned) {
      const [assignment] = await rows(
        `insert into assignments (organisation_id, user_id, resource_id, due_on) values ($1, $2, $3, current_date + 9)
         returning id`,
        [id, learner.userId, resource.id],
      );
      const [{ id: completionId }] = await complete(learner.userId, resource.id);
      await rows('update assignments set completion_id = $2, completed_at = now() where id = $1', [
        assignment.id,
        completionId,
      ]);
    }
    const ofMember = new Program(portal.app, (await makeKey(learner, '/api/user/keys', ['completions:read'])).token);
    const path = `/api/organisations/${id}`;
    const ofOwner = new Program(portal.app, (await makeKey(owner, `${path}/keys`, ['completions:read'])).token);
    const administrator = await portal.administrator();
    const ofPortal = new Program(
      portal.app,
      (await makeKey(administrator, '/api/admin/keys', ['completions:read', 'admin:members:read'])).token,
    );
    const idsOf = (items: { resourceId: number }[]) => items.map(({ resourceId }) => resourceId);

    const mine = await allOf<ChangedCompletions>(ofMember, '/api/user/completions');
    expect(idsOf(mine)).toEqual(resources.map((resource) => resource.id));
    const theirs = await allOf<ChangedCompletions>(ofOwner, `${path}/completions`, 1);
    expect(idsOf(theirs)).toEqual(assigned.map((resource) => resource.id));
    expect(theirs[0]).toMatchObject({ userId: learner.userId, version: 1, confirmedAt: null });
    expect(idsOf(await allOf<ChangedCompletions>(ofPortal, '/api/completions'))).toEqual(idsOf(mine));

    const since = new Date(Date.now() - 9.5 * 3_600_000).toISOString();
    const recent = await allOf<ChangedCompletions>(ofMember, `/api/user/completions?updatedSince=${since}`);
    expect(idsOf(recent)).toEqual(idsOf(mine).slice(1));
    await rows('update completions set confirmed_at = now() where id = $1', [mine[0]?.id]);
    const again = await allOf<ChangedCompletions>(ofMember, '/api/user/completions');
    expect(idsOf(again)).toEqual([...idsOf(mine).slice(1), mine[0]?.resourceId]);

    // An earlier completion is shared with the organisation, and the person comes back.
    const runs = async () => (await ofOwner.get<ChangedCompletions>(`${path}/completions`)).body.syncedUntil;
    await rows(`update certificates set issued_at = now() - interval '1 hour'`);
    await rows(`update completions set completed_at = now() - interval '2 hours', confirmed_at = null`);
    await rows(`update organisation_people set joined_at = now() - interval '3 hours'`);
    const [assignment] = await rows(
      `insert into assignments (organisation_id, user_id, resource_id, due_on) values ($1, $2, $3, current_date + 9) returning id`,
      [id, learner.userId, own[0]?.id],
    );
    const changes = `${path}/completions?updatedSince=${await runs()}`;
    expect((await ofOwner.get<ChangedCompletions>(changes)).body.items).toEqual([]);
    expect((await learner.post(`/api/user/assignments/${assignment.id}/earlier-completion`)).status).toBe(200);
    expect(idsOf((await ofOwner.get<ChangedCompletions>(changes)).body.items)).toEqual([own[0]?.id]);
    await rows('update organisation_people set joined_at = now() where user_id = $1', [learner.userId]);
    expect((await ofOwner.get<ChangedCompletions>(changes)).body.items).toHaveLength(3);

    await rows('delete from organisation_people where user_id = $1', [learner.userId]);
    expect(await allOf<ChangedCompletions>(ofOwner, `${path}/completions`)).toEqual([]);
  });

  it('APIKEY-06 members come with their deletion, and a run from the time of the run before misses none', async () => {
    const administrator = await portal.administrator();
    const first = (await administrator.get<ChangedMembers>('/api/members?limit=200')).body;
    expect(first.items.at(-1)?.id).toBe(administrator.userId);
    expect(Date.parse(first.syncedUntil)).toBeLessThan(Date.now() - 59_000);
    const member = await portal.member();
    await administrator.delete(`/api/users/${member.userId}`);
    const next = await allOf<ChangedMembers>(administrator, `/api/members?updatedSince=${first.syncedUntil}`);
    expect(next.filter(({ id }) => id === member.userId)).toEqual([
      expect.objectContaining({ email: null, firstName: null, deletedAt: expect.any(String) }),
    ]);
    expect(new Set(next.map(({ id }) => id)).size).toBe(next.length);
  });

  it('APIKEY-06 the next run begins before a transaction that was open during this one', async () => {
    const member = await portal.member();
    const { id } = await insertResource(portal.database);
    const client = await portal.database.pool.connect();
    await client.query('begin');
    const [{ now }] = (await client.query('select now()')).rows;
    await client.query('update resources set updated_at = now() where id = $1', [id]);
    const { syncedUntil } = (await member.get<ChangedResources>('/api/resources/changes?limit=200')).body;
    await client.query('commit');
    client.release();
    expect(Date.parse(syncedUntil)).toBeLessThanOrEqual(now.getTime() - 60_000);
  });

  it('APIKEY-06 says which resources left the catalogue, until they come back, and nothing of drafts that never were in it', async () => {
    const [member, administrator] = [await portal.member(), await portal.administrator()];
    const [hidden, deleted, kept] = await Promise.all(
      ['Hidden', 'Deleted', 'Kept'].map((title) => insertResource(portal.database, { title })),
    );
    const draft = await insertResource(portal.database, { is_published: false });
    const [{ since }] = await rows('select now() as since');
    const changes = async (query: string) =>
      (await member.get<ChangedResources>(`/api/resources/changes?${query}`)).body;
    const all = async (limit: number) => {
      const pages = [await changes(`updatedSince=${since.toISOString()}&limit=${limit}`)];
      for (let { next } = pages[0] as ChangedResources; next !== null; { next } = pages.at(-1) as ChangedResources) {
        pages.push(await changes(`limit=${limit}&cursor=${next}`));
      }
      return {
        items: pages.flatMap(({ items }) => items.map(({ id }) => id)),
        withdrawn: pages.flatMap(({ withdrawn }) => withdrawn),
      };
    };
    expect((await administrator.patch(`/api/admin/resources/${hidden?.id}`, { isPublished: false })).status).toBe(200);
    expect((await administrator.delete(`/api/admin/resources/${deleted?.id}`)).status).toBe(200);
    await rows(`update resources set title = 'Another draft', updated_at = now() where id = $1`, [draft.id]);
    await rows('update resources set updated_at = now() where id = $1', [kept?.id]);
    for (const limit of [1, 200]) {
      expect(await all(limit)).toEqual({
        items: [kept?.id],
        withdrawn: [hidden, deleted].map((one) => ({ id: one?.id, withdrawnAt: expect.any(String) })),
      });
    }
    expect((await administrator.patch(`/api/admin/resources/${hidden?.id}`, { isPublished: true })).status).toBe(200);
    const after = await all(1);
    expect(after.items).toEqual([kept?.id, hidden?.id]);
    expect(after.withdrawn.map(({ id }) => id)).toEqual([deleted?.id]);
  });

  it('APIKEY-06 resources that change while pages are read come again, and none is left out', async () => {
    const member = await portal.member();
    const made = await Promise.all(Array.from({ length: 5 }, () => insertResource(portal.database)));
    await rows('update resources set updated_at = now() where id = any ($1)', [made.map(({ id }) => id)]);
    const draft = await insertResource(portal.database, { is_published: false });
    const seen: number[] = [];
    let page = (await member.get<ChangedResources>('/api/resources/changes?limit=2')).body;
    await rows('update resources set updated_at = now() where id = $1', [made[4]?.id]);
    for (;;) {
      seen.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      page = (await member.get<ChangedResources>(`/api/resources/changes?limit=2&cursor=${page.next}`)).body;
    }
    for (const { id } of made) expect(seen).toContain(id);
    expect(seen).not.toContain(draft.id);
    expect(seen.at(-1)).toBe(made[4]?.id);
  });
});
