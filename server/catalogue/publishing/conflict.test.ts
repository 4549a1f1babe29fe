import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client;

beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const rows = async (text: string) => (await portal.database.pool.query(text)).rows;
const stored = () => rows('select * from resources order by id');
const report = { title: 'A report', description: 'What was found', type: 'report', accessType: 'free' };
const create = async (fields: object) =>
  (await administrator.post<AdminResource>('/api/admin/resources', { ...report, ...fields })).body;

describe('two administrators over one resource', () => {
  it('the second is refused with what was seen before, and nothing of the first is lost', async () => {
    const seen = await create({ title: 'As it was' });
    const { updatedAt } = seen;
    const first = await administrator.put(`/api/admin/resources/${seen.id}`, { ...report, title: 'First', updatedAt });
    expect(first.status).toBe(200);
    const before = await stored();
    const second = await administrator.put(`/api/admin/resources/${seen.id}`, {
      ...report,
      title: 'Second',
      updatedAt,
    });
    expect(second).toMatchObject({ status: 409, body: { code: 'publishing.conflict' } });
    expect(await stored()).toEqual(before);

    const now = await administrator.get(`/api/admin/resources/${seen.id}`);
    expect(now.body).toEqual(first.body);
    const again = { ...report, title: 'Second', updatedAt: now.body.updatedAt };
    expect((await administrator.put(`/api/admin/resources/${seen.id}`, again)).body.title).toBe('Second');
    expect((await administrator.put(`/api/admin/resources/${seen.id}`, report)).status).toBe(200);
    const [noted] = await rows("select after from audit_log where object = 'resource' order by id desc limit 1");
    expect(noted.after).not.toHaveProperty('updatedAt');
  });
});
