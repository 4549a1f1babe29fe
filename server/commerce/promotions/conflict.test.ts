import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertProduct } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Code = { id: number; updatedAt: string; [field: string]: unknown };

let portal: TestPortal;
let administrator: Client;
let productId: number;
let count = 0;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  productId = (await insertProduct(portal.database)).id;
});
afterAll(() => portal.close());

const address = '/api/admin/promo-codes';
const created = async () => {
  count += 1;
  const form = { code: `CODE-${count}`, promoType: 'free_trial', mappedProducts: [productId] };
  return (
    await administrator.post<Code>(address, { ...form, productStripePlanMapping: { [productId]: 'price_premium' } })
  ).body;
};
const stored = async () => (await administrator.get<Code[]>(address)).body;
const redeemed = (id: number) =>
  portal.database.pool.query('update promo_codes set used_count = used_count + 1 where id = $1', [id]);

describe('two administrators who edit one promo code', () => {
  it('refuses the second of two administrators who edit one promo code, until the second has seen the first change', async () => {
    const opened = await created();
    const path = `${address}/${opened.id}`;
    const first = await administrator.put<Code>(path, { ...opened, description: 'The first one’s' });
    expect(first.status).toBe(200);
    const second = { ...opened, description: 'The second one’s' };
    const rejected = await administrator.put(path, second);
    expect(rejected).toMatchObject({ status: 409, body: { code: 'promotions.conflict' } });
    expect((await administrator.get<Code>(path)).body).toEqual(first.body);
    expect((await administrator.put(path, { ...second, updatedAt: first.body.updatedAt })).status).toBe(200);
  });

  it('does not count a redemption as an edit', async () => {
    const opened = await created();
    await redeemed(opened.id);
    const path = `${address}/${opened.id}`;
    expect((await administrator.put(path, { ...opened, description: 'Mine' })).status).toBe(200);
  });

  it('shows a code as the list does, and answers 404 for a deleted one', async () => {
    const { id } = await created();
    expect((await administrator.get(`${address}/${id}`)).body).toEqual((await stored()).find((one) => one.id === id));
    await administrator.delete(`${address}/${id}`);
    expect((await administrator.get(`${address}/${id}`)).status).toBe(404);
  });
});
