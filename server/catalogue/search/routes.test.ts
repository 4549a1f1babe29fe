import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedResource as Listed } from '#contract/catalogue/catalogue.ts';
import type { Client } from '#tests/support/client.ts';
import { insertPurchase, insertResource, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let member: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
  await makeCatalogue();
});
afterAll(() => portal.close());

/** Makes four listed resources, a draft and a withdrawn one, each newer than the one before. */
async function makeCatalogue(): Promise<void> {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();
  const add = (title: string, created: number, fields: object) =>
    insertResource(portal.database, { title, created_at: day(created), description: 'Plain words.', ...fields });
  await add('Échelle of trust', 1, { type: 'book', rapp_principles: ['responsible'] });
  await add('bias review', 2, {
    type: 'report',
    access_type: 'purchase',
    price_minor: 1999,
    rapp_principles: ['responsible', 'adaptive'],
    tags: ['Fairness', 'x_y'],
    rapp_implementation_phase: ['phase_1_discover_assess', 'phase_2_design_plan'],
    role_affiliations: ['policy_lead', 'technical_lead'],
  });
  await add('Data sheet', 3, {
    type: 'template',
    access_type: 'subscription',
    monthly_price_minor: 899,
    annual_price_minor: 8999,
    rapp_principles: ['people_centred'],
    description: 'Governance of models,\nstep by step. A 100% checklist about AI.',
  });
  await add('Annual plan', 4, {
    type: 'book',
    access_type: 'subscription',
    annual_price_minor: 4500,
    rapp_principles: ['purpose_driven', 'adaptive'],
    description: 'Ethics first; maintain it.',
    rapp_implementation_phase: ['phase_2_design_plan'],
    role_affiliations: ['project_manager'],
  });
  await add('Draft governance', 5, { type: 'book', is_published: false });
  await add('Withdrawn governance', 6, { type: 'book', withdrawn_at: day(7) });
}

const list = async (query = '', client: Client = member) => {
  const answer = await client.get<{ title: string }[]>(`/api/resources${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return { titles: answer.body.map(({ title }) => title), total: Number(answer.headers['x-total-count']) };
};
const titles = async (query = '') => (await list(query)).titles;
const all = ['Annual plan', 'Data sheet', 'bias review', 'Échelle of trust'];

describe('who is refused', () => {
  it('PERM-01 answers nothing to visitors', async () => {
    for (const url of ['/api/resources', '/api/resources?search=plan', '/api/resources/1/related']) {
      expect((await portal.visitor().get(url)).status).toBe(401);
    }
  });

  it.each([
    ['?type=poem', 'type'],
    ['?accessType=gift', 'accessType'],
    ['?rappPrinciples=brave', 'rappPrinciples'],
    ['?rappImplementationPhase=phase_9', 'rappImplementationPhase'],
    ['?roleAffiliations=king', 'roleAffiliations'],
    ['?sort=created_at;drop--', 'This sort order is not known'],
    ['?sort=title&sort=title', 'This sort order is not known'],
    ['?search=a&search=b', 'There can be one search at a time'],
    [`?search=${'a'.repeat(101)}`, 'The search must be at most 100 characters'],
    ['?search=a%00b', 'The search contains characters that cannot be stored'],
    ['?page=0', 'page must be at least 1'],
    ['?page=x', 'page must be a whole number'],
    ['?pageSize=201', 'pageSize must be at most 200'],
  ])('%s is not a question', async (query, sentence) => {
    const answer = await member.get(`/api/resources${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid']);
    expect(answer.body.message).toContain(sentence);
  });
});

describe('the list', () => {
  it('BROWSE-15 API-09 shows what is published and not withdrawn, to administrators as well', async () => {
    expect(await list()).toEqual({ titles: all, total: 4 });
    expect(await list('', await portal.administrator())).toEqual({ titles: all, total: 4 });
  });

  it('API-09 API-11 API-60 the list without a page answers whole resources, files by the address that the caller may open', async () => {
    const { rows } = await portal.database.pool.query(
      `insert into files (id, kind, name, content_type, bytes, sha256)
       values (gen_random_uuid(), 'document', 'handbook.pdf', 'application/pdf', 5, '\\x00') returning id`,
    );
    const { id } = await insertResource(portal.database, {
      title: 'Zebra handbook',
      type: 'online_tool',
      access_type: 'purchase',
      price_minor: 1250,
      stripe_product_id: 'prod_handbook',
      file_id: rows[0].id,
      file_title: 'Handbook',
      video_url: 'https://videos.example.org/handbook',
      slideshow_images: ['https://pictures.example.org/one.png'],
    });
    const bundle = await insertResource(portal.database, { title: 'Zebra bundle', type: 'bundle' });
    await portal.database.pool.query('insert into bundle_parts (bundle_id, resource_id, position) values ($1, $2, 0)', [
      bundle.id,
      id,
    ]);
    const administrator = await portal.administrator();
    for (const client of [member, administrator, await portal.member()]) {
      const whole = await client.get<Listed[]>('/api/resources?search=zebra&sort=title');
      expect(whole.body.map(({ title }) => title)).toEqual(['Zebra bundle', 'Zebra handbook']);
      const [sold, listed] = whole.body;
      const { inside, hasPages, ...one } = (await client.get(`/api/resources/${id}`)).body;
      expect(listed).toEqual(one);
      expect(listed).toMatchObject({ price: 12.5, stripeProductId: 'prod_handbook', fileTitle: 'Handbook' });
      expect(listed?.fileUrl === `/api/resources/${id}/download`).toBe(client !== administrator);
      expect(sold?.bundle?.parts.map((part) => part.id)).toEqual([id]);
      for (const page of ['&page=1', '&pageSize=5', '&page=1&pageSize=5']) {
        const short = (await client.get<Listed[]>(`/api/resources?search=zebra&sort=title${page}`)).body;
        expect(short.map((card) => card.id)).toEqual([bundle.id, id]);
        for (const field of ['metadata', 'fileUrl', 'videoUrl', 'stripeProductId', 'bundle']) {
          expect(short[1]).not.toHaveProperty(field);
        }
      }
    }
    await updateResource(portal.database, id, { is_published: false });
    await updateResource(portal.database, bundle.id, { is_published: false });
  });

  it('API-11 GEN-12 carries what a card shows, prices in major units, and no file', async () => {
    const { body } = await member.get<object[]>('/api/resources?search=bias&page=1');
    expect(body).toEqual([
      {
        id: expect.any(Number),
        title: 'bias review',
        description: 'Plain words.',
        type: 'report',
        accessType: 'purchase',
        price: 19.99,
        monthlyPrice: null,
        annualPrice: null,
        createdAt: '2026-01-02T00:00:00.000Z',
        estimatedDuration: null,
        onlineProductId: null,
        thumbnailUrl: null,
        featuredImageUrl: null,
        tags: ['Fairness', 'x_y'],
        roleAffiliations: ['policy_lead', 'technical_lead'],
        rappPrinciples: ['responsible', 'adaptive'],
        rappImplementationPhase: ['phase_1_discover_assess', 'phase_2_design_plan'],
        isPublished: true,
      },
    ]);
  });

  it('BROWSE-05 sorts by time, by title without regard to case and accents, and by the price that is shown', async () => {
    expect(await titles('?sort=created_at')).toEqual(all);
    expect(await titles('?sort=title')).toEqual(['Annual plan', 'bias review', 'Data sheet', 'Échelle of trust']);
    const cheapest = ['Échelle of trust', 'Data sheet', 'bias review', 'Annual plan'];
    expect(await titles('?sort=price_low_high')).toEqual(cheapest);
    expect(await titles('?sort=price_high_low')).toEqual(cheapest.toReversed());
  });

  it('BROWSE-04 takes values of a group as alternatives and groups together', async () => {
    expect(await titles('?type=book')).toEqual(['Annual plan', 'Échelle of trust']);
    expect(await titles('?type=book&type=report')).toEqual(['Annual plan', 'bias review', 'Échelle of trust']);
    expect(await titles('?type=book&accessType=subscription')).toEqual(['Annual plan']);
    expect(await titles('?rappPrinciples=adaptive&rappPrinciples=people_centred')).toEqual(all.slice(0, 3));
    expect(await titles('?type=book&rappPrinciples=responsible&accessType=free')).toEqual(['Échelle of trust']);
    expect(await list('?type=newsletter')).toEqual({ titles: [], total: 0 });
    expect(await list('?type=book&search=governance')).toEqual({ titles: [], total: 0 });
  });

  it('BROWSE-04 filters by implementation phase and by role, together with everything else', async () => {
    const planned = 'rappImplementationPhase=phase_2_design_plan';
    const both = ['Annual plan', 'bias review'];
    expect(await list(`?${planned}`)).toEqual({ titles: both, total: 2 });
    expect(await list(`?${planned}&rappImplementationPhase=phase_4_deploy_scale`)).toEqual({ titles: both, total: 2 });
    expect(await list('?rappImplementationPhase=phase_4_deploy_scale')).toEqual({ titles: [], total: 0 });
    expect(await titles('?roleAffiliations=project_manager&roleAffiliations=policy_lead&sort=title')).toEqual(both);
    expect(await titles('?roleAffiliations=technical_lead&rappImplementationPhase=phase_1_discover_assess')).toEqual([
      'bias review',
    ]);
    expect(await titles('?roleAffiliations=technical_lead&type=book')).toEqual([]);
    expect(await titles(`?${planned}&rappPrinciples=adaptive&accessType=purchase`)).toEqual(['bias review']);
    expect(await titles(`?${planned}&search=ethics`)).toEqual(['Annual plan']);
    expect(await titles('?roleAffiliations=policy_lead&search=ethics')).toEqual([]);
    expect(await list(`?${planned}&page=2&pageSize=1`)).toEqual({ titles: ['bias review'], total: 2 });
  });

  it('BROWSE-07 BROWSE-11 API-09 answers one page and the number of all that were found', async () => {
    expect(await list('?page=1&pageSize=3')).toEqual({ titles: all.slice(0, 3), total: 4 });
    expect(await list('?page=2&pageSize=3')).toEqual({ titles: all.slice(3), total: 4 });
    expect(await list('?page=3&pageSize=3')).toEqual({ titles: [], total: 4 });
    expect(await list('?page=2&pageSize=1&type=book')).toEqual({ titles: ['Échelle of trust'], total: 2 });
    expect(await list('?page=2&pageSize=1&search=plain')).toEqual({ titles: ['Échelle of trust'], total: 2 });
    expect(await list('?page=9&pageSize=1&search=plain')).toEqual({ titles: [], total: 2 });
  });

  it('BROWSE-14 a page means the same list in every order', async () => {
    for (const sort of ['created_at', 'title', 'price_low_high', 'price_high_low']) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => titles(`?sort=${sort}&page=${page}&pageSize=1`)));
      expect(pages.flat()).toEqual(await titles(`?sort=${sort}`));
    }
  });
});

describe('search', () => {
  it.each([
    ['bias', ['bias review'], 'in the title'],
    ['BIAS', ['bias review'], 'in any case'],
    ['governance', ['Data sheet'], 'in the description, and never in drafts'],
    ['fairness', ['bias review'], 'in the tags'],
    ['vernanc', ['Data sheet'], 'inside a word'],
    ['models,', ['Data sheet'], 'with its marks'],
    ['ta', ['Annual plan', 'Data sheet'], 'two letters, inside words too'],
    ['s', ['Data sheet', 'Annual plan', 'bias review', 'Échelle of trust'], 'one letter'],
    ['step  governance', ['Data sheet'], 'every word, in any place'],
    ['plain bias', ['bias review'], 'one in the title, one in the description'],
    ['governance bias', [], 'not when only one of the words occurs'],
    ['100%', ['Data sheet'], '% is a plain character'],
    ['%', ['Data sheet'], '% alone'],
    ['x_y', ['bias review'], '_ is a plain character'],
    ['_', ['bias review'], '_ alone'],
    ["'", [], 'a quote'],
    ['\\', [], 'a backslash'],
    ['échelle', ['Échelle of trust'], 'with accents'],
    ['echelle', ['Échelle of trust'], 'and without them'],
  ])('BROWSE-01 finds %s: %j (%s)', async (search, found) => {
    const answer = await list(`?search=${encodeURIComponent(search)}`);
    expect(answer).toEqual({ titles: found, total: found.length });
  });

  it('BROWSE-01 shows misspelt matches only when there is no other', async () => {
    expect(await titles('?search=govenance')).toEqual(['Data sheet']);
    expect(await titles('?search=ehtics%20maintian')).toEqual(['Annual plan']);
    await insertResource(portal.database, { title: 'The govenance typo', created_at: '2025-12-01' });
    expect(await titles('?search=govenance')).toEqual(['The govenance typo']);
    expect(await titles('?search=zzzzqqqq')).toEqual([]);
  });

  it('BROWSE-16 finds by the synonyms of the settings from the moment they are saved, and by none of them once emptied', async () => {
    const administrator = await portal.administrator();
    const save = async (searchSynonyms: string[]) =>
      expect((await administrator.put('/api/admin/portal-settings', { searchSynonyms })).status).toBe(200);
    expect(await titles('?search=zorbing')).toEqual([]);
    await save(['Zorbing = step governance, échelle', 'zorb ball=bias']);
    expect(await titles('?search=zorbing')).toEqual(['Échelle of trust', 'Data sheet']);
    expect(await titles('?search=zorbing%20bias')).toEqual([]);
    expect(await titles('?search=a%20Zorb%20balls!')).toEqual(['bias review']);
    const counts = await member.get<{ type: object }>('/api/resources/counts?search=zorbing');
    expect(counts.body.type).toEqual({ book: 1, template: 1 });
    await save([]);
    expect(await titles('?search=zorbing')).toEqual([]);
  });

  it.each([
    ['reviews', ['bias review'], 'the plural'],
    ['governing', ['Data sheet'], 'another form'],
    ['free books', ['Échelle of trust'], 'access and type'],
    ['subscription template', ['Data sheet'], 'access and type'],
    ['what is the bias & review?', ['bias review'], 'stop words and marks'],
  ])('BROWSE-16 finds %s: %j (%s)', async (search, found) => {
    expect(await titles(`?search=${encodeURIComponent(search)}`)).toEqual(found);
  });

  it('finds a text in the middle of a very long word', async () => {
    const long = Array.from({ length: 450 }, (_, index) => String.fromCharCode(97 + ((index * 7) % 26))).join('');
    await insertResource(portal.database, { title: 'Endless', description: `${long}needle${long}` });
    expect(await titles('?search=needle')).toEqual(['Endless']);
    expect(await titles(`?search=${long.slice(180, 280)}`)).toEqual(['Endless']);
  });
});

describe('related resources', () => {
  it('DETAIL-13 related resources are at most three listed ones of the same type, never itself, nearest principles first', async () => {
    const insight = (title: string, fields: object = {}) =>
      insertResource(portal.database, { title, type: 'insight', ...fields });
    const own = await insight('own', { rapp_principles: ['adaptive', 'responsible'] });
    expect((await member.get(`/api/resources/${own.id}/related`)).body).toEqual([]);
    await insight('far', { created_at: '2026-03-05' });
    await insight('farther', { created_at: '2026-03-04' });
    await insight('half', { rapp_principles: ['adaptive'], created_at: '2026-03-01' });
    await insight('whole', { rapp_principles: ['responsible', 'adaptive'], access_type: 'purchase' });
    await insight('draft', { rapp_principles: ['responsible', 'adaptive'], is_published: false });
    await insertResource(portal.database, { title: 'other type', type: 'newsletter' });
    const answer = await member.get<{ title: string }[]>(`/api/resources/${own.id}/related`);
    expect(answer.body.map(({ title }) => title)).toEqual(['whole', 'half', 'far']);
  });

  it('ACCESS-19 related resources are unknown for an unpublished resource, but to its buyer', async () => {
    const draft = await insertResource(portal.database, { type: 'other', is_published: false });
    const url = `/api/resources/${draft.id}/related`;
    expect((await member.get(url)).status).toBe(404);
    await insertPurchase(portal.database, { userId: member.userId, resourceId: draft.id });
    expect((await member.get(url)).body).toEqual([]);
  });
});
