import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertProduct } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { insertTool } from '#tests/support/tools.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

it('TOOL-19 a tool is found by its slug if a resource leads to it, and by administrators always', async () => {
  const [member, administrator] = [await portal.member(), await portal.administrator()];
  const { onlineProductId } = await insertTool(portal.database, { product: { slug: 'canvas', name: 'Canvas' } });
  await insertTool(portal.database, { product: { slug: 'off', is_active: false } });
  await insertProduct(portal.database, { slug: 'loose' });
  const find = (slug: string, by = member) => by.get(`/api/tools/named/${slug}`);
  expect((await portal.visitor().get('/api/tools/named/canvas')).status).toBe(401);
  for (const slug of ['off', 'loose', 'nothing', 'Canvas', '%20canvas']) {
    expect([slug, await find(slug)]).toMatchObject([slug, { status: 404, body: { code: 'products.not-found' } }]);
  }
  expect(await find('canvas')).toMatchObject({ status: 200, body: { id: onlineProductId, name: 'Canvas' } });
  expect((await find('canvas')).body).not.toHaveProperty('toolUrl');
  for (const slug of ['canvas', 'off', 'loose']) expect((await find(slug, administrator)).status).toBe(200);
  expect((await find('nothing', administrator)).status).toBe(404);
});
