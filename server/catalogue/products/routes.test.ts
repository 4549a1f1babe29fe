import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminOnlineProduct } from '#contract/catalogue/products.ts';
import type { Client } from '#tests/support/client.ts';
import { insertProduct, insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let member: Client & { userId: number };
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  [member, administrator] = [await portal.member(), await portal.administrator()];
});
afterAll(() => portal.close());

const url = '/api/admin/online-products';
let slugs = 0;
const form = (fields: object = {}) => {
  slugs += 1;
  return { name: 'Canvas', description: 'Nine boxes.', slug: `canvas-${slugs}`, toolType: 'embedded', ...fields };
};
const create = (fields: object = {}, client = administrator) => client.post<AdminOnlineProduct>(url, form(fields));
const created = async (fields: object = {}) => (await create(fields)).body;
const list = async () => (await administrator.get<AdminOnlineProduct[]>(url)).body;
const sentence = ({ status, body }: { status: number; body: object }) => [
  status,
  (body as { message: string }).message,
];

describe('who is refused', () => {
  it('API-40 PERM-02 refuses every call about products to visitors and members', async () => {
    const { id } = await created();
    const before = await list();
    for (const [client, status] of [
      [portal.visitor(), 401],
      [member, 403],
    ] as const) {
      expect((await client.get(url)).status).toBe(status);
      expect((await create({}, client as Client)).status).toBe(status);
      expect((await client.put(`${url}/${id}`, form())).status).toBe(status);
      expect((await client.delete(`${url}/${id}`)).status).toBe(status);
    }
    expect(await list()).toEqual(before);
  });

  it('ADM-PROD-03 ADM-PROD-04 ADM-PROD-06 refuses products without a name, a proper slug or a known type', async () => {
    const before = await list();
    const hyphens = 'Slug must contain only lowercase letters, numbers, and hyphens';
    const wrong: [fields: object, sentence: string][] = [
      [{ name: '  ' }, 'Product name is required'],
      [{ name: undefined }, 'Product name is required'],
      [{ name: 'x'.repeat(201) }, 'Product name must be at most 200 characters'],
      [{ slug: '' }, 'Slug is required'],
      [{ slug: undefined }, 'Slug is required'],
      [{ slug: 'With Space' }, hyphens],
      [{ slug: 'UPPER' }, hyphens],
      [{ slug: '../x' }, hyphens],
      [{ toolType: 'window' }, 'The tool type is not known'],
      [{ isActive: 'yes' }, 'isActive must be true or false'],
      [{ opening: 'never' }, 'The way of opening is not known'],
    ];
    for (const [fields, text] of wrong) expect(sentence(await create(fields))).toEqual([400, text]);
    expect(await list()).toEqual(before);
  });

  it('ADM-PROD-10 refuses products with addresses that are neither https nor of the portal, and configurations that are no objects', async () => {
    const before = await list();
    const addresses = [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://tools.example.org/',
      '//evil.test/',
      '/\\evil.test',
      'https://user:pass@tools.example.org/',
      'https:evil',
      'ftp://tools.example.org/',
      'tools/x',
      'http://127.0.0.1.evil.test/',
      'http://localhost@evil.test/',
      'https://tools.example.org/a b',
    ];
    const rejected = 'The tool address must be an https address or a path of the portal.';
    for (const address of addresses) {
      for (const name of ['toolUrl', 'url']) {
        expect([address, ...sentence(await create({ configuration: { [name]: address } }))]).toEqual([
          address,
          400,
          rejected,
        ]);
      }
      expect((await create({ configuration: JSON.stringify({ url: address }) })).status).toBe(400);
    }
    for (const configuration of [5, [], 'no json', '[]', '"text"', null, { toolUrl: 5 }, { note: 'x'.repeat(9000) }]) {
      expect([configuration, (await create({ configuration })).status]).toEqual([configuration, 400]);
    }
    expect((await create({ configuration: { note: 'nul\u0000' } })).status).toBe(400);
    expect(await list()).toEqual(before);
  });

  it('ADM-PROD-10 refuses a product with an http address of this machine outside demo mode', async () => {
    const strict = await createTestPortal(production);
    const chief = await strict.administrator();
    const local = form({ configuration: { toolUrl: 'http://127.0.0.1:4000/' } });
    expect((await chief.post(url, local)).status).toBe(400);
    expect((await create(local)).status).toBe(201);
    await strict.close();
  });

  it('ADM-PROD-08 refuses a product with a slug that another product or the portal has', async () => {
    const { id, slug } = await created();
    const other = await created();
    const before = await list();
    expect((await create({ slug })).status).toBe(409);
    expect((await create({ slug: 'access' })).status).toBe(409);
    expect((await administrator.put(`${url}/${other.id}`, form({ slug }))).status).toBe(409);
    expect(await list()).toEqual(before);
    expect((await administrator.put(`${url}/${id}`, form({ slug }))).status).toBe(200);
    const race = await Promise.all(Array.from({ length: 4 }, () => create({ slug: 'only-one' })));
    expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe('a product', () => {
  it('API-40 ADM-PROD-06 a new product is active and has the landing page unless the form says otherwise', async () => {
    const { status, body } = await create({ isActive: undefined });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Canvas',
        description: 'Nine boxes.',
        slug: expect.stringMatching(/^canvas-\d+$/),
        toolType: 'embedded',
        configuration: {},
        isActive: true,
        opening: 'landing',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        linkedResources: [],
      },
    ]);
    expect(await list()).toContainEqual(body);
  });

  it('ADM-PROD-10 takes its configuration as an object or as JSON text, and keeps what else it holds', async () => {
    const toolUrl = 'https://tools.example.org/canvas?x=1#y';
    for (const configuration of [{ toolUrl, theme: 'dark' }, JSON.stringify({ toolUrl, url: '', theme: 'dark' })]) {
      expect((await created({ configuration })).configuration).toEqual({ toolUrl, theme: 'dark' });
    }
    for (const address of [
      '/tools/x',
      'http://localhost:4000/a',
      'http://127.0.0.1/',
      'http://[::1]:1/',
      'http://portal.test/x',
    ]) {
      expect((await create({ configuration: { url: address } })).status).toBe(201);
    }
  });

  it('API-40 a product is saved whole, but for what is left out of it', async () => {
    const { id, createdAt } = await created({ configuration: { toolUrl: '/tools/x' }, opening: 'direct' });
    const { body } = await administrator.put<AdminOnlineProduct>(`${url}/${id}`, {
      ...form({ name: 'Renamed', slug: 'renamed', toolType: 'iframe', isActive: false }),
      id: 99_999,
      createdAt: '2020-01-01T00:00:00Z',
    });
    expect(body).toMatchObject({
      id,
      name: 'Renamed',
      slug: 'renamed',
      toolType: 'iframe',
      isActive: false,
      createdAt,
    });
    expect(body).toMatchObject({ configuration: { toolUrl: '/tools/x' }, opening: 'direct' });
    expect((await administrator.put(`${url}/2147483647`, form())).status).toBe(404);
  });

  it('TOOL-19 API-41 a product is shown whole to administrators', async () => {
    const { id } = await created({
      configuration: { url: 'https://tools.example.org/', theme: 'dark' },
      isActive: false,
    });
    const { body } = await administrator.get(`${url}/${id}`);
    expect(body).toMatchObject({ id, slug: expect.any(String), isActive: false, opening: 'landing' });
    expect(body).toMatchObject({ configuration: { theme: 'dark' }, toolUrl: 'https://tools.example.org/' });
  });

  it('GEN-10 a product is listed by name, in pages', async () => {
    const all = await list();
    const page = await administrator.get<AdminOnlineProduct[]>(`${url}?page=2&pageSize=2`);
    expect(page.body).toEqual(all.slice(2, 4));
    expect(page.headers['x-total-count']).toBe(String(all.length));
  });
});

describe('deleting a product', () => {
  const remove = (id: number) => administrator.delete(`${url}/${id}`);

  it('ADM-PROD-09 deleting a product is refused while a resource leads to it, draft or not', async () => {
    for (const is_published of [true, false]) {
      const { id } = await insertProduct(portal.database);
      const tool = await insertResource(portal.database, { title: 'Tool', online_product_id: id, is_published });
      expect(sentence(await remove(id))).toEqual([409, expect.stringContaining('"Tool"')]);
      expect((await list()).find((product) => product.id === id)?.linkedResources).toEqual([
        { id: tool.id, title: 'Tool' },
      ]);
    }
    expect((await remove(2147483647)).status).toBe(404);
  });

  it('ADM-PROD-09 a deleted product leaves deleted resources, unless a member bought one', async () => {
    const { id } = await insertProduct(portal.database);
    const bought = await insertProduct(portal.database);
    const gone = await insertResource(portal.database, { online_product_id: id });
    const owned = await insertResource(portal.database, { online_product_id: bought.id, access_type: 'purchase' });
    await insertPurchase(portal.database, { userId: member.userId, resourceId: owned.id });
    for (const resource of [gone, owned]) await administrator.delete(`/api/admin/resources/${resource.id}`);
    expect((await remove(id)).status).toBe(200);
    expect(sentence(await remove(bought.id))).toEqual([409, expect.stringContaining('Deactivate it instead')]);
    const { rows } = await portal.database.pool.query(
      'select id, online_product_id from resources where id = any($1) order by id',
      [[gone.id, owned.id]],
    );
    expect(rows).toEqual([
      { id: gone.id, online_product_id: null },
      { id: owned.id, online_product_id: bought.id },
    ]);
    expect((await list()).some((product) => product.id === id)).toBe(false);
  });

  it('leaves its lines in the audit log', async () => {
    const { id } = await created();
    await remove(id);
    const { rows } = await portal.database.pool.query(
      `select action from audit_log where object = 'online-product' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'delete']);
  });
});
