import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminResource, BulkOutcome } from '#contract/catalogue/publishing.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

let first: number;
let second: number;
let draft: number;
beforeEach(async () => {
  const add = async (fields: Parameters<typeof insertResource>[1]) =>
    (await insertResource(portal.database, fields)).id;
  first = await add({ title: 'First' });
  second = await add({ title: 'Second' });
  draft = await add({ title: 'Unfinished', is_published: false });
});

const base = {
  type: 'bundle',
  accessType: 'purchase',
  title: 'The set',
  description: 'Both.',
  price: 20,
  isPublished: true,
};

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const stored = () => rows('select * from resources order by id');
const storedParts = () => rows('select * from bundle_parts order by id');
const create = (fields: object) => administrator.post<AdminResource>('/api/admin/resources', { ...base, ...fields });
const patch = (id: number, fields: object) => administrator.patch<AdminResource>(`/api/admin/resources/${id}`, fields);
const partsOf = ({ bundle }: AdminResource) => bundle?.parts.map(({ id }) => id);
const sold = { code: 'publishing.sold-in-bundle', message: /The bundle “The set” sells this resource/ };
const bundleOf = async (fields: object) => {
  const { status, body } = await create(fields);
  expect([status, body]).toMatchObject([201, {}]);
  return body;
};

describe('refused bundles', () => {
  it('BUNDLE-02 PERM-02 lets only administrators save a bundle', async () => {
    const before = await stored();
    const body = { ...base, partIds: [first, second] };
    expect((await portal.visitor().post('/api/admin/resources', body)).status).toBe(401);
    expect((await (await portal.member()).post('/api/admin/resources', body)).status).toBe(403);
    expect([await stored(), await storedParts()]).toEqual([before, await storedParts()]);
  });

  it('BUNDLE-02 refuses parts that cannot be sold, with the reason, and changes nothing', async () => {
    const nested = (await bundleOf({ title: 'Inner', partIds: [first, second] })).id;
    const [before, parts] = [await stored(), await storedParts()];
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    const cases: [object, string][] = [
      [{ partIds: [] }, 'Choose at least 2 parts before you publish the bundle'],
      [{}, 'Choose at least 2 parts before you publish the bundle'],
      [{ partIds: [first, first] }, 'Choose at least 2 parts before you publish the bundle'],
      [{ partIds: [first, draft] }, 'Publish “Unfinished” before the bundle that sells it'],
      [
        { partIds: [first, draft], isPublished: false, publishAt: '2090-01-01T00:00:00Z' },
        'Publish “Unfinished” before the bundle that sells it',
      ],
      [{ partIds: [first, nested] }, 'A bundle cannot be part of a bundle: “Inner”'],
      [{ partIds: [first, 999_999] }, 'One of the parts is not in the catalogue any more'],
      [{ partIds: ['first'] }, 'Choose the parts from the list'],
      [{ partIds: many }, 'Parts may hold at most 50'],
      [{ partIds: [first, second], accessType: 'free' }, 'A bundle is sold: choose the access type Purchase'],
      [{ partIds: [first, second], includesLaterParts: 'yes' }, 'includesLaterParts must be true or false'],
      [
        { partIds: [first, second], price: null },
        'A resource for purchase needs a price of at least £0.30 before it can be published.',
      ],
    ];
    for (const [fields, message] of cases) {
      const reply = await create(fields);
      expect([fields, reply.status, reply.body]).toMatchObject([fields, 400, { message }]);
    }
    expect([await stored(), await storedParts()]).toEqual([before, parts]);
  });

  it('BUNDLE-02 a bundle keeps its type, and another resource does not become one', async () => {
    const { id } = await bundleOf({ partIds: [first, second] });
    const before = await stored();
    const message = 'A bundle cannot become another type, and no other type a bundle';
    expect((await patch(id, { type: 'report' })).body).toMatchObject({ message });
    const other = { type: 'bundle', accessType: 'purchase', price: 5, partIds: [first, second] };
    expect((await patch(draft, other)).body).toMatchObject({ message });
    expect(await stored()).toEqual(before);
  });
});

describe('saving a bundle', () => {
  it('BUNDLE-02 keeps the parts in their order, and as they are when a save leaves them out', async () => {
    const { id, ...made } = await bundleOf({ partIds: [second, first], includesLaterParts: true });
    expect([partsOf({ id, ...made }), made.bundle?.includesLaterParts]).toEqual([[second, first], true]);
    const renamed = await patch(id, { title: 'Renamed' });
    expect([partsOf(renamed.body), renamed.body.bundle?.includesLaterParts]).toEqual([[second, first], true]);
    const turned = await patch(id, { partIds: [first, second], includesLaterParts: false });
    expect([partsOf(turned.body), turned.body.bundle?.includesLaterParts]).toEqual([[first, second], false]);
    const listed = await administrator.get<AdminResource[]>('/api/admin/resources?search=Renamed');
    expect(listed.body.map(partsOf)).toEqual([[first, second]]);
  });

  it('BUNDLE-02 a draft may have fewer parts and drafts among them, and a copy has the same parts', async () => {
    const { id } = await bundleOf({ isPublished: false, partIds: [draft], includesLaterParts: true });
    const copy = await administrator.post<AdminResource>(`/api/admin/resources/${id}/duplicate`);
    expect([partsOf(copy.body), copy.body.bundle?.includesLaterParts]).toEqual([[draft], true]);
    expect((await patch(id, { isPublished: true })).status).toBe(400);
    await patch(draft, { isPublished: true });
    expect((await patch(id, { isPublished: true, partIds: [draft, first] })).status).toBe(200);
  });

  it('BUNDLE-04 a part that stays keeps the moment it was added, one that returns gets a new one', async () => {
    const { id } = await bundleOf({ partIds: [first, second] });
    const times = async () =>
      rows('select resource_id, removed_at is null as stays from bundle_parts where bundle_id = $1 order by id', [id]);
    await patch(id, { partIds: [second, draft], isPublished: false });
    await patch(id, { partIds: [first, second] });
    expect(await times()).toEqual([
      { resource_id: first, stays: false },
      { resource_id: second, stays: true },
      { resource_id: draft, stays: false },
      { resource_id: first, stays: true },
    ]);
  });
});

describe('what a bundle sells', () => {
  it('BUNDLE-05 a resource cannot be unpublished or deleted while a published or scheduled bundle sells it', async () => {
    const publishAt = '2090-01-01T00:00:00.000Z';
    const { id } = await bundleOf({ partIds: [first, second], isPublished: false, publishAt });
    for (const fields of [{ isPublished: false }, { isPublished: true, publishAt: null }]) {
      if (fields.isPublished) expect((await patch(id, fields)).status).toBe(200);
      const before = await stored();
      const message = expect.stringMatching(sold.message);
      expect((await patch(first, { isPublished: false })).body).toMatchObject({ code: sold.code, message });
      const deleted = await administrator.delete(`/api/admin/resources/${first}`);
      expect([deleted.status, deleted.body]).toMatchObject([409, { code: sold.code, message }]);
      for (const action of ['unpublish', 'delete']) {
        const bulk = await administrator.post<BulkOutcome[]>('/api/admin/resources/bulk', { action, ids: [first] });
        expect(bulk.body).toMatchObject([{ id: first, outcome: 'refused', message }]);
      }
      expect(await stored()).toEqual(before);
    }
    expect((await patch(first, { title: 'First, revised' })).status).toBe(200);
    expect((await patch(id, { isPublished: false })).status).toBe(200);
    expect((await patch(first, { isPublished: false })).status).toBe(200);
  });

  it('BUNDLE-05 a deleted resource leaves the bundles that are drafts, and they can be published without it', async () => {
    const third = (await insertResource(portal.database, { title: 'Third' })).id;
    const { id } = await bundleOf({ partIds: [first, second, third], isPublished: false });
    expect((await administrator.delete(`/api/admin/resources/${third}`)).status).toBe(200);
    const published = await patch(id, { isPublished: true });
    expect([published.status, partsOf(published.body)]).toEqual([200, [first, second]]);
  });

  it('BUNDLE-05 a part can be deleted after its bundle was', async () => {
    const { id } = await bundleOf({ partIds: [first, second] });
    expect((await administrator.delete(`/api/admin/resources/${id}`)).status).toBe(200);
    expect((await administrator.delete(`/api/admin/resources/${first}`)).status).toBe(200);
  });
});
