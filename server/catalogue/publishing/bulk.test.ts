import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminResource, BulkOutcome } from '#contract/catalogue/publishing.ts';
import type { Client } from '#tests/support/client.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client;
let member: Client & { userId: number };

beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  member = await portal.member();
});
afterAll(() => portal.close());

let free: number;
let draft: number;
let unpriced: number;
beforeEach(async () => {
  const add = async (fields: Parameters<typeof insertResource>[1]) =>
    (await insertResource(portal.database, fields)).id;
  free = await add({ title: 'Free', tags: ['kept'] });
  draft = await add({ title: 'Draft', is_published: false });
  unpriced = await add({ title: 'Unpriced', access_type: 'purchase', is_published: false });
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const stored = () => rows('select * from resources order by id');
const audits = () => rows("select action, object_id from audit_log where object = 'resource' order by id");
const bulk = (body: object) => administrator.post<BulkOutcome[]>('/api/admin/resources/bulk', body);
const version = async () => (await rows('select version from catalogue_version'))[0].version;

describe('what is refused', () => {
  it('refuses every bulk change that members and visitors send', async () => {
    const before = await stored();
    for (const [client, status] of [
      [portal.visitor(), 401],
      [member, 403],
    ] as const) {
      expect((await client.post('/api/admin/resources/bulk', { action: 'delete', ids: [free] })).status).toBe(status);
      expect((await client.post(`/api/admin/resources/${free}/duplicate`)).status).toBe(status);
      expect((await client.get(`/api/admin/resource-owners?ids=${free}`)).status).toBe(status);
    }
    expect(await stored()).toEqual(before);
  });

  it('refuses a bulk change of no resource, of more than 200, with an unknown action or with a blank tag', async () => {
    const before = await stored();
    const many = Array.from({ length: 201 }, (_, index) => index + 1);
    const cases: [object, string][] = [
      [{ action: 'publish', ids: [] }, 'Choose 1 to 200 resources'],
      [{ action: 'publish', ids: many }, 'Choose 1 to 200 resources'],
      [{ action: 'publish' }, 'Choose 1 to 200 resources'],
      [{ action: 'burn', ids: [free] }, 'Choose one of the actions'],
      [{ action: 'add-tag', ids: [free], tag: ' ' }, 'A tag is required'],
      [{ action: 'add-principles', ids: [free], principles: [] }, 'Choose a principle'],
      [{ action: 'remove-principles', ids: [free], principles: ['kind'] }, 'A principle is not known'],
    ];
    for (const [body, message] of cases) {
      expect(await bulk(body)).toMatchObject({ status: 400, body: { message } });
    }
    expect(await stored()).toEqual(before);
  });
});

describe('several at once', () => {
  it('ADM-RES-16 publishes what can be published, names the reason for the others and audits each change', async () => {
    const [noted, raised] = [await audits(), await version()];
    const { status, body } = await bulk({ action: 'publish', ids: [unpriced, draft, free, 999_999, draft] });
    expect(status).toBe(200);
    expect(body).toEqual([
      { id: free, title: 'Free', outcome: 'unchanged', message: null },
      { id: draft, title: 'Draft', outcome: 'changed', message: null },
      {
        id: unpriced,
        title: 'Unpriced',
        outcome: 'refused',
        message: 'A resource for purchase needs a price of at least £0.30 before it can be published.',
      },
      { id: 999_999, title: '', outcome: 'refused', message: 'Resource not found' },
    ]);
    expect((await member.get(`/api/resources/${draft}`)).status).toBe(200);
    expect((await member.get(`/api/resources/${unpriced}`)).status).toBe(404);
    expect((await audits()).slice(noted.length)).toEqual([{ action: 'update', object_id: String(draft) }]);
    expect(await version()).toBeGreaterThan(raised);
  });

  it('unpublishes, and takes the time away at which a draft would publish itself', async () => {
    const publishAt = '2126-01-01T09:00:00.000Z';
    await administrator.patch(`/api/admin/resources/${draft}`, { publishAt });
    const { body } = await bulk({ action: 'unpublish', ids: [free, draft, unpriced] });
    expect(body.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'unchanged']);
    const left = await rows('select is_published, publish_at from resources where id = any ($1)', [[free, draft]]);
    expect(left).toEqual(Array(2).fill({ is_published: false, publish_at: null }));
  });

  it('adds a tag once and takes it away again, and changes nothing else', async () => {
    const before = await rows('select * from resources where id = $1', [free]);
    const change = async (action: string, tag: string) =>
      (await bulk({ action, ids: [free, draft], tag })).body.map(({ outcome }) => outcome);
    expect(await change('add-tag', ' care ')).toEqual(['changed', 'changed']);
    expect(await change('add-tag', 'care')).toEqual(['unchanged', 'unchanged']);
    expect((await administrator.get(`/api/resources/${free}`)).body.tags).toEqual(['kept', 'care']);
    expect(await change('remove-tag', 'care')).toEqual(['changed', 'changed']);
    const [after] = await rows('select * from resources where id = $1', [free]);
    expect({ ...after, updated_at: null }).toEqual({ ...before[0], updated_at: null });
  });

  it('adds principles behind those that are there, takes them away again, and changes nothing else', async () => {
    const change = async (action: string, principles: string[]) =>
      (await bulk({ action, ids: [free, draft], principles })).body.map(({ outcome }) => outcome);
    const held = async () => (await administrator.get(`/api/resources/${free}`)).body.rappPrinciples;
    expect(await change('add-principles', ['adaptive'])).toEqual(['changed', 'changed']);
    const [before] = await rows('select * from resources where id = $1', [free]);
    expect(await change('add-principles', ['responsible', 'adaptive', 'responsible'])).toEqual(['changed', 'changed']);
    expect(await held()).toEqual(['adaptive', 'responsible']);
    expect(await change('add-principles', ['responsible'])).toEqual(['unchanged', 'unchanged']);
    const found = await member.get<{ id: number }[]>('/api/resources?rappPrinciples=responsible');
    expect(found.body.map(({ id }) => id)).toContain(free);
    expect(await change('remove-principles', ['responsible', 'people_centred'])).toEqual(['changed', 'changed']);
    expect(await held()).toEqual(['adaptive']);
    const [after] = await rows('select * from resources where id = $1', [free]);
    expect({ ...after, updated_at: null }).toEqual({ ...before, updated_at: null });
  });

  it('ADM-RES-15 ACCESS-19 withdraws what members own, who keep it, and says beforehand how many they are', async () => {
    await insertPurchase(portal.database, { userId: member.userId, resourceId: free });
    const owners = await administrator.get(`/api/admin/resource-owners?ids=${free}&ids=${draft}`);
    expect(owners.body).toEqual([{ resourceId: free, owners: 1 }]);
    const { body } = await bulk({ action: 'delete', ids: [free, draft] });
    expect(body.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    expect((await member.get(`/api/resources/${free}`)).status).toBe(200);
    const listed = await administrator.get<{ id: number }[]>('/api/admin/resources');
    expect(listed.body.filter(({ id }) => id === free)).toEqual([]);
    expect((await bulk({ action: 'publish', ids: [free] })).body[0]).toMatchObject({ outcome: 'refused' });
  });

  it('a bulk change does everything or nothing when the database fails in the middle', async () => {
    const before = await stored();
    await portal.database.owner.query(
      `create function break_it() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger break_it before update on resources for each row when (old.title = 'Unpriced') execute function break_it()`,
    );
    expect((await bulk({ action: 'add-tag', ids: [free, draft, unpriced], tag: 'x' })).status).toBe(500);
    await portal.database.owner.query('drop trigger break_it on resources');
    expect(await stored()).toEqual(before);
  });

  it('two bulk changes of the same resources at once both finish', async () => {
    const answers = await Promise.all([
      bulk({ action: 'add-tag', ids: [free, draft, unpriced], tag: 'one' }),
      bulk({ action: 'add-tag', ids: [unpriced, draft, free], tag: 'two' }),
      administrator.patch(`/api/admin/resources/${unpriced}`, { estimatedDuration: 5 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await administrator.get(`/api/resources/${unpriced}`)).body.tags).toEqual(
      expect.arrayContaining(['one', 'two']),
    );
  });
});

describe('a copy', () => {
  it('a copy is a draft with the same content and file, without purchases and without a Stripe product', async () => {
    await portal.database.pool.query(
      `update resources set stripe_product_id = 'prod_1', reading_minutes = 1, slideshow_images = '{https://example.org/a.png}', slideshow_texts = '{A map}' where id = $1`,
      [free],
    );
    await insertPurchase(portal.database, { userId: member.userId, resourceId: free });
    const { status, body } = await administrator.post<AdminResource>(`/api/admin/resources/${free}/duplicate`);
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Copy of Free', isPublished: false, publishAt: null, tags: ['kept'] });
    expect(body.metadata).toMatchObject({
      slideshowImages: ['https://example.org/a.png'],
      slideshowTexts: ['A map'],
    });
    expect([body.id > free, body.stripeProductId]).toEqual([true, null]);
    expect((await administrator.get(`/api/admin/resource-owners?ids=${body.id}`)).body).toEqual([]);
    expect((await member.get(`/api/resources/${body.id}`)).status).toBe(404);
    expect((await audits()).at(-1)).toEqual({ action: 'create', object_id: String(body.id) });
  });

  it('a copy of a resource that does not exist is refused', async () => {
    expect((await administrator.post('/api/admin/resources/999999/duplicate')).body.code).toBe('catalogue.not-found');
  });
});
