import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminOnlineProduct } from '#contract/catalogue/products.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const url = '/api/admin/online-products';
let slugs = 0;
const created = async (fields: object = {}) => {
  slugs += 1;
  const form = { name: 'Canvas', slug: `canvas-${slugs}`, toolType: 'embedded', ...fields };
  return (await administrator.post<AdminOnlineProduct>(url, form)).body;
};
const list = async () => (await administrator.get<AdminOnlineProduct[]>(url)).body;

describe('two administrators who edit one product', () => {
  it('the second is refused, and the first one’s stays, until the second has seen it', async () => {
    const opened = await created({ name: 'Opened by both' });
    const first = await administrator.put<AdminOnlineProduct>(`${url}/${opened.id}`, {
      ...opened,
      name: 'The first one’s',
    });
    expect(first.status).toBe(200);
    const second = { ...opened, name: 'The second one’s' };
    const rejected = await administrator.put(`${url}/${opened.id}`, second);
    expect(rejected).toMatchObject({ status: 409, body: { code: 'products.conflict' } });
    expect((await list()).find(({ id }) => id === opened.id)).toEqual(first.body);
    const { updatedAt } = first.body;
    expect((await administrator.put(`${url}/${opened.id}`, { ...second, updatedAt })).status).toBe(200);
    expect((await administrator.put(`${url}/${opened.id}`, { ...second, updatedAt: 'yesterday' })).status).toBe(400);
  });

  it('refuses one of two administrators who save one product at once', async () => {
    const opened = await created();
    const answers = await Promise.all(
      ['one', 'other'].map((name) => administrator.put(`${url}/${opened.id}`, { ...opened, name })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
