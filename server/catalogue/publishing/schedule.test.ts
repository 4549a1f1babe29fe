import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import { portalTasks } from '#server/app/tasks.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Client, JsonObject } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { listKnown, writeMany } from './batch-actions.ts';

let portal: TestPortal;
let administrator: Client;
let member: Client;

beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  member = await portal.member();
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const report = { title: 'A report', description: 'What was found', type: 'report', accessType: 'free' };
const publishAt = '2126-12-03T09:00:00.000Z';

async function schedule(fields: object = {}) {
  const answer = await administrator.post('/api/admin/resources', { ...report, publishAt, ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as JsonObject & { id: number };
}

/** Moves the times of a resource and of its job into the past. */
async function letTimeCome(id: number) {
  await rows(`update resources set publish_at = now() - interval '1 hour' where id = $1`, [id]);
  await rows(`update graphile_worker._private_jobs set run_at = now() - interval '1 hour' where key = $1`, [
    `publish:${id}`,
  ]);
}

const shown = async (id: number) => {
  const { body } = await administrator.get<AdminResource[]>('/api/admin/resources?pageSize=200');
  return body.find((one) => one.id === id);
};

describe('what is refused', () => {
  it.each([
    [
      'a time that has passed',
      { publishAt: '2020-01-01T00:00:00Z' },
      'The publication time is in the past. Choose a later time.',
    ],
    ['a time without its offset', { publishAt: '2126-01-01T09:00' }, 'Choose the day and the time to publish'],
    ['a time that is none', { publishAt: 'soon' }, 'Choose the day and the time to publish'],
    ['a time in a far century', { publishAt: '9126-01-01T09:00:00Z' }, 'Choose a time before the year 2200'],
    [
      'ADM-RES-16 a time for a resource without its price',
      { publishAt, accessType: 'purchase' },
      'A resource for purchase needs a price of at least £0.30 before it can be published.',
    ],
  ])('refuses %s', async (_title, fields, message) => {
    const answer = await administrator.post('/api/admin/resources', { ...report, ...fields });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });
});

describe('a draft with a time', () => {
  it('ADM-RES-13 a draft with a time is a draft until then, and published then as if by hand', async () => {
    const { id } = await schedule({ title: 'Zeppelin' });
    expect(await shown(id)).toMatchObject({ isPublished: false, publishAt });
    expect((await administrator.get('/api/admin/resources?status=scheduled')).body).toHaveLength(1);
    await portal.runJobs();
    expect((await member.get(`/api/resources/${id}`)).status).toBe(404);
    expect((await member.get('/api/resources?search=zeppelin')).body).toEqual([]);

    await letTimeCome(id);
    await portal.runJobs();
    expect(await shown(id)).toMatchObject({ isPublished: true, publishAt: null });
    expect((await member.get('/api/resources?search=zeppelin')).body).toMatchObject([{ id, title: 'Zeppelin' }]);
    const noted = await rows(`select action, actor_user_id from audit_log where object_id = $1 order by id desc`, [id]);
    expect(noted[0]).toEqual({ action: 'publish', actor_user_id: null });
  });

  it('the publishing job checks the due date in the database, so a job that runs early does nothing', async () => {
    const { id } = await schedule();
    await rows(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [`publish:${id}`]);
    await portal.runJobs();
    expect(await shown(id)).toMatchObject({ isPublished: false, publishAt });
  });

  it('a draft with a time is moved to another time, given none, and published by hand before it', async () => {
    const later = '2127-01-01T00:00:00.000Z';
    const { id } = await schedule();
    await administrator.patch(`/api/admin/resources/${id}`, { publishAt: later });
    const jobs = await rows('select run_at from graphile_worker._private_jobs where key = $1', [`publish:${id}`]);
    expect(jobs).toEqual([{ run_at: new Date(later) }]);
    await administrator.patch(`/api/admin/resources/${id}`, { publishAt: null });
    await letTimeComeFor(id);
    expect(await shown(id)).toMatchObject({ isPublished: false, publishAt: null });
    await administrator.patch(`/api/admin/resources/${id}`, { publishAt: later });
    const published = await administrator.patch(`/api/admin/resources/${id}`, { isPublished: true });
    expect(published.body).toMatchObject({ isPublished: true, publishAt: null });
  });

  it('keeps a time that has just come when something else is saved', async () => {
    const { id } = await schedule();
    await letTimeCome(id);
    const { status, body } = await administrator.patch(`/api/admin/resources/${id}`, { title: 'New title' });
    expect([status, body.title, body.isPublished]).toEqual([200, 'New title', false]);
    await portal.runJobs();
    expect(await shown(id)).toMatchObject({ title: 'New title', isPublished: true });
  });

  it('keeps its time through a change of many, and loses it when that publishes it', async () => {
    const { id } = await schedule();
    const write = async (is_published: boolean) => {
      const known = (await listKnown(context(portal.database.db), [id])).get(id);
      if (!known) throw new Error('The resource is gone');
      const written = [{ id, columns: { ...known.columns, is_published } }];
      await portal.database.transaction((db) => writeMany(context(db), { written, actorUserId: null, keyId: null }));
      return shown(id);
    };
    expect(await write(false)).toMatchObject({ isPublished: false, publishAt });
    expect(await write(true)).toMatchObject({ isPublished: true, publishAt: null });
  });

  it('withdrawn before its time stays withdrawn', async () => {
    const { id } = await schedule();
    await administrator.delete(`/api/admin/resources/${id}`);
    await letTimeComeFor(id);
    expect(await rows('select is_published, publish_at from resources where id = $1', [id])).toEqual([
      { is_published: false, publish_at: null },
    ]);
  });

  it('a draft with a time is published once when two nodes take the job at the same time', async () => {
    const { id } = await schedule();
    await letTimeCome(id);
    const mailSender = { send: async () => {}, close: () => {} };
    const publish = portalTasks({ ...portal.dependencies, mailSender })['publish-resource'];
    const jobTry = { attempt: 1, isLast: false };
    await Promise.all([publish?.({ resourceId: id }, jobTry), publish?.({ resourceId: id }, jobTry)]);
    const noted = await rows(`select id from audit_log where object_id = $1 and action = 'publish'`, [id]);
    expect(noted).toHaveLength(1);
    await portal.runJobs();
  });
});

const context = (db: Db) => ({ db, now: new Date(), actor: null, origin: { ip: '', requestId: 'test' } });

/** Makes the job run now, whatever the state of the resource is. */
async function letTimeComeFor(id: number) {
  await rows(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [`publish:${id}`]);
  await portal.runJobs();
}
