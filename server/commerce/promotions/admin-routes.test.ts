import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertProduct } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Code = { id: number; code: string; usedCount: number; [field: string]: unknown };

let portal: TestPortal;
let administrator: Client & { userId: number };
let productId: number;
let count = 0;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  productId = (await insertProduct(portal.database)).id;
});
afterAll(() => portal.close());

const address = '/api/admin/promo-codes';
const fields = (given: object = {}) => {
  count += 1;
  return {
    code: `CODE-${count}`,
    promoType: 'free_trial',
    mappedProducts: [productId],
    productStripePlanMapping: { [productId]: 'price_premium' },
    ...given,
  };
};
const create = (given: object = {}) => administrator.post<Code>(address, fields(given));
const created = async (given: object = {}) => (await create(given)).body;
const stored = async (query = '') => (await administrator.get<Code[]>(`${address}?${query}`)).body;
/** Renames a code to a name that new codes can no longer have. */
const older = (id: number, code: string) =>
  portal.database.pool.query('update promo_codes set code = $2 where id = $1', [id, code]);
const redeemed = async (codeId: number, values: { released?: boolean; subscription?: string } = {}) => {
  const member = await portal.member();
  await portal.database.pool.query(
    `with used as (insert into promo_redemptions (promo_code_id, user_id, trial_days, stripe_subscription_id, released_at)
       values ($1, $2, 90, $3, case when $4 then now() end) returning promo_code_id, released_at)
     update promo_codes set used_count = used_count + 1 from used
     where promo_codes.id = used.promo_code_id and used.released_at is null`,
    [codeId, member.userId, values.subscription ?? null, values.released ?? false],
  );
  return member.userId;
};

describe('POST /api/admin/promo-codes', () => {
  it('ADM-RES-09 refuses what the form refuses, with the same sentence', async () => {
    const total = (await stored()).length;
    const answer = await create({ code: 'ab' });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Code must be at least 3 characters');
    expect((await create({ promoType: 'discount', discountValue: '2.555' })).body.message).toMatch('2 decimals');
    expect((await create({ mappedProducts: [4711], productStripePlanMapping: { 4711: 'x' } })).status).toBe(400);
    expect(await stored()).toHaveLength(total);
  });

  it('ADM-PROMO-14 refuses a second code with the same letters in any case', async () => {
    const { id } = await created({ code: 'Spring-Sale' });
    const answer = await create({ code: ' SPRING-sale ' });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('promotions.code-taken');
    await administrator.delete(`${address}/${id}`);
    expect((await create({ code: 'spring-sale' })).status).toBe(201);
  });

  it('API-55 returns every field of a code, with its products in their order', async () => {
    const other = (await insertProduct(portal.database)).id;
    const expiresAt = '2031-05-01T10:00:00.000Z';
    const answer = await create({
      code: ' autumn ',
      description: 'For readers',
      promoType: 'hybrid',
      mappedProducts: [other, productId],
      productStripePlanMapping: { [productId]: 'price_a', [other]: ' price_b ' },
      freeAccessDays: 30,
      discountType: 'fixed',
      discountValue: '2.50',
      discountDuration: 3,
      applicableProducts: [other],
      usageLimit: 10,
      usedCount: 9,
      expiresAt,
    });
    expect(answer.status).toBe(201);
    const { id, createdAt, updatedAt, ...code } = answer.body;
    expect(updatedAt).toBe(createdAt);
    expect(Date.parse(String(createdAt))).toBeGreaterThan(0);
    expect(code).toEqual({
      code: 'AUTUMN',
      description: 'For readers',
      promoType: 'hybrid',
      mappedProducts: [other, productId],
      productStripePlanMapping: { [productId]: 'price_a', [other]: 'price_b' },
      freeAccessDays: 30,
      trialDuration: 90,
      discountType: 'fixed',
      discountValue: 2.5,
      discountDuration: 3,
      applicableProducts: [other],
      newCustomersOnly: false,
      isActive: true,
      usageLimit: 10,
      usedCount: 0,
      expiresAt,
    });
    const audited = await portal.database.pool.query(
      `select actor_user_id from audit_log where object = 'promo-code' and object_id = $1`,
      [String(id)],
    );
    expect(audited.rows).toEqual([{ actor_user_id: administrator.userId }]);
  });
});

describe('GET /api/admin/promo-codes', () => {
  it('ADM-PROMO-01 finds codes by a part of code or description and by type', async () => {
    const { id } = await created({ code: 'FIND-100', description: 'A needle' });
    await older(id, 'FIND-100%');
    await created({ code: 'FIND-1000', promoType: 'discount', discountValue: 5 });
    const codes = async (query: string) => (await stored(query)).map(({ code }) => code);
    expect(await codes('search=find-100%25')).toEqual(['FIND-100%']);
    expect(await codes('search=NEEDLE')).toEqual(['FIND-100%']);
    expect(await codes('search=find-&promoType=discount')).toEqual(['FIND-1000']);
    expect((await administrator.get(`${address}?promoType=gift`)).status).toBe(400);
  });

  it('GEN-10 returns a page of codes, newest first, and their number', async () => {
    for (const number of [1, 2, 3]) await created({ code: `PAGED-${number}` });
    const answer = await administrator.get<Code[]>(`${address}?search=paged-&page=2&pageSize=2`);
    expect(answer.body.map(({ code }) => code)).toEqual(['PAGED-1']);
    expect(answer.headers['x-total-count']).toBe('3');
  });
});

describe('GET /api/admin/promo-codes/csv', () => {
  it('ADM-15 refuses the file to others, and columns that the list does not have', async () => {
    expect((await portal.visitor().get(`${address}/csv`)).status).toBe(401);
    expect((await (await portal.member()).get(`${address}/csv`)).status).toBe(403);
    for (const query of ['columns=secret', 'promoType=gift']) {
      expect([query, (await administrator.get(`${address}/csv?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('ADM-15 BILL-20 the file has the codes that the list finds, with their products by name', async () => {
    const description = '@fair, "autumn"';
    const { id } = await created({
      description,
      promoType: 'hybrid',
      discountValue: 20,
      discountDuration: 3,
      usageLimit: 5,
    });
    const trial = await created({ description, expiresAt: '2031-12-31T12:00:00.000Z' });
    await older(id, '=OLD');
    const all = 'description type gift products used expires state'.split(' ').map((column) => `columns=${column}`);
    const file = await administrator.get(`${address}/csv?search=${encodeURIComponent('@fair')}&${all.join('&')}`);
    expect(file.headers['content-disposition']).toMatch(/filename="promo-codes-\d{4}-\d\d-\d\d\.csv"/);
    const { rows } = await portal.database.pool.query('select name from online_products where id = $1', [productId]);
    const quoted = `"'@fair, ""autumn"""`;
    expect(file.raw.toString()).toBe(
      '\uFEFF' +
        [
          'Id,Code,Description,Type,Free days,Discount,Discount type,Billing cycles,Products,Used,Limit,Expires (UTC),Status',
          `${trial.id},${trial.code},${quoted},free_trial,90,,,,${rows[0].name},0,,2031-12-31T12:00:00.000Z,active`,
          `${id},'=OLD,${quoted},hybrid,90,20,percentage,3,${rows[0].name},0,5,,active`,
          '',
        ].join('\n'),
    );
    const hybrids = (await administrator.get(`${address}/csv?search=${encodeURIComponent('@fair')}&promoType=hybrid`))
      .raw;
    expect(hybrids.toString()).toBe(`\uFEFFId,Code\n${id},'=OLD\n`);
  });
});

describe('PUT /api/admin/promo-codes/{id}', () => {
  it('answers 404 when an unknown code is changed', async () => {
    expect((await administrator.put(`${address}/999999`, fields())).status).toBe(404);
  });

  it('refuses a change that makes the code invalid, and the name of another code', async () => {
    const { id } = await created({ code: 'KEEP' });
    await created({ code: 'TAKEN' });
    const rejected = await administrator.put(`${address}/${id}`, { mappedProducts: [] });
    expect([rejected.status, rejected.body.message]).toEqual([400, 'Must select at least one product']);
    expect((await administrator.put(`${address}/${id}`, { code: 'taken' })).status).toBe(409);
    expect((await stored('search=keep'))[0]).toMatchObject({ code: 'KEEP', mappedProducts: [productId] });
  });

  it('ADM-PROMO-12 deactivates and activates a code, and keeps the rest; usedCount is not written', async () => {
    const before = await created({ usageLimit: 5, expiresAt: '2031-01-01' });
    await redeemed(before.id);
    const answer = await administrator.put<Code>(`${address}/${before.id}`, { isActive: false, usedCount: 0 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, updatedAt: expect.any(String), isActive: false, usedCount: 1 });
    const back = await administrator.put<Code>(`${address}/${before.id}`, { ...answer.body, isActive: true });
    expect(back.body).toEqual({ ...before, updatedAt: expect.any(String), usedCount: 1 });
  });

  it('ADM-PROMO-10 replaces the products with their plans', async () => {
    const { id } = await created();
    const other = (await insertProduct(portal.database)).id;
    const answer = await administrator.put<Code>(`${address}/${id}`, {
      mappedProducts: [other],
      productStripePlanMapping: { [productId]: 'price_old', [other]: 'price_new' },
    });
    expect(answer.body).toMatchObject({
      mappedProducts: [other],
      productStripePlanMapping: { [other]: 'price_new' },
    });
  });

  it('ADM-PROMO-03 refuses a new name with spaces or punctuation; a code that has one already can be changed', async () => {
    expect((await create({ code: '20% OFF' })).body.message).toMatch(/letters, digits, hyphens and underscores/);
    const { id } = await created({ code: 'OLDER' });
    await older(id, 'OLD CODE!');
    const renamed = await administrator.put(`${address}/${id}`, { code: 'new code!' });
    expect([renamed.status, renamed.body.message]).toEqual([400, expect.stringMatching(/letters, digits/)]);
    const saved = await administrator.put<Code>(`${address}/${id}`, { code: 'old code!', isActive: false });
    expect(saved.body).toMatchObject({ code: 'OLD CODE!', isActive: false });
  });

  it('refuses a limit below the number of redemptions', async () => {
    const { id } = await created({ usageLimit: 5 });
    for (const _ of [1, 2]) await redeemed(id);
    const rejected = await administrator.put(`${address}/${id}`, { usageLimit: 1 });
    expect(rejected.status).toBe(409);
    expect(rejected.body.message).toMatch('redeemed 2 times');
    expect((await administrator.put<Code>(`${address}/${id}`, { usageLimit: 2 })).body.usageLimit).toBe(2);
    expect((await administrator.put<Code>(`${address}/${id}`, { usageLimit: '' })).body.usageLimit).toBeNull();
  });
});

describe('DELETE /api/admin/promo-codes/{id}', () => {
  it('answers 404 when an unknown or deleted code is deleted', async () => {
    const { id } = await created();
    expect((await administrator.delete(`${address}/999999`)).status).toBe(404);
    expect((await administrator.delete(`${address}/${id}`)).status).toBe(200);
    expect((await administrator.delete(`${address}/${id}`)).status).toBe(404);
    expect((await administrator.put(`${address}/${id}`, { isActive: true })).status).toBe(404);
  });

  it('ADM-PROMO-17 hides a redeemed code; its redemptions stay in the logs', async () => {
    const { id, code } = await created();
    const userId = await redeemed(id, { subscription: 'sub_1' });
    await administrator.delete(`${address}/${id}`);
    expect(await stored(`search=${code}`)).toEqual([]);
    const logs = (await administrator.get<{ promoCodeCode: string }[]>(`${address}/redemptions`)).body;
    expect(logs.filter((row) => row.promoCodeCode === code)).toHaveLength(1);
    const rows = await portal.database.pool.query(
      'select user_id, is_active from promo_redemptions join promo_codes on promo_codes.id = promo_code_id where promo_code_id = $1',
      [id],
    );
    expect(rows.rows).toEqual([{ user_id: userId, is_active: false }]);
  });
});

describe('GET /api/admin/promo-codes/redemptions', () => {
  it('ADM-PROMO-16 API-56 lists redemptions with their members, newest first, without released ones', async () => {
    const { id, code } = await created();
    const first = await redeemed(id, { subscription: 'sub_first' });
    await redeemed(id, { released: true });
    const last = await redeemed(id);
    const answer = await administrator.get<Record<string, unknown>[]>(`${address}/redemptions`);
    const rows = answer.body.filter((row) => row.promoCodeCode === code);
    expect(rows.map((row) => row.stripeSubscriptionId)).toEqual([null, 'sub_first']);
    const { rows: users } = await portal.database.pool.query('select email from users where id = any($1)', [
      [last, first],
    ]);
    expect(rows.map((row) => row.userEmail).sort()).toEqual(users.map(({ email }) => email).sort());
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      ['id', 'promoCodeCode', 'redeemedAt', 'resource', 'stripeSubscriptionId', 'userEmail', 'userName'].sort(),
    );
    expect(rows[0]?.userName).toBe('Mira Tollander');
    expect(Number(answer.headers['x-total-count'])).toBe(answer.body.length);
  });

  it('hides the address of a deleted account in the usage logs', async () => {
    const { id, code } = await created();
    const userId = await redeemed(id);
    await portal.database.pool.query('update users set deleted_at = now() where id = $1', [userId]);
    const logs = (await administrator.get<Record<string, unknown>[]>(`${address}/redemptions?page=1&pageSize=1`)).body;
    expect(logs).toMatchObject([{ promoCodeCode: code, userEmail: null }]);
  });
});
