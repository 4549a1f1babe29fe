import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertProduct, insertPurchase, insertResource, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
let member: Member;
let stranger: Member;
let administrator: Member;
beforeAll(async () => {
  portal = await createTestPortal();
  [member, stranger, administrator] = [await portal.member(), await portal.member(), await portal.administrator()];
});
afterAll(() => portal.close());

const resource = async (fields: Parameters<typeof insertResource>[1] = {}) =>
  (await insertResource(portal.database, fields)).id;

describe('an online product', () => {
  const read = async (client: Client, id: number) => {
    const { status, body } = await client.get(`/api/admin/online-products/${id}`);
    return status === 200 ? body : status;
  };

  it('TOOL-19 does not exist for members when the product is inactive or no published resource leads to it', async () => {
    const unlinked = await insertProduct(portal.database);
    const inactive = await insertProduct(portal.database, { is_active: false });
    const drafted = await insertProduct(portal.database);
    await resource({ type: 'online_tool', online_product_id: inactive.id });
    await resource({ type: 'online_tool', online_product_id: drafted.id, is_published: false });
    for (const { id } of [unlinked, inactive, drafted]) {
      expect(await read(member, id)).toBe(404);
      expect(await read(administrator, id)).toMatchObject({ id, toolUrl: 'https://tools.example.org/readiness' });
    }
  });

  it('TOOL-19 shows the address of a product only with access', async () => {
    const product = await insertProduct(portal.database, {
      configuration: JSON.stringify({ url: '/tools/x', key: 1 }),
    });
    const tool = await resource({ type: 'online_tool', access_type: 'purchase', online_product_id: product.id });
    const shown = { id: product.id, name: product.name, description: product.description, toolType: 'embedded' };
    expect(await read(member, product.id)).toEqual(shown);
    await insertPurchase(portal.database, { userId: member.userId, resourceId: tool });
    expect(await read(member, product.id)).toEqual({ ...shown, toolUrl: '/tools/x' });
    expect(await read(stranger, product.id)).toEqual(shown);
    await updateResource(portal.database, tool, { is_published: false });
    expect(await read(member, product.id)).toEqual({ ...shown, toolUrl: '/tools/x' });
    expect(await read(stranger, product.id)).toBe(404);
  });
});
