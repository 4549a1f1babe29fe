import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { createImportDesk, type ImportDesk } from '#tests/support/imports.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { foreignFileOf, plainText } from './foreign-rules.ts';

let portal: TestPortal;
let administrator: Client;
let desk: ImportDesk;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  desk = createImportDesk(portal, administrator);
});
afterAll(() => portal.close());
beforeEach(() => portal.database.pool.query('delete from catalogue_imports; delete from resources'));

type Problem = { line: number; field: string; value: string; sentence: string; severity: string };

/** Sends and checks a file; separates the findings from the explanations of the conversion. */
async function check(content: string, name: string) {
  const { body } = await desk.send(content, name);
  await portal.runJobs();
  const found = (await administrator.get<Problem[]>(`/api/admin/imports/${body.id}/problems?pageSize=200`)).body;
  const isMapping = ({ sentence }: Problem) => /^From (Gumroad|Ghost):|becomes a draft/.test(sentence);
  return {
    id: body.id,
    state: await desk.read(body.id),
    mapping: found.filter(isMapping),
    found: found.filter((problem) => !isMapping(problem)),
  };
}

async function run(id: number) {
  expect((await administrator.post(`/api/admin/imports/${id}/run`)).status).toBe(200);
  await portal.runJobs();
  const { rows } = await portal.database.pool.query(
    `select title, description, type, access_type, price_minor, monthly_price_minor, annual_price_minor, tags,
            thumbnail_url, featured_image_url, is_published from resources order by id`,
  );
  return rows;
}

const product = {
  id: 'A-m3CDDC5dlrSdKZp0RFhA==',
  name: 'Pencil icons',
  description:
    '<p>Drawn by hand.</p><ul><li>Icons &amp; cursors</li><li>A&nbsp;licence</li></ul><script>alert(1)</script>',
  price: 1999,
  currency: 'gbp',
  short_url: 'https://example.gumroad.com/l/pencil',
  thumbnail_url: 'https://public-files.gumroad.com/pencil.png',
  tags: ['pencil', 'icon'],
  formatted_price: '£19.99',
  published: true,
  deleted: false,
  customizable_price: false,
  subscription_duration: null,
};

describe('products of Gumroad', () => {
  it('IMPORT-01 become drafts with title, text, price and tags, after a check that says what becomes of each field', async () => {
    const products = [
      product,
      { ...product, name: 'Club', price: 900, subscription_duration: 'monthly' },
      { ...product, name: 'Yearly club', price: 9000, subscription_duration: 'yearly' },
      {
        ...product,
        name: 'Sample',
        price: 0,
        native_type: 'ebook',
        description: '',
        custom_summary: 'A first chapter.',
      },
    ];
    const { id, state, mapping, found } = await check(JSON.stringify({ success: true, products }), 'gumroad.json');
    expect(state).toMatchObject({ state: 'checked', rowCount: 4, newCount: 4, problemCount: 0 });
    expect(mapping.map(({ field, severity }) => [field, severity])).toContainEqual(['title', 'warning']);
    expect(found).toEqual([]);
    const rows = await run(id);
    expect(rows[0]).toEqual({
      title: 'Pencil icons',
      description: 'Drawn by hand.\nIcons & cursors\nA licence',
      type: 'other',
      access_type: 'purchase',
      price_minor: 1999,
      monthly_price_minor: null,
      annual_price_minor: null,
      tags: ['pencil', 'icon'],
      thumbnail_url: 'https://public-files.gumroad.com/pencil.png',
      featured_image_url: null,
      is_published: false,
    });
    expect(rows.slice(1)).toMatchObject([
      { title: 'Club', access_type: 'subscription', price_minor: null, monthly_price_minor: 900 },
      { title: 'Yearly club', access_type: 'subscription', annual_price_minor: 9000 },
      { title: 'Sample', access_type: 'free', type: 'book', price_minor: null, description: 'A first chapter.' },
    ]);
  });

  it('IMPORT-01 products of Gumroad are read from a list and from a CSV file, too', { tags: 'long' }, async () => {
    const list = await check(
      `[\n${JSON.stringify(product)},\n${JSON.stringify({ ...product, name: 'Second' })}\n]`,
      'list.json',
    );
    expect(list.state).toMatchObject({ newCount: 2, problemCount: 0 });
    const csv =
      'name,description,price,currency,short_url,tags\nPencil,"<p>Drawn, by hand</p>",1999,gbp,https://x.gumroad.com/l/p,"pencil, icon"\n';
    const sheet = await check(csv, 'gumroad.csv');
    expect(sheet.state).toMatchObject({ newCount: 1, problemCount: 0 });
    expect(await run(sheet.id)).toMatchObject([
      { title: 'Pencil', description: 'Drawn, by hand', price_minor: 1999, tags: ['pencil', 'icon'] },
    ]);
  });

  it('IMPORT-01 warn about prices in another currency, free prices, other intervals and deleted products', {
    tags: 'long',
  }, async () => {
    const products = [
      { ...product, currency: 'usd' },
      { ...product, name: 'Yen', currency: 'jpy', price: 500 },
      { ...product, name: 'As you like', customizable_price: true },
      { ...product, name: 'Quarterly', subscription_duration: 'quarterly' },
      { ...product, name: 'Gone', deleted: true },
    ];
    const { state, found } = await check(JSON.stringify({ products }), 'gumroad.json');
    expect(state).toMatchObject({ rowCount: 4, newCount: 4, problemCount: 0 });
    expect(found.map(({ line, field, value, sentence }) => `${line} ${field} ${value}: ${sentence}`)).toEqual([
      '1 price 19.99 USD: Gumroad’s price is in USD; here it is the same number in GBP. Check it.',
      '2 price 500 JPY: Gumroad’s price is in JPY; here it is the same number in GBP. Check it.',
      '3 price 19.99: At Gumroad buyers choose what they pay; here this is the price.',
      '4 monthlyPrice quarterly: Plans here are monthly or yearly. Set the price of this one before you publish it.',
      '5 title Gone: This product is deleted at Gumroad, so it is ignored.',
    ]);
  });

  it('IMPORT-01 products of Gumroad with a mistake keep the file from being imported', async () => {
    const { id, state, found } = await check(
      JSON.stringify({
        products: [
          { ...product, name: '' },
          { ...product, tags: ['x'.repeat(200)] },
        ],
      }),
      'gumroad.json',
    );
    expect(state).toMatchObject({ state: 'checked', problemCount: expect.any(Number) });
    expect(found.filter(({ severity }) => severity === 'problem').map(({ line, field }) => [line, field])).toEqual(
      expect.arrayContaining([
        [1, 'title'],
        [2, 'tags'],
      ]),
    );
    expect((await administrator.post(`/api/admin/imports/${id}/run`)).status).toBe(409);
  });
});

const post = {
  id: 'p1',
  title: 'Working with <b>models</b>',
  slug: 'working-with-models',
  html: '<p>The first paragraph.</p>',
  plaintext: 'The first paragraph.',
  feature_image: 'https://images.example.org/cover.png',
  type: 'post',
  status: 'published',
  visibility: 'public',
  custom_excerpt: null,
  published_at: '2021-03-24T04:34:10.000Z',
};
const ghost = (posts: object[]) => ({
  db: [
    {
      meta: { exported_on: 1_616_560_573_131, version: '4.1.0' },
      data: {
        posts,
        tags: [
          { id: 't1', name: 'Guides', visibility: 'public' },
          { id: 't2', name: '#internal', visibility: 'internal' },
          { id: 't3', name: 'Models', visibility: 'public' },
        ],
        posts_tags: [
          { post_id: 'p1', tag_id: 't3', sort_order: 1 },
          { post_id: 'p1', tag_id: 't1', sort_order: 0 },
          { post_id: 'p1', tag_id: 't2', sort_order: 2 },
        ],
        users: [{ email: 'author@example.org', password: '$2a$10$secret' }],
      },
    },
  ],
});

describe('posts of Ghost', () => {
  it('IMPORT-01 become drafts of articles with excerpt, tags and picture; pages and texts for paying members stay out', async () => {
    const posts = [
      post,
      {
        ...post,
        id: 'p2',
        title: 'For payers',
        visibility: 'paid',
        plaintext: 'What only payers read.',
        feature_image: null,
      },
      {
        ...post,
        id: 'p3',
        title: 'Own excerpt',
        visibility: 'members',
        custom_excerpt: 'In one sentence.',
        feature_image: '__GHOST_URL__/content/images/a.png',
      },
      { ...post, id: 'p4', title: 'About us', type: 'page' },
    ];
    const { id, state, mapping, found } = await check(JSON.stringify(ghost(posts)), 'ghost.json');
    expect(state).toMatchObject({ state: 'checked', rowCount: 3, newCount: 3, problemCount: 0 });
    expect(mapping.length).toBeGreaterThan(4);
    expect(found.map(({ line, field, sentence }) => `${line} ${field}: ${sentence}`)).toEqual([
      '3 featuredImageUrl: This picture is stored at the Ghost site. Upload it here.',
      '4 title: This is a page of the Ghost site, so it is ignored.',
    ]);
    const rows = await run(id);
    expect(rows).toMatchObject([
      {
        title: 'Working with <b>models</b>',
        description: 'The first paragraph.',
        type: 'article',
        access_type: 'free',
        tags: ['Guides', 'Models'],
        featured_image_url: 'https://images.example.org/cover.png',
        is_published: false,
      },
      { title: 'For payers', description: 'For payers', access_type: 'subscription', featured_image_url: null },
      { title: 'Own excerpt', description: 'In one sentence.', access_type: 'free', featured_image_url: null },
    ]);
    expect(JSON.stringify(rows)).not.toContain('What only payers read');
  });

  it('IMPORT-01 posts of Ghost are read from the list of posts as CSV, too', { tags: 'long' }, async () => {
    const text =
      'id,title,url,author,status,tags,post_access\n' +
      'a,Open,https://blog.example.org/open/,Ada,published only,"Guides, Models",Public\n' +
      'b,Paid,https://blog.example.org/paid/,Ada,draft,,Paid members-only\n';
    const { id, state, found } = await check(text, 'posts.csv');
    expect([state, found]).toMatchObject([{ newCount: 2, problemCount: 0 }, []]);
    expect(await run(id)).toMatchObject([
      {
        title: 'Open',
        description: 'Open\nFirst published at https://blog.example.org/open/',
        access_type: 'free',
        tags: ['Guides', 'Models'],
      },
      { title: 'Paid', type: 'article', access_type: 'subscription', tags: [] },
    ]);
  });

  it('IMPORT-01 handles exports of Ghost without the wrapping list, without posts or with wrong tables', {
    tags: 'long',
  }, async () => {
    const [first] = ghost([post]).db;
    expect((await check(JSON.stringify({ meta: {}, data: first?.data }), 'a.json')).state).toMatchObject({
      newCount: 1,
    });
    const none = await check(JSON.stringify(ghost([])), 'b.json');
    expect(none.found.map(({ sentence }) => sentence)).toEqual(['The file has no rows.']);
    const odd = await check(
      JSON.stringify({ db: [{ data: { posts: [7, null, { title: 5 }], tags: 'x' } }] }),
      'c.json',
    );
    expect(odd.found.map(({ line, field }) => [line, field])).toContainEqual([1, 'title']);
  });
});

it('IMPORT-01 takes the words out of HTML, whatever it holds', () => {
  expect(plainText('<h2>A</h2>b<br/>c &#233; &#x1F600; &#0; &#xD800; &unknown; <style>x{}</style>')).toBe(
    'A\nb\nc é 😀 &#0; &#xD800; &unknown;',
  );
  expect(plainText('<img src=x onerror=alert(1)>text <')).toBe('text <');
  expect(plainText('a<SCRIPT>1</script >b<script>2</script>c<style>d')).toBe('abcd');
});

it('IMPORT-01 reads a post with 200,000 tags in the time of its tags', () => {
  const posts_tags = Array.from({ length: 200_000 }, () => ({ post_id: 1, tag_id: 2 }));
  const data = { posts: [{ id: 1, title: 'A post' }], tags: [{ id: 2, name: 'Guides' }], posts_tags };
  expect(foreignFileOf({ data }, 'GBP')?.rows[0]?.values?.tags).toHaveLength(200_000);
});

it('IMPORT-01 takes the words out of two million beginnings of tags without end', { tags: 'long' }, () => {
  for (const beginning of ['<', '<p ', '<script ', '</p', '&#']) {
    const html = beginning.repeat(2_000_000 / beginning.length);
    expect(plainText(html).length).toBeLessThanOrEqual(html.length);
  }
});
