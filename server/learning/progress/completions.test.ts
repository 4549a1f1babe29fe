import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigration } from '#server/platform/database/migration-files.ts';
import type { Client } from '#tests/support/client.ts';
import { insertArticle, insertProduct, insertResource, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let member: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const completionsOf = (resourceId: number) =>
  rows('select user_id, content_version as version, confirmed_at from completions where resource_id = $1 order by id', [
    resourceId,
  ]);
const versionOf = async (resourceId: number) =>
  (await rows('select content_version as version from resources where id = $1', [resourceId]))[0].version;
const finish = (resourceId: number, isFinished = true) =>
  member.put(`/api/resources/${resourceId}/finished`, { isFinished });

describe('completions', () => {
  it('LEARN-02 records no completion for a refused finished mark, and none before the end of an article', async () => {
    const paid = (await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 })).id;
    const article = (await insertResource(portal.database, { type: 'article' })).id;
    await insertArticle(portal.database, article, 'Words to read.');
    expect((await finish(paid)).status).toBe(403);
    const reach = (position: number) =>
      member.put(`/api/resources/${article}/reading-position`, { unit: 'block', position, length: 12 });
    expect((await reach(11)).status).toBe(200);
    expect(await rows('select * from completions')).toEqual([]);
    await reach(12);
    expect(await completionsOf(article)).toEqual([{ user_id: member.userId, version: 1, confirmed_at: null }]);
  });

  it('LEARN-02 a finished mark is a completion; set again the same day it is the same one, and taking it back keeps it', async () => {
    const { id } = await insertResource(portal.database);
    await finish(id);
    await finish(id, false);
    await finish(id);
    expect(await completionsOf(id)).toHaveLength(1);
    await rows(`update completions set completed_at = now() - interval '2 days' where resource_id = $1`, [id]);
    await Promise.all([finish(id), finish(id)]);
    expect(await completionsOf(id)).toHaveLength(2);
  });

  it('LEARN-02 the migration counts what was completed before completions were kept, once', async () => {
    const [done, marked, begun] = [
      await insertResource(portal.database),
      await insertResource(portal.database),
      await insertResource(portal.database),
    ];
    await rows(
      `insert into progress_sessions (user_id, resource_id, started_at, completion_percentage, finished_at)
       values ($1, $2, now(), 100, null), ($1, $3, now(), 5, '2026-02-03'), ($1, $4, now(), 99, null)`,
      [member.userId, done.id, marked.id, begun.id],
    );
    const all = 'select user_id, resource_id, content_version from completions order by resource_id, content_version';
    const before = await rows(all);
    await rows('delete from completions where resource_id = any ($1)', [[done.id, marked.id]]);
    const backfill = await readMigration('0084_completions');
    for (let times = 0; times < 2; times += 1) {
      await rows(backfill);
      expect(await rows(all)).toEqual(before);
    }
    expect(
      await rows('select completed_at::date::text as day from completions where resource_id = $1', [marked.id]),
    ).toEqual([{ day: '2026-02-03' }]);
    expect(await completionsOf(begun.id)).toEqual([]);
  });
});

describe('the content version', () => {
  it('LEARN-02 title, price and tags do not raise it; file, video, text and tool address do, and completions keep theirs', async () => {
    const tool = await insertProduct(portal.database);
    const { id } = await insertResource(portal.database, { type: 'article' });
    const other = await insertResource(portal.database);
    await insertArticle(portal.database, id, 'First words.');
    await finish(id);
    await updateResource(portal.database, id, { title: 'Another title', tags: ['new'], price_minor: 100 });
    expect(await versionOf(id)).toBe(1);
    await updateResource(portal.database, id, { video_url: 'https://example.org/a.mp4' });
    expect(await versionOf(id)).toBe(2);
    await rows(`update articles set document = jsonb_set(document, '{content}', '[]') where resource_id = $1`, [id]);
    expect(await versionOf(id)).toBe(3);
    await rows('update articles set document = document where resource_id = $1', [id]);
    expect(await versionOf(id)).toBe(3);
    await updateResource(portal.database, id, { online_product_id: tool.id });
    expect(await versionOf(id)).toBe(4);
    await rows(`update online_products set configuration = '{"toolUrl": "https://example.org/new"}' where id = $1`, [
      tool.id,
    ]);
    await rows(`update online_products set name = 'Another name' where id = $1`, [tool.id]);
    expect(await versionOf(id)).toBe(5);
    expect(await versionOf(other.id)).toBe(1);
    await finish(id);
    expect((await completionsOf(id)).map(({ version }) => version)).toEqual([1, 5]);
  });
});
