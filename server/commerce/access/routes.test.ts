import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertGrant, insertPurchase, insertResource, updateResource } from '#tests/support/factories.ts';
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
const buy = (userId: number, resourceId: number) => insertPurchase(portal.database, { userId, resourceId });
const change = (text: string, id: number) => portal.database.pool.query(text, [id]);
const access = async (client: Client, id: number) => {
  const { status, body } = await client.get(`/api/resources/${id}/access`);
  return status === 200 ? body : status;
};
const open = { hasAccess: true, code: null, reason: '' };
const needsPurchase = { hasAccess: false, code: 'access.purchase-required', reason: 'Purchase required' };
const needsSubscription = {
  hasAccess: false,
  code: 'access.subscription-required',
  reason: 'Active subscription required',
};

describe('refusals', () => {
  it('PERM-01 refuses visitors resources, access and online products with 401', async () => {
    const id = await resource();
    for (const url of [
      `/api/resources/${id}`,
      `/api/resources/${id}/access`,
      '/api/user/resource-access',
      '/api/admin/online-products/1',
    ]) {
      expect((await portal.visitor().get(url)).status).toBe(401);
    }
  });

  it('API-58 answers 400 to ids that are not numbers and 404 to unknown ones', async () => {
    for (const part of ['', '/access', '/related']) {
      expect((await member.get(`/api/resources/abc${part}`)).status).toBe(400);
      expect((await member.get(`/api/resources/2147483648${part}`)).status).toBe(400);
      const unknown = await member.get(`/api/resources/2147483647${part}`);
      expect([unknown.status, unknown.body.code]).toEqual([404, 'catalogue.not-found']);
    }
    expect((await member.get('/api/admin/online-products/2147483647')).status).toBe(404);
    expect((await member.get('/api/user/resource-access?resourceId=x')).status).toBe(400);
  });

  it('ACCESS-19 API-10 answers 404 for drafts and withdrawn resources, even when free or granted', async () => {
    for (const fields of [{ is_published: false }, { withdrawn_at: '2026-01-01' }]) {
      const id = await resource({ ...fields, access_type: 'free' });
      await insertGrant(portal.database, { userId: member.userId, resourceId: id });
      for (const part of ['', '/access']) expect((await member.get(`/api/resources/${id}${part}`)).status).toBe(404);
      expect((await member.get(`/api/user/resource-access?resourceId=${id}`)).body).toEqual([]);
    }
  });

  it('ACCESS-03 ACCESS-04 API-14 names the missing entitlement of the caller, also when the query names another member', async () => {
    const paid = await resource({ access_type: 'purchase', price_minor: 500 });
    const subscribed = await resource({ access_type: 'subscription' });
    await buy(member.userId, paid);
    expect(await access(stranger, paid)).toEqual(needsPurchase);
    expect(await access(stranger, subscribed)).toEqual(needsSubscription);
    const other = await stranger.get(`/api/resources/${paid}/access?userId=${member.userId}`);
    expect(other.body).toEqual(needsPurchase);
  });

  it('ACCESS-17 ignores a grant that has expired, was revoked or belongs to another member', async () => {
    const id = await resource({ access_type: 'purchase' });
    const past = new Date(Date.now() - 60_000).toISOString();
    await insertGrant(portal.database, { userId: member.userId, resourceId: id, expires_at: past });
    await insertGrant(portal.database, { userId: member.userId, resourceId: id, is_active: false });
    await insertGrant(portal.database, { userId: stranger.userId, resourceId: id });
    expect(await access(member, id)).toEqual(needsPurchase);
  });

  it.each(['refunded', 'dispute_lost', 'removed'])('ignores a purchase with the status %s', async (status) => {
    const id = await resource({ access_type: 'purchase' });
    const { id: purchaseId } = await buy(member.userId, id);
    expect(await access(member, id)).toEqual(open);
    await change(`update purchases set status = '${status}', ended_at = now() where id = $1`, purchaseId);
    expect(await access(member, id)).toEqual(needsPurchase);
  });
});

describe('access to one resource', () => {
  it('ACCESS-01 ACCESS-02 opens a free resource without an entitlement', async () => {
    expect(await access(member, await resource())).toEqual(open);
  });

  it('ACCESS-03 a purchase opens a resource for good, also after its access type changed', async () => {
    const id = await resource({ access_type: 'purchase' });
    await buy(member.userId, id);
    await updateResource(portal.database, id, { access_type: 'subscription' });
    expect(await access(member, id)).toEqual(open);
    expect(await access(stranger, id)).toEqual(needsSubscription);
  });

  it('ACCESS-16 a grant opens a resource until it is revoked, from the next call on', async () => {
    const id = await resource({ access_type: 'subscription' });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const grant = await insertGrant(portal.database, { userId: member.userId, resourceId: id, expires_at: later });
    expect(await access(member, id)).toEqual(open);
    await change('update access_grants set is_active = false where id = $1', grant.id);
    expect(await access(member, id)).toEqual(needsSubscription);
  });

  it('ACCESS-19 buyers keep reading and access to unpublished and withdrawn resources', async () => {
    for (const gone of [{ is_published: false }, { is_published: false, withdrawn_at: '2026-01-01' }]) {
      const id = await resource({ access_type: 'purchase', title: 'Kept' });
      await buy(member.userId, id);
      await member.get(`/api/resources/${id}`);
      await stranger.get(`/api/resources/${id}`);
      await updateResource(portal.database, id, gone);
      expect((await member.get(`/api/resources/${id}`)).body).toMatchObject({ id, title: 'Kept', isPublished: false });
      expect(await access(member, id)).toEqual(open);
      expect([(await stranger.get(`/api/resources/${id}`)).status, await access(stranger, id)]).toEqual([404, 404]);
    }
  });

  it('ACCESS-21 administrators read and open every resource, drafts included', async () => {
    const id = await resource({ access_type: 'purchase', is_published: false, title: 'Draft' });
    expect(await access(administrator, id)).toEqual(open);
    expect((await administrator.get(`/api/resources/${id}`)).body).toMatchObject({ id, title: 'Draft' });
  });
});

describe('a resource', () => {
  it('API-10 API-11 API-60 shows all fields of a resource, and its file by the address that checks access', async () => {
    const { pool } = portal.database;
    const { rows } = await pool.query(
      `insert into files (id, kind, name, content_type, bytes, sha256)
       values (gen_random_uuid(), 'document', 'secret-name.pdf', 'application/pdf', 5, '\\x00') returning id`,
    );
    const id = await resource({
      access_type: 'subscription',
      monthly_price_minor: 899,
      annual_price_minor: 8999,
      stripe_product_id: 'prod_1',
      file_id: rows[0].id,
      file_title: 'The file',
      video_url: 'https://video.example/1',
      slideshow_images: ['/media/1'],
      subscription_benefits: ['One price'],
      rapp_implementation_phase: ['phase_2_design_plan'],
    });
    const answer = await stranger.get(`/api/resources/${id}`);
    expect(answer.body).toMatchObject({
      id,
      accessType: 'subscription',
      price: null,
      monthlyPrice: 8.99,
      annualPrice: 89.99,
      stripeProductId: 'prod_1',
      fileUrl: `/api/resources/${id}/download`,
      fileTitle: 'The file',
      videoUrl: 'https://video.example/1',
      rappImplementationPhase: ['phase_2_design_plan'],
      metadata: {
        slideshowImages: ['/media/1'],
        instructionalVideoUrl: null,
        videoUrl: 'https://video.example/1',
        subscriptionBenefits: ['One price'],
      },
    });
    expect(answer.raw.toString()).not.toContain(rows[0].id);
    expect(answer.raw.toString()).not.toContain('secret-name');
    expect((await administrator.get(`/api/resources/${id}`)).body.fileUrl).toBe(`/api/files/${rows[0].id}`);
    expect((await stranger.get(`/api/resources/${id}`)).body.fileUrl).toBe(`/api/resources/${id}/download`);
  });
});

describe('the list of access', () => {
  const ask = async (client: Client, query: string) => {
    const answer = await client.get<object[]>(`/api/user/resource-access${query}`);
    return { decisions: answer.body, total: Number(answer.headers['x-total-count']) };
  };

  it('ACCESS-09 API-17 lists the access to the resources in resourceId as each single call answers it, and leaves out unknown ones', async () => {
    const ids = [
      await resource(),
      await resource({ access_type: 'purchase' }),
      await resource({ access_type: 'purchase' }),
    ];
    const draft = await resource({ is_published: false });
    const [, bought = 0] = ids;
    await buy(member.userId, bought);
    const query = [...ids, draft, 2147483647, bought].map((id) => `resourceId=${id}`).join('&');
    const single = await Promise.all(ids.map(async (id) => ({ ...Object(await access(member, id)), resourceId: id })));
    expect(await ask(member, `?${query}`)).toEqual({ decisions: single, total: 3 });
    expect((await ask(member, `?resourceId=${bought}`)).decisions).toEqual([{ ...open, resourceId: bought }]);
    expect((await ask(stranger, `?resourceId=${bought}`)).decisions).toEqual([
      { ...needsPurchase, resourceId: bought },
    ]);
  });

  it('ACCESS-09 GEN-10 lists every listed resource and the purchases of the caller beside them, in pages too', async () => {
    const gone = await resource({ access_type: 'purchase' });
    await buy(member.userId, gone);
    await updateResource(portal.database, gone, { is_published: false });
    const whole = await ask(member, '');
    const { rows } = await portal.database.pool.query('select id from resources where is_listed order by id');
    const ids = whole.decisions.map((decision) => Object(decision).resourceId);
    expect(ids.slice(0, rows.length)).toEqual(rows.map(({ id }) => id));
    expect(whole.decisions.at(-1)).toEqual({ ...open, resourceId: gone });
    expect(whole.total).toBe(whole.decisions.length);
    const pages = [];
    for (let page = 1; page <= Math.ceil(whole.total / 4); page += 1) {
      const answer = await ask(member, `?page=${page}&pageSize=4`);
      expect(answer.total).toBe(whole.total);
      pages.push(...answer.decisions);
    }
    expect(pages).toEqual(whole.decisions);
    expect((await ask(stranger, '')).total).toBeLessThan(whole.total);
  });

  it('ACCESS-09 refuses more than 200 resources in one call, named or as a page, with 400', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `resourceId=${n + 1}`).join('&');
    for (const query of [ids(201), 'pageSize=201']) {
      expect((await member.get(`/api/user/resource-access?${query}`)).status).toBe(400);
    }
    for (const query of [ids(200), 'page=1&pageSize=200']) {
      expect((await member.get(`/api/user/resource-access?${query}`)).status).toBe(200);
    }
  });

  it('ACCESS-09 answers the first 200 when no page is named, with the number of all', async () => {
    await portal.database.pool.query(
      `insert into resources (title, description, type, access_type, currency, is_published)
       select 'Item ' || n, 'What was found out.', 'report', 'free', 'GBP', true from generate_series(1, 201) as n`,
    );
    const { rows } = await portal.database.pool.query('select id from resources where is_listed order by id');
    const { decisions, total } = await ask(stranger, '');
    expect(decisions.map((decision) => Object(decision).resourceId)).toEqual(rows.slice(0, 200).map(({ id }) => id));
    expect(total).toBe(rows.length);
  });

  it('ACCESS-09 runs the same few statements for any number of resources', async () => {
    await member.get('/api/user/resource-access?resourceId=1');
    const query = vi.spyOn(portal.database.pool, 'query');
    await stranger.get('/api/user/resource-access?resourceId=1&resourceId=2&resourceId=3');
    expect(query).toHaveBeenCalledTimes(3);
    query.mockRestore();
  });
});
